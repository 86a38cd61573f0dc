"""Strategies for ZOMBIES VS LIGHT TANK: scout first, shoot first, or plan the drive past all counters.

A strategy is a function ``(view, legal actions) -> action`` on the plain dicts of the public protocol. It uses
nothing of the service: map, numbers and ranges come from the game's public facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from bocage.bots.zombies import types

View: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = Mapping[str, Any]
Choice: TypeAlias = dict[str, Any]
Play: TypeAlias = Callable[[View, Sequence[Choice]], Choice]


class Printed:
    """Printed facts: distances, zombies' numbers, ranges and bonuses of attacks."""

    def __init__(self, facts: Facts) -> None:
        self._neighbours = {name: hex_["neighbours"] for name, hex_ in facts["hexes"].items()}
        self._at: dict[str, tuple[int, int]] = {
            name: (hex_["q"], hex_["r"]) for name, hex_ in facts["hexes"].items()
        }
        self._number = {name: hex_["number"] for name, hex_ in facts["hexes"].items()}
        #: Bonus after a kill on dice that choose a hex.
        self._kill_bonus: int = facts["kill_bonus"]
        self.counters: dict[str, int] = {name: counter["count"] for name, counter in facts["counters"].items()}
        self._paths: dict[str, dict[str, int]] = {}
        self.star: str = facts["star"]
        #: Roll needed to destroy a face-down counter.
        self.face_down_needs: int = facts["face_down_needs"]
        self.fire_range: int = facts["fire_range"]
        #: Bonus of mounted equipment on its attack.
        self.bonus: int = facts["attack_bonus"]
        self.numbers: dict[str, int] = {
            name: counter["number"] for name, counter in facts["counters"].items() if "number" in counter
        }

    def paths(self, start: str) -> dict[str, int]:
        """Return the distances along the ground from ``start``."""
        if start not in self._paths:
            found, queue = {start: 0}, [start]
            for here in queue:
                for there in self._neighbours[here]:
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
            self._paths[start] = found
        return self._paths[start]

    def straight(self, one: str, other: str) -> int:
        """Return the straight distance, also across hexes that are not printed."""
        (q1, r1), (q2, r2) = self._at[one], self._at[other]
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def exposed(self, counters: Iterable[str], killed: bool) -> frozenset[str]:
        """Return those of the face-down counters in these hexes that a counterattack may reveal."""
        first = 1 + (self._kill_bonus if killed else 0)
        return frozenset(at for at in counters if first <= self._number[at] < first + 6)

    def rounds(self, reach: Callable[[str, str], int], most: int) -> Rounds:
        """Return drives of a tank that reaches what is at most ``most`` away by ``reach``."""
        near = {
            here: frozenset(there for there in self._neighbours if reach(here, there) <= most)
            for here in self._neighbours
        }
        return Rounds(self._walk, near)

    def _walk(self, one: str, other: str) -> int:
        return self.paths(one)[other]


class Style(NamedTuple):
    """The style of a strategy.

    ``finds``: items worth a detour. ``explore``: the reaction to counters nearby. ``rounds``: plan the drive past
    all face-down counters, starting with those that the enemy may reveal; fetch the M8 turret before firing at one;
    do not question locals, as a face-down zombie is easier to hit; and if a visible zombie cannot be killed, look
    at counters for equipment instead of firing at them.
    """

    finds: tuple[str, ...]
    explore: Callable[[_Turn], Choice | None]
    rounds: Rounds | None = None


def scout_first(facts: Facts) -> Play:
    """Create a strategy that reveals adjacent counters before firing; fetches the M8 turret and the stragglers."""
    return partial(_play, Printed(facts), Style(("m8", "infantry"), _scout))


def shoot_first(facts: Facts) -> Play:
    """Create a strategy that fires at everything in range; fetches the M8 turret when it is seen."""
    return partial(_play, Printed(facts), Style(("m8",), _shoot))


def plan_first(facts: Facts) -> Play:
    """Create a strategy that scouts if stragglers must be rescued; else shoots, and plans the drive."""
    printed = Printed(facts)
    scout = Style(("m8", "infantry"), _scout)
    shoot = Style(("m8",), _shoot, printed.rounds(printed.straight, printed.fire_range))

    def choose(view: View, actions: Sequence[Choice]) -> Choice:
        return _play(printed, scout if view["options"].get("rescue") else shoot, view, actions)

    return choose


class _Turn:
    """The situation before spending action points."""

    def __init__(self, printed: Printed, style: Style, view: View, actions: Sequence[Choice]) -> None:
        self.printed = printed
        self.style = style
        table: types.View = view["table"]
        options: types.Options = view["options"]
        self.actions = actions
        self.table = table
        self.ap: int = table["ap"]
        self.tank: types.TankView = table["tank"]
        self.hex: str = table["tank"]["hex"]
        self.face_down: Mapping[str, str] = table["face_down"]
        self.zombies: Mapping[str, str] = table["zombies"]
        self.items: Mapping[str, str] = table["items"]
        self.rescue: int = options.get("rescue", 0)
        #: Margin by which a modified die must exceed a zombie's number.
        self.margin = 0 if options.get("equal_kills") else 1
        self.paths = printed.paths(self.hex)

    def all(self, *verbs: str) -> list[Choice]:
        return [action for action in self.actions if action["do"] in verbs]

    def faces(self, verb: str, zombie: str) -> int:
        """Return how many faces of a die kill a zombie."""
        return min(6, 7 - self.printed.numbers[zombie] - self.margin + self.bonus(verb))

    def bonus(self, verb: str) -> int:
        """Return the bonus of mounted equipment on an attack."""
        return self.printed.bonus if self.tank["m8" if verb == "fire" else "cutter"] else 0

    @property
    def only_zombies(self) -> bool:
        """True if all face-down counters must be zombies, judging by the revealed ones."""
        left = sum(self.unseen(zombie) for zombie in self.printed.numbers)
        return 0 < len(self.face_down) == left

    def hits(self, attack: Choice) -> int:
        """Return how many faces of a die destroy the target of an attack."""
        target: str = attack["target"]
        if target != "face_down":
            return self.faces(attack["do"], target)
        return min(6, 7 - self.printed.face_down_needs + self.bonus(attack["do"]))

    def killable(self, verb: str) -> list[str]:
        """Return the places of zombies that this attack could kill."""
        return [at for zombie, at in self.zombies.items() if self.faces(verb, zombie) > 0]

    def unseen(self, counter: str) -> bool:
        """True if a counter of this kind has not been revealed yet."""
        tank, table = self.tank, self.table
        known = [*self.zombies, *self.items.values(), *table["killed"], *table["gone"], table["marker"]]
        aboard = {"m8": int(tank["m8"]), "cutter": int(tank["cutter"]), "infantry": tank["infantry"]}
        return known.count(counter) + aboard.get(counter, 0) < self.printed.counters[counter]

    def towards(self, goals: Iterable[str], near: int = 0) -> Choice | None:
        """Return a step towards the nearest goal, unless within ``near``; never between two zombies."""
        goal = min(goals, key=lambda at: (self.paths[at], at), default="")
        if not goal or self.paths[goal] <= near:
            return None
        return min(
            self.moves(), key=lambda move: (self.printed.paths(goal)[move["hex"]], move["hex"]), default=None
        )

    def moves(self) -> list[Choice]:
        """Return the moves that do not end between two zombies."""
        held = list(self.zombies.values())
        return [move for move in self.all("move") if held.count(move["hex"]) < 2]


def _play(
    printed: Printed,
    style: Style,
    view: View,
    actions: Sequence[Choice],
) -> Choice:
    turn = _Turn(printed, style, view, actions)
    match actions[0]["do"]:
        case "lose":
            order = ("cutter", "m8", "infantry") if turn.rescue else ("infantry", "cutter", "m8")
            return min(actions, key=lambda action: order.index(action["what"]))
        case "mend":
            wish = ("ammo", "track", "mount", "hull")
            return min(actions, key=lambda action: wish.index(action["what"]))
        case "reveal" if style.rounds:
            return actions[-1]
        case "reveal":
            return min(turn.all("reveal"), key=lambda action: turn.paths[action["hex"]])
    steps = (_attack, _mend, _fetch, _leave, _equip, style.explore, _approach)
    return next((action for step in steps if (action := step(turn)) is not None), actions[-1])


def _attack(turn: _Turn) -> Choice | None:
    """Return the best attack on a visible zombie, except a desperate one while the M8 turret can be fetched.

    If none is visible, attack counters that must be zombies: visible ones approach and strike.
    """
    known = turn.style.rounds is not None and turn.only_zombies and not turn.zombies
    targets = [action for action in turn.all("fire", "ram") if known or action["target"] != "face_down"]
    best = max(targets, key=turn.hits, default=None)
    least = 2 if "m8" in turn.items.values() else 1
    return best if best is not None and turn.hits(best) >= least else None


def _mend(turn: _Turn) -> Choice | None:
    """Spend all points on a repair; a damaged hull alone is not worth the last few."""
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
    """Leave the hex of a zombie that cannot be attacked."""
    if turn.hex not in turn.zombies.values():
        return None
    held = turn.zombies.values()
    return next((move for move in turn.all("move") if move["hex"] not in held), None)


def _fetch(turn: _Turn) -> Choice | None:
    """Fetch the M8 turret before shots that it would help."""
    if turn.style.rounds is None or turn.tank["m8"]:
        return None
    return turn.towards(at for at, item in turn.items.items() if item == "m8")


def _equip(turn: _Turn) -> Choice | None:
    """Look for equipment if a visible zombie cannot be shot: firing might destroy it face-down."""
    tank = turn.tank
    lacks = not (tank["m8"] or tank["cutter"] or "m8" in turn.items.values())
    hard = any(turn.faces("fire", zombie) <= 0 for zombie in turn.zombies)
    if turn.style.rounds is None or not (lacks and hard and turn.face_down):
        return None
    if not (turn.unseen("m8") or turn.unseen("cutter")):
        return None
    if looks := turn.all("recon"):
        return max(looks, key=lambda action: turn.paths[action["hex"]])
    if min(turn.paths[at] for at in turn.face_down) <= 1:
        return turn.actions[-1] if turn.ap == 1 else None
    return turn.towards(turn.face_down, 1)


def _scout(turn: _Turn) -> Choice | None:
    """Look at adjacent counters; shoot with points that do not suffice for that."""
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
    """Drive to items, targets, ammunition, or counters, in this order."""
    hopeless = not turn.killable("fire") and bool(turn.zombies)
    wanted = (*turn.style.finds, *(("cutter",) if hopeless else ()), *(("infantry",) if turn.rescue else ()))
    finds = [at for at, item in turn.items.items() if item in wanted]
    return (
        turn.towards(finds)
        or (None if turn.tank["ammo_out"] else turn.towards(turn.killable("fire"), turn.printed.fire_range))
        or (turn.towards(turn.killable("ram")) if turn.tank["cutter"] else None)
        or (turn.towards([turn.printed.star]) if turn.tank["ammo_out"] else None)
        or _go_round(turn)
        or turn.towards(turn.face_down, 1)
    )


def _go_round(turn: _Turn) -> Choice | None:
    """Take the next hex of the shortest drive past all face-down counters, starting with the exposed ones."""
    rounds, counters = turn.style.rounds, frozenset(turn.face_down)
    if rounds is None or not counters:
        return None

    exposed = turn.printed.exposed(counters, bool(turn.table["killed"]))

    def left(move: Choice) -> tuple[int, int, int, str]:
        there = move["hex"]
        drive = rounds.length(there, counters) + rounds.length(there, exposed)
        return drive, turn.paths[there], min(turn.printed.paths(there)[at] for at in counters), there

    return min(turn.moves(), key=left, default=None)


#: (hex, other hex) → distance.
Distance = Callable[[str, str], int]


class Rounds:
    """Lengths of drives until each counter of a set has been within reach, cached per set."""

    def __init__(self, path: Distance, reach: Mapping[str, frozenset[str]]) -> None:
        """``path``: distances along the ground. ``reach``: hexes within reach of a tank on each hex."""
        self._path = path
        self._reach = reach
        self._known: dict[tuple[str, frozenset[str]], int] = {}

    def length(self, here: str, counters: frozenset[str]) -> int:
        """Return the hexes to drive from ``here`` until each of ``counters`` (hexes) was within reach."""
        left = counters - self._reach[here]
        if not left:
            return 0
        found = self._known.get((here, left))
        if found is None:
            found = self._known[here, left] = min(
                self._path(here, stop) + self.length(stop, left)
                for stop, near in self._reach.items()
                if near & left
            )
        return found
