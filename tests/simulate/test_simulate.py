"""The simulation itself: worlds repeat, breaches are told with the command that repeats them, and made smaller."""

from __future__ import annotations

import random
import shlex

import pytest
from msgspec.structs import replace

from tests.simulate import faults
from tests.simulate.loop import Loop, Scheduler, run_here
from tests.simulate.planted import BUGS, Bug, planted, target
from tests.simulate.simulate import simulate


@pytest.mark.long
def test_worlds_in_which_players_take_actions_back_hold() -> None:
    done = simulate("--seeds", "8", "--undo")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_worlds_in_which_players_agree_on_terms_hold() -> None:
    done = simulate("--seeds", "8", "--agree")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("game", ["squad", "omaha"])
def test_real_games_are_played(game: str) -> None:
    done = simulate("--seeds", "3", "--game", game)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_a_world_repeats() -> None:
    """All figures but the speed: turns of loops, entries and frames."""
    figures = {simulate("--seeds", "3", "--from", "40").stdout.partition(";")[0] for _ in range(2)}
    assert len(figures) == 1


def test_faults_are_read_as_they_are_written() -> None:
    drawn = faults.draw(random.Random(7), 40, 8.0)
    assert [faults.parse(str(fault)) for fault in drawn] == drawn
    assert {fault.kind for fault in faults.draw(random.Random(1), 2000, 1.0)} == set(faults.KINDS)
    with pytest.raises(ValueError, match="no fault is called"):
        faults.parse("earthquake:0@1+1")


@pytest.mark.long
def test_breach_comes_with_a_command_and_is_shrunk() -> None:
    name = "other-seats-snapshot"
    first = simulate("--planted", name, "--seeds", "100").stdout
    seed = first.partition("seed ")[2].partition(":")[0]
    done = simulate("--with", name, "--seed", seed)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    commands = [line.strip() for line in lines if "python -m tests.simulate" in line]
    assert len(commands) == 2
    sentence = next(line for line in lines if line.startswith("smaller: ")).removeprefix("smaller: ")
    for command in commands:
        again = simulate("--with", name, "--as-is", *shlex.split(command)[3:])
        assert again.returncode == 1
        assert sentence in again.stdout


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_is_planted_and_gone_again(bug: Bug) -> None:
    function = target(bug)
    before = function.__code__
    with planted(bug):
        assert function.__code__.co_filename == bug.name
    assert function.__code__ is before


def test_a_planted_function_is_read_from_its_file() -> None:
    bug = BUGS[0]
    with planted(bug), planted(bug):
        assert target(bug).__code__.co_filename == bug.name


@pytest.mark.parametrize("change", [{"line": "no such line"}, {"where": BUGS[0].where + "_not"}])
def test_a_bug_that_cannot_be_planted_is_named(change: dict[str, str]) -> None:
    with pytest.raises(LookupError, match=next(iter(change.values()))), planted(replace(BUGS[0], **change)):
        pass


def test_a_loop_keeps_the_order_that_asyncio_promises() -> None:
    scheduler = Scheduler(random.Random(1))
    failures: list[object] = []
    loop = Loop(scheduler, failures.append)  # type: ignore[abstract]
    said: list[int] = []
    for number in range(10):
        loop.call_soon(said.append, number)
    loop.call_later(5.0, said.append, 99)
    cancelled = loop.call_later(1.0, said.append, 50)
    run_here(loop, cancelled.cancel)
    while scheduler.step():
        pass
    assert said == [*range(10), 99]
    assert scheduler.now == 5.0
    assert failures == []
