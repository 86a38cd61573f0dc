"""Two random bots play every variant of the two-player games over a live service, many matches at a time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.cli.logs import entries_of
from bocage.log.export import verify
from bocage.rules.kernel.registry import find_game
from bocage.rules.squad.drawn import EXAMPLES
from bocage.sdk import Client, connect
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import PATIENCE, Player, assert_kept, guest, seen_by

Options = dict[str, Any]

SQUAD: list[Options] = [
    {},
    {"nation_0": "ru", "nation_1": "jp", "morale_memory": "since_last_check"},
    {"variant": "flanking", "flank_side": "same"},
    {"variant": "flanking", "flank_side": "opposite"},
    {"variant": "flanking", "flank_open": True, "flank_encircled": "plus3"},
    {"variant": "map"},
    {"variant": "map", "squads_per_seat": 2},
    {"variant": "map", "squads_per_seat": 3, "columns": 15, "rows": 14},
    {"variant": "map", "squads_per_seat": 3, "activation": "squads", "terrain": "random", "columns": 7, "rows": 6},
    {"variant": "map", "squads_per_seat": 2, "terrain": "drawn", "map": EXAMPLES[1], "home_edge": "southwest"},
]
COMPANY_COMMANDER: list[Options] = [
    {},
    {"commander": True},
    {"support": "sum"},
    {"hq_help": "same_front", "creator_side": "de"},
    {"commander": True, "support": "sum", "auto_from_turn": 1, "turn_cap": 10},
]
#: What the second half of the matches chooses for its seats.
SEATS = [{"nation": "us", "nation_2": "uk", "nation_3": "random"}, {"nation": "de", "nation_2": "same"}]


async def play(clients: list[Client], game: str, options: Options, seats: list[Options], seed: str) -> None:
    """One match of the two, from its making to its verification."""
    rests = [client.rest for client in clients]
    made = await rests[0].create_match(game, options=options, seat_options=seats[0], bot=True)
    await rests[1].join(made.match, options=seats[1], bot=True)
    players = [Player(client, (seed, seat)) for seat, client in enumerate(clients)]
    last = await asyncio.gather(*[player.play(made.match) for player in players])
    exported = await rests[0].export(made.match)
    report = verify(exported.splitlines(keepends=True))
    assert (report.finished, report.states, report.findings) == (True, True, [])
    entries = entries_of(exported, made.match)
    reasons = find_game(game).text["en"]
    for state, player in zip(last, players, strict=True):
        assert state.ended
        assert f"outcome.{state.view['outcome']['reason']}" in reasons
        assert state.view == seen_by(entries, state)
        assert state.view["options"] | options == state.view["options"]
        assert_kept(entries, player.acknowledged[made.match])
    assert last[0].view["outcome"] == last[1].view["outcome"]
    answered = sum(len(player.acknowledged[made.match]) for player in players)
    # created, two seated, started; ended, revealed: all others are answers of the two.
    assert len(entries) == answered + 6


@pytest.mark.parametrize(
    ("game", "variants"), [("squad", SQUAD), ("company_commander", COMPANY_COMMANDER)], ids=lambda value: value
)
async def test_two_random_bots_finish_every_variant(node: NodeProcess, game: str, variants: list[Options]) -> None:
    tokens = [await guest(node.url, name) for name in ("Ann", "Bob")]
    async with (
        connect(node.url, token=tokens[0]) as ann,
        connect(node.url, token=tokens[1]) as bob,
        asyncio.timeout(PATIENCE),
        asyncio.TaskGroup() as group,
    ):
        for number, options in enumerate(variants):
            seats = SEATS if game == "squad" and number % 2 else [{}, {}]
            group.create_task(play([ann, bob], game, options, seats, f"{game} {number}"))
