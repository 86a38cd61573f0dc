"""The terminal's replay over logs folded here."""

from __future__ import annotations

import pytest

from bocage.cli.recording import LocalLibrary, LocalRecording
from bocage.log.entries import Acted, BrokenLogError, Entry, encode
from bocage.rules.omaha.actions import PlaceNest
from bocage.terminal.replay_player import OPEN, PUBLIC, NoEyesError, ReplayPlayer
from tests.cli.stored import play_out
from tests.clients.scripted_console import ScriptedConsole


async def replay(console: ScriptedConsole, lang: str = "en", start: int = 1, seed: int = 1) -> str:
    recording = LocalRecording(play_out("omaha", seed))
    await ReplayPlayer(recording, console, LocalLibrary(), lang).run(start)
    return console.text


async def test_steps_and_jumps_both_ways() -> None:
    console = ScriptedConsole(
        ("Entry 1 of", ""),
        ("Entry 2 of", "n"),
        ("Entry 3 of", "p"),
        ("Entry 2 of", "+3"),
        ("Entry 5 of", "-2"),
        ("Entry 3 of", "last"),
        ("Result: ", "n"),
        ("This is the last entry.", "4"),
        ("Entry 4 of", "first"),
        ("Entry 1 of", "p"),
        ("This is the first entry.", "9999"),
        ("Result: ", "?"),
        ("jump to entry N", "what"),
        ("Not understood: what", "q"),
    )
    text = await replay(console)
    assert "Attack on Omaha Beach, match " in text
    assert "2027-01-15 08:00:00 UTC" in text
    assert text.endswith("<q>")


async def test_jump_by_nothing_shows_the_entry_again() -> None:
    console = ScriptedConsole(
        ("Entry 1 of", "-0"),
        ("Entry 1 of", "last"),
        ("Result: ", "+0"),
        ("Result: ", "q"),
    )
    text = await replay(console)
    assert (text.count("Entry 1 of"), text.count("Result: ")) == (2, 2)
    assert "This is the" not in text


async def test_the_table_is_shown_with_the_squad_in_it() -> None:
    text = await replay(ScriptedConsole(), start=5)
    assert "Assault 1, Hits until dead 7" in text
    assert "SQUAD" in text
    assert "Squad (Player 0) decides: " in text


async def test_language_and_eyes_change_on_the_way() -> None:
    console = ScriptedConsole(
        ("seen by everybody", "eyes 0"),
        ("seen by Squad", "eyes open"),
        ("seen by open hands", "eyes 1"),
        ("This view is not available here: 1", "eyes nobody"),
        ("This view is not available here: nobody", "ja"),
        ("強襲 1、", "w ワイヤ"),
    )
    text = await replay(console, start=6)
    assert "分隊（Player 0）が決める" in text


def test_a_file_with_an_illegal_action_is_not_replayed() -> None:
    entries = play_out("omaha", 3)
    number = next(number for number, entry in enumerate(entries) if b'"acted"' in entry.raw)
    wrong = Entry(entries[number].seq, entries[number].at, encode(Acted(0, PlaceNest("L3"))))
    with pytest.raises(BrokenLogError, match=f"^entry {wrong.seq}: .*would have been refused"):
        LocalRecording([*entries[:number], wrong, *entries[number + 1 :]])


async def test_a_recording_knows_who_may_look() -> None:
    recording = LocalRecording(play_out("omaha", 2))
    for viewer in (-3, 1):
        with pytest.raises(NoEyesError):
            await recording.moments(viewer)
    public, seat = await recording.moments(PUBLIC), await recording.moments(0)
    assert [moment.view for moment in public] == [moment.view for moment in seat]
    hands = await recording.moments(OPEN)
    assert "mines" in hands[4].view["table"]
    assert "mines" not in public[4].view["table"]
    assert "mines" in public[-1].view["table"]
