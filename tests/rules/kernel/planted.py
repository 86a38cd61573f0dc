"""Two dozen mistakes, each planted in a small game: what is hidden is told, shown or kept in one way of many."""

from __future__ import annotations

from typing import Any, ClassVar

from bocage.protocol.presentation import Shape
from bocage.rules.dice import Chance
from bocage.rules.kernel import PUBLIC, Action, Context, Decision, Refusal, Seen, Step, UnimaginableError, Viewer
from tests.rules.kernel.sortie import CARDS, SPOTS, Drawn, Field, Laid, Lay, Sortie
from tests.rules.toy import Play, Swap, Swapped, Table, Toy


def words_with(**new: str) -> dict[str, dict[str, str]]:
    """The catalogues of the game with further keys (``__`` for a dot), each worded as an old one."""
    return {
        language: {**words, **{key.replace("__", "."): words[old] for key, old in new.items()}}
        for language, words in Sortie.text.items()
    }


class Told(Sortie):
    """Everybody is told which card was laid."""

    def tell_laid(self, state: Field, seat: int, ctx: Context) -> None:
        ctx.tell(Laid(seat, state.laid[seat]))


class ToldInAField(Sortie):
    """Everybody is told whether the laid card is a strong one."""

    def tell_laid(self, state: Field, seat: int, ctx: Context) -> None:
        strong = int(CARDS.index(state.laid[seat]) > 5)
        ctx.tell(Laid(seat, "", strong), {seat: Laid(seat, state.laid[seat], strong)})


class ToldByOrder(Sortie):
    """Which of two events comes first tells whether the tank was laid."""

    def tell_laid(self, state: Field, seat: int, ctx: Context) -> None:
        super().tell_laid(state, seat, ctx)
        ctx.tell(Laid(seat, "", 1))
        if state.laid[seat] == "tank":
            ctx.events[-2:] = ctx.events[:-3:-1]


class ToldByNumber(Sortie):
    """One event more tells that the sniper was laid."""

    def tell_laid(self, state: Field, seat: int, ctx: Context) -> None:
        super().tell_laid(state, seat, ctx)
        if state.laid[seat] == "sniper":
            ctx.tell(Laid(seat, "", 1))


class ToldToTheOther(Sortie):
    """What is meant for its owner goes to the other seat."""

    def tell_laid(self, state: Field, seat: int, ctx: Context) -> None:
        ctx.tell(Laid(seat), {1 - seat: Laid(seat, state.laid[seat])})


class DrawnByTheOther(Sortie):
    """Both seats are told which card the first one draws."""

    def fill(self, state: Field, ctx: Context) -> None:
        super().fill(state, ctx)
        ctx.events = [
            type(told)(told.public, {0: told.private[0], 1: told.private[0]}) if 0 in told.private else told
            for told in ctx.events
        ]
        ctx.events = [one for one in ctx.events if isinstance(one.public, Drawn)] + [
            one for one in ctx.events if not isinstance(one.public, Drawn)
        ]


class Kind(Sortie):
    """The second seat is asked otherwise when a strong card lies before it."""

    decisions: ClassVar[tuple[str, ...]] = ("lay", "probe", "beware")
    text: ClassVar[Any] = words_with(decision__beware="decision.lay")

    def decision(self, state: Field) -> Decision | None:
        owed = super().decision(state)
        if owed is None or state.laid[0] not in CARDS[6:]:
            return owed
        return Decision(owed.seat, "beware", owed.actions, owed.default)


class Again(Sortie):
    """Laying the jeep is followed by a question of its own, which the state holds apart from the card."""

    decisions: ClassVar[tuple[str, ...]] = ("lay", "probe", "drive")
    text: ClassVar[Any] = words_with(decision__drive="decision.lay", action__drive="decision.lay")

    class Drive(Action, frozen=True, tag="drive"):
        """Nothing comes of it."""

    Actions: ClassVar[Any] = Sortie.Actions | Drive

    def decision(self, state: Field) -> Decision | None:
        if state.step != "drive":
            return super().decision(state)
        return Decision(state.turn, "drive", [self.Drive()], self.Drive())

    def reduce(self, state: Field, action: Any, ctx: Context) -> None:
        if isinstance(action, self.Drive):
            state.step, state.turn = "lay", 1
            return
        first = state.turn == 0 and state.step == "lay"
        super().reduce(state, action, ctx)
        if first and action.card == "jeep":
            state.step, state.turn = "drive", 0

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        return super().view(state, viewer) | {"turn": int(any(state.laid))}


class Window(Again):
    """A window opens after a card was laid, for the other seat alone that holds the sniper."""

    def reduce(self, state: Field, action: Any, ctx: Context) -> None:
        if isinstance(action, self.Drive):
            state.step = "lay"
            return
        first = state.turn == 0 and state.step == "lay"
        Sortie.reduce(self, state, action, ctx)
        if first and "sniper" in state.hands[1]:
            state.step = "drive"


class Order(Sortie):
    """The list of who has a card lying there is in the order of what the first seat holds."""

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        backs = [f"back {seat}" for seat in range(2)]
        return super().view(state, viewer) | {"backs": backs[:: 1 if "tank" in state.hands[0] else -1]}


class Count(Sortie):
    """The number of cards that is shown leaves out the weakest one."""

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        return super().view(state, viewer) | {"counts": [len({*hand} - {"scout"}) for hand in state.hands]}


class Label(Sortie):
    """The back of a card bears a number that goes with the card."""

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        return super().view(state, viewer) | {"backs": [f"back {CARDS.index(c) % 7}" for c in state.laid if c]}


class Reason(Sortie):
    """The reason of the outcome tells where the mine lies that nobody found."""

    text: ClassVar[Any] = words_with(outcome__far_mine="outcome.most_points")

    def reason(self, state: Field) -> str:
        return "far_mine" if state.mine == 3 else "most_points"


class Refused(Sortie):
    """Why a card cannot be laid tells whether the other seat has laid it."""

    text: ClassVar[Any] = words_with(refusal__taken="refusal.not_held")

    def refusal(self, state: Field, seat: int, action: Any) -> Refusal | None:
        taken = isinstance(action, Lay) and action.card == state.laid[1 - seat]
        return Refusal("taken") if taken else super().refusal(state, seat, action)


class Pictured(Sortie):
    """The picture for links is made of what was seen last, by anybody."""

    last: tuple[str, ...] = ()

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        self.last = (*state.hands[0], *state.deck, str(state.mine))
        return super().view(state, viewer)

    def picture(self, view: Any) -> tuple[Shape, ...]:
        return (Shape("letter", text=" ".join(self.last)),)


class Listed(Sortie):
    """Points in lists hang on where the mine lies."""

    def symbols(self, state: Field) -> str:
        return "■" if state.mine == 0 else "□"


class KeepsLaid(Sortie):
    """Resampling leaves the card where it lies face-down."""

    def resample(self, state: Field, viewer: Viewer, dice: Chance) -> Field:
        twin = super().resample(state, viewer, dice)
        for seat in range(2):
            was, now = state.laid[seat], twin.laid[seat]
            for cards in (twin.deck, *twin.hands):
                if was and was != now and was in cards:
                    cards[cards.index(was)], twin.laid[seat] = now, was
                    break
        twin.hands = [sorted(hand) for hand in twin.hands]
        return twin


class KeepsMine(Sortie):
    """Resampling leaves the mine where it lies."""

    def place_mine(self, twin: Field, dice: Chance) -> int:
        return twin.mine


class KeepsHand(Sortie):
    """Resampling for spectators draws the second hand anew, not the first."""

    def resample(self, state: Field, viewer: Viewer, dice: Chance) -> Field:
        return super().resample(state, 0 if viewer == PUBLIC else viewer, dice)


class ImaginesTheFirst(Sortie):
    """Imagining deals the unseen cards in the order in which they are printed."""

    def in_any_order(self, pool: list[str], dice: Chance) -> list[str]:
        return pool


class ImaginesUnevenly(Sortie):
    """Imagining puts the mine on the first free spot two times out of three."""

    def imagine(self, seen: Seen, dice: Chance) -> Field:
        state = super().imagine(seen, dice)
        if not seen.table["mine"] and dice.below(3):
            state.mine = min(spot for spot in range(SPOTS) if spot not in state.probed)
        return state


class ImaginesTheTruth(Sortie):
    """Imagining remembers where the mine was put."""

    mine = 0

    def setup(self, options: Any, seats: tuple[Any, ...], dice: Chance) -> Step[Field]:
        step = super().setup(options, seats, dice)
        self.mine = step.state.mine
        return step

    def imagine(self, seen: Seen, dice: Chance) -> Field:
        state = super().imagine(seen, dice)
        if self.mine not in state.probed:
            state.mine = self.mine
        return state


class InTheOrderOfASet(Sortie):
    """Shown cards are listed as they come out of a set."""

    def imagine(self, seen: Seen, dice: Chance) -> Field:
        raise UnimaginableError

    def view(self, state: Field, viewer: Viewer) -> dict[str, Any]:
        return super().view(state, viewer) | {"shown": list(set(state.shown))}


class Gave(Toy):
    """Everybody is told which card was swapped, though it went into the shuffled deck."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        if isinstance(action, Swap):
            told = ctx.events.pop()
            ctx.tell(Swapped(state.turn, action.card, action.card), told.private)


class GivenTwice(Toy):
    """A swap is told twice if the whale went into a deck that is shuffled."""

    def reduce(self, state: Table, action: Play | Swap, ctx: Context) -> None:
        super().reduce(state, action, ctx)
        if isinstance(action, Swap) and action.card == "whale" and len(state.deck) > 1:
            ctx.events.append(ctx.events[-1])


#: (game with a mistake, a part of what the kit says of it).
PLANTED: list[tuple[Any, str]] = [
    (Told(), "the events ['laid'] tell seat 1 which of both was chosen"),
    (ToldInAField(), "the events ['laid'] tell seat 1 which of both was chosen"),
    (ToldByOrder(), "the events in their order tell"),
    (ToldByNumber(), "tell seat 1 which of both was chosen"),
    (ToldToTheOther(), "LEAK"),
    (DrawnByTheOther(), "LEAK: after Probe"),
    (Kind(), "the next decision"),
    (Again(), "the next decision"),
    (Window(), "the next decision"),
    (Order(), "LEAK: the view of"),
    (Count(), "at 'counts/0'"),
    (Label(), "at 'backs"),
    (Reason(), "LEAK: the outcome depends on what"),
    (Refused(), "LEAK: the reason for refusing Lay(card="),
    (Pictured(), "LEAK: picture() depends on more than the view"),
    (Listed(), "LEAK: symbols()"),
    (KeepsLaid(), "never varies 'laid/0'"),
    (KeepsMine(), "never varies 'mine"),
    (KeepsHand(), "resample for public never varies 'hands/0"),
    (ImaginesTheFirst(), "imagine"),
    (ImaginesUnevenly(), "imagine() is uneven: 'mine/0' is in truth"),
    (ImaginesTheTruth(), "imagine"),
    (InTheOrderOfASet(), "depends on the order of a set"),
    (Gave(), "the events ['swapped'] tell seat 1 which of both was chosen"),
    (GivenTwice(), "the events by their number tell"),
]
