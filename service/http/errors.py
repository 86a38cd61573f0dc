"""Refusals as HTTP answers, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from protocol.codes import REFUSAL
from protocol.messages import Language
from protocol.refusal import RefusedError
from protocol.rest import RefusalBody

#: What refusals of games answer with: they are about the position, not about the request.
OF_GAMES = 409

_encode = msgspec.json.Encoder().encode


def status_of(code: str) -> int:
    """The HTTP status that goes with a refusal code."""
    known = REFUSAL.get(code)
    return known.status if known else OF_GAMES


def refusal_response(
    error: RefusedError, language: Language, texts: Mapping[str, Mapping[str, str]] | None = None
) -> Response:
    """The answer that tells about ``error``."""
    text = error.sentence(language, texts)
    body = RefusalBody(error.code, text, error.rule, error.limit, error.retry, error.seat, error.ahead, error.done)
    status = status_of(error.code)
    headers = {"Cache-Control": "no-store", "Content-Language": language}
    if error.retry:
        headers["Retry-After"] = str(-(-error.retry // 1000))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(_encode(body), status, headers, "application/json")


def language_of(request: HTTPConnection) -> Language:
    """The language among ours that the reader likes best (RFC 9110, section 12.5.4); English when in doubt."""
    best: Language = "en"
    best_quality = 0.0
    for part in request.headers.get("accept-language", "").split(","):
        tag, *parameters = part.split(";")
        primary = tag.strip().lower().partition("-")[0]
        quality = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                quality = _quality(value)
        if primary in ("en", "ja") and quality > best_quality:
            best, best_quality = ("ja" if primary == "ja" else "en"), quality
    return best


def _quality(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
