"""Pages of other origins: they may use all of REST, and nothing is sent to them with credentials."""

from __future__ import annotations

import pytest

from bocage.http.app import make_app
from bocage.limits import Limits
from bocage.live import http_connection
from bocage.store import Store
from tests.http.endpoints import ALL_ENDPOINTS
from tests.http.site import NO_LIMITS, Site

ORIGIN = {"Origin": "https://elsewhere.example"}
ASKING = {**ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}


def listed(value: str) -> set[str]:
    return {name.strip().lower() for name in value.split(",")}


@pytest.mark.parametrize("path", ["/api/players", "/api/matches/m/join", "/api/games", "/api/nothing"])
async def test_a_preflight_allows_every_request(site: Site, path: str) -> None:
    answer = await site.http.options(path, headers=ASKING)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == "*"
    methods = {endpoint.method for endpoint in ALL_ENDPOINTS if endpoint.path.startswith("/api/")}
    assert listed(answer.headers["access-control-allow-methods"]) == {name.lower() for name in methods} | {"head"}
    assert listed(answer.headers["access-control-allow-headers"]) >= {
        "*",
        "authorization",
        "content-type",
        "idempotency-key",
        "bocage-invite",
        "if-none-match",
    }
    assert int(answer.headers["access-control-max-age"]) > 0
    assert "access-control-allow-credentials" not in answer.headers
    assert "access-control-allow-private-network" not in answer.headers


async def test_a_preflight_is_not_counted_against_a_limit(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=1))
    await site.node.start()
    for _ in range(5):
        assert (await site.http.options("/api/games", headers=ASKING)).status_code == 204
    assert (await site.http.get("/api/games")).status_code == 200
    refused = await site.http.get("/api/games", headers=ORIGIN)
    assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (429, "*")
    assert listed(refused.headers["access-control-expose-headers"]) >= {"retry-after", "etag", "location"}
    await site.http.aclose()
    await site.node.close()


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/api/games", b"", 200),
        ("HEAD", "/api/games", b"", 200),
        ("POST", "/api/players", b"{}", 201),
        ("GET", "/api/players/me", b"", 401),
        ("POST", "/api/players", b"[", 400),
        ("POST", "/api/players", b" " * (NO_LIMITS.body_size + 1), 413),
        ("GET", "/api/nothing", b"", 404),
        ("DELETE", "/api/games", b"", 405),
        ("OPTIONS", "/api/games", b"", 405),
        ("GET", "/api/matches/none", b"", 404),
    ],
)
@pytest.mark.parametrize("headers", [ORIGIN, {}], ids=["other origin", "no origin"])
async def test_any_origin_may_read_every_answer(
    site: Site, method: str, path: str, content: bytes, status: int, headers: dict[str, str]
) -> None:
    answer = await site.http.request(method, path, content=content, headers=headers)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (status, "*")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "origin" not in listed(answer.headers.get("vary", ""))
    assert "set-cookie" not in answer.headers


async def test_any_origin_may_read_that_nothing_has_changed(site: Site) -> None:
    tag = (await site.http.get("/api/games")).headers["etag"]
    answer = await site.http.get("/api/games", headers={**ORIGIN, "If-None-Match": tag})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (304, "*")


async def test_any_origin_may_read_an_unexpected_error(site: Site) -> None:
    async def fail(*_: object) -> None:
        raise LookupError

    app = make_app(site.state)
    app.router.default = fail
    async with site.client("127.0.0.1", app) as client:
        answer = await client.get("/api/nothing", headers=ORIGIN)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (500, "*")
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("answer", [http_connection._NO_ROOM, http_connection._TOO_LATE])
def test_any_origin_may_read_that_there_is_no_room(answer: bytes) -> None:
    assert b"\r\naccess-control-allow-origin: *\r\n" in answer


@pytest.mark.parametrize("path", ["/", "/api", "/js/app.js", "/healthz", "/nothing", "/files.json"])
async def test_no_other_origin_may_read_a_page(site: Site, path: str) -> None:
    answer = await site.http.get(path, headers=ORIGIN)
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    preflight = await site.http.options(path, headers=ASKING)
    assert (preflight.status_code, "access-control-allow-methods" in preflight.headers) == (405, False)
