"""A game without a layout of its own is played in the terminal, from the first decision to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest

from bocage.terminal.sit import Wishes, play
from tests.e2e.nodes import NodeProcess
from tests.rules.toy_text import TEXT


class Pipe:
    """Somebody who plays the first action each time, and stays until the end."""

    piped = True

    def __init__(self) -> None:
        self.shown: list[str] = []
        self._left = 20

    async def read(self) -> str | None:
        """The number of the first action."""
        self._left -= 1
        if self._left < 0:
            await asyncio.get_running_loop().create_future()
        return "1"

    def write(self, lines: Iterable[str]) -> None:
        """Keep what is shown."""
        self.shown += lines


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_a_whole_match_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: Literal["en", "ja"]
) -> None:
    monkeypatch.setenv("BOCAGE_PLAYERS", str(tmp_path / "players.json"))
    words, console = TEXT[lang], Pipe()
    with NodeProcess(tmp_path, games="tests.rules.toy") as node:
        async with asyncio.timeout(120):
            ended = await play(Wishes("toy", opponent="random"), console, name="Ada", url=node.url, lang=lang)
    assert ended
    colon, comma = {"en": (": ", ", "), "ja": ("：", "、")}[lang]
    text = "\n".join(console.shown)
    assert f"{words['label.deck']}{colon}3" in console.shown
    assert f"  {words['seat.0']}{colon}{words['label.cards']} 2{comma}{words['label.score']} 0" in console.shown
    assert f"{words['label.hands']}{colon}".rstrip() in console.shown
    played = [line for line in console.shown if line.startswith("> ")]
    assert len(played) == 2
    assert any(words[f"outcome.{reason}"] in text for reason in ("most_points", "tie"))
