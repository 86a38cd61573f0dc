"""The map variant: hexes instead of the range scale (SQ-112 … SQ-131)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.hexes import distance, from_odd_r
from bocage.rules.kernel import Context
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import Move
from bocage.rules.squad.cards import discard
from bocage.rules.squad.data import OPEN_GROUND, RANGES, TERRAINS
from bocage.rules.squad.drawn import parse
from bocage.rules.squad.ground import Ground
from bocage.rules.squad.options import Edge, Options
from bocage.rules.squad.state import Placement, Squad, State

#: The range at a distance in hexes; "" is out of reach (SQ-117).
_AT = ("", *RANGES)
REACH = len(RANGES)
#: Reach of a home corner in hexes.
CORNER = 2

_ACROSS: tuple[tuple[Edge, Edge], ...] = (
    ("north", "south"),
    ("west", "east"),
    ("northwest", "southeast"),
    ("northeast", "southwest"),
)
OPPOSITE: Mapping[Edge, Edge] = MappingProxyType(dict([*_ACROSS, *((b, a) for a, b in _ACROSS)]))


class Board(msgspec.Struct, frozen=True):
    """The geometry of one map size. Hexes are numbered row by row; ``names`` are "column,row"."""

    columns: int
    rows: int
    names: tuple[str, ...]
    number: dict[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    #: distance[a][b] in hexes.
    distance: tuple[bytes, ...]

    def home(self, seat: int, edge: Edge) -> tuple[int, ...]:
        """The hexes on which a seat places its squads (SQ-116). ``edge``: that of seat 0."""
        size = len(self.names)
        last_of_row = self.columns - 1
        hexes: dict[Edge, Iterable[int]] = {
            "north": range(self.columns),
            "west": range(0, size, self.columns),
            "northwest": self._around(0),
            "northeast": self._around(last_of_row),
        }
        turned = edge not in hexes
        found = hexes[OPPOSITE[edge] if turned else edge]
        # Seen from the opposite edge, hexes are counted from the other end.
        return tuple(sorted(size - 1 - at for at in found)) if turned != (seat == 1) else tuple(found)

    def _around(self, corner: int) -> list[int]:
        return [at for at, steps in enumerate(self.distance[corner]) if steps <= CORNER]

    def range_between(self, a: int, b: int) -> str:
        """The range between two hexes; "" beyond reach."""
        steps = self.distance[a][b]
        return _AT[steps] if steps <= REACH else ""


@cache
def board(columns: int, rows: int) -> Board:
    """The board of that size: pointy-top hexes, "odd-r" offset coordinates (SQ-112)."""
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    axial = [from_odd_r(column, row) for column, row in cells]
    distances = tuple(bytes(distance(a, b) for b in axial) for a in axial)
    names = tuple(f"{column},{row}" for column, row in cells)
    return Board(
        columns,
        rows,
        names,
        {name: at for at, name in enumerate(names)},
        tuple(tuple(at for at, steps in enumerate(line) if steps == 1) for line in distances),
        distances,
    )


class HexMap(Ground):
    """Squads on hexes; moving costs no card, terrain lies on the map."""

    price_of_a_move = 0

    def survey(self, options: Options, dice: Chance) -> dict[str, str]:
        # SQ-113: as drawn; or pairs of hexes with the same terrain, one pair per eight hexes.
        if options.map:
            return dict(parse(options.map).terrain)
        layout = board(options.columns, options.rows)
        size = len(layout.names)
        pairs = size // 8
        types = list(TERRAINS)
        dice.shuffle(types)
        mirrored = options.terrain == "mirrored"
        hexes = list(range(size // 2 if mirrored else size))
        dice.shuffle(hexes)
        terrain = {}
        for pair in range(pairs):
            # The mirror of (c, r) is (W-1-c, H-1-r): the same hex counted from the other end.
            one, other = (hexes[pair], size - 1 - hexes[pair]) if mirrored else hexes[2 * pair : 2 * pair + 2]
            terrain[layout.names[one]] = terrain[layout.names[other]] = types[pair % len(types)]
        return terrain

    def deploy(self, state: State, order: list[str]) -> None:
        state.stack.append(Placement(tuple(order)))

    def board(self, state: State) -> Board:
        """The board that a match is played on."""
        return board(state.options.columns, state.options.rows)

    def range_between(self, state: State, one: Squad, other: Squad) -> str:
        return self.board(state).range_between(one.hex, other.hex)

    def terrain_of(self, state: State, squad: Squad) -> str:
        return self._terrain(state, squad.hex)

    def _terrain(self, state: State, at: int) -> str:
        return state.terrain.get(self.board(state).names[at], OPEN_GROUND)

    def can_move(self, state: State, squad: Squad) -> bool:
        taken = {other.hex for other in state.squads.values()}
        return any(at not in taken for at in self.board(state).neighbours[squad.hex])

    def moves(self, state: State, squad: Squad) -> list[Move]:
        # SQ-123: one hex, or two when both are open.
        layout = self.board(state)
        names, terrain = layout.names, state.terrain
        taken = {other.hex for other in state.squads.values()}
        goals = set()
        for near in layout.neighbours[squad.hex]:
            if near in taken:
                continue
            goals.add(near)
            if names[near] not in terrain:
                goals.update(
                    far for far in layout.neighbours[near] if far not in taken and names[far] not in terrain
                )
        return [Move(squad.id, to=names[goal]) for goal in sorted(goals)]

    def default_move(self, moves: list[Move]) -> Move:
        return moves[0]

    def announce(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        ctx.tell(ev.Announced(squad.id, self.goal(state, move), to=move.to))

    def goal(self, state: State, move: Move) -> str:
        return self._terrain(state, self.board(state).number[move.to])

    def guards(self, state: State, squad: Squad, move: Move) -> tuple[str, ...]:
        layout = self.board(state)
        from_goal = layout.distance[layout.number[move.to]]
        return tuple(enemy.id for enemy in state.enemies(squad) if from_goal[enemy.hex] <= REACH)

    def flanks(self, state: State, squad: Squad, move: Move) -> tuple[str, ...]:
        layout = self.board(state)
        before, after = layout.distance[squad.hex], layout.distance[layout.number[move.to]]
        return tuple(enemy.id for enemy in state.enemies(squad) if before[enemy.hex] == after[enemy.hex] <= REACH)

    def complete(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        squad.flanked = self.flanks(state, squad, move)
        squad.hex = self.board(state).number[move.to]
        squad.moved = True
        discard(state, squad.concealment, squad.encircled)  # SQ-125
        squad.concealment = squad.encircled = ""
        ctx.tell(ev.Moved(squad.id, self.terrain_of(state, squad), to=move.to))

    def cancel(self, state: State, move: Move) -> None:
        return
