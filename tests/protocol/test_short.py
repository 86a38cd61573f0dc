"""Short updates: what a reader makes of them is the update, whatever it has heard before."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import pytest

from bocage.live.counts import Counts
from bocage.live.effects import Deliver, Effect
from bocage.live.feed import MatchFeed
from bocage.live.watching import Subscription, Watcher
from bocage.log.match import Match
from bocage.protocol.codec import JSON, MSGPACK, Codec, DecodeError
from bocage.protocol.messages import ShortDecision, ShortUpdate, Update
from bocage.protocol.short import Reader
from bocage.rules.kernel import PUBLIC, Viewer
from bocage.rules.kernel.registry import all_games
from tests.bench.logs import random_log

GAMES = [game.id for game in all_games()]
#: Shared with tests/page/short.test.mjs.
VECTORS = json.loads((Path(__file__).parent / "short_vectors.json").read_text(encoding="utf-8"))


def payload_of(frame: bytes) -> bytes:
    return frame[2 if frame[1] < 126 else 4 :]


class Ear:
    """A watcher that reads what it is sent."""

    def __init__(self, feed: MatchFeed, viewer: Viewer, codec: Codec, short: bool, odds: bool = False) -> None:
        self.viewer = viewer
        self.watcher = Watcher(codec, None, Counts())  # type: ignore[arg-type]
        self.watcher.short = short
        self.subscription = Subscription("m", False, "", odds=odds)
        self.read = Reader(codec)
        self.sizes: list[int] = []
        feed.add(self.watcher, self.subscription, viewer)
        self.read(payload_of(feed.snapshot(viewer, self.watcher, self.subscription)))

    def hear(self, effects: list[Effect]) -> Update:
        sent = [one for one in effects if isinstance(one, Deliver)]
        (frame,) = (one.frame for one in sent if any(watcher is self.watcher for watcher in one.watchers))
        self.sizes.append(len(frame))
        update = self.read(payload_of(frame))
        assert isinstance(update, Update)
        return update


@pytest.mark.parametrize("game", all_games(), ids=GAMES)
def test_short_updates_of_random_games_are_the_updates(game: Any) -> None:
    entries, played = random_log(game, 7, most=150)
    match = Match(played.secret)
    feed = MatchFeed(match, Counts())
    for entry in entries[: game.seats + 2]:
        match.extend(entry)
    pairs: list[tuple[Ear, Ear]] = []
    for entry in entries[game.seats + 2 :]:
        if entry.seq % 40 == game.seats + 3:
            # Others come: from then on nobody may be sent what only those before know.
            for viewer in (PUBLIC, *range(game.seats)):
                for codec, odds in ((MSGPACK, False), (JSON, entry.seq < 9)):
                    plain, short = (Ear(feed, viewer, codec, how, odds) for how in (False, True))
                    pairs.append((plain, short))
        out: list[Effect] = []
        feed.extend(entry, out)
        for plain, short in pairs:
            assert short.hear(out) == plain.hear(out)
    assert len(pairs) > 2


def test_short_updates_are_as_short_as_wanted() -> None:
    watching: list[int] = []
    deciding: list[int] = []
    for game in all_games():
        for seed in range(2):
            entries, played = random_log(game, seed, most=300)
            match = Match(played.secret)
            feed = MatchFeed(match, Counts())
            for entry in entries[: game.seats + 2]:
                match.extend(entry)
            ears = [Ear(feed, viewer, MSGPACK, True) for viewer in (PUBLIC, *range(game.seats))]
            for entry in entries[game.seats + 2 :]:
                out: list[Effect] = []
                feed.extend(entry, out)
                for ear in ears:
                    owes = ear.hear(out).decision is not msgspec.UNSET
                    (deciding if owes else watching).append(ear.sizes[-1])
    assert median(watching) <= 120
    assert median(deciding) <= 160


@pytest.mark.parametrize("codec", [JSON, MSGPACK], ids=["json", "msgpack"])
def test_vectors_are_read_by_every_client(codec: Codec) -> None:
    encode = (msgspec.json if codec is JSON else msgspec.msgpack).encode
    read = Reader(codec)
    for sent, wanted in VECTORS:
        assert msgspec.to_builtins(read(encode(sent))) == wanted


def test_numbers_that_were_not_sent_are_refused() -> None:
    short = ShortUpdate("m", 7, 0, "", [], {}, {}, ShortDecision(3, [2], 2))
    with pytest.raises(DecodeError):
        Reader(MSGPACK)(MSGPACK.encode(short))
