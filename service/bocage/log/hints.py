"""The hints that seats took: how many, and what the last one said."""

from __future__ import annotations

import msgspec

from bocage.log.entries import Hinted
from bocage.rules.kernel import Action


class Hints(msgspec.Struct, frozen=True):
    """Of one match. ``counts``: seat, as views have it → hints taken; seats that took none are absent.

    ``seq``, ``last``: the entry of the last hint, and its body.
    """

    counts: dict[str, int] = {}
    seq: int = 0
    last: Hinted[Action] | None = None

    def and_this(self, seq: int, body: Hinted[Action]) -> Hints:
        """With one more, entry ``seq``."""
        seat = str(body.seat)
        return Hints({**self.counts, seat: self.counts.get(seat, 0) + 1}, seq, body)

    def since(self, seq: int) -> Hinted[Action] | None:
        """The last hint, if it is newer than entry ``seq``: about the decision that this entry raised."""
        return self.last if self.seq > seq else None
