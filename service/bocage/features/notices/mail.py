"""Notices by e-mail, sent through the operator's server."""

from __future__ import annotations

from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

import aiosmtplib

from bocage.features.notices.delivery import Delivery
from bocage.features.notices.mail_server import MailServer
from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.public_http import PATIENCE
from bocage.features.notices.words import WORDS

#: SMTP replies for an address that does not exist.
_NOBODY = (550, 551, 553)
#: Servers on this machine, which need no TLS.
_HERE = ("localhost", "127.0.0.1", "::1")


def letter(message: NoticeMessage, sender: str, to: str) -> EmailMessage:
    """Format a notice as an e-mail."""
    made = EmailMessage()
    made["From"] = Address("Bocage", addr_spec=sender)
    made["To"] = Address(addr_spec=to)
    made["Subject"] = message.title
    made["Date"] = format_datetime(datetime.fromtimestamp(message.at / 1000, UTC))
    made["Message-ID"] = f"<{message.id}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    made["Content-Language"] = message.lang
    made.set_content(f"{message.text}\n\n{message.url}\n\n-- \n{WORDS[message.lang]['stop']}\n")
    return made


class Mailer:
    """Sends mail in the name of ``sender``."""

    def __init__(self, server: MailServer, sender: str) -> None:
        self._server = server
        self._sender = sender

    async def send(self, message: NoticeMessage, to: str) -> Delivery:
        """Submit a notice to the server. Refusals are results, not exceptions."""
        server = self._server
        try:
            await aiosmtplib.send(
                letter(message, self._sender, to),
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                use_tls=server.tls,
                start_tls=None if server.tls or server.host in _HERE else True,
                timeout=PATIENCE,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return _by_code(error.recipients[0].code if error.recipients else 0)
        except aiosmtplib.SMTPResponseException as error:
            return Delivery("refused" if error.code >= 500 else "later")
        except (aiosmtplib.SMTPException, OSError):
            return Delivery("later")
        return Delivery("sent")


def _by_code(code: int) -> Delivery:
    if code in _NOBODY:
        return Delivery("gone")
    return Delivery("refused" if code >= 500 else "later")
