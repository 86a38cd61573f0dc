"""Thousands of seeded requests that make no sense: each is answered as described, none with 500."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from bocage.http.endpoint import Endpoint
from tests.all_games import GAMES
from tests.http.endpoints import ALL_ENDPOINTS
from tests.http.site import NONCE, Site

#: Bodies from which others are made by changing something.
SEEDS: list[dict[str, Any]] = [
    {"name": "Ann"},
    {
        "game": "squad",
        "options": {"variant": "map", "columns": 9},
        "seat_options": {"nation": "us"},
        "seat": 1,
        "clock": {"kind": "bank", "base": 60_000, "increment": 0, "on_timeout": "lose"},
        "access": {"private": True, "open_delay": 30},
        "nonce": NONCE,
        "opponent": "random",
        "bot": True,
    },
    {"game": "omaha", "options": {"squad_track": 8}},
    {"nonce": NONCE, "options": {"nation": "jp"}, "seat": 1, "invite": "abc", "bot": False},
    {"seq": 5, "seat": 0, "nonce": NONCE, "opponent": "random"},
    {},
]
SCALARS: list[Any] = [
    None, True, False, 0, -1, 1, 7, 2**31, -(2**63), 2**64, 10**40, 0.5, -1e300, "", "x", "\x00", "💥", "ﷺ" * 30,
    "../..", "{}", "{match}", "null", "a" * 5000, "\u202e", "omaha", "squad", NONCE, "0" * 128, [], {},
]  # fmt: skip


def value(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kind = rng.random()
    if depth > 3 or kind < 0.7:
        return rng.choice(SCALARS)
    if kind < 0.85:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {str(rng.choice(SCALARS)): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def changed(rng: random.Random, data: Any) -> Any:
    """``data`` with something in it replaced, removed or added."""
    if not isinstance(data, dict) or not data or rng.random() < 0.1:
        return value(rng)
    result = dict(data)
    key = rng.choice(list(result))
    match rng.randrange(4):
        case 0:
            del result[key]
        case 1:
            result[rng.choice([key, "options", "seat", "unheard"])] = value(rng)
        case _:
            result[key] = changed(rng, result[key])
    return result


def body(rng: random.Random) -> bytes:
    """A body: mostly JSON, sometimes broken, sometimes noise."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(200))
    data = rng.choice(SEEDS)
    for _ in range(rng.randrange(4)):
        data = changed(rng, data)
    text = bytearray(msgspec.json.encode(data))
    if rng.random() < 0.15 and text:
        text[rng.randrange(len(text))] = rng.randrange(256)
    if rng.random() < 0.05:
        del text[rng.randrange(len(text) + 1) :]
    return bytes(text)


def address(rng: random.Random, endpoint: Endpoint, matches: list[str]) -> str:
    """The endpoint's path with something for each parameter, and a query."""
    path = endpoint.path
    for name, known in (
        ("match", matches),
        ("game", list(GAMES)),
        ("lang", ["en", "ja"]),
    ):
        chosen = rng.choice(known) if known and rng.random() < 0.8 else str(rng.choice(SCALARS))[:60]
        path = path.replace(f"{{{name}}}", quote(chosen or "-", safe=""))
    if endpoint.query and rng.random() < 0.8:
        eyes = rng.choice(["public", "open", "0", "1", "-1", "007", "9" * 30, "٣", "x y", "%00"])
        path += f"?as={quote(eyes)}&invite={quote(str(rng.choice(SCALARS))[:60])}"
    return path


#: Requests by day.
BY_DAY = 1000


@pytest.mark.parametrize(
    ("requests", "often"),
    [
        pytest.param(300, 1, marks=pytest.mark.short),
        *(
            pytest.param(
                requests,
                requests // 150,
                marks=(pytest.mark.long, pytest.mark.night if requests > BY_DAY else pytest.mark.long),
            )
            for requests in (BY_DAY, 2500)
        ),
    ],
    ids=["some", "many", "most"],
)
async def test_garbage_is_refused_and_never_a_mistake_of_ours(site: Site, requests: int, often: int) -> None:
    rng = random.Random(20261122)
    players = [(await site.player(name))[1] for name in ("Ann", "Bob")]
    tokens = ["", *players, *players, "wrong", "é"]
    matches = [await site.match(players[0], access={"private": True}), await site.match(players[0], game="omaha")]
    rich = [endpoint for endpoint in ALL_ENDPOINTS if "{match}" in endpoint.path or endpoint.body]
    endpoints = [*ALL_ENDPOINTS, *rich * 3]
    answers: dict[int, int] = {}
    making = next(one for one in ALL_ENDPOINTS if (one.method, one.path) == ("POST", "/api/matches"))
    for number in range(requests):
        # Some make sense, however many other endpoints there are: later ones meet what these made.
        sound = number % 40 == 39
        endpoint = making if sound else rng.choice(endpoints)
        token = players[0] if sound else rng.choice(tokens)
        headers = {"Accept-Language": rng.choice(["en", "ja", ";q=,", "\t"])}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        content = body(rng) if endpoint.method == "POST" else None
        if sound:
            content = msgspec.json.encode({"game": "omaha"})
        path = address(rng, endpoint, matches)
        response = await site.call(endpoint.method, path, content=content, headers=headers)
        answers[response.status_code] = answers.get(response.status_code, 0) + 1
        if endpoint.path == "/api/matches" and response.status_code == 201 and len(matches) < 20:
            matches.append(response.json()["match"])
    assert 500 not in answers
    # It got past the door: all these happened, and often.
    assert all(answers.get(status, 0) >= often for status in (200, 201, 400, 401, 403, 404, 409)), answers
