"""Setup: nationalities, initiative, shuffle, deal (S1 … S3), then terrain or placement (S4, S5, SQ-116)."""

from __future__ import annotations

import msgspec

from bocage.rules.kernel import Context, Decision, Stage
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import DECLINE, Decline, Place, Terrain
from bocage.rules.squad.cards import take
from bocage.rules.squad.data import HAND_AT_START, KIND, NATIONS, deck, uses
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.options import Options, SeatOptions
from bocage.rules.squad.state import Placement, SetupTerrain, Squad, State, Turn
from bocage.rules.squad.variants import GROUNDS, ground_of


def open_match(options: Options, seats: tuple[SeatOptions, ...], ctx: Context) -> State:
    """The state before the first decision, in the order in which chance is asked (SQ-10)."""
    squads = _muster(options, seats, ctx)
    first = _initiative(ctx)
    state = State([Turn()], None, options, first, {squad.id: squad for squad in squads})
    state.nations = (state.squads["0.1"].nation, state.squads["1.1"].nation)
    ground = GROUNDS[options.variant]
    cards = list(deck(options.variant))
    ctx.dice.shuffle(cards)
    state.terrain = ground.survey(options, ctx.dice)
    state.deck = tuple(cards)
    order = [f"{seat}.{number}" for number in range(1, len(squads) // 2 + 1) for seat in (first, 1 - first)]
    _deal(state, order, ctx)
    ground.deploy(state, order)
    return state


def same_sides(
    state: State, options: Options, seats: tuple[SeatOptions, ...]
) -> tuple[Options, tuple[SeatOptions, ...]]:
    """The options with the nation that every squad of ``state`` has (SQ-13, SQ-115)."""
    chosen = []
    fixed: dict[str, str] = {}
    for seat in range(len(seats)):
        own = [squad.nation for squad in state.of(seat)] or ["random"]
        first, second, third = [*own, "same", "same"][:3]
        chosen.append(msgspec.convert({"nation": first, "nation_2": second, "nation_3": third}, SeatOptions))
        if {*own} == {first} != {"random"}:
            # A bot chooses nothing for its seat: as far as it can, the match names the nation.
            fixed[f"nation_{seat}"] = first
    return msgspec.structs.replace(options, **fixed), tuple(chosen)


def _muster(options: Options, seats: tuple[SeatOptions, ...], ctx: Context) -> list[Squad]:
    count = options.squads_per_seat if options.variant == "map" else 1
    squads = []
    for seat, choice in enumerate(seats):
        fixed = (options.nation_0, options.nation_1)[seat]
        # SQ-13, SQ-115: what the match fixes holds for all squads of the seat.
        picks = (choice.nation, choice.nation_2, choice.nation_3) if fixed == "open" else (fixed, "same", "same")
        own: list[str] = []
        for number in range(1, count + 1):
            pick = picks[number - 1]
            name = f"{seat}.{number}"
            lot = pick == "random"
            nation = ctx.dice.pick(tuple(NATIONS)) if lot else own[0] if pick == "same" else pick
            ctx.tell(ev.Drafted(name, nation, lot))
            own.append(nation)
            squads.append(Squad(name, seat, nation, NATIONS[nation].men))
    return squads


def _initiative(ctx: Context) -> int:
    while (dice := (ctx.dice.d6(), ctx.dice.d6()))[0] == dice[1]:
        ctx.tell(ev.Initiative(dice, -1, True))
    first = 0 if dice[0] > dice[1] else 1
    ctx.tell(ev.Initiative(dice, first))
    return first


def _deal(state: State, order: list[str], ctx: Context) -> None:
    count = len(order)
    for at, name in enumerate(order):
        squad = state.squads[name]
        hand = tuple(sorted(state.deck[at : HAND_AT_START * count : count]))
        squad.hand = hand
        ctx.tell(
            ev.Dealt(name, len(hand)),
            {squad.seat: ev.Dealt(name, len(hand), hand)},
        )
    state.deck = state.deck[HAND_AT_START * count :]


class SetupTerrainStage(Stage[State, SetupTerrain]):
    """S4, S5: one terrain card at most, not replaced; asked even without one (SQ-16)."""

    def waits(self, state: State, frame: SetupTerrain) -> bool:
        return True

    def decision(self, state: State, frame: SetupTerrain) -> Decision:
        squad = state.squads[frame.squad]
        terrain = uses(state.options.variant, squad.nation, "terrain")
        actions: list[Terrain | Decline] = [Terrain(squad.id, card) for card in squad.hand if card in terrain]
        actions.append(DECLINE)
        return Decision(squad.seat, "setup_terrain", actions, DECLINE)

    def act(self, state: State, frame: SetupTerrain, action: Terrain | Decline, ctx: Context) -> None:
        state.stack.pop()
        if isinstance(action, Terrain):
            squad = state.squads[frame.squad]
            take(squad, action.card)
            squad.terrain = action.card
            ctx.tell(ev.Deployed(squad.id, KIND[action.card]))


class PlacementStage(Stage[State, Placement]):
    """SQ-116: alternately, each squad on a free hex of the home edge."""

    def waits(self, state: State, frame: Placement) -> bool:
        return bool(frame.left)

    def decision(self, state: State, frame: Placement) -> Decision:
        squad = state.squads[frame.left[0]]
        layout = board(state.options.columns, state.options.rows)
        taken = {other.hex for other in state.squads.values()}
        home = layout.home(squad.seat, state.options.edge)
        actions = [Place(squad.id, layout.names[at]) for at in home if at not in taken]
        return Decision(squad.seat, "placement", actions, actions[0])

    def act(self, state: State, frame: Placement, action: Place, ctx: Context) -> None:
        squad = state.squads[frame.left[0]]
        frame.left = frame.left[1:]
        squad.hex = board(state.options.columns, state.options.rows).number[action.to]
        ctx.tell(ev.Deployed(squad.id, ground_of(state).terrain_of(state, squad), action.to))
