"""The head of the page for each kind of match, in both languages: from matches that are stored nowhere."""

from __future__ import annotations

import re
from html import unescape

import pytest

from bocage.http.feature import Head
from bocage.http.link_previews import LONGEST_ID, WORDS, _html, _of_game, _of_match, _position
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import Access, Body, Entry, Resigned, encode
from bocage.log.match import Match
from bocage.protocol.messages import Language
from bocage.rules.kernel.registry import find_game

BOTH: tuple[Language, ...] = ("en", "ja")


class Game:
    """A match that grows in memory."""

    def __init__(self, game: str = "squad", private: bool = False) -> None:
        self.match, body = create(find_game(game), "p0", access=Access(private=private), match_id="abc")
        self.add(body)

    def add(self, body: Body) -> None:
        self.match.extend(Entry(self.match.seq + 1, self.match.at + 1, encode(body)))

    def sit(self, *names: str) -> Game:
        for number, name in enumerate(names):
            self.add(judge.sit(self.match, f"p{number}", name))
        return self

    def settle(self) -> Match:
        while (body := judge.owed(self.match)) is not None:
            self.add(body)
        return self.match

    def resigned(self, seat: int) -> Match:
        self.settle()
        self.add(Resigned(seat))
        return self.settle()


def words(game: str, lang: Language) -> tuple[str, str]:
    text = find_game(game).text[lang]
    return text["game.name"], text["game.tagline"]


@pytest.mark.parametrize("lang", BOTH)
def test_a_match_that_waits_invites(lang: Language) -> None:
    name, tagline = words("squad", lang)
    takes = {"en": "A game takes 15–60 minutes.", "ja": "所要時間は15～60分。"}[lang]
    text = WORDS[lang]["inviting"].format(tagline=tagline, takes=takes)
    for seq in (0, -1, 7):
        for game, who in ((Game(), "?"), (Game().sit("Ann"), "Ann")):
            invites = WORDS[lang]["invites"].format(name=who, game=name)
            assert _of_match(game.match, lang, seq) == Head(invites, text, "squad")
        invitation = WORDS[lang]["invitation"].format(game=name)
        assert _of_match(Game(private=True).sit("Ann").match, lang, seq) == Head(invitation, text, "squad")


@pytest.mark.parametrize("lang", BOTH)
def test_private_match_names_its_game_alone(lang: Language) -> None:
    name, tagline = words("squad", lang)
    for match in (
        Game(private=True).sit("Ann", "Bob").settle(),
        Game(private=True).sit("Ann", "Bob").resigned(0),
    ):
        for seq in (0, -1, 3):
            title = WORDS[lang]["private"].format(game=name)
            assert _of_match(match, lang, seq) == Head(title, tagline, "squad")


@pytest.mark.parametrize(
    ("lang", "seq", "title"),
    [
        ("en", 0, "SQUAD: Ann against Bob"),
        ("en", -1, "Replay: SQUAD: Ann against Bob"),
        ("en", 4, "Replay, position 4: SQUAD: Ann against Bob"),
        ("en", 1, "Replay, position 1: SQUAD: Ann against Bob"),
        ("ja", 0, "SQUAD（スクワッド）：Ann 対 Bob"),
        ("ja", -1, "リプレイ：SQUAD（スクワッド）：Ann 対 Bob"),
        ("ja", 4, "リプレイ 4手目：SQUAD（スクワッド）：Ann 対 Bob"),
    ],
)
def test_a_match_that_is_played_tells_who_plays(lang: Language, seq: int, title: str) -> None:
    text = WORDS[lang]["playing"].format(tagline=words("squad", lang)[1])
    head = _of_match(Game().sit("Ann", "Bob").settle(), lang, seq)
    assert head == Head(title, text, "squad")


def test_a_match_that_is_over_tells_who_won_and_why() -> None:
    assert _of_match(Game().sit("Ann", "Bob").resigned(1), "en", 0).text == "Ann won. By resignation."
    assert _of_match(Game().sit("Ann", "Bob").resigned(0), "ja", 0).text.startswith("Bobの勝ち。")
    assert _of_match(Game("omaha").sit("Ann").resigned(0), "en", 0).text.startswith("Ann lost. ")
    drawn = Game().sit("Ann", "Bob")
    drawn.settle()
    drawn.add(judge.draw(drawn.match, 0, drawn.match.seq))  # type: ignore[arg-type]
    drawn.add(judge.draw(drawn.match, 1, drawn.match.seq))  # type: ignore[arg-type]
    # Decided, but its end is not stored yet: it is still shown as being played.
    playing = WORDS["en"]["playing"].format(tagline=words("squad", "en")[1])
    assert _of_match(drawn.match, "en", 0).text == playing
    assert _of_match(drawn.settle(), "en", 0).text.startswith("A draw. ")
    # Called off before it began: nobody won, and nobody lost.
    off = Game().sit("Ann").resigned(0)
    assert _of_match(off, "en", 0) == Head("SQUAD: Ann", playing, "squad")


@pytest.mark.parametrize(
    ("first", "rest", "position"),
    [
        ("match", ["abc"], 0),
        ("match", ["abc", "7"], 0),
        ("replay", ["abc"], -1),
        ("replay", ["abc", "7"], 7),
        ("replay", ["abc", "7", "-2"], 7),
        ("replay", ["abc", "0"], 0),
        ("replay", ["abc", ""], -1),
        ("replay", ["abc", "x"], -1),
        ("replay", ["abc", "²"], -1),
        ("replay", ["abc", "-7"], -1),
        ("replay", ["abc", "12345678"], 12345678),
        ("replay", ["abc", "123456789"], -1),
    ],
)
def test_which_moment_an_address_means(first: str, rest: list[str], position: int) -> None:
    assert _position(first, rest) == position


@pytest.mark.parametrize("lang", BOTH)
@pytest.mark.parametrize("screen", ["learn", "exercise", "rules", "rulings"])
def test_screens_about_games_have_its_picture(screen: str, lang: Language) -> None:
    name, tagline = words("omaha", lang)
    title = WORDS[lang][screen].format(game=name)
    assert _of_game(find_game("omaha"), screen, lang) == Head(title, tagline, "omaha")


def test_a_head_is_html_that_nobody_can_break() -> None:
    html = _html(Head('<i> & "us"', "a 'text'"), "/p.png?a=1&b=2", "http://bocage")
    assert unescape(html).count('<i> & "us"') == 2
    assert "<i>" not in html
    assert html.startswith("<title>&lt;i&gt; &amp; &quot;us&quot; · Bocage</title>\n    <meta name=")
    told = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', html))
    assert {name: unescape(text) for name, text in told.items()} == {
        "description": "a 'text'",
        "og:site_name": "Bocage",
        "og:type": "website",
        "og:title": '<i> & "us"',
        "og:description": "a 'text'",
        "og:image": "http://bocage/p.png?a=1&b=2",
        "og:image:width": "800",
        "og:image:height": "420",
        "twitter:card": "summary_large_image",
    }
    plain = _html(Head("Bocage", "text"), "", "http://bocage")
    assert "<title>Bocage</title>" in plain
    assert "image" not in plain
    assert LONGEST_ID == 40
