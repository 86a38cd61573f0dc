"""What is told about the games, and how it is kept by readers."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bocage.http import guides
from bocage.http.games import options_of
from bocage.protocol.rest import OptionInfo
from bocage.rules.kernel.registry import find_game
from bocage.rules.squad.drawn import EXAMPLES
from tests.all_games import GAMES
from tests.http.site import Site


async def test_the_list_holds_every_game_with_options_and_bots(site: Site) -> None:
    games = {game["id"]: game for game in (await site.get("/api/games")).json()["games"]}
    assert set(GAMES) <= set(games)
    assert games["omaha"]["seats"] == 1
    assert games["squad"]["bots"] == ["random", "clever"]
    track = next(option for option in games["omaha"]["options"] if option["name"] == "squad_track")
    assert track == {"name": "squad_track", "kind": "choice", "default": 7, "values": [7, 8]}
    assert (await site.get("/api/games/squad")).json() == games["squad"]


GUIDES = Path(__file__).parents[2] / "docs" / "games"


@pytest.mark.parametrize("game", GAMES)
async def test_each_option_has_its_words_in_both_languages(site: Site, game: str) -> None:
    info = (await site.get(f"/api/games/{game}")).json()
    for language in ("en", "ja"):
        words = (await site.get(f"/api/games/{game}/text/{language}")).json()
        for option in info["options"] + info["seat_options"]:
            assert words[f"option.{option['name']}"]
            assert words[f"option.{option['name']}.help"]


@pytest.mark.parametrize("game", GAMES)
async def test_the_defaults_make_an_options_struct(site: Site, game: str) -> None:
    info = (await site.get(f"/api/games/{game}")).json()
    rules = find_game(game)
    for kind, options in ((rules.Options, info["options"]), (rules.SeatOptions, info["seat_options"])):
        assert msgspec.convert({option["name"]: option["default"] for option in options}, kind) == kind()


def test_choices_stand_in_the_order_of_the_declaration() -> None:
    variant = options_of(find_game("squad").Options)[0]
    assert variant == OptionInfo("variant", "choice", "base", values=["base", "flanking", "map"])


def test_a_text_is_asked_for_with_its_length_and_examples() -> None:
    (text,) = (option for option in options_of(find_game("squad").Options) if option.name == "map")
    assert (text.kind, text.default, text.max) == ("text", "", 2000)
    assert text.examples == list(EXAMPLES)


def test_option_without_a_form_field_raises() -> None:
    class Strange(msgspec.Struct):
        name: str = ""

    with pytest.raises(TypeError, match="name"):
        options_of(Strange)


async def test_the_catalogue_holds_the_words_that_all_games_share(site: Site) -> None:
    words = (await site.get("/api/games/omaha/text/ja")).json()
    assert words["game.name"] == find_game("omaha").text["ja"]["game.name"]
    assert words["refusal.stale"]


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_lists_find_their_words_in_one_answer(site: Site, language: str) -> None:
    answer = await site.get(f"/api/words/{language}", **{"Accept-Encoding": "gzip"})
    told = answer.json()
    assert set(told) >= set(GAMES)
    for game in GAMES:
        whole = (await site.get(f"/api/games/{game}/text/{language}")).json()
        assert told[game].items() < whole.items()
        assert told[game]["game.tagline"]
        assert ("with.home_edge.west.option.nation_0" in told[game]) == (game == "squad")
        info = (await site.get(f"/api/games/{game}")).json()
        assert all(f"option.{option['name']}" in told[game] for option in info["options"])
        assert all(f"bot.{bot}" in told[game] for bot in find_game(game).presentation.strategies)


@pytest.mark.parametrize("game", GAMES)
async def test_facts(site: Site, game: str) -> None:
    assert (await site.get(f"/api/games/{game}/facts")).content == msgspec.json.encode(find_game(game).facts())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_how_to_play_is_html_in_both_languages(site: Site, game: str, language: str) -> None:
    answer = await site.get(f"/api/games/{game}/rules/{language}")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text.startswith("<h1>")
    assert "<!--" not in answer.text
    assert "&lt;!--" not in answer.text
    # What programs measured is folded away from who wants to learn the game.
    folded = re.findall(r"<details>.*?</details>", answer.text, re.DOTALL)
    guide = GUIDES / (f"{game}.md" if language == "en" else f"{game}.{language}.md")
    # A report that was never made leaves nothing between its markers.
    made = re.findall(r"<!-- report[^>]*-->\n(?!<!-- /report)", guide.read_text(encoding="utf-8"))
    assert len(folded) == len(made)
    assert all("<h2>" not in text and "<table>" in text for text in folded)
    assert answer.text.count("<h2>") >= 4


def test_a_report_alone_is_folded_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report without a heading of its own takes nothing of the last chapter along."""
    monkeypatch.setattr(guides, "folder", lambda: tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "toy.md").write_text(
        "# Beasts\n\n## The end\n\nThe higher sum wins.\n\n<!-- report -->\nFive.\n<!-- /report -->\n\nAsk away.\n"
    )
    (tmp_path / "games" / "toy.ja.md").write_text(
        "# けもの\n\n<!-- report a -->\n<!-- /report -->\n終わり。\n", "utf-8"
    )
    assert guides.guide("toy", "en") == (
        "<h1>Beasts</h1>\n<h2>The end</h2>\n<p>The higher sum wins.</p>\n"
        "<details><summary>Statistics</summary>\n<p>Five.</p>\n</details>\n<p>Ask away.</p>\n"
    )
    assert guides.guide("toy", "ja") == "<h1>けもの</h1>\n<p>終わり。</p>\n"


@pytest.mark.parametrize("game", GAMES)
async def test_the_rulings_are_html_and_the_guides_lead_to_them(site: Site, game: str) -> None:
    answer = await site.get(f"/api/games/{game}/rulings")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text.startswith("<h1>")
    assert "<h4>" in answer.text
    assert f'href="/rules/{game}"' in answer.text
    assert ".md" not in "".join(re.findall(r'href="[^"]*"', answer.text))
    for language in ("en", "ja"):
        guide = (await site.get(f"/api/games/{game}/rules/{language}")).text
        links = set(re.findall(r'href="([^"]*)"', guide))
        assert links == {f"/rulings/{game}"}, (
            f"docs/games/{game} ({language}) links to its ruling sheet, and nowhere else"
        )


#: Whom a guide and README.md must name.
CREDITS = {
    "squad": ["Lloyd Krassner", "Christian Martinez"],
    "company_commander": ["Lloyd Krassner"],
    "zombies": ["Bonsai Games"],
}


@pytest.mark.parametrize("game", GAMES)
async def test_guides_and_readme_credit_the_games_authors(site: Site, game: str) -> None:
    readme = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())
    for language, heading, ours in (
        ("en", "Where it comes from", "Code, words and drawings are ours"),
        ("ja", "出典", "プログラム、文章、絵はこちらで作りました"),
    ):
        guide = (await site.get(f"/api/games/{game}/rules/{language}")).text
        credits = guide.partition(f"<h2>{heading}</h2>")[2]
        assert ours in credits
        assert [name for name in CREDITS.get(game, []) if name not in credits or name not in readme] == []
    assert "Code, words and drawings here are ours" in readme
    assert "no licence until its owner grants one" in readme


def test_a_game_without_a_sheet_has_none() -> None:
    assert guides.rulings("toy") == ""


async def test_the_lesson_can_be_followed_action_by_action(site: Site) -> None:
    lesson = (await site.get("/api/games/omaha/lesson")).json()
    assert lesson["snapshot"]["seq"] == 3
    assert lesson["snapshot"]["view"]["status"] == "playing"
    assert [update["seq"] for update in lesson["updates"]] == list(range(4, 4 + len(lesson["updates"])))
    by_seq = {shown["seq"]: shown for shown in (lesson["snapshot"], *lesson["updates"])}
    assert lesson["comments"]["3"]["en"]
    assert lesson["comments"]["3"]["ja"]
    for seq, action in lesson["script"].items():
        decision = by_seq[int(seq) - 1]["decision"]
        assert decision["seat"] == lesson["seat"]
        assert action in decision["actions"]


@pytest.mark.parametrize(
    "path",
    ["/api/games/chess", "/api/games/chess/facts", "/api/games/chess/text/en", "/api/games/chess/lesson"],
)
async def test_a_game_that_is_not_here(site: Site, path: str) -> None:
    refused = await site.get(path)
    assert (refused.status_code, refused.json()["code"]) == (404, "no_game")


async def test_a_language_that_is_not_here(site: Site) -> None:
    for path in ("/api/games/omaha/text/fr", "/api/games/omaha/rules/fr", "/api/words/fr"):
        refused = await site.get(path)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "path", ["", "/omaha", "/omaha/text/en", "/omaha/facts", "/omaha/rules/ja", "/omaha/lesson"]
)
async def test_who_has_it_is_not_sent_it_again(site: Site, path: str) -> None:
    first = await site.get(f"/api/games{path}")
    assert first.headers["cache-control"] == "public, no-cache"
    again = await site.get(f"/api/games{path}", **{"If-None-Match": f'"other", {first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    other = await site.get(f"/api/games{path}", **{"If-None-Match": '"other"'})
    assert other.status_code == 200


async def test_long_answers_are_compressed(site: Site) -> None:
    answer = await site.get("/api/games/squad/text/en", **{"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
async def test_how_to_play_names_no_file_and_no_command(site: Site, game: str, lang: str) -> None:
    page = (await site.get(f"/api/games/{game}/rules/{lang}")).text
    assert (
        re.findall(r"\.py\b|\bservice/|\btests/|\bclients/|bocage report|\bmake \w+\b</code>|[Ss]eat \d|席\d", page)
        == []
    )
