"""Ratings and ladders, computed from the results of rated matches.

Whether a match is rated, and its result, belong to the log: ``bocage.log.projection`` computes results, and the
store writes them with the entry ``ended``, with or without this feature. So no result is lost while it is out.
"""
