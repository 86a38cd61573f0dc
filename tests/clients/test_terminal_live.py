"""A person at a live table, typing line by line."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.protocol.presentation import Presentation
from bocage.sdk import ClosedError, RefusedError, connect
from bocage.sdk.rest import Rest
from bocage.terminal.seat import Seat
from bocage.terminal.sit import Mailbox
from tests.clients.fake_service import ACTIONS, CLOCK, FakeMatch, FakeService
from tests.clients.scripted_console import ScriptedConsole

Person = functools.partial(ScriptedConsole, leaves=False)
Piped = functools.partial(ScriptedConsole, piped=True)

TOY = {
    "en": {
        "game.name": "Toy",
        "seat.0": "Adder",
        "action.add": "Add {n}",
        "event.added": "{n} more.",
        "decision.add": "How much?",
        "outcome.full": "Full.",
        "stone.red": "red stones",
        "stone.red.help": "Red stones are worth two.",
        "option.goal": "Goal",
    },
    "ja": {
        "game.name": "おもちゃ",
        "seat.0": "足す人",
        "action.add": "{n}を足す",
        "event.added": "{n}増えた。",
        "decision.add": "いくつ？",
        "outcome.full": "満杯。",
        "stone.red": "赤石",
        "option.goal": "目標",
    },
}


class ToyLibrary:
    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        assert game == "toy"
        return TOY[lang]

    async def presentation(self, game: str) -> Presentation:
        return Presentation()

    async def facts(self, game: str) -> Mapping[str, Any]:
        return {}


async def sit(
    service: FakeService, console: ScriptedConsole, *, token: str = "token-p", lang: str = "en", **more: Any
) -> bool:
    """Plays (or watches) match ``m``; whether it came to its end."""
    mailbox = Mailbox()
    async with connect(service.url, token=token, on_said=mailbox.said, on_status=mailbox.status) as client:
        mailbox.seat = Seat(client, console, ToyLibrary(), lang, "m", **more)
        return await mailbox.seat.run()


async def test_a_match_is_played_by_numbers(service: FakeService) -> None:
    service.matches["m"].goal = 4
    console = Person(("How much?", "2"), ("How much?", "1"), ("How much?", "1"))
    assert await sit(service, console)
    assert service.matches["m"].totals == [0, 2, 3, 4]
    assert console.text.startswith("Toy, match m, entry 1\nAdder: Ada (you)\n")
    for line in ("1  Add 1", "2  Add 2", "> Add 2", "2 more.", "total: 3", "red stones 1, black ones 2"):
        assert line in console.text
    assert console.text.endswith("Result: Full.")
    assert console.text.count("Type a number, or ? for help.") == 1


async def test_what_cannot_be_played_is_said(service: FakeService) -> None:
    service.refuse.append(m.Refused(code="illegal_action", text="Not now.", rule="TOY-1"))
    console = Person(
        ("How much?", "7"),
        ("There is no number 7; the actions are 1 to 2.", "0"),
        ("There is no number 0", "1"),
        ("Not possible: Not now. (TOY-1)", "dance"),
        ("Not understood: dance", "1"),
        ("1 more.", "q"),
    )
    assert not await sit(service, console)
    assert service.matches["m"].totals == [0, 1]
    assert "Come back with: bocage play --join m" in console.text


async def test_the_other_commands(service: FakeService) -> None:
    console = Person(
        ("How much?", "?"),
        ("number: play that action", "v"),
        ("1  Add 1", "o"),
        ("Options: Goal: 10", "w red"),
        ("red stones: Red stones are worth two.", "a"),
        ("played automatically", "a"),
        ("asked every time", "resign"),
        ("Type resign again", "v"),
        ("1  Add 1", "resign"),
        ("Type resign again", "resign"),
        ("", "d"),
        ("", "n"),
        ("", "u"),
        ("", "say hello there"),
        ("", "ja"),
        ("いくつ？", "1"),
        ("1増えた。", "l"),
        ("1増えた。", "q"),
    )
    assert not await sit(service, console)
    sent = [
        said for said in service.received if isinstance(said, m.Resign | m.Draw | m.DeclineDraw | m.Undo | m.Say)
    ]
    assert [type(said) for said in sent] == [m.Resign, m.Draw, m.DeclineDraw, m.Undo, m.Say]
    assert [said.text for said in sent if isinstance(said, m.Say)] == ["hello there"]
    assert [said.seq for said in sent if isinstance(said, m.Draw)] == [1]
    assert "1  1を足す" in console.text


async def test_a_hint_is_asked_for_by_its_word(service: FakeService, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def hint(rest: Rest, match: str, seq: int) -> None:
        asked.append((match, seq))
        if len(asked) > 1:
            raise RefusedError("no_hints", text="No hints here.")

    monkeypatch.setattr(Rest, "hint", hint)
    console = Person(("How much?", "hint"), ("", "hint"), ("Not possible: No hints here.", "q"))
    assert not await sit(service, console)
    assert asked == [("m", 1), ("m", 1)]


async def test_what_is_declined_is_what_the_other_player_asks_for(service: FakeService) -> None:
    service.matches["m"].beside = {"undo_asked": 1, "draw_offer": 1}
    console = Person(("How much?", "n"), ("", "q"))
    assert not await sit(service, console)
    assert [type(said) for said in service.received if isinstance(said, m.Statement)] == [m.DeclineUndo]


async def test_a_single_action_can_be_played_by_itself(
    service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.clients.fake_service.ACTIONS", ACTIONS[:1])
    console = Person(("How much?", "a"), ("played automatically", "1"))
    assert await sit(service, console)
    assert console.text.count("> Add 1 (the only action)") == 9


async def test_a_watcher_sees_everything_and_stays_when_the_pipe_ends(service: FakeService) -> None:
    console = ScriptedConsole(("Adder (Ada) decides: How much?", "1"))
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(sit(service, console, token="", stays=True))
        await console.shows("not your turn")
        await service.broadcast(m.Said(match="m", player="p", name="Ada", text="Look!", at=CLOCK))
        await service.broadcast(m.Unavailable(retry=2000))
        await service.broadcast(m.Available())
        for _ in range(5):
            await service.add("m", ACTIONS[1])
    assert watching.result()
    assert console.text.count("2 more.") == 5
    for line in ("Ada says: Look!", "Storage cannot be reached", "Connected.", "Result: Full."):
        assert line in console.text


async def test_losing_the_connection_is_told_and_survived(service: FakeService) -> None:
    console = Person(("How much?", "1"), ("1 more.", "1"), ("1 more.", "q"))
    service.cut_after.append(m.Act)
    assert not await sit(service, console)
    lost = console.text.index("Connection lost; trying again in")
    assert console.text.index("Connected.") > lost
    # The first tries come soon after each other: it is said once.
    assert console.text.count("Connection lost") == 1
    assert service.matches["m"].totals[:3] == [0, 1, 2]


async def test_lines_written_beforehand_answer_one_decision_each(service: FakeService) -> None:
    service.matches["m"].goal = 4
    service.refuse.append(m.Refused(code="limit", text="Not now."))
    console = Piped(*[("", line) for line in ("1", "2", "", "v", "2", "1")])
    assert await sit(service, console)
    assert service.matches["m"].totals == [0, 2, 4]
    assert "not your turn" not in console.text


async def test_when_they_end_the_match_is_left(service: FakeService) -> None:
    assert not await sit(service, Piped(("", "1")), back="bocage play --join m --name Ada")
    assert service.matches["m"].totals == [0, 1]


async def test_early_line_does_not_answer_the_next_decision(service: FakeService) -> None:
    service.cut_after.append(m.Act)
    console = Person(("How much?", "1"), ("> Add 1", "1"), ("on its way", "w blue"), ("1 more.", "q"))
    assert not await sit(service, console)
    assert "No explanation for blue." in console.text
    assert service.matches["m"].totals == [0, 1]


async def test_who_is_interrupted_is_told_how_to_come_back(service: FakeService) -> None:
    console = Person(("never", ""))
    sitting = asyncio.create_task(sit(service, console, back="bocage play --join m --name Ada"))
    await console.shows("How much?")
    sitting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sitting
    assert console.text.endswith("The match goes on. Come back with: bocage play --join m --name Ada")


async def test_errors_come_out_whole(service: FakeService) -> None:
    del service.matches["m"]
    with pytest.raises(RefusedError, match="No such match"):
        await sit(service, Person(("never", "")))
    service.matches["m"] = FakeMatch(goal=10)
    console = Person(("How much?", "?"), ("this help", ""))

    async def send_away() -> None:
        await console.shows("this help")
        service.close_with.append((4004, "flood"))
        service.cut()

    answers = await asyncio.gather(send_away(), sit(service, console), return_exceptions=True)
    assert isinstance(answers[1], ClosedError)
    assert answers[1].reason == "flood"
