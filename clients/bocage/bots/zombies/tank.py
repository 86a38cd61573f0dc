"""Ways to play ZOMBIES VS LIGHT TANK: look first, shoot first, or plan the round past all counters.

A strategy is a function ``(view, legal actions) -> action`` on the plain dicts of the public protocol: the whole
viewed document of a match, its legal list, one action of that list. It knows nothing of the service: map, numbers
and ranges are what the game's public facts tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from bocage.bots.zombies import types
from bocage.bots.zombies.rounds import Rounds

View: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = Mapping[str, Any]
Choice: TypeAlias = dict[str, Any]
Play: TypeAlias = Callable[[View, Sequence[Choice]], Choice]


class Printed:
    """What is printed: the way between hexes, the zombies' numbers, what attacks reach and gain."""

    def __init__(self, facts: Facts) -> None:
        self._neighbours = {name: hex_["neighbours"] for name, hex_ in facts["hexes"].items()}
        self._at: dict[str, tuple[int, int]] = {
            name: (hex_["q"], hex_["r"]) for name, hex_ in facts["hexes"].items()
        }
        self._number = {name: hex_["number"] for name, hex_ in facts["hexes"].items()}
        #: What is added to dice that name a hex once a zombie was killed.
        self._kill_bonus: int = facts["kill_bonus"]
        self.counters: dict[str, int] = {name: counter["count"] for name, counter in facts["counters"].items()}
        self._paths: dict[str, dict[str, int]] = {}
        self.star: str = facts["star"]
        #: What a die must show to destroy what lies face-down.
        self.face_down_needs: int = facts["face_down_needs"]
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

    def straight(self, one: str, other: str) -> int:
        """The distance as the shell flies, across what is not printed."""
        (q1, r1), (q2, r2) = self._at[one], self._at[other]
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def exposed(self, counters: Iterable[str], killed: bool) -> frozenset[str]:
        """Which of the face-down counters in these hexes a counterattack may turn up."""
        first = 1 + (self._kill_bonus if killed else 0)
        return frozenset(at for at in counters if first <= self._number[at] < first + 6)

    def rounds(self, reach: Callable[[str, str], int], most: int) -> Rounds:
        """Rounds of a tank that reaches what is at most so far away by that distance."""
        near = {
            here: frozenset(there for there in self._neighbours if reach(here, there) <= most)
            for here in self._neighbours
        }
        return Rounds(self._walk, near)

    def _walk(self, one: str, other: str) -> int:
        return self.paths(one)[other]


class Style(NamedTuple):
    """How a strategy plays.

    ``finds``: what is worth a detour. ``explore``: what is done about counters near enough. ``rounds``: the drive
    is planned past all face-down counters, first those that the enemy may turn up; the M8 turret is fetched before
    one of them is fired at; locals are asked nothing, as a zombie that stays face-down is easier to hit; and when
    one is in sight that no shot kills, counters are looked at instead of fired at, for equipment that does.
    """

    finds: tuple[str, ...]
    explore: Callable[[_Turn], Choice | None]
    rounds: Rounds | None = None


def scout_first(facts: Facts) -> Play:
    """Turn up what lies next to the tank before firing at it; fetch the M8 turret and the stragglers."""
    return partial(_play, Printed(facts), Style(("m8", "infantry"), _scout))


def shoot_first(facts: Facts) -> Play:
    """Fire at everything in range, seen or not; fetch the M8 turret when it is seen."""
    return partial(_play, Printed(facts), Style(("m8",), _shoot))


def plan_first(facts: Facts) -> Play:
    """Look first where stragglers are to be rescued; else shoot, and plan the drive."""
    printed = Printed(facts)
    scout = Style(("m8", "infantry"), _scout)
    shoot = Style(("m8",), _shoot, printed.rounds(printed.straight, printed.fire_range))

    def choose(view: View, actions: Sequence[Choice]) -> Choice:
        return _play(printed, scout if view["options"].get("rescue") else shoot, view, actions)

    return choose


class _Turn:
    """What a strategy looks at before it spends action points."""

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
        #: By how much a modified die must beat a zombie's number.
        self.margin = 0 if options.get("equal_kills") else 1
        self.paths = printed.paths(self.hex)

    def all(self, *verbs: str) -> list[Choice]:
        return [action for action in self.actions if action["do"] in verbs]

    def faces(self, verb: str, zombie: str) -> int:
        """How many of the six faces kill a zombie."""
        return min(6, 7 - self.printed.numbers[zombie] - self.margin + self.bonus(verb))

    def bonus(self, verb: str) -> int:
        """What a mounted piece of equipment adds to an attack."""
        return self.printed.bonus if self.tank["m8" if verb == "fire" else "cutter"] else 0

    @property
    def only_zombies(self) -> bool:
        """Whether all that lies face-down are zombies, by what has been seen."""
        left = sum(self.unseen(zombie) for zombie in self.printed.numbers)
        return 0 < len(self.face_down) == left

    def hits(self, attack: Choice) -> int:
        """How many of the six faces destroy the target of an attack."""
        target: str = attack["target"]
        if target != "face_down":
            return self.faces(attack["do"], target)
        return min(6, 7 - self.printed.face_down_needs + self.bonus(attack["do"]))

    def killable(self, verb: str) -> list[str]:
        """Where zombies are that this attack could kill."""
        return [at for zombie, at in self.zombies.items() if self.faces(verb, zombie) > 0]

    def unseen(self, counter: str) -> bool:
        """Whether a counter of a kind has not been turned up yet."""
        tank, table = self.tank, self.table
        known = [*self.zombies, *self.items.values(), *table["killed"], *table["gone"], table["marker"]]
        aboard = {"m8": int(tank["m8"]), "cutter": int(tank["cutter"]), "infantry": tank["infantry"]}
        return known.count(counter) + aboard.get(counter, 0) < self.printed.counters[counter]

    def towards(self, goals: Iterable[str], near: int = 0) -> Choice | None:
        """A step to the nearest goal, unless the tank is ``near`` enough; never in between two zombies."""
        goal = min(goals, key=lambda at: (self.paths[at], at), default="")
        if not goal or self.paths[goal] <= near:
            return None
        return min(
            self.moves(), key=lambda move: (self.printed.paths(goal)[move["hex"]], move["hex"]), default=None
        )

    def moves(self) -> list[Choice]:
        """Moves that do not end in between two zombies."""
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
    """The best attack on a zombie in sight; not a last resort while the M8 turret lies there for the taking.

    With none in sight, on what can only be a zombie: those that are seen come by themselves, and strike.
    """
    known = turn.style.rounds is not None and turn.only_zombies and not turn.zombies
    targets = [action for action in turn.all("fire", "ram") if known or action["target"] != "face_down"]
    best = max(targets, key=turn.hits, default=None)
    least = 2 if "m8" in turn.items.values() else 1
    return best if best is not None and turn.hits(best) >= least else None


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


def _fetch(turn: _Turn) -> Choice | None:
    """To the M8 turret, before shots that it would help."""
    if turn.style.rounds is None or turn.tank["m8"]:
        return None
    return turn.towards(at for at, item in turn.items.items() if item == "m8")


def _equip(turn: _Turn) -> Choice | None:
    """Look for equipment while a zombie is in sight that cannot be shot: a hit might destroy it face-down."""
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
    """The next hex of the shortest round past all face-down counters, those that may be turned up first."""
    rounds, counters = turn.style.rounds, frozenset(turn.face_down)
    if rounds is None or not counters:
        return None

    exposed = turn.printed.exposed(counters, bool(turn.table["killed"]))

    def left(move: Choice) -> tuple[int, int, int, str]:
        there = move["hex"]
        drive = rounds.length(there, counters) + rounds.length(there, exposed)
        return drive, turn.paths[there], min(turn.printed.paths(there)[at] for at in counters), there

    return min(turn.moves(), key=left, default=None)
