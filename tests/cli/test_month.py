"""``bocage dataset --month``: public matches that ended in a month, without those of deleted accounts."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from bocage.cli import main
from bocage.cli.month import is_public, month_of
from bocage.dataset.shards import read_records
from bocage.log.entries import Access, Created, decode, encode, told_secret
from bocage.log.judge import owed
from bocage.log.outline import fold
from bocage.log.projection import project
from bocage.log.records import Log
from bocage.store import Store
from tests.cli.stored import play_out


async def keep(store: Store, seed: int, game: str = "omaha", private: bool = False) -> str:
    """Store a finished match, now, and return its id."""
    entries = play_out(game, seed)
    name = fold(entries).id
    created = decode(entries[0].raw)
    assert isinstance(created, Created)
    created = msgspec.structs.replace(created, access=Access(private=private))
    raws = [encode(created), *(entry.raw for entry in entries[1:-1])]
    stored = [await store.append(name, seq, raw) for seq, raw in enumerate(raws, 1)]
    # The last entry has the hash of those before it, with their times.
    last = owed(fold(stored, told_secret(entries)))
    assert last is not None
    await store.append(name, len(entries), encode(last), change=project(Log(entries)))
    return name


async def this_month(store: Store, name: str) -> str:
    row = await store.row(name)
    assert row is not None
    return datetime.fromtimestamp(row.at / 1000, UTC).strftime("%Y-%m")


def dump(redis_url: str, month: str, out: Path) -> int:
    return main(["dataset", "--month", month, "--redis", redis_url, "--format", "jsonl", "--out", str(out)])


async def test_public_matches_of_the_month_are_dumped(store: Store, redis_url: str, tmp_path: Path) -> None:
    shown, _, other = [
        await keep(store, 1),
        await keep(store, 2, private=True),
        await keep(store, 3, game="zombies"),
    ]
    month = await this_month(store, shown)
    assert await asyncio.to_thread(dump, redis_url, month, tmp_path / "now") == 0
    sets = sorted((tmp_path / "now").iterdir())
    assert [[record.match for record in read_records(folder, 0)] for folder in sets] == [[shown], [other]]
    assert [main(["dataset", "--check", str(folder)]) for folder in sets] == [0, 0]
    assert await asyncio.to_thread(dump, redis_url, "2020-02", tmp_path / "before") == 0
    assert not (tmp_path / "before").exists()


@pytest.mark.parametrize("month", ["2026-13", "November", "2026"])
def test_month_without_a_number_is_refused(month: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dump("redis://127.0.0.1:9/0", month, tmp_path) == 2
    assert "such as 2026-11" in capsys.readouterr().err


def test_matches_of_deleted_accounts_are_left_out() -> None:
    entries = play_out("squad", 4)
    assert is_public(fold(entries, names={"p0": "Ann", "p1": "Ben"}))
    assert not is_public(fold(entries, names={"p0": "Ann", "p1": ""}))


def test_months_meet_at_midnight() -> None:
    assert month_of("2026-12").end == month_of("2027-01").start == 1_798_761_600_000
