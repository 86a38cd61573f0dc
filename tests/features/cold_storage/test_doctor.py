"""Advice of the doctor about cold storage."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.features.cold_storage.files import FileStorage
from bocage.store import Store
from tests.features.cold_storage.memory import finish, moves_of, use_cold


@pytest.mark.parametrize(
    ("made", "code", "said"),
    [
        ("folder", 0, "fine   cold storage holds matches of 2 days"),
        ("file", 1, "WRONG  cold storage cannot be used: "),
        ("", 0, "fine   cold storage holds matches of 0 days"),
    ],
)
def test_cold_storage_is_looked_at_where_it_is_set(
    redis_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], made: str, code: int, said: str
) -> None:
    place = tmp_path / "cold"
    if made == "folder":
        for day in ("2026-11-21", "2026-11-22"):
            (place / day).mkdir(parents=True)
    elif made == "file":
        place.write_text("no folder")
    line = ["doctor", "--redis", redis_url, "--data", str(tmp_path), "--metrics", "127.0.0.1:9464"]
    found = main([*line, "--cold-storage", str(place)])
    told = capsys.readouterr().out
    assert said in told
    assert found >= code  # Redis may be wrong besides
    main(line)
    assert "cold storage" not in capsys.readouterr().out


async def test_cold_storage_that_lost_what_was_moved_is_wrong(
    store: Store, redis_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "cold"
    use_cold(store, FileStorage(place))
    await finish(store, "m")
    assert await moves_of(store).move_before(10**15) == 1
    line = ["doctor", "--redis", redis_url, "--data", str(tmp_path), "--cold-storage", str(place)]
    await asyncio.to_thread(main, line)
    assert "fine   cold storage holds matches of 1 days" in capsys.readouterr().out
    place.rename(tmp_path / "elsewhere")
    place.mkdir()
    assert await asyncio.to_thread(main, line) == 1
    assert "WRONG  cold storage: it is empty, though matches were moved there" in capsys.readouterr().out
