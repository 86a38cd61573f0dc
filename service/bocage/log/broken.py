"""The error for a log that cannot be folded."""

from __future__ import annotations


class BrokenLogError(Exception):
    """The log cannot come from this service: entry ``seq`` does not follow from the entries before it."""

    def __init__(self, seq: int, problem: str) -> None:
        super().__init__(f"entry {seq}: {problem}")
        self.seq = seq
        self.problem = problem


class UnknownEntryError(BrokenLogError):
    """The entry is of a kind that this version does not know: a newer one wrote it."""
