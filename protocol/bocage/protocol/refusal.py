"""The one exception for a request that is not carried out, in the service and in the SDK."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.protocol.codes import REFUSAL
from bocage.protocol.messages import Language, Refused


class BocageError(Exception):
    """Base of the errors that a user of the SDK can meet."""


class RefusedError(BocageError):
    """A request is not carried out, and nothing was changed by it.

    ``code``: one of :mod:`bocage.protocol.codes`, or one of the game's own; programs decide by it.
    ``detail``: what exactly is wrong; it is added to the sentence for people.
    ``rule``: the ruling that forbids the action. ``limit``: the row of ``GET /api/limits`` that was reached.
    ``retry``: milliseconds to wait before trying again; 0: do not try again.
    ``seat``: the seat that is meant; -1 for no seat.
    ``text``: in a client, the sentence that the service sent; empty in the service.
    ``ahead``, ``done``: of what is being made: how many are made before it, and how much of it is, in percent.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        rule: str = "",
        limit: str = "",
        retry: int = 0,
        seat: int = -1,
        text: str = "",
        ahead: int = 0,
        done: int = 0,
    ) -> None:
        super().__init__(text or code)
        self.code = code
        self.detail = detail
        self.rule = rule
        self.limit = limit
        self.retry = retry
        self.seat = seat
        self.text = text
        self.ahead = ahead
        self.done = done

    @classmethod
    def of(cls, message: Refused) -> RefusedError:
        """The exception that tells of the message ``refused``."""
        return cls(message.code, rule=message.rule, limit=message.limit, retry=message.retry, text=message.text)

    def sentence(self, language: Language, catalogues: Mapping[str, Mapping[str, str]] | None = None) -> str:
        """The refusal as a sentence for people.

        ``catalogues``: texts of the game by language. A game may have its own sentence for any code.
        """
        text = catalogues[language].get(f"refusal.{self.code}", "") if catalogues else ""
        if not text:
            row = REFUSAL.get(self.code)
            text = getattr(row, language) if row else self.code
        return f"{text} ({self.detail})" if self.detail else text
