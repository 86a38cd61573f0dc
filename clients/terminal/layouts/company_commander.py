"""COMPANY COMMANDER: the three lanes face to face, then hands, piles and the assault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clients.terminal.words import Words

SIDES = ("us", "de")


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Turn and score, lanes, hands, what is under way, piles."""
    table = view["table"]
    result = [
        words.ui(
            "cc.turn",
            turn=table["turn"],
            side=words.name("side", table["active"]),
            phase=words.name("phase", table["phase"]),
            score=words.join(f"{words.name('side', side)} {table['score'][side]}" for side in SIDES),
        )
    ]
    fronts = {side: [front for front in table["fronts"] if front.startswith(side)] for side in SIDES}
    for lane, facing in enumerate(zip(*fronts.values(), strict=True), 1):
        result.append(words.ui("cc.lane", n=lane))
        result += ["  " + _front(front, table, words) for front in facing]
    for side, hand in table["cards"].items():
        result.append(words.ui("cc.hand", side=words.name("side", side), cards=heap(hand, words)))
    for side in SIDES:
        if side not in table["cards"]:
            result.append(words.ui("cc.hidden", side=words.name("side", side), n=table["hands"][side]))
    for side, glimpse in table["glimpses"].items():
        seen = heap(glimpse["cards"], words)
        result.append(words.ui("cc.glimpse", side=words.name("side", side), turn=glimpse["turn"], cards=seen))
    result += _under_way(table, words)
    piles = words.join(f"{words.name('side', side)} {table['squads'][side]}" for side in SIDES)
    result.append(words.ui("cc.piles", squads=piles, tactical=table["tactical"]))
    for side in SIDES:
        if table["lost"][side]:
            lost = heap(table["lost"][side], words)
            result.append(words.ui("cc.lost", side=words.name("side", side), cards=lost))
    return result


def heap(cards: Mapping[str, int], words: Words) -> str:
    """Card id → copies, in words."""
    named = ((words.name("card", card), count) for card, count in cards.items())
    return words.join(f"{name} ×{count}" if count > 1 else name for name, count in named) or words.ui("cc.none")


def unit(name: str, words: Words) -> str:
    """The name of a unit."""
    return words.name("unit", name)


def _front(front: str, table: Mapping[str, Any], words: Words) -> str:
    shown = table["fronts"][front]
    marks = [words.name("flag", flag) for flag in shown["flags"]]
    if shown["bonus"]:
        marks.append(words.ui("cc.bonus", n=shown["bonus"]))
    if table["proxy"] == front:
        marks.append(words.ui("cc.proxy"))
    here = [(name, one) for name, one in table["units"].items() if one["front"] == front]
    here.sort(key=lambda pair: pair[1]["n"])
    return words.ui(
        "cc.front",
        front=words.name("front", front),
        marks=words.join(marks),
        units=words.join(_unit(name, one, words) for name, one in here) or words.ui("cc.none"),
    )


def _unit(name: str, one: Mapping[str, Any], words: Words) -> str:
    marks = [words.ui(f"cc.{mark}", n=one[mark]) for mark in ("casualties", "pins") if one[mark]]
    marks += [words.name("flag", flag) for flag in one["flags"]]
    return words.ui("cc.unit", name=unit(name, words), marks=words.join(marks))


def _under_way(table: Mapping[str, Any], words: Words) -> list[str]:
    result = []
    if "assault" in table:
        assault = table["assault"]
        result.append(
            words.ui(
                "cc.assault",
                front=words.name("front", assault["front"]),
                units=words.join(unit(name, words) for name in assault["units"]) or words.ui("cc.none"),
                committed=assault["committed"],
                mines=assault["mines"],
            )
        )
    if "target" in table:
        target = table["target"]
        parts = [unit(target["unit"], words)] if "unit" in target else []
        parts += [words.name("card", target["card"])] if "card" in target else []
        parts += [words.name("front", target["front"])] if "front" in target else []
        result.append(words.ui("cc.target", what=words.join(parts)))
    if table["pending"]:
        result.append(words.ui("cc.pending", cards=words.names("card", table["pending"])))
    return result
