"""The exception for a refused request, in the service and in the SDK."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.protocol.codes import REFUSAL, RESULT_UNKNOWN
from bocage.protocol.messages import Language, Refused
from bocage.protocol.text import render


class BocageError(Exception):
    """Base of the errors raised by the SDK."""


class RefusedError(BocageError):
    """A request was refused and changed nothing, unless ``unknown`` is set.

    ``code``: a code from :mod:`bocage.protocol.codes` or of the game, for programs.
    ``detail``: the exact fault; appended to the sentence. ``fields``: of the game's text ``refusal.<detail>``,
    which says it then; None: ``detail`` says it. ``texts``: those of the game by language, where only the raiser
    knows the game.
    ``rule``: the ruling that forbids the action. ``limit``: the row of ``GET /api/limits`` that was reached.
    ``retry``: milliseconds to wait before retrying; 0: do not retry.
    ``seat``: the seat concerned; -1: none.
    ``text``: in a client, the sentence from the service; empty in the service.
    ``unknown``: storage was lost while the request was under way, which may have been carried out. In a client,
    False: the code ``unavailable`` stands for both.
    ``ahead``, ``done``: of a pending review, the number queued before it and its progress in percent.
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
        unknown: bool = False,
        fields: Mapping[str, object] | None = None,
        texts: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        super().__init__(text or code)
        self.fields = fields
        self.texts = texts
        self.code = code
        self.detail = detail
        self.rule = rule
        self.limit = limit
        self.retry = retry
        self.seat = seat
        self.text = text
        self.ahead = ahead
        self.done = done
        self.unknown = unknown

    @classmethod
    def of(cls, message: Refused) -> RefusedError:
        """Create the exception from a ``refused`` message."""
        return cls(message.code, rule=message.rule, limit=message.limit, retry=message.retry, text=message.text)

    def sentence(self, language: Language, catalogues: Mapping[str, Mapping[str, str]] | None = None) -> str:
        """Return the refusal as a sentence.

        ``catalogues``: the game's texts by language; they take precedence.
        """
        text = catalogues[language].get(f"refusal.{self.code}", "") if catalogues else ""
        if not text:
            row = RESULT_UNKNOWN if self.unknown else REFUSAL.get(self.code)
            text = getattr(row, language) if row else self.code
        return f"{text} ({self._reason(language, self.texts or catalogues)})" if self.detail else text

    def _reason(self, language: Language, catalogues: Mapping[str, Mapping[str, str]] | None) -> str:
        if self.fields is None or catalogues is None:
            return self.detail
        said = render(catalogues[language], f"refusal.{self.detail}", self.fields, language)
        return f"{self.detail}: {said}"
