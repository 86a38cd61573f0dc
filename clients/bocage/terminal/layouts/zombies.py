"""ZOMBIES VS LIGHT TANK: the hex map as staggered columns, then everything that stands on it, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.terminal.words import Words, clip, pad

#: Texts of this layout, by language.
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "zombies.tank": "Tank in {hex}: {state}.",
        "zombies.legend": (
            "Marks: T tank, Z zombie, ? face-down, i stragglers, m M8 turret, c cutter, "
            "e blood trail; a number is the hex's own."
        ),
        "zombies.zombies": "Zombies: {what}.",
        "zombies.items": "Lying open: {what}.",
        "zombies.face_down": "Face-down: {what}.",
    },
    "ja": {
        "zombies.tank": "戦車は{hex}：{state}",
        "zombies.legend": (
            "印：T 戦車、Z ゾンビ、? 裏向き、i 落伍兵、m M8砲塔、c カッター、e 血の跡、数字はヘックス番号"
        ),
        "zombies.zombies": "ゾンビ：{what}",
        "zombies.items": "表向き：{what}",
        "zombies.face_down": "裏向き：{what}",
    },
}

#: Terminal columns per column of hexes.
CELL = 9


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Format turn and tank, map, zombies and other counters."""
    table = view["table"]
    tank = table["tank"]
    result = [
        words.say("text.turn", table),
        words.ui("zombies.tank", hex=words.name("hex", tank["hex"]), state=words.join(_tank(tank, words))),
    ]
    result += _map(table, words, facts)
    for key in ("zombies", "items"):
        if table[key]:
            result.append(words.ui(f"zombies.{key}", what=words.join(_placed(key, table[key], words))))
    known = {hexagon: counter for hexagon, counter in table["face_down"].items() if counter != "unknown"}
    if known:
        what = words.join(f"{words.name('counter', c)} ({words.name('hex', h)})" for h, c in known.items())
        result.append(words.ui("zombies.face_down", what=what))
    else:
        result.append(words.ui("zombies.face_down", what=words.names("hex", table["face_down"])))
    if table["killed"]:
        result.append(words.pair(words.name("track", "killed"), words.names("counter", table["killed"])))
    return result


def _tank(tank: Mapping[str, Any], words: Words) -> list[str]:
    return words.flags("tank", tank) or [words.name("tank", "sound")]


def _placed(key: str, placed: Mapping[str, str], words: Words) -> list[str]:
    # zombies: counter → hex; items: hex → counter.
    pairs = placed.items() if key == "zombies" else ((counter, place) for place, counter in placed.items())
    return [f"{words.name('counter', counter)} ({words.name('hex', place)})" for counter, place in pairs]


def _map(table: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Format flat-top hexes: a line per half hex (2 r + q), so that neighbouring columns never share a line."""
    hexes: Mapping[str, Any] = facts.get("hexes", {})
    if not hexes:
        return []
    left = min(place["q"] for place in hexes.values())
    marks = _marks(table)
    by_line: dict[int, dict[int, str]] = {}
    for name, place in hexes.items():
        mark = f" {marks[name]}" if name in marks else ""
        number = f" {place['number']}" if place["number"] else ""
        text = clip(words.name("hex", name), 2 * CELL - 1 - len(number + mark)) + number + mark
        by_line.setdefault(2 * place["r"] + place["q"], {})[place["q"] - left] = text
    result = []
    for at in range(min(by_line), max(by_line) + 1):
        line = ""
        for column, text in sorted(by_line.get(at, {}).items()):
            line = pad(line, column * CELL) + text
        result.append(line)
    result.append(words.ui("zombies.legend"))
    return result


def _marks(table: Mapping[str, Any]) -> dict[str, str]:
    marks: dict[str, str] = {}

    def mark(place: str, sign: str) -> None:
        marks[place] = marks.get(place, "") + sign

    mark(table["tank"]["hex"], "T")
    for zombie, place in table["zombies"].items():
        mark(place, zombie.upper())
    for place, counter in table["items"].items():
        mark(place, {"infantry": "i", "m8": "m", "cutter": "c", "event": "e"}.get(counter, "x"))
    for place in table["face_down"]:
        mark(place, "?")
    return marks
