"""The toy as a game of the house: what each row of the table in docs/adding-a-game.md asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

#: Path (``<id>`` is ``beasts``) → the whole content of a new file.
NEW: dict[str, str] = {
    "service/games/<id>/__init__.py": '''"""Beasts."""

from service.games.kernel import Comment, Lesson
from service.games.beasts.rules import Play, Toy


class Beasts(Toy):
    id = "beasts"

    def lesson(self) -> Lesson:
        comments = {0: Comment("Play a card.", "カードを出してください。"), 1: Comment("Well done.", "お見事。")}
        return Lesson(bytes(32), (Play("fox"),), comments)


GAME = Beasts()
''',
    "tests/games/<id>/__init__.py": "",
    "tests/games/<id>/test_conformance.py": """from service.games.kernel.conformance import check_game
from service.games.beasts import GAME


def test_the_contract_of_a_game() -> None:
    check_game(GAME, games=30, seed="beasts")
""",
    "tests/games/<id>/golden_scripts.py": """from tests.goldens import Recipe

GOLDENS = {"default": Recipe(seed="beasts", script=(), note="Random play.")}
""",
    "docs/games/<id>.md": "# Beasts\n\n## The end\n\nThe higher sum wins.\n\n<!-- report -->\n<!-- /report -->\n",
    "docs/games/<id>.ja.md": "# けものたち\n\n合計の大きい方が勝ちます。\n\n<!-- report -->\n<!-- /report -->\n",
    "clients/terminal/layouts/<id>.py": '''"""Beasts: the cards of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clients.terminal.words import Words


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """One line per seat."""
    seats = view["table"]["seats"]
    return [
        words.pair(words.name("seat", seat), words.ui("beasts.seat", cards=shown["cards"], score=shown["score"]))
        for seat, shown in seats.items()
    ]
''',
    "clients/bots/<id>.py": '''"""Beasts: the first card that is offered."""

from __future__ import annotations

from typing import Any


def cub(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The first action."""
    return actions[0]
''',
    "tests/clients/bots/test_<id>.py": """from clients.bots import find_strategy


def test_a_cub_takes_what_comes_first() -> None:
    assert find_strategy("cub", "beasts")({}, [{"do": "play"}, {"do": "swap"}]) == {"do": "play"}
""",
    "clients/web/js/games/<id>/table.js": """/** Beasts: both scores. */

import { h, put } from "../../dom.js";

/** @typedef {import("../../table/contract.js").TableContext} TableContext */
/** @typedef {import("../../table/contract.js").GameTable} GameTable */

/** @param {TableContext} context @returns {GameTable} */
export function make({ words }) {
  const element = h("div", { class: "beasts" });
  /** @param {import("../../table/contract.js").MatchView} match */
  const text = ({ table }) => {
    /** @type {{ score: number }[]} */
    const seats = Object.values(/** @type {any} */ (table).seats);
    return seats.map(({ score }, seat) => `${words.say(`seat.${seat}`)}: ${score}`);
  };
  return { element, text, show: (match) => put(element, ...text(match).map((line) => h("p", {}, line))) };
}
""",
    "clients/web/css/games/<id>.css": "/* Beasts. */\n.beasts { display: grid; }\n",
}


def line(old: str, new: str) -> Callable[[str], str]:
    """Put ``new`` before the first line that holds ``old``."""

    def change(text: str) -> str:
        at = text.rindex("\n", 0, text.index(old)) + 1
        return f"{text[:at]}{new}\n{text[at:]}"

    return change


def twin(old: str) -> Callable[[str], str]:
    """Double the first line that holds ``old``, for the toy instead of OMAHA."""

    def change(text: str) -> str:
        return line(old, next(row for row in text.splitlines() if old in row).replace("omaha", "beasts"))(text)

    return change


def listed(text: str) -> str:
    """Add the toy beside OMAHA wherever the four games are listed in one line."""
    return re.sub(
        r"^(?=.*\bsquad\b)(?=.*\bzombies\b)(?=.*\bcompany_commander\b)(.*?)(\"?)omaha\2",
        r"\1\2beasts\2, \2omaha\2",
        text,
        flags=re.MULTILINE,
    )


#: Path → how a file that is there already changes.
CHANGED: dict[str, Callable[[str], str]] = {
    "clients/terminal/layouts/__init__.py": lambda text: twin('"omaha": ')(listed(text)),
    "clients/terminal/text/en.py": line('"omaha.dead"', '    "beasts.seat": "{cards} cards, {score} points",'),
    "clients/terminal/text/ja.py": line('"omaha.dead"', '    "beasts.seat": "カード{cards}枚、{score}点",'),
    "tests/cli/test_layouts.py": twin('("omaha", '),
    "clients/bots/registry.py": lambda text: line('"omaha": ', '        "beasts": {"cub": beasts.cub},')(
        listed(text)
    ),
    "tests/clients/bots/test_registry.py": lambda text: text.replace(
        '["squad", "company_commander"]', '["squad", "company_commander", "beasts"]'
    ).replace('["omaha", ', '["beasts", "omaha", '),
    "clients/web/js/words/ui_en.js": line(
        '"bot.random"', '  "bot.cub": "cub", "bot.cub.help": "Takes what comes first.",'
    ),
    "clients/web/js/words/ui_ja.js": line(
        '"bot.random"', '  "bot.cub": "子ども", "bot.cub.help": "最初の手を選びます。",'
    ),
    "docs/bots.md": line("| `planner` ", "| `cub` | `beasts` | what comes first | `clients/bots/beasts.py` |"),
    "clients/web/js/games/games.js": twin("omaha: () => import"),
    "clients/web/index.html": twin("css/games/omaha.css"),
    "clients/web/js/lobby/emblems.js": line("  omaha: () => [", '  beasts: () => [...ground("sand")],'),
    "clients/web/css/lobby.css": twin('[data-game="omaha"]'),
    "tests/http/test_games.py": listed,
    "tests/http/test_fuzz.py": listed,
    "tests/foreign/test_foreign.py": listed,
    "tests/cli/test_logs.py": listed,
    "tests/games/kernel/test_game.py": listed,
    "tests/web/screens.py": listed,
    "tests/web/test_access.py": listed,
    "tests/web/test_language.py": listed,
    "tests/web/test_phone.py": listed,
    "tests/web/test_widths.py": listed,
    "tests/web/test_help.py": listed,
    "README.md": lambda text: text + "\n**Beasts** is a game of cards.\n",
}


def add(root: Path) -> None:
    """Add the toy to the checkout in ``root``."""
    here = Path(__file__).parent
    rules = (
        (here / "toy.py").read_text(encoding="utf-8").replace("tests.games.toy_text", "service.games.beasts.text")
    )
    words = (here / "toy_text.py").read_text(encoding="utf-8")
    words += (
        'for _language, _end in (("en", "."), ("ja", "。")):\n'
        '    TEXT[_language].update({f"card.{card}.help": f"{card}{_end}" for card in _CARDS_JA})  # type: ignore\n'
    )
    new = {path.replace("<id>", "beasts"): content for path, content in NEW.items()}
    new |= {"service/games/beasts/rules.py": rules, "service/games/beasts/text.py": words}
    for path, content in new.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), path
        file.write_text(content, encoding="utf-8")
    for path, change in CHANGED.items():
        file = root / path
        before = file.read_text(encoding="utf-8")
        after = change(before)
        assert after != before, f"{path} has no place for a further game"
        file.write_text(after, encoding="utf-8")
