"""What is asked for in a path, a query, a header: read from requests that reach no node."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.requests import Request

from bocage.http import idempotency
from bocage.http.context import ConstantAnswer, RequestContext, known
from bocage.http.errors import refusal_response
from bocage.http.games import _in_order
from bocage.http.matches import page_size
from bocage.http.replays import viewer_of
from bocage.limits import Limits
from bocage.live.lobby import MOST
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Access, Entry, encode
from bocage.log.fairness import invite_code
from bocage.log.match import Match
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import OPEN, PUBLIC
from bocage.rules.kernel.registry import find_game


def asked(headers: dict[str, str] | None = None, **query: str) -> RequestContext:
    """A context of which only these are looked at."""
    scope = {
        "type": "http",
        "headers": [(n.lower().encode(), v.encode("latin-1")) for n, v in (headers or {}).items()],
    }
    opponents = SimpleNamespace(strategies=lambda game: ["clever"] if game == "squad" else [])
    return cast(
        RequestContext,
        SimpleNamespace(
            query=lambda name: query.get(name, ""),
            request=Request(scope),
            state=SimpleNamespace(opponents=opponents),
            node=SimpleNamespace(limits=Limits(open_time=90, open_time_days=3_600)),
        ),
    )


def refusal(work: Any, *arguments: Any) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        work(*arguments)
    return caught.value


@pytest.mark.parametrize(("text", "size"), [("", MOST), ("1", 1), ("7", 7), (str(MOST), MOST), ("00000007", 7)])
def test_a_page_is_as_large_as_is_wished(text: str, size: int) -> None:
    assert page_size(asked(limit=text)) == size


def a_match(private: bool = False, over: bool = False) -> Match:
    match, body = create(find_game("squad"), "ann", access=Access(private=private))

    def add(body: Any) -> None:
        match.extend(Entry(match.seq + 1, match.at + 1, encode(body)))

    add(body)
    for player in ("ann", "bob"):
        add(judge.sit(match, player, player))
    while (owed := judge.owed(match)) is not None:
        add(owed)
    if over:
        add(judge.resign(match, 0))
        while (owed := judge.owed(match)) is not None:
            add(owed)
    return match


@pytest.mark.parametrize(
    ("who", "wanted", "viewer"),
    [
        ("ann", "", 0),
        ("bob", "", 1),
        ("", "", PUBLIC),
        ("cat", "public", PUBLIC),
        ("ann", "public", PUBLIC),
        ("ann", "0", 0),
        ("bob", "1", 1),
        ("ann", "1", "open_hands_closed"),
        ("cat", "0", "open_hands_closed"),
        ("ann", "open", "open_hands_closed"),
        ("ann", "2", "no_seat"),
        ("ann", "99999", "no_seat"),
        ("ann", "x", "bad_request"),
        ("ann", "-1", "bad_request"),
        ("ann", "²", "bad_request"),
    ],
)
def test_through_whose_eyes_a_match_is_seen(who: str, wanted: str, viewer: Any) -> None:
    if isinstance(viewer, str):
        assert refusal(viewer_of, a_match(), who, wanted, "").code == viewer
    else:
        assert viewer_of(a_match(), who, wanted, "") == viewer


def test_finished_match_is_seen_from_every_seat() -> None:
    match = a_match(over=True)
    assert [viewer_of(match, "cat", wanted, "") for wanted in ("open", "0", "1", "public")] == [OPEN, 0, 1, PUBLIC]
    assert refusal(viewer_of, match, "cat", "2", "").code == "no_seat"
    private = a_match(private=True)
    assert refusal(viewer_of, private, "cat", "public", "").code == "private"
    assert viewer_of(private, "cat", "public", invite_code(private.secret)) == PUBLIC


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        ("abc", "abc"),
        ('"abc"', "abc"),
        (" abc ", "abc"),
        ('"a', '"a'),
        ('a"', 'a"'),
        ('"', '"'),
        ('"""', '"'),
        ("x" * 100, "x" * 100),
        ('"' + "x" * 100 + '"', "x" * 100),
    ],
)
def test_a_key_may_be_quoted(sent: str, key: str) -> None:
    assert idempotency.key_of(asked({idempotency.HEADER: sent})) == key
    assert idempotency.key_of(asked()) == ""


@pytest.mark.parametrize("sent", ["", '""', "x" * 101, '"' + "x" * 101 + '"', "é", "a\x07b"])
def test_a_key_that_is_none_is_refused(sent: str) -> None:
    assert refusal(idempotency.key_of, asked({idempotency.HEADER: sent})).code == "bad_key"


@pytest.mark.parametrize(
    ("header", "holds"),
    [
        ('W/"abc"', True),
        ('"abc"', True),
        ("*", True),
        ('"x", W/"abc"', True),
        ('"x" ,"abc" ', True),
        ("", False),
        ('"x"', False),
        ("abc", False),
    ],
)
def test_who_has_an_answer_is_told_that_it_holds(header: str, holds: bool) -> None:
    request = asked({"If-None-Match": header}).request
    assert known(request, 'W/"abc"') is holds
    answer = ConstantAnswer(b"text", "text/plain")
    first = answer.to(asked().request)
    assert (first.status_code, first.body, first.headers["content-type"]) == (
        200,
        b"text",
        "text/plain; charset=utf-8",
    )
    again = answer.to(asked({"If-None-Match": first.headers["etag"]}).request)
    assert (again.status_code, again.body) == (304, b"")
    for each in (first, again):
        assert each.headers["cache-control"] == "public, no-cache"
        assert each.headers["etag"] == answer.etag
    assert ConstantAnswer(b"other").etag != answer.etag
    assert ConstantAnswer.json({"a": 1}).to(asked().request).body == b'{"a":1}'


@pytest.mark.parametrize(("retry", "seconds"), [(0, None), (1, "1"), (1000, "1"), (1001, "2"), (59_999, "60")])
def test_when_to_try_again_is_told_in_whole_seconds(retry: int, seconds: str | None) -> None:
    response = refusal_response(RefusedError("unavailable", retry=retry), "en")
    assert response.headers.get("retry-after") == seconds
    assert response.headers["content-language"] == "en"
    assert response.headers["cache-control"] == "no-store"
    assert "www-authenticate" not in response.headers
    assert refusal_response(RefusedError("no_token"), "ja").headers["www-authenticate"] == "Bearer"


def test_bots_are_told_in_the_order_of_their_game() -> None:
    assert _in_order(("a", "b", "c", "d"), ("c", "x", "a")) == ["c", "a", "b", "d"]
