"""SQUAD: the state of the turn, each squad with its hand, and the hex map of that variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bocage.terminal.words import Words, clip, pad

#: Texts of this layout, by language.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "squad.setup": "setup",
        "squad.off_map": "not on the map yet",
        "squad.flanked": "flanks {squads}",
        "squad.move": "Under way: {squad}{step?, {step}|}, into {terrain}{barrier?; barrier: {barrier}|}.",
        "squad.roll": "A roll of {squad} waits; cards so far: {cards:+}.",
    },
    "ja": {
        "squad.setup": "準備",
        "squad.off_map": "まだ地図の外",
        "squad.flanked": "{squads}の側面をとっている",
        "squad.move": "進行中：{squad}{step?、{step}|}、{terrain}へ{barrier?；障害：{barrier}|}",
        "squad.roll": "{squad}の判定待ち。ここまでのカード：{cards:+}",
    },
}

#: Terminal columns per hex; odd rows are half a hex further right.
CELL = 12


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Format turn, piles, squads, the current action, map."""
    table = view["table"]
    turn = [words.say("squad.turn_of", {"turn": table["turn"], "seat": table["active"]})] if table["phase"] else []
    turn.append(words.name("phase", table["phase"]) if table["phase"] else words.ui("squad.setup"))
    if "range" in table:
        turn.append(words.say("squad.range", {"range": words.name("range", table["range"])}))
    discard = sum(table["discard"].values())
    piles = [words.say("squad.deck", {"n": table["deck"]}), words.say("squad.discard", {"n": discard})]
    result = [words.join(turn), words.join(piles)]
    for seat, count in table["objectives"].items():
        if count:
            result.append(words.pair(words.name("seat", seat), words.say("squad.objectives", {"n": count})))
    for name, squad in table["squads"].items():
        result += _squad(name, squad, words)
    for seen in table["seen"].values():
        result.append(f"{words.name('squad', 'peek')} {words.names('card', seen.values())}")
    result += _under_way(table, words)
    if "map" in table:
        result += _map(table, words)
    return result


def counted(cards: Iterable[str], words: Words) -> str:
    """Format card names with counts."""
    counts = Counter(words.name("card", card) for card in cards)
    return words.join(f"{count} × {name}" if count > 1 else name for name, count in counts.items())


def _squad(name: str, squad: Mapping[str, Any], words: Words) -> list[str]:
    terrain = words.name("card", squad["terrain"]) if "terrain" in squad else words.ui("squad.off_map")
    parts = [
        words.name("nation", squad["nation"]),
        words.say("squad.men", {"n": squad["men"]}),
        words.say("squad.cards", {"n": squad["cards"], "limit": squad["limit"]}),
        f"{terrain} ({squad['hex']})" if "hex" in squad else terrain,
        *_flags(squad, words),
    ]
    title = words.name("squad", name)
    result = [words.pair(title, words.join(parts))]
    if squad.get("hand"):
        hand = words.say("squad.hand", {"squad": title})
        result.append("  " + words.pair(hand, counted(squad["hand"].values(), words)))
    return result


def _flags(squad: Mapping[str, Any], words: Words) -> list[str]:
    flags = words.flags("squad", squad)
    if "flanked" in squad:
        flags.append(words.ui("squad.flanked", squads=words.names("squad", squad["flanked"])))
    return flags


def _under_way(table: Mapping[str, Any], words: Words) -> list[str]:
    result = []
    if "move" in table:
        move = table["move"]
        result.append(
            words.ui(
                "squad.move",
                squad=words.name("squad", move["squad"]),
                step=words.name("step", move["step"]) if "step" in move else move.get("to", ""),
                terrain=words.name("card", move["terrain"]),
                barrier=words.name("card", move["barrier"]) if "barrier" in move else "",
            )
        )
    if "roll" in table:
        roll = table["roll"]
        result.append(words.ui("squad.roll", squad=words.name("squad", roll["squad"]), cards=roll["cards"]))
    return result


def _map(table: Mapping[str, Any], words: Words) -> list[str]:
    """Format pointy-top hexes, "column,row", odd rows half a hex to the right. A bare dot is open ground."""
    squads = {squad["hex"]: name for name, squad in table["squads"].items() if "hex" in squad}
    result = ["  " + "".join(pad(str(column), CELL) for column in range(table["columns"])).rstrip()]
    for row in range(table["rows"]):
        line = f"{row} " + " " * (CELL // 2 if row % 2 else 0)
        for column in range(table["columns"]):
            place = f"{column},{row}"
            terrain = table["map"].get(place, "")
            text = words.name("card", terrain) if terrain else "."
            mark = f" [{squads[place]}]" if place in squads else ""
            line += pad(clip(text, CELL - 1 - len(mark)) + mark, CELL)
        result.append(line.rstrip())
    return result
