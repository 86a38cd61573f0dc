"""Chat at a session: what may be said, by whom, and who hears it. Without any I/O."""

from __future__ import annotations

from typing import cast

import pytest

from bocage.protocol import messages as m
from bocage.rules.kernel import PUBLIC
from tests.live.sockets.test_session import Talk
from tests.live.sockets.test_session_tables import known, refused


def watching(viewer: int | None = 0) -> Talk:
    """Ann watches a match through the eyes of ``viewer``."""
    talk = known()
    talk.say(m.Watch("a"))
    talk.node.watched[0][1].viewer = viewer
    return talk


LINES = [
    ("hello", ""),
    ("x" * 300, ""),
    ("x" * 301, "limit"),
    ("  two   words ", ""),
    ("   ", "bad_message"),
    ("a\u0007b", "bad_text"),
    ("a\u202eb", "bad_text"),
    ("\U0001f937\u200d\u2642\ufe0f می\u200cخواهم", ""),
]


@pytest.mark.parametrize(("text", "code"), LINES)
def test_lines_of_chat(text: str, code: str) -> None:
    talk = watching()
    talk.node.word_filter = lambda line: f"<{line}>"
    found = talk.say(m.Say(2, "a", text))
    if code:
        limit = "chat_length" if code == "limit" else ""
        assert refused(found) == [(code, limit, "a", 2)]
        assert talk.node.said == []
    else:
        assert found == [m.Ack(2)]
        line = " ".join(text.split())
        assert talk.node.said == [(m.Said("a", "ann", "Ann", f"<{line}>", 1234), True)]


@pytest.mark.parametrize(
    ("viewer", "seats"), [(0, True), (1, True), (PUBLIC, False)], ids=["seat 0", "seat 1", "watcher"]
)
def test_whoever_sits_is_heard_at_the_seats(viewer: int, seats: bool) -> None:
    talk = watching(viewer)
    assert talk.say(m.Say(2, "a", "hello")) == [m.Ack(2)]
    assert [to_seats for _, to_seats in talk.node.said] == [seats]


def test_who_may_not_talk() -> None:
    nobody = Talk()
    nobody.say(m.Hello(), m.Watch("a"))
    nobody.node.watched[0][1].viewer = PUBLIC
    assert refused(nobody.say(m.Say(2, "a", "hello"))) == [("no_token", "", "a", 2)]
    early = watching(None)
    assert refused(early.say(m.Say(2, "a", "hello"))) == [("not_watching", "", "a", 2)]
    assert refused(early.say(m.Say(2, "b", "hello"))) == [("not_watching", "", "b", 2)]
    often = watching()
    assert often.say(m.Say(2, "a", "hello")) == [m.Ack(2)]
    (no,) = often.say(m.Say(3, "a", "hello"))
    assert refused([no]) == [("limit", "chat_rate", "a", 3)]
    assert cast(m.Refused, no).retry == 1001
    assert len(often.node.said) == 1
