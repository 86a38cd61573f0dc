"""A drawing for the game that ``bocage new-game`` writes: the second table of files in docs/adding-a-game.md."""

from __future__ import annotations

from pathlib import Path

#: Path → the whole content of a new file.
NEW: dict[str, str] = {
    "clients/bocage/terminal/layouts/<id>.py": '''"""The cards and sums of both seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.terminal.words import Words


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """One line per seat."""
    seats = view["table"]["seats"]
    return [
        words.pair(words.name("seat", seat), words.join(f"{words.label(key)} {n}" for key, n in shown.items()))
        for seat, shown in seats.items()
    ]
''',
    "tests/clients/bots/test_<id>.py": """from bocage.bots import strategies_of


def test_the_recruit_is_offered_first() -> None:
    assert strategies_of("<id>")[0] == "recruit"
""",
    "clients/web/js/games/<id>/board.js": """/** Both sums. */

import { h, put } from "../../dom.js";

/** @typedef {import("../../table/board_contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/board_contract.js").GameBoard} GameBoard */

/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words }) {
  const element = h("div", { class: "two-sums" });
  /** @param {import("../../table/board_contract.js").MatchView} match */
  const text = ({ table }) => {
    /** @type {{ sum: number }[]} */
    const seats = Object.values(/** @type {any} */ (table).seats);
    return seats.map(({ sum }, seat) => `${words.say(`seat.${seat}`)}: ${sum}`);
  };
  return { element, text, show: (match) => put(element, ...text(match).map((line) => h("p", {}, line))) };
}
""",
    "clients/bocage/engine/values/<id>.py": """\"\"\"A game that is played to its end: levels alone.\"\"\"

from bocage.engine.levels import Level

LEVELS = {"veteran": Level()}
""",
    "clients/web/js/games/<id>/board.css": ".two-sums { display: grid; }\n",
}


def add(root: Path, game: str) -> None:
    """Add the drawing of ``game`` to the checkout in ``root``."""
    for path, content in NEW.items():
        file = root / path.replace("<id>", game)
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), path
        file.write_text(content.replace("<id>", game), encoding="utf-8")
