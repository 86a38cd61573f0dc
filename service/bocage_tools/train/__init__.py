"""Programs that make the weights of ``bocage.engine``."""
