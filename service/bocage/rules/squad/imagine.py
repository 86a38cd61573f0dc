"""A complete state from a seat's knowledge: the view, the decision owed, and the events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Event, Seen, UnimaginableError
from bocage.rules.squad.data import KIND, OPEN_GROUND, TRAIT_CARD, TRAITS, deck, uses
from bocage.rules.squad.events import Concealed, Flanked, FlankLost
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.imagined_stack import rebuild_stack
from bocage.rules.squad.state import Squad, State, Turn
from bocage.rules.squad.view import FLAGS, SquadView

#: Nations whose National Trait cards may lie on positions. Others take their cards first: they have no choice.
_TRAITS_LIE = {trait.nation for trait in TRAITS for use in trait.uses if use.role in ("conceal", "flank")}
#: Attempts to draw cards on positions before the rarest ones are spared.
_TRIES = 8


def imagine(seen: Seen, dice: Chance) -> State:
    """A state with that view: cards out of sight lie in a uniformly random order.

    The other player's peeks are not imagined. Without events, cards in play that may be National Traits are any
    that fit, and so is the memory of a step (passes, cards played after a move).
    """
    if seen.viewer == OPEN:
        raise UnimaginableError("open hands leave nothing to imagine but the deck")
    if seen.owed is None:
        raise UnimaginableError("the view alone does not say which step is on")
    table = seen.table
    squads = {name: known_squad(seen, name, shown) for name, shown in table["squads"].items()}
    peeked: Mapping[str, str] = table["seen"].get(str(seen.viewer), {})
    state = State(
        stack=[Turn()],
        result=None,
        options=seen.options,
        first=table["first"],
        squads=squads,
        seen=(len(peeked) if seen.viewer == 0 else 0, len(peeked) if seen.viewer == 1 else 0),
        objectives=(table["objectives"]["0"], table["objectives"]["1"]),
        turn=table["turn"],
        active=table["active"],
        phase=table["phase"],
        range=table.get("range", ""),
        terrain=dict(table.get("map", {})),
        nations=(_nation(squads, "0.1"), _nation(squads, "1.1")),
    )
    paid, barrier = _lay_cards(state, seen, [peeked[str(at)] for at in range(1, len(peeked) + 1)], dice)
    rebuild_stack(state, seen, paid, barrier, dice)
    return state


def _nation(squads: Mapping[str, Squad], name: str) -> str:
    return squads[name].nation if name in squads else ""


def known_squad(seen: Seen, name: str, shown: SquadView) -> Squad:
    """A squad as the view shows it, without the cards that lie on its position."""
    squad = Squad(name, shown["seat"], shown["nation"], shown["men"])
    squad.hand = tuple(sorted(shown.get("hand", ())))
    for flag in FLAGS:
        setattr(squad, flag, flag in shown)
    squad.fired_at = shown.get("fired_at", 0)
    squad.killed = shown.get("killed", 0)
    squad.flanked = tuple(shown.get("flanked", ()))
    squad.flanked_before = tuple(shown.get("flanked_before", ()))
    if "hex" in shown:
        squad.hex = board(seen.options.columns, seen.options.rows).number[shown["hex"]]
    return squad


class _Copies:
    """The copies of cards that are not accounted for yet. Copies of a card are alike, so any of them will do."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.left: dict[str, list[str]] = {}
        for card in cards:
            self.left.setdefault(KIND[card], []).append(card)

    def copy(self) -> _Copies:
        """A copy of the counts, for an attempt."""
        return _Copies([card for left in self.left.values() for card in left])

    def take(self, kind: str) -> str:
        """One copy of a card."""
        return self.left[kind].pop()

    def take_any(self, kinds: Sequence[str], dice: Chance | None) -> str:
        """One copy of any of these cards, each copy alike; without ``dice`` of the first one that is left.

        Raises ``LookupError`` where none is left.
        """
        found = [card for kind in kinds for card in self.left.get(kind, ())]
        if not found:
            raise LookupError(f"no copy is left of {', '.join(kinds)}")
        return self.take(KIND[found[0] if dice is None else dice.pick(found)])


def _lay_cards(state: State, seen: Seen, peeked: Sequence[str], dice: Chance) -> tuple[str, str]:
    """Give every card of the deck its place; what is hidden is shuffled.

    Gives the terrain card of a move under way and the barrier in its way, "" where there is none.
    """
    table = seen.table
    held = {card for squad in state.squads.values() for card in squad.hand}
    copies = _Copies([card for card in deck(seen.options.variant) if card not in held])
    state.discard = _heap(table["discard"], copies)
    state.aside = _heap(table["aside"], copies)
    known = tuple(copies.take(kind) for kind in peeked)
    if seen.options.variant != "map":
        for squad in state.squads.values():
            kind = table["squads"][squad.id]["terrain"]
            squad.terrain = "" if kind == OPEN_GROUND else copies.take(kind)
    move = table.get("move", {})
    goal = OPEN_GROUND if seen.options.variant == "map" else move.get("terrain", OPEN_GROUND)
    paid = "" if goal == OPEN_GROUND else copies.take(goal)
    barrier = copies.take(move["barrier"]) if "barrier" in move else ""
    _lay_positions(state, seen, copies, dice)
    pool = [card for left in copies.left.values() for card in left]
    dice.shuffle(pool)
    at = 0
    for squad in state.squads.values():
        shown = table["squads"][squad.id]
        if "hand" not in shown:
            squad.hand = tuple(sorted(pool[at : at + shown["cards"]]))
            at += shown["cards"]
    state.deck = known + tuple(pool[at:])
    return paid, barrier


def _heap(counts: Mapping[str, int], copies: _Copies) -> tuple[str, ...]:
    return tuple(copies.take(kind) for kind, count in counts.items() for _ in range(count))


def _lay_positions(state: State, seen: Seen, copies: _Copies, dice: Chance) -> None:
    """Concealment, Encircled, Flanking Fire in play.

    Two nations may have laid their National Traits. One that takes the last copy, where another card would do,
    leaves none for the other: then all is drawn again, and at last every other card is taken before a trait.
    """
    for _ in range(_TRIES):
        tried = copies.copy()
        try:
            _draw_positions(state, seen, tried, dice)
        except LookupError:
            continue
        copies.left = tried.left
        return
    _draw_positions(state, seen, copies, None)


def _draw_positions(state: State, seen: Seen, copies: _Copies, dice: Chance | None) -> None:
    """Once; raises ``LookupError`` where a card is wanted of which no copy is left."""
    told = None if seen.events is None else _Told(seen)
    variant = seen.options.variant
    for squad in sorted(state.squads.values(), key=lambda squad: squad.nation in _TRAITS_LIE):
        shown = seen.table["squads"][squad.id]
        if "concealed" in shown:
            kinds = [told.concealment[squad.id]] if told else _playable(variant, squad, "conceal")
            squad.concealment = copies.take_any(kinds, dice)
        if "encircled" in shown and variant != "flanking":
            squad.encircled = copies.take("encircled")
        for side in ("left", "right"):
            cards = []
            for at in range(shown.get(side, 0)):
                kinds = [told.flanks[squad.id][side][at]] if told else _playable(variant, squad, "flank")
                cards.append(copies.take_any(kinds, dice))
            setattr(squad, side, tuple(cards))


def _playable(variant: Any, squad: Squad, role: str) -> list[str]:
    """The cards that a squad may have played in that role; National Traits last."""
    kinds = dict.fromkeys(KIND[card] for card in uses(variant, squad.nation, role))
    return sorted(kinds, key=lambda kind: kind == TRAIT_CARD)


class _Told:
    """Cards that events placed on positions: kinds by squad, and by side."""

    def __init__(self, seen: Seen) -> None:
        self.concealment: dict[str, str] = {}
        self.flanks: dict[str, dict[str, list[str]]] = {
            name: {"left": [], "right": []} for name in seen.table["squads"]
        }
        self._same_side = seen.options.flank_side == "same"
        for event in seen.events or ():
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case Concealed(squad, card):
                self.concealment[squad] = card
            case Flanked(squad, card, side):
                lying = self.flanks.setdefault(squad, {"left": [], "right": []})
                off = "right" if side == "left" else "left"
                lying[off if self._same_side else side].clear()
                lying[side].append(card)
            case FlankLost(squad):
                self.flanks[squad] = {"left": [], "right": []}
