"""P7 and P11: bytes of an update on the wire, and of a finished match in Redis, over random games.

P7  median msgpack frame of an update: for those who watch, and for players without the list of the decider
P11 what Redis holds of a finished match once it is archived
"""

from __future__ import annotations

from statistics import median, quantiles

import msgspec

from bocage.log.replay import updates
from bocage.protocol.codec import MSGPACK
from bocage.protocol.framing import encode_frame
from bocage.rules.kernel import PUBLIC
from bocage.rules.kernel.registry import all_games
from bocage.store.archive import compress
from tests.bench.logs import random_log

GAMES = 6
KIB = 1024


def main() -> None:
    """Measure and print."""
    for game in all_games():
        sizes: list[int] = []
        lists: list[int] = []
        archived: list[int] = []
        for seed in range(GAMES):
            entries, match = random_log(game, seed)
            archived.append(len(compress(entries)))
            for viewer in (PUBLIC, *range(game.seats)):
                for update in updates(entries, match.secret, viewer, 1):
                    if isinstance(update.decision, msgspec.UnsetType) or update.decision.actions is msgspec.UNSET:
                        sizes.append(len(encode_frame(MSGPACK.encode(update), text=False)))
                    else:
                        lists.append(len(encode_frame(MSGPACK.encode(update), text=False)))
        middle, high = median(sizes), quantiles(sizes, n=100)[94]
        met = "met" if middle <= 150 else "NOT MET"
        print(
            f"P7 {game.id:<20} median {middle:>5.0f} B  95th {high:>6.0f} B  target ≤ 150: {met}"
            f"   to deciders {median(lists or [0]):>5.0f} B"
        )
        kept = max(archived) / KIB
        print(
            f"P11 {game.id:<19} largest of {GAMES}: {kept:.1f} KiB  target ≤ 8: {'met' if kept <= 8 else 'NOT MET'}"
        )
