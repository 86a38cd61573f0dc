"""The game of hidden dice with one leak each, of every kind that we could think of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from bocage.rules import kernel
from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, PUBLIC, Comment, Context, Decision, Lesson, Refusal, Step, Told, Viewer
from tests.rules.bluff import Bluff, BluffOptions, Cups, Lost, Rolled
from tests.rules.bluff_text import TEXT


def with_words(**keys: str) -> Mapping[str, Mapping[str, str]]:
    """The game's catalogues with further keys (dots for double underscores), each worded as an old one."""
    return {
        language: {**words, **{key.replace("__", "."): words[old] for key, old in keys.items()}}
        for language, words in TEXT.items()
    }


class Event(Bluff):
    """Everybody is told all dice, whenever dice are rolled anew."""

    def tell_roll(self, state: Cups, ctx: Context) -> None:
        for seat, cup in enumerate(state.cups):
            ctx.tell(Rolled(seat, len(cup), tuple(cup) if any(state.shown) else ()), {seat: self.own(state, seat)})

    def own(self, state: Cups, seat: int) -> Rolled:
        return Rolled(seat, len(state.cups[seat]), tuple(state.cups[seat]))


class NextDice(Bluff):
    """With a loss, everybody is told what the winner rolls next."""

    def lose(self, state: Cups, ctx: Context) -> None:
        super().lose(state, ctx)
        at = next(at for at, told in enumerate(ctx.events) if isinstance(told.public, Lost))
        ctx.events[at] = type(ctx.events[at])(Lost(state.turn, tuple(state.cups[1 - state.turn])))


class OneDie(Bluff):
    """With a loss, everybody is told the lowest of the dice that the winner rolls next."""

    def lose(self, state: Cups, ctx: Context) -> None:
        super().lose(state, ctx)
        at = next(at for at, told in enumerate(ctx.events) if isinstance(told.public, Lost))
        ctx.events[at] = type(ctx.events[at])(Lost(state.turn, tuple(state.cups[1 - state.turn][:1])))


class PrivateEvent(Bluff):
    """The other seat is told apart what a seat has rolled."""

    def tell_roll(self, state: Cups, ctx: Context) -> None:
        for seat, cup in enumerate(state.cups):
            all_of_it = Rolled(seat, len(cup), tuple(cup))
            ctx.tell(Rolled(seat, len(cup)), {seat: all_of_it, 1 - seat: all_of_it})


class PrivateLoss(Bluff):
    """The loser is told apart what the winner rolls next."""

    def lose(self, state: Cups, ctx: Context) -> None:
        super().lose(state, ctx)
        at = next(at for at, told in enumerate(ctx.events) if isinstance(told.public, Lost))
        winner = tuple(state.cups[1 - state.turn])
        ctx.events[at] = type(ctx.events[at])(Lost(state.turn), {state.turn: Lost(state.turn, winner)})


class WhatIsAsked(Bluff):
    """The kind of decision tells whether the decider holds a wild die."""

    decisions: ClassVar[tuple[str, ...]] = ("open", "answer", "sure")
    text = with_words(decision__sure="decision.answer")

    def decision(self, state: Cups) -> Decision | None:
        owed = super().decision(state)
        if owed is None or owed.kind == "open" or state.wild not in state.cups[owed.seat]:
            return owed
        return Decision(owed.seat, "sure", owed.actions, owed.default)


class Reason(Bluff):
    """The reason for a refusal tells whether the other seat holds the face."""

    text = with_words(refusal__bold="refusal.too_low")

    def refusal(self, state: Cups, seat: int, action: Any) -> Refusal | None:
        reason = super().refusal(state, seat, action)
        return reason and Refusal("too_low" if action.face in state.cups[1 - seat] else "bold")


class LegalList(Bluff):
    """A true bid cannot be doubted."""

    def decision(self, state: Cups) -> Decision | None:
        owed = super().decision(state)
        if owed is None or owed.kind == "open" or len(owed.actions) == 1 or not self.holds(state):
            return owed
        return Decision(owed.seat, owed.kind, owed.actions[1:], owed.actions[1])


class LegalOrder(Bluff):
    """What is legal comes in an order that follows the other seat's dice."""

    def decision(self, state: Cups) -> Decision | None:
        owed = super().decision(state)
        if owed is None or 6 not in state.cups[1 - owed.seat]:
            return owed
        return Decision(owed.seat, owed.kind, owed.actions[::-1], owed.default)


class Default(Bluff):
    """A timeout doubts only what is false."""

    def decision(self, state: Cups) -> Decision | None:
        owed = super().decision(state)
        if owed is None or owed.kind == "open" or not self.holds(state):
            return owed
        return Decision(owed.seat, owed.kind, owed.actions, owed.actions[-1])


class Forced(Bluff):
    """Whether nothing but a doubt is possible is said for some dice only."""

    def any_hand(self, state: Cups, seat: int) -> Cups | None:
        return state if sum(state.cups[seat]) % 2 else None


class Order(Bluff):
    """Who rolled higher is told first."""

    def tell_roll(self, state: Cups, ctx: Context) -> None:
        super().tell_roll(state, ctx)
        if sum(state.cups[0]) > sum(state.cups[1]):
            ctx.events[-2:] = ctx.events[:-3:-1]


class Size(Bluff):
    """What is told of a roll is longer, by nothing but zeros, the more ones there are."""

    def tell_roll(self, state: Cups, ctx: Context) -> None:
        for seat, cup in enumerate(state.cups):
            ctx.tell(Rolled(seat, len(cup), (0,) * cup.count(1)), {seat: Rolled(seat, len(cup), tuple(cup))})


class Setup(Bluff):
    """Everybody is told the first dice."""

    def setup(self, options: BluffOptions, seats: tuple[Any, ...], dice: Chance) -> Step[Cups]:
        begun = super().setup(options, seats, dice)
        return Step(begun.state, [type(told)(told.to(OPEN)) for told in begun.events])


class SetupPrivate(Bluff):
    """The second seat is told apart the first dice of the first."""

    def setup(self, options: BluffOptions, seats: tuple[Any, ...], dice: Chance) -> Step[Cups]:
        begun = super().setup(options, seats, dice)
        both = {0: begun.events[1].private[0], 1: begun.events[1].private[0]}
        begun.events[1] = type(begun.events[1])(begun.events[1].public, both)
        return begun


class View(Bluff):
    """Spectators see the first seat's dice."""

    def view(self, state: Cups, viewer: Viewer) -> dict[str, Any]:
        return super().view(state, 0 if viewer == PUBLIC else viewer)


class OpenHands(Bluff):
    """Open hands see the card that is turned up next."""

    def view(self, state: Cups, viewer: Viewer) -> dict[str, Any]:
        seen = super().view(state, viewer)
        return seen | {"pile": state.pile[-1]} if viewer == OPEN and state.pile else seen


class OpenEvent(Bluff):
    """Open hands, who hear what the first seat named hears, are told the card that is turned up next."""

    def tell_roll(self, state: Cups, ctx: Context) -> None:
        super().tell_roll(state, ctx)
        ctx.events[-2] = Overheard(ctx.events[-2].public, ctx.events[-2].private, tuple(state.pile[-1:]))


class Overheard(Told, frozen=True):
    """A telling that open hands hear otherwise than any seat."""

    ahead: tuple[int, ...] = ()

    def to(self, viewer: Viewer) -> kernel.Event:
        return Rolled(0, 0, self.ahead) if viewer == OPEN else super().to(viewer)


class Facts(Bluff):
    """The printed facts follow the dice that were rolled last."""

    last = 0

    def roll(self, state: Cups, ctx: Context) -> None:
        super().roll(state, ctx)
        self.last = sum(state.cups[0])

    def facts(self) -> dict[str, object]:
        return {"faces": 6, "luck": self.last}


class Taught(Bluff):
    """The guided game speaks of the dice that were rolled last."""

    last: tuple[int, ...] = ()

    def roll(self, state: Cups, ctx: Context) -> None:
        super().roll(state, ctx)
        self.last = tuple(state.cups[0])

    def lesson(self) -> Lesson:
        taught = super().lesson()
        return Lesson(taught.secret, taught.actions, {0: Comment(f"Bid, as with {self.last}.", "ビッド。")})


#: (leaky game, a part of what the kit says).
LEAKY: list[tuple[Bluff, str]] = [
    (Event(), "LEAK: after Doubt() the events ['rolled'] tell"),
    (NextDice(), "LEAK: after Doubt() the events ['lost'] tell"),
    (OneDie(), "LEAK: after Doubt() the events ['lost'] tell"),
    (PrivateEvent(), "LEAK: at setup the events ['rolled'] tell seat"),
    (PrivateLoss(), "LEAK: after Doubt() the events ['lost'] tell seat"),
    (WhatIsAsked(), "LEAK: the decision, as"),
    (Reason(), "LEAK: the reason"),
    (LegalList(), "LEAK: the decision, as seat"),
    (LegalOrder(), "decision, as seat"),
    (Default(), "LEAK: the decision, as seat"),
    (Forced(), "LEAK: whether the decision is forced"),
    (Order(), "LEAK: after Doubt() the events in their order tell"),
    (Size(), "LEAK: at setup the events ['rolled'] tell"),
    (Setup(), "LEAK: at setup the events ['rolled'] tell"),
    (SetupPrivate(), "LEAK: at setup the events ['rolled'] tell seat 1"),
    (View(), "LEAK: the view of public"),
    (OpenHands(), "LEAK: the view of open"),
    (OpenEvent(), "LEAK: at setup the events ['rolled'] tell open"),
    (Facts(), "LEAK: facts(), lesson(), content() or text changed"),
    (Taught(), "LEAK: facts(), lesson(), content() or text changed"),
]
