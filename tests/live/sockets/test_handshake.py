"""The request that asks for a websocket: what is refused, and what a client is told to do instead."""

from __future__ import annotations

import base64

import pytest

from tests.live.sockets.pipe import Setup

KEY = base64.b64encode(bytes(16)).decode()
USUAL = {
    "Host": "localhost",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": KEY,
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Protocol": "bocage.v1.json",
}


def answer(changes: dict[str, str | None], path: str = "/ws") -> tuple[str, dict[str, list[str]], Setup]:
    """Status line and header fields of what is answered to the usual request with some fields changed."""
    fields = {name: value for name, value in {**USUAL, **changes}.items() if value is not None}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    setup = Setup(request="\r\n".join(lines).encode())
    status, *rest = setup.answer.decode().split("\r\n")
    found: dict[str, list[str]] = {}
    for line in rest:
        name, _, value = line.partition(": ")
        found.setdefault(name.lower(), []).append(value)
    setup.end()
    return status, found, setup


@pytest.mark.parametrize("version", ["8", "12", "14", "013", "13, 8", "x", "", None])
def test_another_version_is_told_which_one_is_spoken(version: str | None) -> None:
    status, fields, setup = answer({"Sec-WebSocket-Version": version})
    assert status == "HTTP/1.1 426 Upgrade Required"
    assert fields["sec-websocket-version"] == ["13"]
    assert fields["upgrade"] == ["websocket"]
    assert {"close", "Upgrade"} == set(fields["connection"])
    assert (setup.pipe.closed, setup.host.codec) == (True, None)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"Sec-WebSocket-Key": None}, 400),
        ({"Sec-WebSocket-Key": "AAAA"}, 400),
        ({"Sec-WebSocket-Key": "no base64 at all !!!"}, 400),
        ({"Connection": "keep-alive"}, 426),
        ({"Upgrade": "h2c"}, 426),
        ({}, 101),
        ({"Connection": "keep-alive, upgrade", "Upgrade": "WebSocket"}, 101),
    ],
)
def test_a_handshake_is_whole_or_refused(changes: dict[str, str | None], status: int) -> None:
    assert answer(changes)[0].split()[1] == str(status)


def test_a_handshake_elsewhere_is_not_found() -> None:
    status, _, setup = answer({}, "/socket")
    assert (status.split()[1], setup.pipe.closed) == ("404", True)
