"""A game of hidden choices, for the mistakes that ``planted`` makes in it.

Two seats hold three cards each. In turn each lays one face-down; then both are turned up, and the higher one
scores. The loser probes one of nine spots for a mine that nobody sees, which costs a point. Then both draw.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypedDict

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import (
    OPEN,
    Action,
    Context,
    Decision,
    Event,
    Game,
    Outcome,
    Refusal,
    Seen,
    Step,
    UnimaginableError,
    Viewer,
)

CARDS = ("scout", "rifles", "mortar", "sniper", "gun", "tank", "mines", "wire", "medic", "radio", "truck", "jeep")
SPOTS = 9
HAND = 3

_WORDS = {
    "game.name": "Sortie",
    "game.tagline": "Cards face-down.",
    "seat.0": "First",
    "seat.1": "Second",
    "decision.lay": "Lay a card",
    "decision.probe": "Probe a spot",
    "action.lay": "Lay {card:card}",
    "action.probe": "Probe spot {spot}",
    "event.laid": "{seat:seat} lays {card?{card:card}|a card}.",
    "event.shown": "{seat:seat} shows {card:card}.",
    "event.drawn": "{seat:seat} draws {card?{card:card}|a card}.",
    "event.probed": "{seat:seat} probes spot {spot}{mine?: a mine|}.",
    "outcome.most_points": "The higher score wins.",
    "refusal.not_held": "You do not hold that card.",
    **{f"card.{card}": card.title() for card in CARDS},
}
_JAPANESE = {
    "game.name": "出撃",
    "game.tagline": "伏せた札の勝負。",
    "seat.0": "先手",
    "seat.1": "後手",
    "decision.lay": "札を伏せる",
    "decision.probe": "地点を調べる",
    "action.lay": "{card:card}を伏せる",
    "action.probe": "地点{spot}を調べる",
    "event.laid": "{seat:seat}が{card?{card:card}|札}を伏せた。",
    "event.shown": "{seat:seat}が{card:card}を見せた。",
    "event.drawn": "{seat:seat}が{card?{card:card}|札}を引いた。",
    "event.probed": "{seat:seat}が地点{spot}を調べた{mine?：地雷|}。",
    "outcome.most_points": "得点の高い方の勝ち。",
    "refusal.not_held": "その札は手にない。",
    **{f"card.{card}": f"{card.title()}札" for card in CARDS},
}


class Lay(Action, frozen=True, tag="lay"):
    card: str


class Probe(Action, frozen=True, tag="probe"):
    spot: int


class Laid(Event, frozen=True, tag="laid"):
    """``card`` for its owner alone."""

    seat: int
    card: str = ""
    note: int = 0


class Shown(Event, frozen=True, tag="shown"):
    seat: int
    card: str


class Drawn(Event, frozen=True, tag="drawn"):
    seat: int
    card: str = ""


class Probed(Event, frozen=True, tag="probed"):
    seat: int
    spot: int
    mine: bool = False


class Field(msgspec.Struct):
    deck: list[str]
    hands: list[list[str]]
    mine: int
    laid: list[str] = msgspec.field(default_factory=lambda: ["", ""])
    shown: list[str] = []
    probed: list[int] = []
    scores: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    turn: int = 0
    step: str = "lay"


class SortieView(TypedDict):
    turn: int
    deck: int
    counts: list[int]
    backs: list[str]
    shown: list[str]
    probed: list[int]
    scores: list[int]
    hands: dict[str, list[str]]
    laid: dict[str, str]
    mine: list[int]


class Sortie(Game[Field]):
    id, seats = "sortie", 2
    text: ClassVar[Any] = {"en": _WORDS, "ja": _JAPANESE}
    decisions: ClassVar[tuple[str, ...]] = ("lay", "probe")
    State, View = Field, SortieView
    Actions: ClassVar[Any] = Lay | Probe
    Events: ClassVar[Any] = Laid | Shown | Drawn | Probed

    def setup(self, options: Any, seats: tuple[Any, ...], dice: Chance) -> Step[Field]:
        deck = list(CARDS)
        dice.shuffle(deck)
        hands = [sorted(deck.pop() for _ in range(HAND)) for _ in range(2)]
        return Step(Field(deck, hands, dice.below(SPOTS)), [])

    def decision(self, state: Field) -> Decision | None:
        if state.step == "over":
            return None
        actions: list[Any] = [Lay(card) for card in state.hands[state.turn]]
        if state.step == "probe":
            actions = [Probe(spot) for spot in range(SPOTS) if spot not in state.probed]
        return Decision(state.turn, state.step, actions, actions[0])

    def reduce(self, state: Field, action: Any, ctx: Context) -> None:
        seat = state.turn
        if isinstance(action, Probe):
            mine = action.spot == state.mine
            ctx.tell(Probed(seat, action.spot, mine))
            state.probed.append(action.spot)
            state.scores[seat] -= mine
            self.fill(state, ctx)
            return
        state.hands[seat].remove(action.card)
        state.laid[seat] = action.card
        state.turn = 1 - seat
        self.tell_laid(state, seat, ctx)
        if all(state.laid):
            self.turn_up(state, ctx)

    def tell_laid(self, state: Field, seat: int, ctx: Context) -> None:
        ctx.tell(Laid(seat), {seat: Laid(seat, state.laid[seat])})

    def turn_up(self, state: Field, ctx: Context) -> None:
        for seat, card in enumerate(state.laid):
            ctx.tell(Shown(seat, card))
        best = max(range(2), key=lambda seat: CARDS.index(state.laid[seat]))
        state.shown += state.laid
        state.laid = ["", ""]
        state.scores[best] += 1
        state.turn, state.step = 1 - best, "probe"

    def fill(self, state: Field, ctx: Context) -> None:
        for seat, hand in enumerate(state.hands):
            if state.deck:
                hand.append(state.deck.pop())
                ctx.tell(Drawn(seat), {seat: Drawn(seat, hand[-1])})
                hand.sort()
        over = not all(state.hands) or len(state.probed) == SPOTS
        state.turn, state.step = 0, "over" if over else "lay"

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        own = [seat for seat in range(2) if viewer in (seat, OPEN)]
        return {
            "turn": state.turn,
            "deck": len(state.deck),
            "counts": [len(hand) for hand in state.hands],
            "backs": [f"back {seat}" for seat, card in enumerate(state.laid) if card],
            "shown": list(state.shown),
            "probed": list(state.probed),
            "scores": list(state.scores),
            "hands": {str(seat): list(state.hands[seat]) for seat in own},
            "laid": {str(seat): state.laid[seat] for seat in own if state.laid[seat]},
            "mine": [state.mine] if viewer == OPEN or state.mine in state.probed else [],
        }

    def outcome(self, state: Field) -> Outcome | None:
        if state.step != "over":
            return None
        first, second = state.scores
        return Outcome(() if first == second else (0 if first > second else 1,), self.reason(state))

    def reason(self, state: Field) -> str:
        return "most_points"

    def refusal(self, state: Field, seat: int, action: Any) -> Refusal | None:
        return Refusal("not_held") if isinstance(action, Lay) else None

    def assert_invariants(self, state: Field) -> None:
        cards = [*state.deck, *state.hands[0], *state.hands[1], *filter(None, state.laid), *state.shown]
        assert sorted(cards) == sorted(CARDS)
        assert 0 <= state.mine < SPOTS

    def resample(self, state: Field, viewer: Viewer, dice: Chance) -> Field:
        twin = self.copy(state)
        unseen = [seat for seat in range(2) if viewer not in (seat, OPEN)]
        pool = sorted(
            [*twin.deck, *(card for seat in unseen for card in (*twin.hands[seat], twin.laid[seat]) if card)]
        )
        dice.shuffle(pool)
        for seat in unseen:
            twin.hands[seat] = sorted(pool.pop() for _ in twin.hands[seat])
            twin.laid[seat] = pool.pop() if twin.laid[seat] else ""
        twin.deck = pool
        if viewer != OPEN:
            twin.mine = self.place_mine(twin, dice)
        return twin

    def place_mine(self, twin: Field, dice: Chance) -> int:
        free = [spot for spot in range(SPOTS) if spot not in twin.probed]
        return twin.mine if twin.mine in twin.probed else dice.pick(free)

    def imagine(self, seen: Seen, dice: Chance) -> Field:
        if seen.viewer == OPEN or seen.owed is None:
            raise UnimaginableError
        table, seat = seen.table, seen.viewer
        held, laid = list(table["hands"][str(seat)]), dict(table["laid"])
        open_ = {*held, *laid.values(), *table["shown"]}
        pool = self.in_any_order([card for card in CARDS if card not in open_], dice)
        hands: list[list[str]] = [[], []]
        faces = ["", ""]
        hands[seat], faces[seat] = held, laid.get(str(seat), "")
        hands[1 - seat] = sorted(pool.pop() for _ in range(table["counts"][1 - seat]))
        if f"back {1 - seat}" in table["backs"]:
            faces[1 - seat] = pool.pop()
        free = [spot for spot in range(SPOTS) if spot not in table["probed"]]
        mine = table["mine"][0] if table["mine"] else dice.pick(free)
        return Field(
            pool, hands, mine, faces, list(table["shown"]), list(table["probed"]), list(table["scores"]),
            seen.owed.seat, seen.owed.kind,
        )  # fmt: skip

    def in_any_order(self, pool: list[str], dice: Chance) -> list[str]:
        dice.shuffle(pool)
        return pool


GAME = Sortie()
