"""COMPANY COMMANDER: the three lanes face to face, then hands, piles and the assault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.terminal.words import Words

#: Texts of this layout, by language.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "cc.lane": "Lane {n}",
        "cc.front": "{front}{marks? ({marks})|}: {units}",
        "cc.unit": "{name}{marks? ({marks})|}",
        "cc.none": "nothing",
        "cc.casualties": "{n} {n#casualty|casualties}",
        "cc.pins": "{n} {n#pin|pins}",
        "cc.assault": "Assault on {front}{committed?|, being built}: {units}.{mines? Mines: {mines} dice.|}",
        "cc.target": "Suppression waits for its dice: {what}.",
        "cc.score": "score {score}",
    },
    "ja": {
        "cc.lane": "第{n}戦区",
        "cc.front": "{front}{marks?（{marks}）|}：{units}",
        "cc.unit": "{name}{marks?（{marks}）|}",
        "cc.none": "なし",
        "cc.casualties": "損害{n}",
        "cc.pins": "釘付け{n}",
        "cc.assault": "{front}への突撃{committed?|（編成中）}：{units}{mines?（地雷 ダイス{mines}個）|}",
        "cc.target": "制圧射撃の判定待ち：{what}",
        "cc.score": "得点 {score}",
    },
}

SIDES = ("us", "de")


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Format turn and score, lanes, hands, the current action, piles."""
    table = view["table"]
    turn = words.say("cc.turn", {"n": table["turn"], "side": table["active"]})
    score = words.join(f"{words.name('side', side)} {table['score'][side]}" for side in SIDES)
    result = [words.join([turn, words.name("phase", table["phase"]), words.ui("cc.score", score=score)])]
    fronts = {side: [front for front in table["fronts"] if front.startswith(side)] for side in SIDES}
    for lane, facing in enumerate(zip(*fronts.values(), strict=True), 1):
        result.append(words.ui("cc.lane", n=lane))
        result += ["  " + _front(front, table, words, facts) for front in facing]
    for side, hand in table["cards"].items():
        result.append(f"{of(side, 'hand', words)} {heap(hand, words)}")
    for glimpse in table["glimpses"].values():
        result.append(f"{words.say('cc.glimpse', {'turn': glimpse['turn']})} {heap(glimpse['cards'], words)}")
    result += _under_way(table, words)
    for side in SIDES:
        counts = {"side": side, "hand": table["hands"][side], "deck": table["squads"][side]}
        result.append(words.say("cc.counts", counts))
    discards = sum(table["discards"].values())
    piles = [words.say("cc.tactical", {"n": table["tactical"]}), words.say("cc.discards", {"n": discards})]
    result.append(words.join(piles))
    for side in SIDES:
        if table["lost"][side]:
            result.append(words.pair(of(side, "lost", words), heap(table["lost"][side], words)))
    return result


def of(side: str, what: str, words: Words) -> str:
    """Return a title of something that belongs to a side."""
    return words.join([words.name("side", side), words.name("cc", what)])


def heap(cards: Mapping[str, int], words: Words) -> str:
    """Format card id → copies."""
    named = ((words.name("card", card), count) for card, count in cards.items())
    return words.join(f"{count} × {name}" if count > 1 else name for name, count in named) or words.ui("cc.none")


def _front(front: str, table: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> str:
    shown = table["fronts"][front]
    marks = words.flags("front", shown)
    if table["proxy"] == front:
        marks.append(words.name("front", "proxy"))
    here = [(name, one) for name, one in table["units"].items() if one["front"] == front]
    here.sort(key=lambda pair: pair[1]["n"])
    units = words.join(_unit(name, one, words, facts) for name, one in here)
    return words.ui(
        "cc.front",
        front=words.name("front", front),
        marks=words.join(marks),
        units=units or words.name("front", "empty"),
    )


def _unit(name: str, one: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> str:
    marks = [words.ui(f"cc.{mark}", n=one[mark]) for mark in ("casualties", "pins") if one[mark]]
    marks += words.flags("unit", one)
    return words.ui("cc.unit", name=words.name("unit", name), marks=words.join(marks))


def _under_way(table: Mapping[str, Any], words: Words) -> list[str]:
    result = []
    if "assault" in table:
        assault = table["assault"]
        result.append(
            words.ui(
                "cc.assault",
                front=words.name("front", assault["front"]),
                units=words.names("unit", assault["units"]) or words.ui("cc.none"),
                committed=assault["committed"],
                mines=assault["mines"],
            )
        )
    if "target" in table:
        target = table["target"]
        parts = [
            words.name(namespace, target[namespace])
            for namespace in ("unit", "card", "front")
            if namespace in target
        ]
        result.append(words.ui("cc.target", what=words.join(parts)))
    if table["pending"]:
        result.append(words.pair(words.name("cc", "pending"), words.names("card", table["pending"])))
    return result
