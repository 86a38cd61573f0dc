"""Reviews of finished matches, and hints, by the engine."""
