"""What is wrong with a log that cannot be folded."""

from __future__ import annotations


class BrokenLogError(Exception):
    """A log that cannot have come from this service: entry ``seq`` does not follow from those before."""

    def __init__(self, seq: int, problem: str) -> None:
        super().__init__(f"entry {seq}: {problem}")
        self.seq = seq
        self.problem = problem
