"""What the sentences of the tables leave out: times, waits, whole notes, what is counted, and what is usual."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import msgspec
import pytest

from bocage.live import access, audience, commands, effects, feed, inputs, presence, watching
from bocage.live.counts import Counts
from bocage.live.feed import DelayedFeed
from bocage.live.presence import Called, Chat, Count, Here, Presence, decode_note
from bocage.live.room import Room
from bocage.live.watching import Subscription
from bocage.log import judge
from bocage.log.entries import Access, Undone, Vacation
from bocage.log.projection import propose
from bocage.log.records import TimeAway
from bocage.protocol.messages import Present, Said, Snapshot, Update
from bocage.protocol.rest import ClockRules
from tests.live.room.test_feeds import add, feed_of
from tests.live.room.test_races import DAYS
from tests.live.room.test_shown import Reader
from tests.live.room.world import PEOPLE, World
from tests.log.logs import Play
from tests.tally import TALLY

BANK = ClockRules("bank", 60_000, 0)


def refusal(effect: effects.Effect) -> tuple[str, int]:
    assert isinstance(effect, effects.Decline | effects.Reject | effects.Report)
    error: Any = effect.error
    return error.code, error.retry


@pytest.mark.parametrize(
    ("steps", "wait"),
    [
        (["acts ann", "acts bob", "rewound"], 100),
        (["closes", "acts ann"], 100),
        (["outage 5000", "acts ann", "closes", "stored"], 100),
        (["acts ann", "taken"], 100),
        (["joins eve 2", "read 3"], 500),
    ],
)
def test_who_is_refused_is_told_when_to_come_back(steps: list[str], wait: int) -> None:
    """A room of another node, or the same one a moment later, can do it."""
    told = World(clock=BANK).steps(*steps)
    refused = [effect for effect in told if isinstance(effect, effects.Decline | effects.Reject)]
    assert [refusal(effect) for effect in refused] == [("unavailable", wait)]


def test_a_command_counts_from_when_it_came_first() -> None:
    world = World(clock=BANK, undo=True, house=True)
    (first,) = world.steps("acts ann")
    assert isinstance(first, effects.Append)
    assert first.asked == 1_000
    world.steps("stored", "pass 10000")
    assert world.wanted(world.submitted("ann", lambda match: judge.undo(match, 0, 5), 6)) == [
        effects.ReadFirst(world.wishes["ann"])
    ]
    (undone,) = world.steps("pass 2000", "again ann")
    assert isinstance(undone, effects.Append)
    assert undone.asked == 11_000
    assert undone.proposal == propose(world.truth, Undone(0, 5), 11_000)


def test_a_vacation_is_judged_as_of_when_it_was_told() -> None:
    """It ended while another entry was stored."""
    world = World(clock=DAYS)
    taken = TimeAway(900, 1_500)
    world.step("acts ann")
    assert world.wanted(inputs.VacationsRead({"p-bob": taken})) == []
    _, vacation = world.steps("pass 2000", "stored")
    assert isinstance(vacation, effects.Append)
    body = Vacation(1, 900, 1_500)
    assert (vacation.asked, vacation.proposal) == (1_000, propose(world.truth, body, 1_000))
    assert vacation.proposal != propose(world.truth, body, world.now)


def test_owed_entry_is_stored_when_due_time_as_noticed() -> None:
    world = World(clock=BANK, seated=1)
    world.step("sits bob")
    *_, started = world.steps("pass 5000", "stored")
    assert isinstance(started, effects.Append)
    assert started.asked == 0
    (timed_out,) = world.steps("stored", "pass 70000", "due")
    assert isinstance(timed_out, effects.Append)
    assert timed_out.asked == world.now


def test_who_sits_down_is_called_so_everywhere_before_the_entry() -> None:
    world = World(seated=1)
    whisper, append = world.steps("joins eve", "sits bob")
    assert isinstance(whisper, effects.Whisper)
    assert isinstance(append, effects.Append)
    assert decode_note(whisper.note) == Called({"p-bob": "Bob"})
    show, lookup, *_ = world.steps("stored")
    assert isinstance(show, effects.Deliver)
    eve = Reader()
    eve.view = {}
    eve.take(show.frame)
    assert eve.view["seats"]["1"]["name"] == "Bob"
    assert lookup == effects.LookUpNames(("p-bob",))


def test_whole_notes() -> None:
    world = World(known=("ann",))
    whisper, lookup = world.steps("opened")
    assert isinstance(whisper, effects.Whisper)
    assert decode_note(whisper.note) == Here("here", Count(), ask=True)
    assert lookup == effects.LookUpNames(("p-bob",))
    assert world.steps("missed") == [effects.LookUpNames(("p-ann", "p-bob"))]
    _, sent = world.steps("joins eve")
    assert isinstance(sent, effects.Send)
    assert sent.message == Present(world.truth.id, 0)
    (told, whisper) = world.steps("says eve hello")
    said = Said(world.truth.id, "", "Eve", "hello", 1_000)
    assert isinstance(told, effects.Tell)
    assert isinstance(whisper, effects.Whisper)
    assert decode_note(whisper.note) == Chat(said, to_seats=False)
    whisper, told = world.steps("tick 1")
    assert isinstance(whisper, effects.Whisper)
    assert decode_note(whisper.note) == Here("here", Count(1))


def test_a_mistake_of_ours_is_reported_and_nothing_else_happens() -> None:
    world = World()
    (report,) = world.wanted(inputs.NoteHeard(b"\xc1", 0.0))
    assert isinstance(report, effects.Report)
    assert isinstance(report.error, msgspec.DecodeError)
    assert report.what == f"match {world.truth.id}: NoteHeard failed"
    assert world.step("acts ann") == ["append 5 acted"]


def test_what_fails_is_said() -> None:
    world = World(clock=BANK)
    (report,) = world.steps("pass 70000", "due", "fails")
    assert isinstance(report, effects.Report)
    assert (report.what, refusal(report)) == ("an append failed", ("unavailable", 1000))
    world = World()
    (declined,) = world.steps("acts ann", "fails")
    assert isinstance(declined, effects.Decline)
    assert declined.what == "an append failed"
    (declined,) = world.steps("acts bob")
    assert isinstance(declined, effects.Decline)
    assert declined.what == "a command failed"
    (rejected,) = world.steps("joins eve 2", "read 3")
    assert isinstance(rejected, effects.Reject)
    assert rejected.what == "a log could not be shown again"


def test_unshowable_match_is_reported_and_not_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    with monkeypatch.context() as broken:
        # In the game: a function of a compiled module cannot be exchanged.
        broken.setattr(type(TALLY), "view", lambda *said: 1 // 0)
        assert world.step("joins eve") == ["reject eve ZeroDivisionError"]
    assert world.room.unused
    assert world.step("elsewhere ann") == []


def test_unshowable_log_sends_away_all_with_equal_eyes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    world.steps("elsewhere ann", "joins eve 4", "joins zoe 4", "joins bob 4")
    real, views = type(TALLY).view, list[int]()

    def view(game: Any, state: Any, viewer: int) -> Any:
        views.append(viewer)
        # Eve has been added; the missed updates fail.
        assert viewer >= 0 or views.count(-1) < 2
        return real(game, state, viewer)

    # In the game: a function of a compiled module cannot be exchanged.
    monkeypatch.setattr(type(TALLY), "view", view)
    assert world.step("read") == ["reject eve AssertionError", "reject zoe AssertionError", "show bob update 5"]
    monkeypatch.undo()
    # They are not among those who watch, to whom only the next entry would come.
    assert [effect for effect in world.step("elsewhere bob") if "eve" in effect or "zoe" in effect] == []
    assert any("bob" in effect for effect in world.step("elsewhere ann"))


def test_watchers_waiters_and_writers_keep_a_room_in_use() -> None:
    world = World(access=Access(open_delay=30))
    room = world.room

    def uses() -> tuple[bool, bool]:
        return room.busy, room.unused

    assert uses() == (False, True)
    for step, used in (
        ("acts ann", (True, False)),
        ("stored", (False, True)),
        ("joins eve", (False, False)),
        ("leaves eve", (False, True)),
        ("joins eve 2", (False, False)),
        ("leaves eve", (False, False)),
        ("read", (False, True)),
        ("joins zoe -1 open", (False, False)),
        ("read", (False, False)),
        ("leaves zoe", (False, True)),
    ):
        world.step(step)
        assert uses() == used, step


def test_a_clock_runs_while_a_match_with_one_is_played() -> None:
    world = World(clock=BANK, seated=1)
    runs = [world.room.clock_runs]
    for step in ("elsewhere bob sits", "elsewhere bob owed", "elsewhere ann resigns", "elsewhere ann owed"):
        world.step(step)
        runs.append(world.room.clock_runs)
    assert runs == [False, False, True, True, False]
    assert World().room.clock_runs is False


def test_what_is_counted() -> None:
    world = World()
    world.steps("acts ann", "elsewhere ann", "taken", "elsewhere bob", "joins eve", "joins zoe", "joins ann 4")
    world.steps("read", "acts ann", "taken")
    counts = world.counts
    assert (counts.entries, counts.lost, counts.snapshots, counts.replayed) == (2, 1, 1, 2)


def test_who_is_nobody_has_no_seat() -> None:
    world = World()
    assert PEOPLE["eve"] == ""
    for verb in ("acts", "resigns", "draws", "declines", "undoes", "forbids"):
        assert world.step(f"{verb} eve") == ["decline eve not_seated"], verb


def test_end_holds_nothing_back_even_with_a_late_clock() -> None:
    play = Play().begin()
    start = len(play.entries)
    entry = play.act()
    delayed = DelayedFeed(feed_of(play, start), [], 5000)
    assert delayed.push(entry, over=True)
    assert delayed.release(entry.at - 60_000, []) == 0
    assert delayed.feed.match.seq == start + 1


def test_present_seats_leave_out_a_silent_node() -> None:
    here, shown = Presence("m", "here"), feed_of(Play().begin())
    add(shown, 0)
    assert here.here([shown], 0.0) == (Here("here", Count(0, (0,))), Present("m", 0, [0]))
    here.heard(Here("there", Count(2, (1,)), ask=True), 0.2)
    assert here.here([shown], 0.5) == (Here("here", Count(0, (0,))), Present("m", 2, [0, 1]))
    assert here.here([shown], 30.4) == (None, None)
    assert here.here([shown], 30.5) == (Here("here", Count(0, (0,))), None)
    assert here.here([shown], 75.1) == (Here("here", Count(0, (0,))), None)
    assert here.seats([shown]) == {0, 1}
    assert here.here([shown], 75.2) == (None, Present("m", 0, [0]))
    assert here.seats([shown]) == {0}


def test_a_digest_fits_where_none_was_told() -> None:
    plain, knows = Subscription("m", False, ""), Subscription("m", False, "", digest="a")
    assert [one.fits(digest) for one in (plain, knows) for digest in ("a", "b")] == [True, True, True, False]


#: What is not said: by structs, and by who calls.
USUAL = {
    "Append.asked": 0,
    "Answer.again": False,
    "Decline.what": "a command failed",
    "Tell.speaker": "",
    "Reject.what": "a match could not be shown",
    "Tick.draining": False,
    "Close.watchers": "leave",
    "EntryStored.seconds": 0.0,
    "AppendConfirmed.seconds": 0.0,
    "Count.watchers": 0,
    "Count.seats": (),
    "Here.ask": False,
    "Housekeeping.taken": None,
    "UnderWay.before": False,
    "Form.odds": False,
    "Form.short": False,
    "viewer_for.open_hands": False,
    "viewer_for.invite": "",
    "Subscription.since": -1,
    "Subscription.digest": "",
    "Subscription.odds": False,
    "MatchFeed.extend.preview": None,
    "MatchFeed.tell.to_seats": True,
    "Audience.tell.to_seats": True,
    "Room.receive.outages": (),
}


def test_what_is_usual() -> None:
    found = {}
    for module in (commands, effects, inputs, presence):
        for kind in _structs(module):
            for field in msgspec.structs.fields(kind):
                if field.default is not msgspec.NODEFAULT:
                    found[f"{kind.__name__}.{field.name}"] = field.default
    callables: dict[str, Any] = {
        "Form": feed.Form,
        "viewer_for": access.viewer_for,
        "Subscription": watching.Subscription,
        "MatchFeed.extend": feed.MatchFeed.extend,
        "MatchFeed.tell": feed.MatchFeed.tell,
        "Audience.tell": audience.Audience.tell,
        "Room.receive": Room.receive,
    }
    for name, called in callables.items():
        for parameter in inspect.signature(called).parameters.values():
            if parameter.default is not parameter.empty:
                found[f"{name}.{parameter.name}"] = parameter.default
    assert found == USUAL


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    ]


def test_snapshots_are_made_once_for_all_who_see_the_same() -> None:
    play, counts = Play().begin(), Counts()
    shown = feed_of(play)
    shown._counts = counts
    readers = [Reader() for _ in range(3)]
    for reader in readers:
        shown.add(reader, reader.subscription, -1)
        reader.take(shown.snapshot(-1, reader, reader.subscription))
    assert counts.snapshots == 1
    assert {type(message) for reader in readers for message in reader.sent} == {Snapshot}
    out: list[effects.Effect] = []
    shown.extend(play.act(), out)
    assert [len(effect.watchers) for effect in out if isinstance(effect, effects.Deliver)] == [3]
    for effect in out:
        assert isinstance(effect, effects.Deliver)
        readers[0].take(effect.frame)
    assert isinstance(readers[0].sent[-1], Update)
