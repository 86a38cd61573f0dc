"""Toy games that each break one clause of the contract, and what the kit says about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Action, Context, Decision, Event, Outcome, Refusal, Step, Viewer
from tests.rules.toy import CARDS, Play, Swap, Swapped, Table, Toy, ToyOptions
from tests.rules.toy_text import TEXT


def text_with(new: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """The toy's catalogues with further keys, each worded as an old one."""
    return {
        language: {**catalogue, **{key: catalogue[old] for key, old in new.items()}}
        for language, catalogue in TEXT.items()
    }


class SharesHands(Toy):
    """apply works on a copy that shares its hands with the original."""

    def copy(self, state: Table) -> Table:
        return Table(list(state.deck), state.hands, list(state.scores), list(state.swaps), state.turn)


class CopiesNothing(Toy):
    """copy gives back what it got."""

    def copy(self, state: Table) -> Table:
        return state


class ViewLeaks(Toy):
    """Everybody sees how much the cards of both hands are worth."""

    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        return super().view(state, viewer) | {"deck": sum(CARDS[card] for hand in state.hands for card in hand)}


class OrderLeaks(Toy):
    """The order of keys in the view follows the other seat's hand."""

    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        view = super().view(state, viewer)
        best = max(range(2), key=lambda seat: max((CARDS[card] for card in state.hands[seat]), default=0))
        seats: Any = view["seats"]
        return view | {"seats": {str(seat): seats[str(seat)] for seat in (best, 1 - best)}}


class NullInView(Toy):
    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        return super().view(state, viewer) | {"deck": None}


class NumberForKey(Toy):
    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        return super().view(state, viewer) | {"hands": {0: ["fox"]}}


class UndeclaredKey(Toy):
    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        return super().view(state, viewer) | {"seats": {"0": {"cards": 1, "score": 1, "luck": 3}}}


class MissingKey(Toy):
    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        return {key: value for key, value in super().view(state, viewer).items() if key != "deck"}


class ViewShares(Toy):
    """The view holds the state's own list."""

    def view(self, state: Table, viewer: Viewer) -> dict[str, object]:
        hands = {str(i): hand for i, hand in enumerate(state.hands) if viewer in (i, OPEN)}
        for hand in state.hands:
            hand.sort()
        return super().view(state, viewer) | {"hands": hands}

    def setup(self, options: ToyOptions, seats: tuple[Any, ...], dice: Chance) -> Step[Table]:
        step = super().setup(options, seats, dice)
        for hand in step.state.hands:
            hand.sort()
        return step


class ListsTwice(Toy):
    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        return owed and Decision(owed.seat, owed.kind, [*owed.actions, owed.actions[0]], owed.default)


class ListsNothing(Toy):
    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        return owed and Decision(owed.seat, owed.kind, [], owed.default)


class DefaultNotLegal(Toy):
    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        return owed and Decision(owed.seat, owed.kind, owed.actions, Play("unicorn"))


class NoSuchSeat(Toy):
    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        return owed and Decision(2, owed.kind, owed.actions, owed.default)


class NoSuchKind(Toy):
    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        return owed and Decision(owed.seat, "move", owed.actions, owed.default)


class Shaky(Toy):
    """The legal list comes in another order every time."""

    asked = 0

    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        self.asked += 1
        return owed and Decision(owed.seat, owed.kind, owed.actions[:: (-1) ** self.asked], owed.default)


class Rigged(Toy):
    """The score does not follow from the game's dice alone."""

    played = 0

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        self.played += 1
        state.scores[0] += self.played


class EventLeaks(Toy):
    """Everybody is told what was drawn."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        ctx.events = [type(told)(told.to(OPEN)) for told in ctx.events]


class Untold(Toy):
    """A swap is not told to the one who swaps; the view shows it all the same."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        ctx.events = [type(told)(told.public) for told in ctx.events]


class AsksBySecret(Toy):
    """What kind of decision is owed tells what the hand is worth."""

    decisions = ("turn", "big_turn")
    text = text_with({"decision.big_turn": "decision.turn"})

    def decision(self, state: Table) -> Decision | None:
        owed = super().decision(state)
        if owed is None or "whale" not in state.hands[state.turn]:
            return owed
        return Decision(owed.seat, "big_turn", owed.actions, owed.default)


class OtherWindow(Toy):
    """Who is asked next depends on what the other seat holds, and resample keeps whose turn it is."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        here, there = state.hands[state.turn], state.hands[1 - state.turn]
        if there and ("whale" in there or not here):
            state.turn = 1 - state.turn


class TalksTooMuch(Toy):
    """The reason for a refusal tells what the other seat holds."""

    text = text_with({"refusal.taken": "seat.0", "refusal.deck": "seat.1"})

    def refusal(self, state: Table, seat: int, action: Any) -> Refusal:
        return Refusal("taken" if action.card in state.hands[1 - seat] else "deck")


class RefusesSilently(Toy):
    """A refusal has no text."""

    def refusal(self, state: Table, seat: int, action: Any) -> Refusal:
        return Refusal("because")


class KeepsAll(Toy):
    """resample draws nothing anew."""

    def resample(self, state: Table, viewer: Viewer, dice: Chance) -> Table:
        return self.copy(state)


class ResampleWide(Toy):
    """resample deals the viewer, too, a new hand."""

    def resample(self, state: Table, viewer: Viewer, dice: Chance) -> Table:
        return super().resample(state, OPEN - 1, dice)


class ResampleLoses(Toy):
    """resample loses a card."""

    def resample(self, state: Table, viewer: Viewer, dice: Chance) -> Table:
        after = super().resample(state, viewer, dice)
        if after.deck:
            after.deck[-1] = after.deck[0]
        return after


class Loose(msgspec.Struct):
    deck: Any
    hands: list[list[str]]
    scores: list[int]
    swaps: list[int]
    turn: int = 0


class LosesType(Toy):
    """The state holds a tuple that comes back as a list."""

    State: ClassVar[Any] = Loose

    def setup(self, options: ToyOptions, seats: tuple[Any, ...], dice: Chance) -> Step[Table]:
        step = super().setup(options, seats, dice)
        table: Any = Loose(*(getattr(step.state, name) for name in Loose.__struct_fields__))
        table.deck = tuple(table.deck)
        return Step(table, [])


class Endless(Toy):
    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        if isinstance(action, Play):
            state.hands[1 - state.turn].append(action.card)


class NoOutcome(Toy):
    def outcome(self, state: Table) -> Outcome | None:
        return None


class StrangeWinner(Toy):
    def outcome(self, state: Table) -> Outcome | None:
        end = super().outcome(state)
        return end and Outcome((2,), end.reason)


class Crashes(Toy):
    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        if sum(state.scores) > 20:
            raise KeyError("boom")


class Undealt(Toy):
    """A card that no game can show."""

    text = text_with({"card.unicorn": "seat.0"})

    def content(self) -> frozenset[str]:
        return super().content() | {"unicorn"}


class Unnamed(Toy):
    """Content without text."""

    def content(self) -> frozenset[str]:
        return super().content() | {"unicorn"}


class Unbounded(Toy):
    """An option that a lobby could not offer."""

    class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        hand: int = 2
        swaps: bool = True


class NoDefault(Toy):
    class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        hand: int
        swaps: bool


class ForeignEvent(Toy):
    """An event that is not in the Events union."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)

        class Burped(Event, frozen=True, tag="burped"):
            seat: int = 0

        ctx.tell(Burped())


class TellsNobody(Toy):
    """A private part for a seat that does not exist."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        ctx.tell(Swapped(0), {5: Swapped(0)})


class Forgets(Toy):
    """used() never names the smallest card."""

    def used(self, thing: Action | Event) -> list[str]:
        return [card for card in super().used(thing) if card != "mouse"]


def reworded(language: str, key: str, template: str | None) -> Toy:
    """The toy with one text of one language changed, or (None) taken away."""

    class Reworded(Toy):
        text: ClassVar[Mapping[str, Mapping[str, str]]] = {
            **TEXT,
            language: _changed(TEXT[language], key, template),
        }

    return Reworded()


def _changed(catalogue: Mapping[str, str], key: str, template: str | None) -> Mapping[str, str]:
    kept = {one: text for one, text in catalogue.items() if one != key}
    return kept if template is None else {**kept, key: template}


#: (broken game, a part of what the kit says).
BROKEN: list[tuple[Toy, str]] = [
    (SharesHands(), "apply changed the state it was given"),
    (CopiesNothing(), "copy gives back the same object"),
    (ViewLeaks(), "LEAK: the view of"),
    (OrderLeaks(), "LEAK: the view of"),
    (NullInView(), "view of seat 0/deck is None"),
    (NumberForKey(), "the key 0 is not a string"),
    (UndeclaredKey(), "does not declare: ['/seats/0/luck']"),
    (MissingKey(), "missing required field `deck`"),
    (type("NoParts", (Toy,), {"own_part": lambda *_: {}})(), "the patches of both parts"),
    (ViewShares(), "a view shares a list or dict with the state"),
    (ListsTwice(), "lists Play(card="),
    (ListsNothing(), "has no legal action"),
    (DefaultNotLegal(), "the default Play(card='unicorn') of decision 'turn' is not legal"),
    (NoSuchSeat(), "owed by seat 2"),
    (NoSuchKind(), "'move' is not in Game.decisions"),
    (Shaky(), "two different lists"),
    (Rigged(), "lead to different states"),
    (EventLeaks(), "something their view does not show"),
    (Untold(), "something no event told them"),
    (AsksBySecret(), "LEAK: the decision, as"),
    (OtherWindow(), "LEAK: afte"),
    (TalksTooMuch(), "LEAK: the reason"),
    (RefusesSilently(), "lacks ['refusal.because']"),
    (KeepsAll(), "resample never changed anything"),
    (ResampleWide(), "LEAK: the view of seat 0"),
    (ResampleLoses(), "broke an invariant"),
    (LosesType(), "does not equal the one that was packed"),
    (Endless(), "no end after 50 steps"),
    (NoOutcome(), "there is no outcome"),
    (StrangeWinner(), "winners (2,)"),
    (Crashes(), "boom"),
    (Undealt(), "1 never met: ['unicorn']"),
    (Unnamed(), "names no content ['unicorn']"),
    (Unbounded(), "needs both bounds"),
    (NoDefault(), "needs a default"),
    (ForeignEvent(), "not in the Events union"),
    (TellsNobody(), "not all of which exist"),
    (Forgets(), "never met: ['mouse']"),
    (reworded("ja", "event.played", None), "text['ja'] lacks ['event.played']"),
    (reworded("en", "card.fox", None), "text['en'] names no content ['fox']"),
    (reworded("en", "card.dodo", "Dodo"), "only one of 'en' and 'ja' has"),
    (reworded("en", "action.jump", "Jump"), "holds ['action.jump']"),
    (reworded("en", "rolled.jump", "Jump"), "holds ['rolled.jump']"),
    (reworded("ja", "rolled.played", "{kard:card}"), "names ['kard']"),
    (reworded("en", "outcome.resigned", "Ran away"), "belong to the catalogue all games share"),
    (reworded("ja", "action.play", "{kard:card}を出す"), "names ['kard']"),
    (reworded("ja", "action.play", "{card:cards}を出す"), "lacks ['cards."),
    (reworded("ja", "action.play", "{card:cardを出す"), "is no template"),
    (reworded("ja", "action.play", "{card:card}}を出す"), "a brace too many"),
    (reworded("ja", "action.play", " "), "is empty"),
    (reworded("ja", "action.swap", TEXT["en"]["action.swap"]), "is not translated"),
    (reworded("en", "action.swap", TEXT["ja"]["action.swap"]), "holds Japanese"),
    (reworded("en", "event.swapped", "{seat:seat} gives {gave:card}"), "lacks ['card.']"),
    (reworded("en", "event.swapped", "{seat:+} swaps {gave}{seat?{got:+}|}"), "cannot show"),
]
