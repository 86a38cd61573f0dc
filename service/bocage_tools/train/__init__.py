"""Trains the weights of ``bocage.engine``."""
