"""Reviews of finished matches and hints, both by the engine of the house."""
