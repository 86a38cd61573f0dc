"""The service for agents that read: a server of the Model Context Protocol in front of one player."""
