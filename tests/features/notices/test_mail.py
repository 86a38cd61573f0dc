"""E-mail, handed in at a real server on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP

from bocage.features.notices.delivery import Delivery
from bocage.features.notices.mail import Mailer, letter
from bocage.features.notices.mail_server import MailServer, is_address, server_of
from bocage.features.notices.message import of_test

SENDER = "bocage@bocage.example"
SENT = of_test("an-id", "ja", "https://here", 1_800_000_000_000)


class MailBox:
    """Takes mail; answers as it is told."""

    def __init__(self) -> None:
        self.port = 0
        self.came: list[Any] = []
        self.recipient = "250 OK"
        self.data = "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.data.startswith("250"):
            self.came.append(message_from_bytes(envelope.content, policy=policy.default))
        return self.data


@pytest.fixture
async def box() -> AsyncIterator[MailBox]:
    found = MailBox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(found, hostname="here", loop=loop), "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    yield found
    server.close()


def mailer(box: MailBox) -> Mailer:
    return Mailer(MailServer("127.0.0.1", box.port, False), SENDER)


async def test_a_notice_arrives(box: MailBox) -> None:
    assert await mailer(box).send(SENT, "ann@mail.example") == Delivery("sent")
    (came,) = box.came
    assert (came["To"], came["From"]) == ("ann@mail.example", f"Bocage <{SENDER}>")
    assert came["Subject"] == SENT.title
    assert came["Message-ID"] == "<an-id@bocage.example>"
    assert came["Auto-Submitted"] == "auto-generated"
    text = came.get_content()
    assert SENT.text in text
    assert "https://here/" in text


@pytest.mark.parametrize(
    ("recipient", "data", "result"),
    [
        ("550 5.1.1 Nobody of that name", "250 OK", "gone"),
        ("554 Not you", "250 OK", "refused"),
        ("451 Come back later", "250 OK", "later"),
        ("250 OK", "554 Not that", "refused"),
        ("250 OK", "451 Come back later", "later"),
    ],
)
async def test_what_the_server_says_is_a_result(box: MailBox, recipient: str, data: str, result: str) -> None:
    box.recipient, box.data = recipient, data
    assert (await mailer(box).send(SENT, "ann@mail.example")).result == result
    assert box.came == []


async def test_a_server_that_is_not_there_is_tried_later() -> None:
    async with asyncio.timeout(60):
        server = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        assert await Mailer(MailServer("127.0.0.1", port, False), SENDER).send(SENT, "a@b.example") == Delivery(
            "later"
        )


async def test_elsewhere_nothing_is_said_without_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    async def send(message: Any, **how: Any) -> None:
        asked.append(how)

    monkeypatch.setattr("aiosmtplib.send", send)
    for url in ("smtp://me:a%40b@mail.example", "smtps://mail.example:99", "smtp://localhost"):
        await Mailer(server_of(url), SENDER).send(SENT, "a@b.example")
    assert [(how["use_tls"], how["start_tls"], how["port"]) for how in asked] == [
        (False, True, 587),
        (True, None, 99),
        (False, None, 587),
    ]
    assert (asked[0]["username"], asked[0]["password"]) == ("me", "a@b")


@pytest.mark.parametrize("url", ["http://mail.example", "smtp://", "mail.example:25", "smtp://a/b", "smtp://a:x"])
def test_urls_that_name_no_server(url: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        server_of(url)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ann",
        "@b.example",
        "a@b",
        "a@b..example",
        "a b@c.example",
        "a@b.example\r\nBcc: x@y.example",
        "a@b.example,c@d.example",
        "<a@b.example>",
        "é@b.example",
        "a@[127.0.0.1]",
        "a" * 65 + "@b.example",
        "a@" + "b." * 130 + "example",
    ],
)
def test_addresses_that_are_none(text: str) -> None:
    assert not is_address(text)


def test_a_name_cannot_write_heads() -> None:
    assert is_address("ann+x@mail.example")
    made = letter(SENT, SENDER, "ann+x@mail.example")
    assert made["To"] == "ann+x@mail.example"
