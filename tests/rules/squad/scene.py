"""A match in a chosen situation: hands, positions and phase are set by hand, dice are scripted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import Context, Decision, Event, Told
from bocage.rules.squad import GAME, actions
from bocage.rules.squad import events as ev
from bocage.rules.squad.data import KIND, NATIONS, PHASES, deck
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.options import Options
from bocage.rules.squad.state import Squad, State, Turn

E = TypeVar("E", bound=Event)


class Scene:
    """One match from the beginning of a phase on; seat 0 is active unless told otherwise."""

    def __init__(
        self,
        phase: str,
        hands: Mapping[str, str] | None = None,
        *,
        nations: Mapping[str, str] | None = None,
        active: int = 0,
        reach: str = "M",
        options: Options | None = None,
        places: Mapping[str, str] | None = None,
        terrain: Mapping[str, str] | None = None,
        discard: str = "",
        deck_size: int | None = None,
        **squads: Mapping[str, Any],
    ) -> None:
        """``hands``: squad id → cards, separated by blanks. ``places`` (map): squad id → "column,row".

        ``squads``: s01={"men": 3} sets fields of squad 0.1. ``deck_size``: only so many cards in the deck, the rest
        of the cards is set aside.
        """
        options = options or Options()
        places = places or {}
        hands = hands or {}
        names = sorted({"0.1", "1.1", *hands, *places})
        held = {name: tuple(sorted(hands.get(name, "").split())) for name in names}
        self.state = State([Turn(PHASES.index(phase))], None, options, 0, {}, turn=7, active=active)
        state = self.state
        for name in names:
            nation = (nations or {}).get(name, "uk")
            squad = Squad(name, int(name[0]), nation, NATIONS[nation].men, held[name])
            if places:
                squad.hex = board(options.columns, options.rows).number[places[name]]
            for field, value in squads.get("s" + name.replace(".", ""), {}).items():
                assert hasattr(squad, field), field
                setattr(squad, field, value)
            state.squads[name] = squad
        state.group = tuple(squad.id for squad in state.of(active))
        if options.variant == "map":
            state.terrain = dict(terrain or {})
        else:
            state.range = reach
        state.discard = tuple(discard.split())
        placed = {card for hand in held.values() for card in hand} | set(state.discard)
        for squad in state.squads.values():
            placed |= {squad.terrain, squad.concealment, squad.encircled, *squad.flank_cards}
        rest = tuple(card for card in deck(options.variant) if card not in placed)
        state.deck = rest[:deck_size]
        state.aside = rest[len(state.deck) :]
        self.events: list[Told] = []
        self._run([])

    def _run(self, dice: Sequence[int]) -> None:
        ctx = self._context(dice)
        GAME.advance(self.state, ctx)
        self._note(ctx)

    def _context(self, dice: Sequence[int]) -> Context:
        self._dice = ScriptedDice(list(dice), keep_order=True)
        return Context(self._dice)

    def _note(self, ctx: Context) -> None:
        assert self._dice.left == 0, "dice that were not rolled"
        GAME.assert_invariants(self.state)
        self.events = ctx.events

    def do(self, action: Any, *dice: int) -> Scene:
        """Play a legal action; ``dice`` are the faces it rolls, all of them. Shuffles keep the order."""
        legal = self.legal
        assert action in legal, f"{action} is not in {legal}"
        ctx = self._context(dice)
        self.state = GAME.copy(self.state)
        GAME.reduce(self.state, action, ctx)
        self._note(ctx)
        return self

    def skip_to(self, *kinds: str) -> Scene:
        """Play defaults, with any dice, until a decision of one of ``kinds`` is owed."""
        for step in range(50):
            if self.kind in kinds:
                return self
            self.state = GAME.apply(self.state, self.asked.default, Dice(b"scene", step)).state
            GAME.assert_invariants(self.state)
        raise AssertionError(f"no decision {kinds} came")

    def next_turn(self) -> Scene:
        """Play defaults, with any dice, until the next turn's first decision."""
        turn = self.state.turn
        for step in range(50):
            if self.state.turn > turn:
                return self
            self.state = GAME.apply(self.state, self.asked.default, Dice(b"scene", step)).state
        raise AssertionError("the turn does not end")

    @property
    def asked(self) -> Decision:
        """The decision owed."""
        decision = GAME.decision(self.state)
        assert decision is not None, "the game is over"
        return decision

    @property
    def kind(self) -> str:
        """The kind of the decision owed; "" at the end."""
        decision = GAME.decision(self.state)
        return decision.kind if decision else ""

    @property
    def who(self) -> tuple[str, int]:
        """Kind and seat of the decision owed."""
        return self.asked.kind, self.asked.seat

    @property
    def legal(self) -> list[Any]:
        """The legal list."""
        return self.asked.actions

    def of(self, kind: type[Any]) -> list[Any]:
        """Legal actions of one verb."""
        return [action for action in self.legal if type(action) is kind]

    def view(self, viewer: int) -> Any:
        """What a viewer sees."""
        return GAME.view(self.state, viewer)

    def squad(self, name: str) -> Squad:
        """A squad."""
        return self.state.squads[name]

    def told(self, kind: type[E], viewer: int = -1) -> list[E]:
        """Events of one kind that the last action told ``viewer``."""
        return [event for event in (one.to(viewer) for one in self.events) if isinstance(event, kind)]


def shoot(hand: str, *dice: int, phase: str = "position_fire", **scene: Any) -> tuple[Scene, ev.Attacked]:
    """Seat 0 plays the first attack of ``hand``."""
    it = Scene(phase, {"0.1": hand}, **scene)
    it.do(it.of(actions.Attack)[0], *dice)
    return it, it.told(ev.Attacked)[0]


def cards_in(scene: Scene, kind: type[Any] = actions.Attack) -> set[str]:
    """Card ids that may be played by that verb."""
    return {KIND[action.card] for action in scene.of(kind)}


def attackable(card: str, reach: str, phase: str, **fields: Any) -> bool:
    """Whether the card may attack an unpinned enemy in that phase at that range."""
    opponent = phase in ("opportunity_fire", "return_fire")
    firer, other = ("1.1", "0.1") if opponent else ("0.1", "1.1")
    moving = {"declared": True} if phase in ("covering_fire", "opportunity_fire") else {}
    s01: dict[str, Any] = {**moving, **({} if opponent else fields)}
    s11: dict[str, Any] = fields if opponent else {}
    hands = {firer: f"{card}_1 smoke_1 smoke_2", other: "smoke_3"}
    scene = Scene(phase if phase != "covering_fire" else "morale", hands, reach=reach, s11=s11, s01=s01)
    if phase == "covering_fire":
        scene.do(actions.Declare("0.1", "move")).do(actions.NO_SMOKE)
    assert scene.kind == phase
    return card in cards_in(scene)
