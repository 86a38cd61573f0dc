"""Standard input as lines, however it arrives."""

from __future__ import annotations

import asyncio
import os

import pytest

from bocage.terminal.console import Terminal


async def test_lines_are_put_together_from_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    reader, writer = os.pipe()
    try:
        terminal = Terminal(reader)
        assert terminal.piped
        async with asyncio.timeout(60):
            os.write(writer, b"one\ntw")
            assert await terminal.read() == "one"
            # A character in two pieces, and an end of line as Windows has it.
            os.write(writer, "o, 日".encode()[:-1])
            os.write(writer, "日".encode()[-1:] + b"\r\n\nrest")
            assert [await terminal.read() for _ in range(2)] == ["two, 日", ""]
            os.close(writer)
            writer = -1
            assert [await terminal.read() for _ in range(2)] == ["rest", None]
        terminal.write(["a", "b"])
        assert capsys.readouterr().out == "a\nb\n"
    finally:
        os.close(reader)
        if writer >= 0:
            os.close(writer)
