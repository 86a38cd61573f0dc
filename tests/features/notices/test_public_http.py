"""Where notices may go, tried as somebody does who wants this service to ask its own neighbours."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path
from typing import Any

import pytest

from bocage.features.notices.delivery import Delivery, by_status, next_try
from bocage.features.notices.public_http import BadAddressError, Reach, Response, is_public, parse
from tests.certificates import certificate
from tests.features.notices.receiver import receiving

INNER = (
    "127.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.18.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "224.0.0.1",
    "239.1.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:4136:e378::1",
    "fec0::1",
    "no address",
    "",
)


@pytest.mark.parametrize("address", INNER)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::200e"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://",
        "https:///x",
        "https://user@example.com/",
        "https://user:word@example.com/",
        "https://exa mple.com/",
        "https://example.com/\r\nHost: inner",
        "https://example.com/\tx",
        "https://例え.jp/",
        "https://[::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[::1/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://a.localhost/",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://example.com:0/",
        "https://example.com:99999/",
        "https://example.com:x/",
        "https://example.com./",
        "https://example.com/" + "a" * 1000,
        "",
        "nonsense",
    ],
)
def test_urls_that_are_refused(url: str) -> None:
    with pytest.raises(BadAddressError):
        parse(url, False)


def test_inner_addresses_may_be_allowed() -> None:
    assert parse("http://127.0.0.1:9/", True).port == 9
    with pytest.raises(BadAddressError):
        parse("ftp://127.0.0.1/", True)


class Names:
    """Answers for names: each question gets the next answer."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)

    async def find(self, host: str, port: int) -> list[str]:
        return self.answers.pop(0)


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were connected to; none answers."""
    tried: list[str] = []

    async def connect(address: str, port: int, **_: Any) -> Any:
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    return tried


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "169.254.169.254", "::ffff:10.0.0.1"])
async def test_a_name_that_leads_inside_is_not_connected_to(address: str, connected: list[str]) -> None:
    reach = Reach(False, find=Names([address], ["1.1.1.1", address]).find)
    for _ in range(2):
        with pytest.raises(BadAddressError):
            await reach.post("https://rebind.example/", {}, b"")
    assert connected == []


async def test_the_address_that_was_checked_is_the_one_connected_to(connected: list[str]) -> None:
    """A name that leads elsewhere at the second question gains nothing: there is no second question."""
    names = Names(["1.1.1.1", "1.0.0.1"], ["127.0.0.1"])
    with pytest.raises(ConnectionRefusedError):
        await Reach(False, find=names.find).post("https://rebind.example/", {}, b"")
    assert connected == ["1.1.1.1", "1.0.0.1"]
    assert names.answers == [["127.0.0.1"]]


async def test_numbers_in_other_spellings_are_addresses_too(connected: list[str]) -> None:
    """The system reads 2130706433 and 0x7f.1 as 127.0.0.1, and so it is checked."""
    for url in ("https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/"):
        with pytest.raises((BadAddressError, OSError)):
            await Reach(False).post(url, {}, b"")
    assert connected == []


async def test_redirects_are_not_followed() -> None:
    async with receiving() as inside, receiving() as outside:
        outside.answers = [f"HTTP/1.1 302 Found\r\nLocation: {inside.url}/\r\n\r\n".encode()]
        answer = await Reach(True).post(f"{outside.url}/hook?x=1", {"A": "b"}, b"body")
        came = await outside.next()
        assert (came.line, came.headers["a"], came.body) == ("POST /hook?x=1 HTTP/1.1", "b", b"body")
        assert by_status(answer) == Delivery("refused")
        assert inside.came.empty()


@pytest.mark.parametrize("answer", [b"", b"no HTTP\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"x" * 40_000])
async def test_answers_that_are_none(answer: bytes) -> None:
    async with receiving() as there:
        there.answers = [answer]
        with pytest.raises(OSError, match="answer"):
            await Reach(True).post(there.url, {}, b"")


async def test_it_is_told_how_long_to_wait() -> None:
    async with receiving() as there:
        there.answers = [b"HTTP/1.1 429 Too Many\r\nRetry-After: 17\r\n\r\n"]
        assert by_status(await Reach(True).post(there.url, {}, b"")) == Delivery("later", 17)


def test_what_answers_mean() -> None:
    results = {
        status: by_status(Response(status)).result for status in (200, 204, 301, 400, 401, 404, 410, 429, 503)
    }
    assert results == {
        200: "sent",
        204: "sent",
        301: "refused",
        400: "refused",
        401: "refused",
        404: "gone",
        410: "gone",
        429: "later",
        503: "later",
    }
    assert by_status(Response(503, 10**6)) == Delivery("later", 7200)


def test_tries_end() -> None:
    assert [next_try(tries, 0) for tries in range(6)] == [5, 30, 180, 1200, 7200, 0]
    assert next_try(0, 60) == 60


async def test_tls_asks_for_the_name_at_the_address(tmp_path: Path) -> None:
    path = certificate(tmp_path, "hook.example")
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(path)
    trust = ssl.create_default_context(cafile=str(path))

    async def find(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async with receiving(serving) as there:
        reach, port = Reach(True, trust, find), there.url.rpartition(":")[2]
        assert (await reach.post(f"https://hook.example:{port}/a", {}, b"body")).status == 204
        assert (await there.next()).headers["host"] == f"hook.example:{port}"
        with pytest.raises(ssl.SSLCertVerificationError):
            await reach.post(f"https://other.example:{port}/a", {}, b"body")
        with pytest.raises(ssl.SSLCertVerificationError):
            await Reach(True, ssl.create_default_context(), find).post(f"https://hook.example:{port}/", {}, b"")
        assert there.came.empty()
