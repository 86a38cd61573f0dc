"""What is sent: both languages whole, nothing hidden in it, nothing that a name could do to a reader."""

from __future__ import annotations

import string

import msgspec
import pytest

from bocage.features.notices.message import NoticeMessage, about, notice_id, of_match, of_test
from bocage.features.notices.webhook import discord, generic, signature
from bocage.features.notices.words import WORDS, duration
from bocage.log.records import NoticeKind
from bocage.protocol.messages import Language
from tests.log.logs import DAYS, Play

KINDS: tuple[NoticeKind, ...] = ("turn", "time", "joined", "terms", "over")
HOUR = 3_600_000


def message(play: Play, kind: NoticeKind, player: str = "ann", lang: Language = "en") -> NoticeMessage:
    name = notice_id(player, kind, play.match.id, play.match.seq)
    return of_match(about(play.match, player, lang), kind, name, lang, "https://here", play.now)


def test_both_languages_have_the_same_sentences_with_the_same_fields() -> None:
    en, ja = WORDS["en"], WORDS["ja"]
    assert en.keys() == ja.keys()
    for key in en:
        fields = [{name for _, name, _, _ in string.Formatter().parse(words[key]) if name} for words in (en, ja)]
        assert fields[0] == fields[1], key


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_kind_is_said(lang: Language) -> None:
    play = Play(DAYS).begin()
    said = [message(play, kind, lang=lang) for kind in KINDS[:-1]]
    play.finish()
    said.append(message(play, "over", lang=lang))
    assert {one.url for one in said} == {f"https://here/match/{play.match.id}"}
    assert all("{" not in one.title + one.text for one in said)
    assert len({one.title for one in said}) == len(KINDS)
    assert said[0].others == ("Bob",)
    assert said[0].deadline == play.entries[3].at + DAYS.base
    assert said[-1].deadline == 0


def test_winners_and_losers_are_told_so() -> None:
    play = Play(DAYS).begin().finish()
    outcome = play.match.outcome
    assert outcome is not None
    for seat, player in enumerate(("ann", "bob")):
        result = "won" if seat in outcome.winners else "lost" if outcome.winners else "draw"
        assert message(play, "over", player).result == result


def test_nothing_hidden_is_in_it() -> None:
    """A message is made of names, ids, times and results: no field could hold a card or a die."""
    fields = {field.name for field in msgspec.structs.fields(NoticeMessage)}
    assert fields == {
        "id",
        "kind",
        "at",
        "lang",
        "title",
        "text",
        "url",
        "match",
        "game",
        "others",
        "deadline",
        "result",
    }
    # Two matches that differ in all that is hidden, and in nothing else, are told alike.
    told = []
    for name in ("one", "two"):
        play = Play(DAYS, name=name).begin()
        play.match.id = "m"
        told.append(message(play, "turn", ("ann", "bob")[play.match.decision().seat]))  # type: ignore[union-attr]
    assert msgspec.json.encode(told[0]).replace(b"bob", b"ann") == msgspec.json.encode(told[1]).replace(
        b"bob", b"ann"
    )


def test_times_are_rounded_down() -> None:
    assert duration(3 * 24 * HOUR - 1, "en") == "3 days"
    assert duration(2 * 24 * HOUR - 1, "en") == "2 days"
    assert duration(2 * 24 * HOUR + 5 * HOUR, "en") == "2 days 5 hours"
    assert duration(2 * HOUR - 61_000, "en") == "1 hour 59 minutes"
    assert duration(HOUR - 31_000, "ja") == "59分"
    assert duration(5_000, "en") == "5 seconds"
    assert duration(0, "en") == "1 second"


def test_a_body_is_signed_with_its_time() -> None:
    sent = of_test("id", "en", "https://here", 5)
    headers, body = generic(sent, "secret", 7)
    assert msgspec.json.decode(body, type=NoticeMessage) == sent
    assert headers["Bocage-Signature"] == f"t=7,v1={signature('secret', 7, body)}"
    assert signature("secret", 8, body) != signature("secret", 7, body) != signature("other", 7, body)
    # By hand: printf '7.{}' | openssl dgst -sha256 -hmac secret
    assert signature("secret", 7, b"{}") == "76aad9429f417882918162a1928a38769fff65cc07b6bfa344ac9c5fb1e3448e"


def test_a_name_can_do_nothing_at_discord() -> None:
    play = Play(DAYS).begin()
    seated = play.match.seats[1]
    assert seated is not None
    play.match.seats[1] = msgspec.structs.replace(seated, name="@everyone [x](https://evil) **<@1>`")
    _, body = discord(message(play, "turn"))
    sent = msgspec.json.decode(body)
    assert sent["allowed_mentions"] == {"parse": []}
    assert "@everyone" not in sent["content"].replace("\\@", "")
    assert "](" not in sent["content"]
    assert "<@" not in sent["content"]
