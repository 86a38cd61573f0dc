"""Single answers from both sides of each bound: rates, points and files."""

from __future__ import annotations

import mimetypes
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.http import app_state, bot_invitations, lesson, matches, pages, profiles
from bocage.http.app_state import AppState
from bocage.http.pages import Files
from bocage.limits import Limits
from bocage.log.career import Count, GameCareer, Top
from bocage.log.deals import DAY, first_moment
from bocage.protocol.rest import MatchCreated
from tests.http.site import Site

NOON = first_moment("2030-06-15") + DAY // 2


# Rates -----------------------------------------------------------------------------------------------

#: Every rate: by what its number is divided to give one per second, and which limit says how many at once.
RATES = {
    "request_rate": (1, "request_burst"),
    "player_rate": (60, "player_burst"),
    "friend_requests": (86_400, "friend_requests"),
    "vacation_changes": (86_400, "vacation_changes"),
    "data_rate": (3600, "data_rate"),
    "report_rate": (60, "report_burst"),
    "profile_rate": (60, "profile_burst"),
    "sign_in_rate": (60, "sign_in_burst"),
    "notice_rate": (60, "notice_burst"),
    "match_rate": (60, "match_burst"),
    "hint_rate": (60, "hint_burst"),
    "address_hint_rate": (60, "address_hint_burst"),
    "address_match_rate": (60, "address_match_burst"),
}


def test_each_rate_is_for_the_time_that_its_limit_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_state, "Rates", lambda per_second, burst: (per_second, burst))
    names = sorted({*RATES, *(burst for _, burst in RATES.values())})
    limits = Limits(**{name: 7 * number for number, name in enumerate(names, 1)})
    node: Any = SimpleNamespace(limits=limits, clock=lambda: 0.0)
    made: Any = AppState(node)._rates
    assert made == {
        name: (getattr(limits, name) / per, getattr(limits, burst)) for name, (per, burst) in RATES.items()
    }


# Making a match --------------------------------------------------------------------------------------


async def test_who_makes_a_match_sits_down_as_they_wished(monkeypatch: pytest.MonkeyPatch, site: Site) -> None:
    wishes: list[Any] = []

    async def open_match(context: Any, match: Any, created: Any, player: Any, wish: Any) -> MatchCreated:
        wishes.append((created, wish))
        return MatchCreated(created.match, 1, "")

    monkeypatch.setattr(matches, "open_match", open_match)
    _, token = await site.player()
    made = await site.post(
        "/api/matches",
        {"game": "squad", "seat_options": {"nation_2": "uk"}, "seat": 1, "bot": True, "nonce": "ab" * 16},
        token,
    )
    assert made.status_code == 201, made.text
    ((created, wish),) = wishes
    assert (wish.options, wish.seat, wish.bot, wish.nonce) == ({"nation_2": "uk"}, 1, True, "ab" * 16)
    assert (wish.rated, wish.invite, created.rated) == (False, "", False)


# Files -----------------------------------------------------------------------------------------------


def test_files_that_nobody_has_read_yet_are_read_and_then_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("1")
    files = Files(tmp_path)
    assert list(files.known()) == ["one.js"]
    (tmp_path / "two.js").write_text("2")
    assert list(files.known()) == ["one.js"]
    assert list(files.all()) == list(files.known()) == ["one.js", "two.js"]


def test_types_of_files_do_not_depend_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, str] = {}
    monkeypatch.setattr(mimetypes, "add_type", lambda kind, suffix: told.update({suffix: kind}))
    runpy.run_path(str(pages.__file__))
    assert told == {
        ".webmanifest": "application/manifest+json",
        ".js": "text/javascript",
        ".woff2": "font/woff2",
    }


# Points ----------------------------------------------------------------------------------


async def test_a_record_tells_the_five_sets_of_options_that_were_played_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def beaten(topology: Any, game: str, options: Any, score: int) -> tuple[int, int]:
        return score - 1, score + 1

    monkeypatch.setattr(profiles, "beaten", beaten)
    found = GameCareer()
    for number, played in enumerate((1, 5, 3, 3, 9, 2, 7)):
        found.tops[b"%d" % number] = Top({"n": number}, 10 * number, f"m{9 - number}", played)
    context: Any = SimpleNamespace(node=SimpleNamespace(store=SimpleNamespace(topology=None)))
    told = await profiles._bests(context, "omaha", found)
    assert [one.options["n"] for one in told] == [4, 6, 1, 3, 2]
    assert (told[0].score, told[0].match, told[0].played, told[0].fewer, told[0].all) == (40, "m5", 9, 39, 41)


async def test_a_record_is_made_of_the_thousand_newest_matches(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def matches_of(*arguments: Any) -> list[Any]:
        asked.append(arguments)
        return []

    monkeypatch.setattr(site.store, "matches_of", matches_of)
    player, token = await site.player()
    assert (await site.get(f"/api/players/{player}", token)).status_code == 200
    assert asked == [(player, 1000)]


def test_a_record_tells_first_what_was_played_most_and_then_by_name() -> None:
    found = GameCareer(
        total=Count(9, 4, 1),
        streak=2,
        longest=3,
        sides={"b": Count(2, 1, 0), "c": Count(3, 0, 1), "a": Count(2, 0, 0)},
        options={("y", b"1"): Count(2, 1, 1), ("x", b"2"): Count(2, 0, 0), ("z", b'"map"'): Count(5, 4, 0)},
    )
    told = profiles._record("omaha", found, [], None, None)
    assert (told.game, told.total.played, told.total.won, told.total.drawn) == ("omaha", 9, 4, 1)
    assert (told.streak, told.longest, told.bests, told.rating, told.luck) == (2, 3, [], None, None)
    assert [(one.side, one.played, one.won, one.drawn) for one in told.sides] == [
        ("c", 3, 0, 1),
        ("a", 2, 0, 0),
        ("b", 2, 1, 0),
    ]
    assert [(one.option, one.value, one.played, one.won, one.drawn) for one in told.options] == [
        ("z", "map", 5, 4, 0),
        ("x", 2, 2, 0, 0),
        ("y", 1, 2, 1, 1),
    ]


# Lessons, calls, leaving -----------------------------------------------------------------------------


def test_the_last_word_of_a_lesson_comes_after_its_last_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [SimpleNamespace(seq=seq, events=[]) for seq in (4, 5, 8)]
    words = {"3": "First.", "5": "Not before the next.", "8": "Last."}
    log = SimpleNamespace(updates=steps, comments={seq: SimpleNamespace(en=text) for seq, text in words.items()})
    monkeypatch.setattr(lesson, "lesson_of", lambda game: log)
    lesson.main("omaha")
    assert capsys.readouterr().out.splitlines() == [
        "      First.",
        "    4 []",
        "    5 []",
        "    8 []",
        "      Last.",
    ]


@pytest.mark.parametrize(
    ("change", "invited"),
    [
        ({}, True),
        ({"house": ""}, False),
        ({"status": "playing"}, False),
        ({"over": True}, False),
        # Whoever made it does not sit yet.
        ({"seat": -1}, False),
        ({"seat": 1}, True),
    ],
)
def test_a_bot_is_brought_when_who_called_it_sits(change: dict[str, Any], invited: bool) -> None:
    known = {"house": "clever", "status": "open", "over": False, "seat": 0} | change
    created = SimpleNamespace(
        game="squad", creator="ann", house=known["house"], access=SimpleNamespace(private=False)
    )
    match: Any = SimpleNamespace(
        id="m",
        created=created,
        status=known["status"],
        over=known["over"],
        seat_of=lambda player: known["seat"] if player == "ann" else 5,
    )
    invitations: list[Any] = []
    opponents: Any = SimpleNamespace(invite=lambda *called: invitations.append(called))
    bot_invitations.invite_bot(opponents, match)
    assert invitations == ([("squad", "m", "clever", "")] if invited else [])
