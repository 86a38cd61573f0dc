"""The small parts of the SDK: mirror, backoff, feed, identities."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.protocol import patch
from bocage.protocol.messages import Snapshot, Update
from bocage.protocol.rest import NewPlayer
from bocage.sdk.identity import Identities, default_file
from bocage.sdk.mirror import MatchState, Mirror
from bocage.sdk.state_queue import StateQueue

#: Documents without nulls, small enough that changes collide.
SCALARS = st.one_of(st.booleans(), st.integers(0, 3), st.text("ab", max_size=2))
DOCUMENTS: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from("xyz"),
    st.recursive(SCALARS, lambda inner: st.dictionaries(st.sampled_from("xyz"), inner), max_leaves=4),
    max_size=3,
)


def update_to(views: list[dict[str, Any]], seq: int) -> Update:
    return Update(match="m", seq=seq, at=seq, patch=patch.diff(views[seq - 2], views[seq - 1]))


@given(st.lists(DOCUMENTS, min_size=1, max_size=8), st.data())
def test_a_mirror_never_shows_what_was_not(views: list[dict[str, Any]], data: st.DataObject) -> None:
    """Whatever is lost, repeated or out of order: each state is a real one, and a resume heals it."""
    mirror = Mirror("m")
    assert mirror.snapshot(Snapshot(match="m", seq=1, seat=-1, view=views[0])) is not None
    for seq in data.draw(st.lists(st.integers(2, max(2, len(views))), max_size=20)):
        if seq <= len(views):
            before = mirror.seq
            state = mirror.update(update_to(views, seq))
            assert (state is not None) == (seq == before + 1)
            if state is not None:
                assert state.view == views[seq - 1]
            assert mirror.behind == (seq > before + 1) or not mirror.behind or seq <= before
    for seq in range(mirror.seq + 1, len(views) + 1):
        mirror.update(update_to(views, seq))
    assert mirror.state is not None
    assert (mirror.seq, mirror.state.view) == (len(views), views[-1])
    assert not mirror.behind or len(views) == 1


async def test_a_feed_gives_what_waits_before_its_error() -> None:
    feed = StateQueue()
    feed.put(MatchState("m", 1, -1, {}, [], 0, None, True))
    feed.fail(LookupError("gone"))
    assert (await feed.get()).seq == 1
    for _ in range(2):
        with pytest.raises(LookupError):
            await feed.get()


def test_kept_players_are_private_to_service_and_name(tmp_path: Path) -> None:
    file = tmp_path / "state" / "bocage" / "players.json"
    known = Identities(file)
    assert known.get("http://a", "Ada") is None
    known.put("http://a", "Ada", NewPlayer("p1", "Ada", "secret"))
    known.put("http://a", "Bo", NewPlayer("p2", "Bo", "other"))
    known.put("http://b", "Ada", NewPlayer("p3", "Ada", "third"))
    again = Identities(file)
    assert again.get("http://a", "Ada") == NewPlayer("p1", "Ada", "secret")
    assert again.get("http://b", "Ada") == NewPlayer("p3", "Ada", "third")
    assert again.names("http://a") == ["Ada", "Bo"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(file.parent.iterdir()) == [file, file.with_name("players.json.lock")]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"BOCAGE_PLAYERS": "/x/mine.json", "XDG_STATE_HOME": "/y"}, "/x/mine.json"),
        ({"XDG_STATE_HOME": "/y"}, "/y/bocage/players.json"),
        ({"HOME": "/h"}, "/h/.local/state/bocage/players.json"),
    ],
)
def test_where_players_are_kept(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BOCAGE_PLAYERS", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_file() == Path(expected)
