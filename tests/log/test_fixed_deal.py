"""Deals of solo scenarios: the dice follow from a known key, whoever plays, and count for no record."""

from __future__ import annotations

from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Deal, Entry
from bocage.log.export import export, verify
from bocage.log.match import Match
from bocage.log.projection import project, propose
from bocage.log.records import Log
from bocage.log.view import view
from bocage.rules.kernel import PUBLIC
from bocage.rules.omaha import GAME


def played(player: str, key: bytes) -> tuple[Match, list[Entry]]:
    match, body = create(GAME, player, deal=Deal("", 0, fixed=True), secret=key)
    entries: list[Entry] = []

    def append(body: object) -> None:
        change = propose(match, body, 1000 * match.seq)  # type: ignore[arg-type]
        entries.append(Entry(change.seq, 1000 * match.seq, change.raw))
        match.extend(entries[-1], change.preview)

    append(body)
    append(judge.sit(match, player, player))
    while (owed := judge.owed(match, now=10**15)) or match.decision():
        decision = match.decision()
        append(owed if decision is None else judge.act(match, 0, match.seq, decision.actions[0]))
    return match, entries


def test_a_key_gives_everybody_the_same_deal() -> None:
    key = bytes(range(32))
    (ann, log), (bob, _) = played("ann", key), played("bob", key)
    assert GAME.pack(ann.state) == GAME.pack(bob.state)
    assert GAME.pack(played("ann", bytes(32))[0].state) != GAME.pack(ann.state)
    assert not verify(export(log)).findings


def test_it_counts_for_no_record() -> None:
    match, log = played("ann", bytes(32))
    change = project(Log(log))
    assert change.row is not None
    assert (change.row.score, change.points) == (None, None)
    assert view(match, PUBLIC)["fixed"] is True
    assert "deal" not in view(match, PUBLIC)
