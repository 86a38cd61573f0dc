"""Cold storage itself: files and a bucket keep the same promises; records notice damage; URLs name places."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.features.cold_storage.record import DamagedError, Record, day_in, day_of, decode, encode, name_of
from bocage.features.cold_storage.storage import ColdStorage, ColdStorageError, check_url, open_storage
from tests.s3_server import S3Server


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Server]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "someone")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "something")
    with S3Server() as server:
        yield server


@pytest.fixture(params=["files", "bucket"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> ColdStorage:
    return open_storage(
        str(tmp_path / "cold") if request.param == "files" else request.getfixturevalue("bucket").url
    )


async def test_what_was_put_is_there_until_it_is_deleted(storage: ColdStorage) -> None:
    assert await storage.get("2026-11-22/abc") is None
    assert (await storage.folders(), await storage.names("2026-11-22")) == ([], [])
    for name, data in (("2026-11-22/abc", b"one"), ("2026-11-22/abd", b""), ("2026-11-23/x", bytes(range(256)))):
        await storage.put(name, data)
        assert await storage.get(name) == data
    await storage.put("2026-11-22/abc", b"two")
    assert await storage.get("2026-11-22/abc") == b"two"
    assert await storage.folders() == ["2026-11-22", "2026-11-23"]
    assert await storage.names("2026-11-22") == ["abc", "abd"]
    await storage.delete("2026-11-22/abc")
    await storage.delete("2026-11-22/abc")
    assert await storage.get("2026-11-22/abc") is None
    assert await storage.names("2026-11-22") == ["abd"]
    await storage.delete("2026-11-23/x")
    assert await storage.folders() == ["2026-11-22"]


async def test_two_may_write_the_same_at_once(storage: ColdStorage) -> None:
    await asyncio.gather(*[storage.put("2026-11-22/abc", b"the same") for _ in range(8)])
    assert await storage.names("2026-11-22") == ["abc"]
    assert await storage.get("2026-11-22/abc") == b"the same"


async def test_files_are_private_and_whole(tmp_path: Path) -> None:
    storage = open_storage(f"file://{tmp_path}/cold")
    await storage.put("2026-11-22/abc", b"data")
    folder = tmp_path / "cold" / "2026-11-22"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "abc.match").stat().st_mode & 0o777 == 0o600
    # What a crash left behind is no record.
    (folder / "abd.match.12345678").write_bytes(b"da")
    assert await storage.names("2026-11-22") == ["abc"]


def test_what_root_writes_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: set[tuple[int, int, int]] = set()
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.fchown", lambda number, *owner: given.add((os.fstat(number).st_ino, *owner)))
    storage = open_storage(str(tmp_path / "new" / "cold"))
    asyncio.run(storage.put("2026-11-22/abc", b"data"))
    about = tmp_path.stat()
    made = ("new", "new/cold", "new/cold/2026-11-22", "new/cold/2026-11-22/abc.match")
    assert given == {((tmp_path / path).stat().st_ino, about.st_uid, about.st_gid) for path in made}
    given.clear()
    monkeypatch.setattr("os.geteuid", lambda: 61_234)
    asyncio.run(storage.put("2026-11-22/abd", b"data"))
    assert given == set()


async def test_a_power_failure_takes_no_file_and_no_folder_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr("bocage.features.cold_storage.files._sync", synced.append)
    root = tmp_path / "new" / "cold"
    storage = open_storage(str(root))
    await storage.put("2026-11-22/abc", b"data")
    assert set(synced) == {root / "2026-11-22", root, tmp_path / "new", tmp_path}
    synced.clear()
    await storage.put("2026-11-22/abd", b"data")
    assert set(synced) == {root / "2026-11-22", root}


@pytest.mark.parametrize("name", ["../x", "2026-11-22/../x", "2026-11-22/", "2026-11-22/a/b", "x"])
async def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    storage = open_storage(str(tmp_path / "cold"))
    with pytest.raises(ColdStorageError):
        await storage.put(name, b"data")
    assert not (tmp_path / "cold").exists()


async def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cold").write_text("a file")
    storage = open_storage(str(tmp_path / "cold"))
    for work in (storage.put("2026-11-22/abc", b"data"), storage.get("2026-11-22/abc"), storage.folders()):
        with pytest.raises(ColdStorageError):
            await work


@pytest.mark.parametrize("status", [403, 503])
async def test_a_bucket_that_refuses_is_an_error(
    bucket: S3Server, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("bocage.features.cold_storage.objects.TRIES", timedelta(milliseconds=1))
        storage = open_storage(bucket.url)
    bucket.fails = status
    for work in (
        storage.put("2026-11-22/abc", b"data"),
        storage.get("2026-11-22/abc"),
        storage.delete("2026-11-22/abc"),
        storage.folders(),
        storage.names("2026-11-22"),
    ):
        with pytest.raises(ColdStorageError):
            await work
    bucket.fails = 0
    # With all its tries: a request that breaks on a busy machine is sent again.
    await open_storage(bucket.url).put("2026-11-22/abc", b"data")
    assert bucket.objects == {"some/where/2026-11-22/abc": b"data"}


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "neither"),
        ("ftp://host/x", "neither"),
        ("s3:///nowhere", "neither"),
        ("s3://bucket/x?colour=red", "colour"),
        ("file://host/x", "neither"),
        ("s3://bucket?x", "bad query"),
    ],
)
def test_a_place_that_cannot_be_is_named(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_url(url)


def test_places() -> None:
    assert check_url("data/cold").folder == "data/cold"
    assert check_url("file:///var/cold").folder == "/var/cold"
    place = check_url("s3://bucket/a/b/?endpoint=http://127.0.0.1:9000&region=x")
    assert (place.bucket, place.prefix, place.endpoint, place.region) == (
        "bucket",
        "a/b",
        "http://127.0.0.1:9000",
        "x",
    )


@given(st.text(min_size=1), st.binary(), st.binary())
def test_a_record_is_read_as_it_was_written(match: str, row: bytes, archive: bytes) -> None:
    record = Record(match, row, archive)
    assert decode(encode(record), match) == record
    with pytest.raises(DamagedError):
        decode(encode(record), match + "x")


@given(st.integers(0), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place: int, change: int) -> None:
    data = bytearray(encode(Record("m", b"1 {}", b"archive")))
    data[place % len(data)] ^= change
    with pytest.raises(DamagedError):
        decode(bytes(data), "m")


def test_days() -> None:
    assert name_of("abc", day_of(1_795_340_000_000)) == "2026-11-22/abc"
    assert day_in("2026-11-22") == day_of(1_795_340_000_000)
    assert day_in("lost+found") is None
