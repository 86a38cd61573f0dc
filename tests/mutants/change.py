"""One planted bug: a piece of one file replaced by another."""

from __future__ import annotations

import difflib

import msgspec


class Change(msgspec.Struct, frozen=True):
    """``start`` and ``end``: offsets in the text of ``path`` (seen from the repository's root).

    ``kind``: what sort of bug it is. ``harm``: what it does to people, for those picked by hand.
    """

    path: str
    start: int
    end: int
    new: str
    kind: str
    harm: str = ""

    def apply(self, text: str) -> str:
        """The text of the file with the bug in it."""
        return text[: self.start] + self.new + text[self.end :]

    def lines(self, text: str) -> tuple[str, str]:
        """The lines that differ, before and after, without indentation."""
        first, last = text.rfind("\n", 0, self.start) + 1, text.find("\n", self.end)
        last = len(text) if last < 0 else last
        after = text[first : self.start] + self.new + text[self.end : last]
        return text[first:last].strip(), after.strip()

    def diff(self, text: str) -> str:
        """The change for people: the lines before and after, with their place."""
        shown = list(difflib.unified_diff(text.splitlines(), self.apply(text).splitlines(), lineterm="", n=0))
        line = text.count("\n", 0, self.start) + 1
        return "\n".join([f"{self.path}:{line}  {self.kind}{': ' + self.harm if self.harm else ''}", *shown[3:]])
