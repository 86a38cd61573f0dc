"""Maps drawn by players, in the service."""
