"""The check after a fault run finds every kind of breach."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bocage.log.entries import Acted, decode
from bocage.log.match import Match
from bocage.log.view import view
from bocage.store import Store
from bocage_tools.load.checks import digest
from tests.faults.crowd import Record
from tests.faults.promises import check
from tests.log.logs import random_play


def never_ended(record: Record) -> None:
    record.ended = False


def went_back(record: Record) -> None:
    record.set_back = 1


def another_action(record: Record) -> None:
    record.acknowledged[max(record.acknowledged)] = {"do": "something else"}


def one_too_many(record: Record) -> None:
    record.acknowledged[1] = {"do": "create"}


def one_too_few(record: Record) -> None:
    del record.acknowledged[max(record.acknowledged)]


def another_view(record: Record) -> None:
    record.seen[max(record.seen)] = b"another"


def shown_and_lost(record: Record) -> None:
    record.seen[(10_000, 0)] = b"gone"


def said_twice(record: Record) -> None:
    record.acked(max(record.acknowledged), {"do": "something else"})


async def played(store: Store) -> list[Record]:
    """A stored match, and what its two players saw and were told when all is well."""
    play = random_play(1)
    records = [Record(play.match.id) for _ in range(2)]
    match = Match(play.secret)
    for proposal, entry in zip(play.proposals, play.entries, strict=True):
        await store.append(proposal.match, proposal.seq, proposal.raw, entry.at, proposal.change)
        match.extend(entry)
        body = decode(entry.raw)
        if isinstance(body, Acted):
            records[body.seat].acked(entry.seq, body.action)
        for seat, record in enumerate(records):
            record.seen[entry.seq, seat] = digest(view(match, seat))
            record.ended = match.status == "ended"
    return records


async def test_nothing_is_found_where_all_is_well(store: Store) -> None:
    findings = await check(store, await played(store))
    assert findings.broken == []
    assert findings.matches == 1
    assert findings.views == 2 * findings.entries
    assert findings.acknowledged > 0


@pytest.mark.parametrize(
    "breach",
    [
        never_ended,
        went_back,
        another_action,
        one_too_many,
        one_too_few,
        another_view,
        shown_and_lost,
        said_twice,
    ],
)
async def test_a_breach_is_found(store: Store, breach: Callable[[Record], None]) -> None:
    records = await played(store)
    breach(max(records, key=lambda record: len(record.acknowledged)))
    assert (await check(store, records)).broken != []


async def test_an_entry_acknowledged_to_both_is_found(store: Store) -> None:
    one, other = await played(store)
    one.acknowledged |= other.acknowledged
    assert (await check(store, [one, other])).broken != []
