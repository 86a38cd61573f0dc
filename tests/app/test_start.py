"""The address at which a node can be reached."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage import start


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.2", "http://127.0.0.2:{}"),
        ("0.0.0.0", "http://127.0.0.1:{}"),
        ("localhost", "http://127.0.0.1:{}"),
    ],
)
def test_the_address_that_is_told_can_be_opened(host: str, url: str) -> None:
    with start.listen(host, 0) as listener:
        assert start.url_of(listener) == url.format(listener.getsockname()[1])


@pytest.mark.parametrize(("host", "url"), [("::", "http://[::1]:80"), ("fe80::1", "http://[fe80::1]:80")])
def test_addresses_of_the_longer_kind_stand_in_brackets(host: str, url: str) -> None:
    assert start.url_of(cast(Any, SimpleNamespace(getsockname=lambda: (host, 80, 0, 0)))) == url


def test_thousands_who_come_back_at_once_wait_at_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    open_one = socket.create_server

    def create(*where: Any, backlog: int, **how: Any) -> socket.socket:
        kept.append(backlog)
        return open_one(*where, backlog=backlog, **how)

    monkeypatch.setattr(socket, "create_server", create)
    start.listen("127.0.0.1", 0).close()
    assert kept == [2048]
