"""The ruling sheets in docs/rulings: whole, cited rightly everywhere, and each ruling named by a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bocage.http import guides as pages
from tests.all_games import GAMES

ROOT = Path(__file__).parents[2]
SHEETS = ROOT / "docs" / "rulings"


def prefix(game: str) -> str:
    """The letters before the numbers of a game's rulings: those of the first row of its table."""
    table = (ROOT / "service" / "bocage" / "rules" / game / "RULINGS.md").read_text(encoding="utf-8")
    found = re.search(r"^\| ([A-Z]+)-[OB]?\d+ \|", table, flags=re.MULTILINE)
    assert found, f"service/bocage/rules/{game}/RULINGS.md has no row that begins with the number of a ruling"
    return found[1]


PREFIX = {game: prefix(game) for game in GAMES}
RULING = re.compile(rf"\b(?:{'|'.join(PREFIX.values())})-[OB]?\d+\b")
PARTS = ("Question", "Answer", "Reason", "Source")
#: Where rulings are cited.
FOLDERS = (
    "service",
    "clients/bocage/bots",
    "clients/bocage/sdk",
    "clients/bocage/terminal",
    "clients/web/js",
    "tests",
    "docs",
)
#: Other files that speak of a section by its number: "sheet 1.6".
SECTION = re.compile(r"\bsheet(?:'s sections?)? (\d\.\d)\b", re.IGNORECASE)


@cache
def sheet(game: str) -> str:
    return (SHEETS / f"{game}.md").read_text(encoding="utf-8")


def rulings(game: str) -> dict[str, str]:
    """Ruling → what stands below its heading."""
    found: dict[str, str] = {}
    for part in re.split(r"^(?=#{1,4} )", sheet(game), flags=re.MULTILINE):
        heading, _, text = part.partition("\n")
        if ruling := re.match(rf"#### ({PREFIX[game]}-[OB]?\d+)\b", heading):
            assert ruling[1] not in found, f"{ruling[1]} stands there twice"
            found[ruling[1]] = text
    return found


def texts() -> Iterator[tuple[Path, str]]:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".js"):
                yield path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", PREFIX)
def test_every_ruling_has_question_answer_reason_and_source(game: str) -> None:
    assert rulings(game), f"write rulings into docs/rulings/{game}.md"
    for ruling, text in rulings(game).items():
        parts = dict(re.findall(r"^- \*\*(\w+)\*\*: (.+)$", text, flags=re.MULTILINE))
        assert tuple(parts) == PARTS, ruling
        assert [part for part in parts.values() if len(part) < 2 or part[-1] not in ".?!)"] == [], ruling


@pytest.mark.parametrize("game", PREFIX)
def test_sheet_and_table_list_the_same_rulings(game: str) -> None:
    table = (ROOT / "service" / "bocage" / "rules" / game / "RULINGS.md").read_text(encoding="utf-8")
    listed = re.findall(rf"^\| ({PREFIX[game]}-[OB]?\d+) \|", table, flags=re.MULTILINE)
    assert sorted(listed) == sorted(rulings(game))
    assert f"docs/rulings/{game}.md" in table


def test_every_ruling_that_is_cited_stands_in_a_sheet() -> None:
    known = {ruling for game in PREFIX for ruling in rulings(game)}
    cited = {(ruling, path) for path, text in texts() for ruling in RULING.findall(text)}
    assert {ruling for ruling, _ in cited} >= known
    assert sorted(f"{path.relative_to(ROOT)}: {ruling}" for ruling, path in cited if ruling not in known) == []


@pytest.mark.parametrize("game", PREFIX)
def test_every_ruling_has_a_test_that_names_it(game: str) -> None:
    named: set[str] = set()
    for path in (ROOT / "tests" / "rules" / game).glob("test_*.py"):
        for name in re.findall(r"def test_(\w+)", path.read_text(encoding="utf-8")):
            prefix, *words = name.split("_")
            if prefix.upper() == PREFIX[game]:
                # test_sq_50_and_51_…, test_cc_31_cc_38_…
                named |= {f"{PREFIX[game]}-{word.upper()}" for word in words if re.fullmatch(r"[ob]?\d+", word)}
    assert sorted(rulings(game).keys() - named) == []


@pytest.mark.parametrize("game", PREFIX)
def test_sections_that_code_and_tests_cite_are_there(game: str) -> None:
    cited = {
        section
        for folder in (ROOT / "service" / "bocage" / "rules" / game, ROOT / "tests" / "rules" / game)
        for path in folder.rglob("*.py")
        for section in SECTION.findall(path.read_text(encoding="utf-8"))
    }
    headings = set(re.findall(r"^### (\d\.\d)\b", sheet(game), flags=re.MULTILINE))
    assert cited <= headings


@pytest.mark.parametrize("game", PREFIX)
def test_package_and_guides_lead_to_the_sheet(game: str) -> None:
    assert f"docs/rulings/{game}.md" in (ROOT / "service/bocage/rules" / game / "__init__.py").read_text(
        encoding="utf-8"
    )
    for target in re.findall(r"\]\(([^)#]+)\)", sheet(game)):
        assert (SHEETS / target).resolve().is_file(), target


@pytest.mark.parametrize("game", GAMES)
def test_what_players_read_names_no_file_of_ours(game: str) -> None:
    shown = [pages.rulings(game), *(pages.guide(game, language) for language in ("en", "ja"))]
    for page in shown:
        assert not re.findall(r"\w+\.(?:py|md|json|js)\b|\b(?:service|tests|docs|clients)/", page)
