"""Why something was not done, on its way to whoever asked: by websocket or by HTTP."""

from __future__ import annotations

from typing import Any

from protocol.codes import REFUSAL
from protocol.messages import Language
from service.games.kernel import Game
from service.games.kernel.registry import UnknownGameError
from service.match.judge import Refused
from service.store import Unavailable


class RefusedError(Exception):
    """A request that is not carried out.

    ``code``: of ``protocol.codes``, or one of the game's own. ``detail``: what exactly is wrong, added to the
    text. ``rule``, ``limit``, ``retry`` (ms): as in the message ``refused``. ``seat``: the one that is meant.
    """

    def __init__(
        self, code: str, detail: str = "", rule: str = "", limit: str = "", retry: int = 0, seat: int = -1
    ) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.rule = rule
        self.limit = limit
        self.retry = retry
        self.seat = seat

    def text(self, language: Language, game: Game[Any] | None = None) -> str:
        """The sentence for people. ``game``: whose catalogue may know the code better."""
        text = game.text[language].get(f"refusal.{self.code}", "") if game else ""
        if not text:
            known = REFUSAL.get(self.code)
            text = getattr(known, language) if known else self.code
        return f"{text} ({self.detail})" if self.detail else text


def over_limit(limit: str, retry: float = 0.0) -> RefusedError:
    """The refusal that names a row of the limits; ``retry`` in seconds."""
    return RefusedError("limit", limit, limit=limit, retry=int(retry * 1000) + 1 if retry else 0)


def refusal_of(error: Exception) -> RefusedError | None:
    """What a caller is told about an expected error; None: it was not expected."""
    match error:
        case RefusedError():
            return error
        case Refused():
            return RefusedError(error.code, error.detail, error.rule)
        case Unavailable():
            return RefusedError("unavailable", retry=error.retry)
        case UnknownGameError():
            return RefusedError("unknown_rules")
        case _:
            return None
