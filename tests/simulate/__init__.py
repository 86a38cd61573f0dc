"""Whole clusters in one process on a virtual clock: nodes, storage, clients, and everything that may go wrong."""
