"""SIGHUP: a terminal that was closed, or a wish to reload."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from bocage import signals
from bocage.signals import HangUp


class Terminal:
    """The terminal of this process: there, or closed."""

    there = True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    made = Terminal()
    monkeypatch.setattr(signals, "has_terminal", lambda: made.there)
    return made


@pytest.fixture
def heard() -> Iterator[None]:
    """SIGHUP is not ignored, even if these tests run under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def nohup() -> Iterator[None]:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGHUP, before)


def hung_up(terminal: Terminal, *there: bool) -> list[str]:
    """What a service does at one SIGHUP after the other, its terminal being there or not."""
    done: list[str] = []
    handle = HangUp().handler(lambda: done.append("close"), lambda: done.append("reload"))
    for terminal.there in there:
        handle()
    return done


@pytest.mark.usefixtures("heard")
def test_a_service_at_a_terminal_reloads_until_it_is_closed(terminal: Terminal) -> None:
    assert hung_up(terminal, True, True, False) == ["reload", "reload", "close"]


def test_a_service_without_a_terminal_reloads(terminal: Terminal) -> None:
    terminal.there = False
    assert hung_up(terminal, False, False) == ["reload", "reload"]


@pytest.mark.usefixtures("nohup")
def test_a_service_under_nohup_outlives_its_terminal(terminal: Terminal) -> None:
    assert hung_up(terminal, True, False, False) == ["reload", "reload"]
