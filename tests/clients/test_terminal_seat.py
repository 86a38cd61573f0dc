"""All that a person at a table is shown and all that is asked for them, line by line, in virtual time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.sdk import ClosedError, MatchState
from bocage.terminal.seat import Seat
from tests.clients.table_of_one import ADD, SEATS, Table, at_table, no, state

CHOICE = ["How much?", "1  Add 1", "2  Add 2"]
HEAD = ["Toy, match m, entry 3", "North: Ada (you)", "South: Bo"]
#: What came in, what is shown of it, what the service is asked for.
EVENING: list[tuple[MatchState | str, list[str], list[tuple[Any, ...]]]] = [
    (
        state(1, turn=1),
        [
            *("Toy, match m, entry 1", "North: Ada (you)", "South: Bo", "total: 1"),
            *("South (Bo) decides: How much?", "Type ? for help."),
        ],
        [],
    ),
    (state(1, turn=1), [], []),
    ("1", ["It is not your turn."], []),
    (" x ", ["Not understood: x. Type ? for help."], []),
    (" ", [], []),
    (
        state(2, turn=0, events=[3]),
        ["3 more.", "", "total: 2", *CHOICE, "Type a number, or ? for help."],
        [],
    ),
    (state(2, turn=0), [], []),
    ("0", ["There is no number 0; the actions are 1 to 2."], []),
    ("3", ["There is no number 3; the actions are 1 to 2."], []),
    ("2", ["> Add 2"], [("act", "m", 2, ADD[1])]),
    ("1", ["Your answer is on its way."], []),
    (state(3, turn=0), ["", "total: 3", *CHOICE], []),
    ("v", [*HEAD, "total: 3", *CHOICE], []),
    ("l", ["3 more."], []),
    ("o", ["Options: "], []),
    ("w red", ["red stone: Worth two."], []),
    ("w  nothing ", ["No explanation for nothing."], []),
    ("d", [], [("draw", "m", 3)]),
    ("n", [], [("decline_draw", "m", 3)]),
    ("u", [], [("undo", "m", 3)]),
    ("hint", [], [("hint", "m", 3)]),
    ("say hello there", [], [("say", "m", "hello there")]),
    ("say", ["Not understood: say. Type ? for help."], []),
    ("resign", ["Type resign again to give up the match."], []),
    ("V", [*HEAD, "total: 3", *CHOICE], []),
    ("resign", ["Type resign again to give up the match."], []),
    ("resign", [], [("resign", "m")]),
    ("a", ["Decisions with one legal action are now played automatically."], []),
    ("a", ["You will be asked every time."], []),
    (
        "ja",
        ["おもちゃ\u3000対戦 m\u3000記録 3", "North：Ada（あなた）", "South：Bo", "total：3", *CHOICE],
        [],
    ),
    ("en", [*HEAD, "total: 3", *CHOICE], []),
    (state(4, turn=1), ["South (Bo) decides: How much?"], []),
    ("v", ["Toy, match m, entry 4", *HEAD[1:], "total: 4"], []),
    (state(5, turn=0, undo_asked=1), ["", "total: 5", *CHOICE], []),
    ("n", [], [("decline_undo", "m", 5)]),
    ("u", [], [("undo", "m", 5)]),
    (state(6, turn=1), ["South (Bo) decides: How much?"], []),
    (state(7), [], []),
    (
        state(8, status="ended", events=[1, 2], outcome={"winners": [0], "reason": "full"}),
        ["1 more.", "2 more.", "total: 8", "Result: Full.", "North (Ada) won."],
        [],
    ),
]


def test_an_evening_at_a_table() -> None:
    async def use(table: Table, seat: Seat) -> None:
        for number, (thing, shown, asked) in enumerate(EVENING):
            assert (number, await table.after(thing)) == (number, shown)
            assert (number, table.asked) == (number, asked)
            table.asked.clear()

    table = at_table(use, ends=True, invite="code")
    assert table.followed == [("m", {"invite": "code", "odds": True}), "m"]


def test_terms_are_shown_and_answered(tmp_path: Path) -> None:
    (tmp_path / "map.txt").write_text("...\n")
    agreement = {"negotiable": ["map"], "swap": {"edge": "south"}}
    begins: dict[str, Any] = {"status": "open", "options": {"edge": "north"}}

    async def use(table: Table, seat: Seat) -> None:
        waits = state(3, **begins, agreement={**agreement, "accepted": [1]})
        shown = await table.after(waits)
        assert shown[-2].startswith("Options: ")
        assert shown[-1].startswith("Type accept to play on these terms, swap to exchange the sides, or propose")
        assert await table.after("propose", "propose map", f"propose map=@{tmp_path}/none") == [
            f"Not understood: {line}. Type ? for help." for line in ("propose", "map", f"map=@{tmp_path}/none")
        ]
        await table.after("swap", f"propose map=@{tmp_path}/map.txt edge=east", "accept", "resign", "resign")
        assert table.asked == [
            ("propose", "m", 3, {"edge": "south"}),
            ("propose", "m", 3, {"map": "...\n", "edge": "east"}),
            ("accept", "m", 3),
            ("resign", "m"),
        ]
        accepted = state(4, **begins, agreement={**agreement, "accepted": [0]})
        assert (await table.after(accepted))[-1] == "You accept these terms; waiting for South (Bo)."

    at_table(use)


def test_what_is_refused_can_be_answered_again() -> None:
    async def use(table: Table, seat: Seat) -> None:
        await table.after(state(3, turn=0))
        table.refused = no("Not now.", "TOY-1")
        refused = "Not possible: Not now. (TOY-1)"
        assert await table.after("1", "d") == ["> Add 1", refused, refused]
        table.refused = None
        assert await table.after("2") == ["> Add 2"]
        assert [one[0] for one in table.asked] == ["act", "draw", "act"]

    at_table(use)


def test_a_service_that_sends_one_away_ends_it() -> None:
    async def use(table: Table, seat: Seat) -> None:
        await table.after(state(3, turn=0))
        table.refused = ClosedError(4004, "flood")
        await table.after("1")

    with pytest.raises(ClosedError, match="flood"):
        at_table(use, ends=True)


@pytest.mark.parametrize("line", ["q", "quit", " q ", None])
@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("playing", "The match goes on. Come back with: bocage play --join m"),
        ("open", "The match still waits for players. Come back with: bocage play --join m"),
    ],
)
def test_who_leaves_is_told_how_to_come_back(line: str | None, status: str, said: str) -> None:
    async def use(table: Table, seat: Seat) -> None:
        await table.after(state(3, turn=1, status=status))
        assert await table.after(line) == [said]

    at_table(use, ends=False)


def test_a_watcher_without_more_lines_stays() -> None:
    async def use(table: Table, seat: Seat) -> None:
        await table.after(state(3, turn=1, seat=-1), None)
        assert await table.after(state(4, turn=0, seat=-1)) == ["North (Ada) decides: How much?"]

    at_table(use, stays=True, piped=True)


def test_lines_from_a_pipe_wait_for_their_decision() -> None:
    async def use(table: Table, seat: Seat) -> None:
        await table.after("1", "2", "1", state(1, turn=1))
        assert table.asked == []
        await table.after(state(2, turn=0))
        assert table.asked == [("act", "m", 2, ADD[0])]
        await table.after(state(3, turn=1))
        assert len(table.asked) == 1
        await table.after(state(4, turn=0))
        assert table.asked[1:] == [("act", "m", 4, ADD[1])]

    at_table(use, piped=True)


def test_connection_state_is_told_without_every_retry() -> None:
    async def use(table: Table, seat: Seat) -> None:
        seat.status("lost", 5.0)
        assert await table.after("") == []  # there is no table yet
        await table.after(state(3, turn=1))
        told: list[list[str]] = []
        for status, wait in (
            *(("lost", 0.14), ("lost", 1.9), ("lost", 2.0), ("connected", 0.0), ("lost", 0.2)),
            *(("unavailable", 1.26), ("closed", 0.0)),
        ):
            seat.status(status, wait)  # type: ignore[arg-type]
            told.append(await table.after(""))
        assert told == [
            ["Connection lost; trying again in 0.1 s."],
            [],
            ["Connection lost; trying again in 2.0 s."],
            ["Connected."],
            ["Connection lost; trying again in 0.2 s."],
            ["Storage cannot be reached right now. Nothing is lost."],
            [],
        ]

    at_table(use)


def test_single_options_are_played_on_request() -> None:
    async def use(table: Table, seat: Seat) -> None:
        only = state(2, turn=0).decision
        assert only is not None
        await table.after(state(1, turn=1), "a")
        table.shown.clear()
        one = msgspec.structs.replace(state(2, turn=0), decision=msgspec.structs.replace(only, actions=ADD[:1]))
        assert len(await table.after(one)) == 1
        assert table.asked == [("act", "m", 2, ADD[0])]
        assert (await table.after(state(3, turn=0)))[1:] == ["total: 3", *CHOICE]
        assert len(table.asked) == 1

    at_table(use)


FREE: dict[str, Any] = {**SEATS, "1": None}


def test_who_waits_for_somebody_is_told_once_whom() -> None:
    async def use(table: Table, seat: Seat) -> None:
        first = await table.after(state(1, status="open", seats=FREE))
        assert first[-1] == "Type ? for help."
        assert "m" in first[-2]
        assert await table.after(state(2, status="open", seats=FREE)) == []
        assert len(await table.after(state(3, status="open", seats={**FREE, "0": None}))) == 1
        assert await table.after(state(4, status="open")) == []  # it begins in this moment
        (house,) = await table.after(state(5, status="open", seats=FREE, house="captain"))
        assert "captain" in house
        assert await table.after(state(6, turn=1)) == ["South (Bo) decides: How much?"]

    at_table(use)


def test_the_first_entry_may_ask_for_an_answer() -> None:
    async def use(table: Table, seat: Seat) -> None:
        shown = await table.after(state(1, turn=0))
        assert shown[3:] == ["", "total: 1", *CHOICE, "Type a number, or ? for help."]
        assert await table.after("1") == ["> Add 1"]

    at_table(use)


def test_giving_up_withdraws_or_resigns() -> None:
    async def use(table: Table, seat: Seat) -> None:
        await table.after(state(1, status="open", seats=FREE), "resign", "resign")
        assert table.asked == [("withdraw", "m")]
        await table.after(state(2, turn=1), "resign", "resign")
        assert table.asked[1:] == [("resign", "m")]

    at_table(use)
