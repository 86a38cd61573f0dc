"""Messages of notices. They contain only public facts: names, the game, the clock, the winner."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from bocage.features.notices.wire import NoticeKind
from bocage.features.notices.words import WORDS, duration
from bocage.http.feature import NoticeText
from bocage.log.match import Match
from bocage.log.names import called
from bocage.protocol.messages import Language

Result = Literal["", "won", "lost", "draw", "closed"]


class NoticeMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message. ``id``: the same for each attempt. ``at``: time of creation, ms.

    ``others``: names of the other players. ``deadline``: when the player's time is up, ms. ``url``: the link.
    """

    id: str
    kind: NoticeKind | Literal["test", "confirm"]
    at: int
    lang: Language
    title: str
    text: str
    url: str
    match: str = ""
    game: str = ""
    others: tuple[str, ...] = ()
    deadline: int = 0
    result: Result = ""


class About(msgspec.Struct, frozen=True):
    """Public facts about a match."""

    match: str
    game: str
    title: str
    others: tuple[str, ...]
    deadline: int
    result: Result


def about(match: Match, player: str, lang: Language) -> About:
    """Return the facts for one player of a match."""
    seat, outcome = match.seat_of(player), match.outcome
    others = [seated for number, seated in enumerate(match.seats) if seated and number != seat]
    names = tuple(called(match.names, seated, lang) for seated in others)
    result: Result = ""
    if outcome is not None and outcome.winners:
        result = "won" if seat in outcome.winners else "lost"
    elif outcome is not None:
        result = "closed" if outcome.reason == "closed" else "draw"
    title = match.game.text[lang]["game.name"]
    return About(match.id, match.created.game, title, names, match.deadline() if not outcome else 0, result)


def notice_id(player: str, kind: str, subject: str, seq: int) -> str:
    """Return the id of a notice, which reveals nothing about it."""
    return hashlib.sha256(f"{player} {kind} {subject} {seq}".encode()).hexdigest()[:24]


def of_match(facts: About, kind: NoticeKind, name: str, lang: Language, site: str, now: int) -> NoticeMessage:
    """Create a message about a match. ``name``: id of the notice. ``site``: base URL of links."""
    say = WORDS[lang]
    others = say["and"].join(facts.others)
    left = duration(max(0, facts.deadline - now), lang)
    key = f"over.{facts.result or 'draw'}" if kind == "over" else kind
    title = say[key].format(game=facts.title, others=others)
    text = say[f"{kind}.text"].format(game=facts.title, others=others, time=left)
    url = f"{site}/match/{facts.match}"
    return NoticeMessage(
        name, kind, now, lang, title, text, url, facts.match, facts.game, facts.others, facts.deadline, facts.result
    )


def of_feature(
    words: NoticeText, kind: NoticeKind, name: str, lang: Language, site: str, now: int
) -> NoticeMessage:
    """Create the message of a notice that a feature defines."""
    return NoticeMessage(name, kind, now, lang, words.title, words.text, f"{site}{words.path}", others=words.others)


def of_code(code: str, name: str, lang: Language, site: str, now: int) -> NoticeMessage:
    """Create the message with the code that confirms an e-mail address."""
    say = WORDS[lang]
    return NoticeMessage(
        name, "confirm", now, lang, say["confirm"], say["confirm.text"].format(code=code), f"{site}/"
    )


def of_test(name: str, lang: Language, site: str, now: int) -> NoticeMessage:
    """Create a test message."""
    say = WORDS[lang]
    return NoticeMessage(name, "test", now, lang, say["test"], say["test.text"], f"{site}/")
