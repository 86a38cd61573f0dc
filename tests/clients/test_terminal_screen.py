"""What stands on a terminal's screen, part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

import pytest

from bocage.protocol import messages as m
from bocage.protocol import patch
from bocage.protocol.decisions import Hint
from bocage.protocol.presentation import Flag, Presentation
from bocage.protocol.rest import Recording
from bocage.protocol.review import Why
from bocage.sdk import Client, RefusedError, Status
from bocage.terminal import generic, matches
from bocage.terminal.remote import RemoteRecording
from bocage.terminal.replay_player import OPEN, PUBLIC, Moment, NoEyesError, ReplayPlayer
from bocage.terminal.screen import Screen
from bocage.terminal.seat import Seat
from bocage.terminal.words import Words, clip, kind
from tests.clients.scripted_console import ScriptedConsole

TEXT = {
    "game.name": "Toy",
    "seat.0": "North",
    "seat.1": "South",
    "option.goal": "Goal",
    "option.goal.far": "far away",
    "outcome.full": "Full.",
    "outcome.resigned": "Given up.",
    "outcome.emptied": "{loser?{loser:seat}|One} is empty.",
    "event.added": "{n} more.",
    "decision.add": "How much?",
    "action.add": "Add {n}",
    "figure.chance": "chance {p}",
    "label.red": "Red ones",
    "stone.red": "red stone",
    "stone.red.help": "Worth two.",
    "flag.tired": "tired {n}",
    "card.hill": "Hill",
}
SEATS: dict[str, Any] = {"0": {"player": "a", "name": "Ada"}, "1": {"player": "b", "name": "Bo", "bot": True}}
NO_CLOCK = {"kind": "none"}
DAY, HOUR = 86_400_000, 3_600_000


@pytest.fixture
def screen() -> Screen:
    return Screen(Words("en", TEXT), {})


def view(**more: Any) -> dict[str, Any]:
    return {"game": "toy", "status": "playing", "options": {}, "seats": SEATS, "clock": NO_CLOCK, **more}


def test_the_head_says_who_sits_where(screen: Screen) -> None:
    house = {**SEATS, "1": {"player": "b", "name": "Bo", "bot": True, "house": True}}
    assert screen.head("m", 3, view(), 0, 0) == ["Toy, match m, entry 3", "North: Ada (you)", "South: Bo (bot)"]
    assert screen.head("m", 3, view(seats=house), -1, 0)[1:] == ["North: Ada", "South: Bo (house bot)"]
    assert screen.head("m", 3, view(seats={**SEATS, "1": None}), 0, 0)[2:] == ["South: free"]
    assert screen.head("m", 3, view(seats={**SEATS, "1": None}, house="clever"), 0, 0)[2:] == [
        "South: kept for clever (house bot)"
    ]


def test_head_shows_fork_and_draw_offer(screen: Screen) -> None:
    forks = [
        screen.head("m", 3, view(fork={"match": "old", "seq": 7, "resampled": new}), 0, 0)[3]
        for new in (True, False)
    ]
    assert "match old, entry 7" in forks[0]
    assert forks[0].endswith("What was hidden there was drawn anew.")
    assert forks[1].endswith("knows all hands here.")
    assert screen.head("m", 3, view(draw_offer=0), 0, 0)[3:] == ["Your offer of a draw stands."]
    assert screen.head("m", 3, view(draw_offer=0), 1, 0)[3:] == [
        "North (Ada) offers a draw: type d to accept, n to decline."
    ]
    assert screen.head("m", 3, view(draw_offer=-1), 1, 0)[3:] == []
    assert screen.head("m", 3, view(undo=0, undo_asked=0), 1, 0)[3:] == [
        "North (Ada) asks to take the last action back: type u to agree, n to decline."
    ]


def bank(north: int, south: int, since: int) -> dict[str, Any]:
    return {"kind": "bank", "left": {"0": north, "1": south}, "since": since}


@pytest.mark.parametrize(
    ("clock", "turn", "now", "said"),
    [
        (bank(61_000, 3_599_000, 1000), 0, 3000.0, "North 0:59, South 59:59"),
        (bank(61_000, 3_600_000, 1000), 1, 2000.0, "North 1:01, South 59:59"),
        (bank(61_000, 3_661_000, 1000), 0, 0.0, "North 1:01, South 1:01:01"),
        (bank(1_000, 0, 1000), 0, 9000.0, "North 0:00, South 0:00"),
        # A service whose time is behind: nothing is given back.
        (bank(5_000, 0, 9000), 0, 1000.0, "North 0:05, South 0:00"),
        ({"kind": "bank", "left": {"0": 5_000, "1": 0}}, 0, 1000.0, "North 0:05, South 0:00"),
        ({"kind": "days", "base": 2 * DAY, "since": 1000}, 0, 1000.0, "2 d 0 h"),
        ({"kind": "days", "base": 3 * DAY + 2 * HOUR, "since": 1000}, 0, 3_601_000.0, "3 d 1 h"),
        ({"kind": "days", "base": 2 * DAY, "since": 1000}, 0, 2000.0, "47:59:59"),
        ({"kind": "days", "base": HOUR, "since": 1000}, 0, 1000.0, "1:00:00"),
    ],
)
def test_clocks_run_for_who_decides(screen: Screen, clock: Any, turn: int, now: float, said: str) -> None:
    assert screen.head("m", 3, view(clock=clock, turn=turn), 0, now)[3:] == [f"Clock: {said}"]


def test_choices_come_with_what_is_known_of_them(screen: Screen) -> None:
    actions = [{"do": "add", "n": n} for n in range(1, 11)]
    assert screen.actions(actions)[0] == " 1  Add 1"
    assert screen.actions(actions)[9] == "10  Add 10"
    figures = [[{"figure": "chance", "p": 5}, {"figure": "chance", "p": 6}], []]
    odds = m.Odds(question=[{"figure": "chance", "p": 1}], actions=figures)
    assert screen.choices(actions[:2], odds) == ["chance 1", "1  Add 1 (chance 5, chance 6)", "2  Add 2"]
    assert screen.choices(actions[:2], m.Odds()) == ["1  Add 1", "2  Add 2"]


def test_hint_stands_below_the_choices(screen: Screen) -> None:
    actions = [{"do": "add", "n": n} for n in (1, 2)]
    hint = Hint(actions[1], Why("close"))
    said = screen.choices(actions, m.Odds(), hint)
    assert said[2:] == ["Hint: 2  Add 2, although it has no clear lead over the rest."]
    (told,) = screen.events([{"ev": "hinted", "seat": 0, "action": actions[1], "theme": "only"}])
    assert told == "North takes a hint: Add 2, because there is nothing else to choose."
    assert screen.events([{"ev": "hinted", "seat": 0}]) == ["North takes a hint."]


def test_events_without_words_are_left_out(screen: Screen) -> None:
    assert screen.events([{"ev": "added", "n": 2}, {"ev": "hummed"}]) == ["2 more."]


def test_an_end_names_winners_where_there_could_be_others(screen: Screen) -> None:
    def end(*winners: int, seats: Any = SEATS, reason: str = "full") -> list[str]:
        return screen.outcome(view(seats=seats, table={}, outcome={"winners": list(winners), "reason": reason}))

    assert end(0) == ["Result: Full.", "North (Ada) won."]
    assert end(0, 1) == ["Result: Full.", "North (Ada), South (Bo) won."]
    assert end(1, reason="emptied")[0] == "Result: North is empty."
    assert end(0, 1, reason="emptied")[0] == "Result: One is empty."
    assert end() == ["Result: Full.", "Nobody won."]
    assert end(0, seats={"0": SEATS["0"]}) == ["Result: Full."]
    off = view(outcome={"winners": [], "reason": "resigned"})
    assert screen.outcome(off) == ["Result: Given up."]  # it was called off before it began


def test_options_and_players_have_names(screen: Screen) -> None:
    told = screen.options(view(options={"goal": "far", "plan": ". .\n . .\n", "mud": True}))
    assert told == ["Options: Goal: far away, mud: true", "plan:", ". .", " . ."]
    assert screen.player(view(), 0) == "North (Ada)"
    assert screen.player(view(seats={"0": None}), 1) == "South"
    assert screen.table(view()) == []
    assert screen.table(view(table={"total": 3})) == ["total: 3"]


@pytest.mark.parametrize(
    ("lang", "left", "said"),
    [
        ("en", True, "a player who left"),
        ("ja", True, "退会したプレイヤー"),
        ("en", False, "a player"),
        ("ja", False, "プレイヤー"),
    ],
)
def test_a_seat_without_a_name_is_not_left_blank(lang: str, left: bool, said: str) -> None:
    words = Words(lang, {"seat.0": "N", "event.seated": "<{name}>"})
    seats = {"0": {"player": "ann", "name": "", "left": left}}
    assert Screen(words, {}).player(view(seats=seats), 0) == words.ui("player", seat="N", name=said)
    assert words.event({"ev": "seated", "seat": 0, "name": "", "left": left}) == f"<{said}>"


def test_any_view_can_be_told_field_by_field() -> None:
    words = Words("en", TEXT)
    table = {
        "empty": {},
        "flat": {"red": 2, "hill": "hill", "off": False, "none": "", "on": True, "zero": 0},
        "deep": {"inner": {"a": 1, "b": {"c": "red"}}, "list": [1]},
        "cards": ["hill", "hill", "x", {"n": 1}, [1, True, False]],
        "nothing": [],
        "yes": True,
        "no": False,
        "void": "",
        "name_of": "some_thing",
        "zero": 0,
    }
    assert generic.lines(table, words) == [
        "flat: Red ones 2, Hill, on, zero 0",
        "deep:",
        "  inner:",
        "    a: 1",
        "    b: c Red ones",
        "  list: 1",
        "cards: 2 × Hill, x, n 1, (1, yes, no)",
        "yes",
        "name of: some thing",
        "zero: 0",
    ]


def test_flags_are_said_where_they_are_set() -> None:
    words = Words("en", TEXT, [Flag("unit", "tired", "flag.tired"), Flag("seat", "tired", "flag.tired")])
    assert words.flags("unit", {"tired": 2}) == ["tired 2"]
    assert words.flags("unit", {"tired": 0}) == []
    assert words.flags("front", {"tired": 2}) == []


def test_card_names_win_over_other_ids() -> None:
    words = Words("en", {"mod.hill": "height", "card.hill": "Hill", "tile.hill": "slope", "unit.x.help": "no name"})
    assert [words.label(text) for text in ("hill", "help", "x", "x.help")] == ["Hill", "help", "x", "x.help"]
    assert Words("en", {"mod.hill": "height", "tile.hill": "slope"}).label("hill") == "height"
    assert words.names("mod", ["hill", True]) == "height, true"
    more = words.and_these({"en": {"yes": "aye"}})
    assert (more.ui("yes"), more.ui("no"), words.ui("yes")) == ("aye", "no", "yes")
    assert kind(True, True) == {"bot": False, "house": True}
    assert kind(True, False) == {"bot": True, "house": False}


def test_wide_characters_are_clipped_whole() -> None:
    assert [clip("日本ab", columns) for columns in (6, 5, 4, 3, 1, 0)] == ["日本ab", "日本a", "日本", "日", "", ""]


class Library:
    async def text(self, game: str, lang: str) -> Mapping[str, str]:
        return TEXT if lang == "en" else {**TEXT, "game.name": "おもちゃ"}

    async def presentation(self, game: str) -> Presentation:
        return Presentation()

    async def facts(self, game: str) -> Mapping[str, Any]:
        return {}


def a_row(**more: Any) -> m.LobbyRow:
    known: dict[str, Any] = {"status": "open", "options": {}, "names": ["Ada", ""], "at": 1}
    return m.LobbyRow(match="m", **{"game": "toy", **known, **more})


@pytest.mark.parametrize(
    ("row", "people", "how"),
    [
        (a_row(), "North: Ada, South: free", "waits for players"),
        (a_row(house="clever"), "North: Ada, South: kept for clever (house bot)", "waits for its house bot"),
        (a_row(status="playing", names=["Ada", "Bo"], bots=[1]), "North: Ada, South: Bo (bot)", "is being played"),
        (
            a_row(status="playing", names=["Ada", "Bo"], bots=[1], house_bots=[1]),
            "North: Ada, South: Bo (house bot)",
            "is being played",
        ),
        (a_row(status="ended", reason="resigned"), "North: Ada, South: free", "Given up."),
        (a_row(unknown_rules=True), "North: Ada, South: free", "rules not installed"),
        (a_row(status="ended", reason="full", unknown_rules=True), "North: Ada, South: free", "Full."),
    ],
)
async def test_a_match_in_a_list(row: m.LobbyRow, people: str, how: str) -> None:
    (line,) = await matches.table(Library(), [row], "en")
    assert line == f"m | Toy | {people} | {how}"


async def test_unreadable_match_is_listed_as_such() -> None:
    row = a_row(game="", status="ended", names=[], unreadable=True)
    for language, how in (
        ("en", "in cold storage, cannot be read now"),
        ("ja", "保管用ストレージから今は読み出せません"),
    ):
        (line,) = await matches.table(Library(), [row], language)
        assert [part for part in line.split(" | ") if part] == ["m", how]


async def test_who_is_on_vacation_is_said_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    row = a_row(status="playing", names=["Ada", "Bo"], away=[1_800_000_000_000, 1_800_000_000_000 + 3 * 86_400_000])
    day = datetime.fromtimestamp(1_800_000_000 + 3 * 86_400).astimezone().strftime("%Y-%m-%d")
    for language, how in (("en", f"South on vacation until {day}"), ("ja", f"{day}まで休暇")):
        (line,) = await matches.table(Library(), [row], language)
        assert how in line
        assert line.count(day[:4]) == 1


async def test_no_match_is_said() -> None:
    assert await matches.table(Library(), [], "en") == ["No matches."]


class Stored:
    """What a service answers who asks for a replay."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.views: list[dict[str, Any]] = [view(turn=1, decision="add"), view(table={"total": 2})]

    async def replay(self, match: str, eyes: str, *, invite: str) -> Recording:
        self.asked.append((match, eyes, invite))
        if eyes == "open":
            raise RefusedError(code="not_over", text="Not yet.")
        first, second = self.views
        changes = patch.diff(first, second)
        update = m.Update(match=match, seq=5, at=7000, patch=changes, events=[{"ev": "added", "n": 2}])
        return Recording(m.Snapshot(match=match, seq=4, seat=-1, view=first), [update, update])


async def test_stored_match_is_fetched_once_per_viewer() -> None:
    stored = Stored()
    recording = await RemoteRecording.load(stored, "m", "code")  # type: ignore[arg-type]
    assert recording.game == "toy"
    first, second = await recording.moments(PUBLIC)
    assert (first.seq, first.at, first.seat, first.kind, first.events) == (4, 0, 1, "add", [])
    assert (second.seq, second.at, second.seat, second.kind) == (5, 7000, -1, "")
    assert second.events == [{"ev": "added", "n": 2}]
    assert (first.view, second.view) == tuple(stored.views)
    for _ in range(2):
        assert len(await recording.moments(1)) == 2
    with pytest.raises(NoEyesError, match="Not yet"):
        await recording.moments(OPEN)
    assert stored.asked == [("m", "public", "code"), ("m", "1", "code"), ("m", "open", "code")]


class Tape:
    """A recording of moments with these numbers."""

    match, game = "m", "toy"

    def __init__(self, *seqs: int, seat: int = 1) -> None:
        self.all = [Moment(seq, 0, view(seats=SEATS), [{"ev": "added", "n": seq}], seat, "add") for seq in seqs]

    async def moments(self, viewer: int) -> Sequence[Moment]:
        if viewer == OPEN:
            return self.all[::2]
        if viewer == 1:
            raise NoEyesError
        return self.all


@pytest.mark.parametrize(("seat", "decides"), [(-1, ""), (0, "North (Ada) decides: How much?")])
async def test_a_replay_says_who_was_to_decide(seat: int, decides: str) -> None:
    console = ScriptedConsole()
    await ReplayPlayer(Tape(4, seat=seat), console, Library(), "en").run()
    assert [line for line in console.shown if "decides" in line] == ([decides] if decides else [])


async def test_a_replay_goes_where_it_is_told_and_no_further() -> None:
    console = ScriptedConsole(
        ("Entry 4 of 9\n4 more.", "+99"),
        ("Entry 9 of 9\n9 more.", "-1"),
        ("Entry 7 of 9", "p"),
        ("Entry 5 of 9", "+1"),
        ("Entry 7 of 9", "8"),
        ("Entry 7 of 9", "eyes open"),
        ("seen by open hands.", "eyes 0"),
        ("seen by North.", "eyes 1"),
        ("This view is not available here: 1", "eyes"),
        ("This view is not available here: .", "v"),
        ("Entry 7 of 9", "ja"),
        ("7", "en"),
        ("Entry 7 of 9", "w red"),
        ("red stone: Worth two.", "w none"),
        ("No explanation for none.", "-99"),
        ("Entry 4 of 9", "-1"),
        ("This is the first entry.", "last"),
        ("Entry 9 of 9", "+1"),
        ("This is the last entry.", "quit"),
    )
    await ReplayPlayer(Tape(4, 5, 7, 9), console, Library(), "en").run(2)
    assert "Toy, match m: entries 4 to 9, seen by everybody." in console.text
    assert "South (Bo) decides: How much?" in console.text
    assert "UTC" not in console.text
    assert console.text.endswith("<quit>")


def test_a_lost_connection_is_said_once_until_waits_are_long(screen: Screen) -> None:
    console = ScriptedConsole()
    seat = Seat(cast(Client, None), console, Library(), "en", "m")
    seat._screen = screen
    statuses: list[tuple[Status, float]] = [("lost", 0.1), ("lost", 1.9), ("lost", 2.0), ("lost", 3.25)]
    statuses += [("connected", 0.0), ("lost", 0.1), ("unavailable", 1.0)]
    for status, wait in statuses:
        seat._tell_status(status, wait)
    assert console.shown == [
        "Connection lost; trying again in 0.1 s.",
        "Connection lost; trying again in 2.0 s.",
        "Connection lost; trying again in 3.2 s.",
        "Connected.",
        "Connection lost; trying again in 0.1 s.",
        "Storage cannot be reached right now. Nothing is lost.",
    ]


def test_what_a_text_wants_may_be_missing() -> None:
    assert "more." in Words("en", TEXT).say("event.added")
