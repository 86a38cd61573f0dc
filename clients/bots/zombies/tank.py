"""Two simple ways to play ZOMBIES VS LIGHT TANK: look first, or shoot first.

A strategy is a function ``(view, legal actions) -> action`` on the plain dicts of the public protocol: the whole
viewed document of a match, its legal list, one action of that list. It knows nothing of the service: map, numbers
and ranges are what the game's public facts tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from clients.bots.zombies import types

View: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = Mapping[str, Any]
Choice: TypeAlias = dict[str, Any]
Play: TypeAlias = Callable[[View, Sequence[Choice]], Choice]


class Printed:
    """What is printed: the way between hexes, the zombies' numbers, what attacks reach and gain."""

    def __init__(self, facts: Facts) -> None:
        self._neighbours = {name: hex_["neighbours"] for name, hex_ in facts["hexes"].items()}
        self._paths: dict[str, dict[str, int]] = {}
        self.star: str = facts["star"]
        self.fire_range: int = facts["fire_range"]
        #: What a mounted piece of equipment adds to its attack.
        self.bonus: int = facts["attack_bonus"]
        self.numbers: dict[str, int] = {
            name: counter["number"] for name, counter in facts["counters"].items() if "number" in counter
        }

    def paths(self, start: str) -> dict[str, int]:
        """Hexes to walk from ``start`` to every other."""
        if start not in self._paths:
            found, queue = {start: 0}, [start]
            for here in queue:
                for there in self._neighbours[here]:
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
            self._paths[start] = found
        return self._paths[start]


def scout_first(facts: Facts) -> Play:
    """Turn up what lies next to the tank before firing at it; fetch the M8 turret and the stragglers."""
    return partial(_play, Printed(facts), ("m8", "infantry"), _scout)


def shoot_first(facts: Facts) -> Play:
    """Fire at everything in range, seen or not; fetch the M8 turret when it is seen."""
    return partial(_play, Printed(facts), ("m8",), _shoot)


def scout_or_shoot(facts: Facts) -> Play:
    """The one of both that wins more often: look first where infantry is to be rescued, else shoot."""
    scout, shoot = scout_first(facts), shoot_first(facts)

    def choose(view: View, actions: Sequence[Choice]) -> Choice:
        return (scout if view["options"].get("rescue") else shoot)(view, actions)

    return choose


class _Turn:
    """What a strategy looks at before it spends action points."""

    def __init__(self, printed: Printed, view: View, actions: Sequence[Choice], finds: tuple[str, ...]) -> None:
        self.printed = printed
        #: What is worth a detour.
        self.finds = finds
        table: types.View = view["table"]
        options: types.Options = view["options"]
        self.actions = actions
        self.ap: int = table["ap"]
        self.tank: types.TankView = table["tank"]
        self.hex: str = table["tank"]["hex"]
        self.face_down: Mapping[str, str] = table["face_down"]
        self.zombies: Mapping[str, str] = table["zombies"]
        self.items: Mapping[str, str] = table["items"]
        self.rescue: int = options.get("rescue", 0)
        #: By how much a modified die must beat a zombie's number.
        self.margin = 0 if options.get("equal_kills") else 1
        self.paths = printed.paths(self.hex)

    def all(self, *verbs: str) -> list[Choice]:
        return [action for action in self.actions if action["do"] in verbs]

    def faces(self, verb: str, zombie: str) -> int:
        """How many of the six faces kill a zombie."""
        bonus = self.printed.bonus if self.tank["m8" if verb == "fire" else "cutter"] else 0
        return min(6, 7 - self.printed.numbers[zombie] - self.margin + bonus)

    def killable(self, verb: str) -> list[str]:
        """Where zombies are that this attack could kill."""
        return [at for zombie, at in self.zombies.items() if self.faces(verb, zombie) > 0]

    def towards(self, goals: Iterable[str], near: int = 0) -> Choice | None:
        """A step to the nearest goal, unless the tank is ``near`` enough; never in between two zombies."""
        goal = min(goals, key=lambda at: (self.paths[at], at), default="")
        if not goal or self.paths[goal] <= near:
            return None
        held = list(self.zombies.values())
        moves = [move for move in self.all("move") if held.count(move["hex"]) < 2]
        return min(moves, key=lambda move: (self.printed.paths(goal)[move["hex"]], move["hex"]), default=None)


def _play(
    printed: Printed,
    finds: tuple[str, ...],
    explore: Callable[[_Turn], Choice | None],
    view: View,
    actions: Sequence[Choice],
) -> Choice:
    turn = _Turn(printed, view, actions, finds)
    match actions[0]["do"]:
        case "lose":
            order = ("cutter", "m8", "infantry") if turn.rescue else ("infantry", "cutter", "m8")
            return min(actions, key=lambda action: order.index(action["what"]))
        case "mend":
            wish = ("ammo", "track", "mount", "hull")
            return min(actions, key=lambda action: wish.index(action["what"]))
        case "reveal":
            return min(turn.all("reveal"), key=lambda action: turn.paths[action["hex"]])
    steps = (_attack, _mend, _leave, explore, _approach)
    return next((action for step in steps if (action := step(turn)) is not None), actions[-1])


def _attack(turn: _Turn) -> Choice | None:
    """The best attack on a zombie in sight; not a last resort while the M8 turret lies there for the taking."""
    targets = [action for action in turn.all("fire", "ram") if action["target"] != "face_down"]
    best = max(targets, key=lambda action: turn.faces(action["do"], action["target"]), default=None)
    least = 2 if "m8" in turn.items.values() else 1
    return best if best is not None and turn.faces(best["do"], best["target"]) >= least else None


def _mend(turn: _Turn) -> Choice | None:
    """All points on a repair; a damaged hull alone is not worth the last few."""
    repairs = turn.all("repair")
    crippled = not turn.all("move", "fire")
    if turn.tank["damaged"] and turn.ap < 3 and not crippled and repairs and not _other_repairs(turn):
        return None
    return repairs[-1] if repairs else None


def _other_repairs(turn: _Turn) -> bool:
    tank = turn.tank
    at_home = tank["ammo_out"] and turn.hex == turn.printed.star
    return tank["track_broken"] or at_home or turn.items.get(turn.hex) in ("m8", "cutter")


def _leave(turn: _Turn) -> Choice | None:
    """Out of the hex of a zombie that could not be attacked."""
    if turn.hex not in turn.zombies.values():
        return None
    held = turn.zombies.values()
    return next((move for move in turn.all("move") if move["hex"] not in held), None)


def _scout(turn: _Turn) -> Choice | None:
    """Look at the counters around; a point that is too few for that is a shot."""
    looks = turn.all("recon")
    if looks:
        return max(looks, key=lambda action: turn.paths[action["hex"]])
    close = any(turn.paths[at] <= 1 for at in turn.face_down)
    return _shoot(turn) if close and turn.ap == 1 and not turn.rescue else None


def _shoot(turn: _Turn) -> Choice | None:
    """Fire at the nearest face-down counter; without ammunition, ram the one underneath."""
    shots = [action for action in turn.all("fire") if action["target"] == "face_down"]
    rams = [action for action in turn.all("ram") if action["target"] == "face_down"]
    return min(shots, key=lambda action: turn.paths[action["hex"]], default=rams[0] if rams else None)


def _approach(turn: _Turn) -> Choice | None:
    """Drive to what is worth it: finds, prey, ammunition, counters to look at, in this order."""
    hopeless = not turn.killable("fire") and bool(turn.zombies)
    wanted = (*turn.finds, *(("cutter",) if hopeless else ()), *(("infantry",) if turn.rescue else ()))
    finds = [at for at, item in turn.items.items() if item in wanted]
    return (
        turn.towards(finds)
        or (None if turn.tank["ammo_out"] else turn.towards(turn.killable("fire"), turn.printed.fire_range))
        or (turn.towards(turn.killable("ram")) if turn.tank["cutter"] else None)
        or (turn.towards([turn.printed.star]) if turn.tank["ammo_out"] else None)
        or turn.towards(turn.face_down, 1)
    )
