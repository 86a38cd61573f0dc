"""Several nodes as worker processes of one command, on one port and one Redis."""
