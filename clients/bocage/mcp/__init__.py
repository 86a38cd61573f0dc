"""Lets AI agents play: a Model Context Protocol server that acts as one player."""
