"""SQUAD: the state of the turn, each squad with its hand, and the hex map of that variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from clients.terminal.words import Words, clip, pad

#: Columns of the terminal per hex; odd rows stand half a hex further right.
CELL = 12
#: Flags that are named as the card that sets them, as a way to move, or by the terminal.
CARDS = {
    "smoke": "smoke",
    "concealed": "concealment",
    "encircled": "encircled",
    "ambush": "ambush",
    "enfilade": "enfilade",
    "flanking_fire": "flanking_fire",
}
FLAGS = ("leaderless", "declared", "stopped", "covering", "shot_at", "moved", "attacked", "close_combat")


def lines(view: Mapping[str, Any], words: Words, facts: Mapping[str, Any]) -> list[str]:
    """Turn, piles, squads, what is under way, map."""
    table = view["table"]
    result = [
        words.ui(
            "squad.turn",
            turn=table["turn"],
            phase=words.name("phase", table["phase"]) if table["phase"] else words.ui("squad.setup"),
            active=words.name("seat", table["active"]) if table["active"] >= 0 else "",
            range=words.name("range", table["range"]) if "range" in table else "",
        ),
        words.ui("squad.piles", deck=table["deck"], discard=sum(table["discard"].values())),
    ]
    if any(table["objectives"].values()):
        scores = (f"{words.name('seat', seat)} {count}" for seat, count in table["objectives"].items())
        card = words.name("card", "mission_objective")
        result.append(words.ui("squad.objectives", card=card, scores=words.join(scores)))
    for name, squad in table["squads"].items():
        result += _squad(name, squad, words)
    for seat, seen in table["seen"].items():
        cards = words.join(f"{at} {words.name('card', card)}" for at, card in seen.items())
        result.append(words.ui("squad.seen", seat=words.name("seat", seat), cards=cards))
    result += _under_way(table, words)
    if "map" in table:
        result += _map(table, words)
    return result


def counted(cards: Iterable[str], words: Words) -> str:
    """Names of cards, each once, with how many."""
    counts = Counter(words.name("card", card) for card in cards)
    return words.join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items())


def _squad(name: str, squad: Mapping[str, Any], words: Words) -> list[str]:
    terrain = words.name("card", squad["terrain"]) if "terrain" in squad else words.ui("squad.off_map")
    result = [
        words.ui(
            "squad.squad",
            name=words.name("squad", name),
            nation=words.name("nation", squad["nation"]),
            men=squad["men"],
            cards=squad["cards"],
            limit=squad["limit"],
            terrain=f"{terrain} ({squad['hex']})" if "hex" in squad else terrain,
            flags=words.join(_flags(squad, words)),
        )
    ]
    if squad.get("hand"):
        result.append("  " + words.ui("squad.hand", cards=counted(squad["hand"].values(), words)))
    return result


def _flags(squad: Mapping[str, Any], words: Words) -> list[str]:
    flags = [words.name("result", "pinned")] if squad.get("pinned") else []
    flags += [words.ui(f"squad.{flag}") for flag in FLAGS if squad.get(flag)]
    flags += [words.name("card", card) for flag, card in CARDS.items() if squad.get(flag)]
    if squad.get("point_man"):
        flags.append(words.name("how", "point_man"))
    for side in ("left", "right"):
        if side in squad:
            flags.append(f"{words.name('card', 'flanking_fire')} {words.name('side', side)} {squad[side]}")
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
    """Pointy-top hexes, "column,row", odd rows half a hex to the right. A bare dot is open ground."""
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
