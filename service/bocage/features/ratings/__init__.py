"""Ratings and ladders, computed from the results of rated matches.

Which matches are rated, and their results, belong to the log: ``bocage.log.projection`` computes results, and the
store writes them with the entry ``ended``, with or without this feature, so that none is lost.
"""
