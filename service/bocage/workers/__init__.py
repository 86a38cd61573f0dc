"""Workers: several nodes as processes of one command, on one port and one Redis."""
