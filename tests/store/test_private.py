"""What root makes in a folder of another account belongs to that account."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bocage.store.private import SharedFolderError, give, opener, owner_of, refuse_foreign

#: The account of the service, and its group.
OWNER = (61_234, 61_235)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, tuple[int, int]]]:
    """What was given away: its inode, and to whom."""
    made: list[tuple[int, tuple[int, int]]] = []
    monkeypatch.setattr("os.fchown", lambda number, *owner: made.append((os.fstat(number).st_ino, owner)))
    return made


def test_a_file_that_is_made_belongs_to_the_owner(tmp_path: Path, given: list[tuple[int, tuple[int, int]]]) -> None:
    path = tmp_path / "lock"
    for _ in range(2):
        os.close(opener(str(path), os.O_RDWR | os.O_CREAT, owner=OWNER))
    # The second time it was there already.
    assert given == [(path.stat().st_ino, OWNER)]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_is_not_followed(tmp_path: Path, given: list[tuple[int, tuple[int, int]]]) -> None:
    (tmp_path / "secret").write_text("of root")
    (tmp_path / "lock").symlink_to(tmp_path / "secret")
    (tmp_path / "folder").symlink_to(tmp_path)
    with pytest.raises(OSError, match="symbolic links"):
        opener(str(tmp_path / "lock"), os.O_RDWR | os.O_CREAT, owner=OWNER)
    with pytest.raises(OSError, match="lock"):
        give(tmp_path / "lock", OWNER)
    with pytest.raises(OSError, match="folder"):
        give(tmp_path / "folder", OWNER)
    assert given == []


def test_a_folder_is_given_away(tmp_path: Path, given: list[tuple[int, tuple[int, int]]]) -> None:
    give(tmp_path, OWNER)
    assert given == [(tmp_path.stat().st_ino, OWNER)]


@pytest.mark.parametrize(
    ("account", "owner", "foreign"), [(0, 61_234, True), (0, 0, False), (61_234, 61_234, False)]
)
def test_root_does_not_serve_from_the_folder_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, account: int, owner: int, foreign: bool
) -> None:
    about = os.stat_result((0o40700, 1, 1, 1, owner, 61_235, 0, 0, 0, 0))
    monkeypatch.setattr("os.geteuid", lambda: account)
    monkeypatch.setattr(Path, "stat", lambda path, **_: about)
    assert owner_of(tmp_path) == ((61_234, 61_235) if foreign else None)
    if foreign:
        with pytest.raises(SharedFolderError, match="belongs to account 61234"):
            refuse_foreign(tmp_path)
    else:
        refuse_foreign(tmp_path)
