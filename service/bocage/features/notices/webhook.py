"""Webhooks: any program's, with a signature, and Discord's."""

from __future__ import annotations

import hashlib
import hmac
import re

import msgspec

from bocage.features.notices.message import NoticeMessage

_json = msgspec.json.Encoder().encode
#: Characters with a meaning in Discord's markup. Names are chosen by players.
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()@<:\-])")

Request = tuple[dict[str, str], bytes]


def signature(secret: str, at: int, body: bytes) -> str:
    """Sign as a receiver computes it, too: HMAC-SHA256 over the time, a dot, and the body."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def generic(message: NoticeMessage, secret: str, now: int) -> Request:
    """Headers and body for a program. ``now``: ms, signed as well, so that an old message can be told."""
    body = _json(message)
    headers = {
        "Content-Type": "application/json",
        "Bocage-Notice": message.id,
        "Bocage-Signature": f"t={now},v1={signature(secret, now, body)}",
    }
    return headers, body


def discord(message: NoticeMessage) -> Request:
    """Headers and body for Discord. Nobody is mentioned, whatever players are called."""
    title, text = (_MARKUP.sub(r"\\\1", part) for part in (message.title, message.text))
    content = f"**{title}**\n{text}\n<{message.url}>"
    return {"Content-Type": "application/json"}, _json({"content": content, "allowed_mentions": {"parse": []}})
