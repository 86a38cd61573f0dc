"""Refusals as HTTP responses, in the client's language."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from bocage.http.accept import weights
from bocage.protocol.codes import REFUSAL
from bocage.protocol.messages import Language
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import RefusalBody

#: HTTP status of games' refusals: they concern the position, not the request.
OF_GAMES = 409

_encode = msgspec.json.Encoder().encode


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal code."""
    known = REFUSAL.get(code)
    return known.status if known else OF_GAMES


def refusal_response(
    error: RefusedError, language: Language, texts: Mapping[str, Mapping[str, str]] | None = None
) -> Response:
    """Create the response for ``error``."""
    text = error.sentence(language, texts)
    body = RefusalBody(error.code, text, error.rule, error.limit, error.retry, error.seat, error.ahead, error.done)
    status = status_of(error.code)
    headers = {"Cache-Control": "no-store", "Content-Language": language}
    if error.retry:
        headers["Retry-After"] = str(-(-error.retry // 1000))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(_encode(body), status, headers, "application/json")


_PAGE = """\
<!doctype html><html lang="{lang}"><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<title>{text} · Bocage</title><link rel="icon" href="{root}icon.svg">\
<link rel="stylesheet" href="{root}api/style.css">\
</head><body><h1>{text}</h1><p><a href="{root}">{back}</a></p></body></html>
"""
_BACK: dict[Language, str] = {"en": "Go to the front page", "ja": "トップページへ"}


def not_found_page(language: Language, root: str) -> Response:
    """Create the HTML page for an unknown address. ``root``: from ``relative_root``."""
    text = RefusedError("not_found").sentence(language)
    headers = {"Cache-Control": "no-store", "Content-Language": language}
    page = _PAGE.format(root=root, lang=language, text=escape(text), back=_BACK[language])
    return Response(page, 404, headers, "text/html; charset=utf-8")


def language_of(request: HTTPConnection) -> Language:
    """Return the client's preferred language of ours (RFC 9110, section 12.5.4); English by default."""
    best: Language = "en"
    most = 0.0
    for tag, weight in weights(request.headers.get("accept-language", "")).items():
        primary = tag.partition("-")[0]
        if primary in ("en", "ja") and weight > most:
            best, most = ("ja" if primary == "ja" else "en"), weight
    return best
