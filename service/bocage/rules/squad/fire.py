"""The fire phases: declaring (C1), smoke (C2), and the attack step that four phases share (C3, O1, P1, R1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from bocage.rules.kernel import Context, Decision, Stage
from bocage.rules.squad import events as ev
from bocage.rules.squad.actions import (
    END_FIRE,
    NO_SMOKE,
    Attack,
    CommanderKilled,
    Declare,
    Encircle,
    EndFire,
    NoSmoke,
    PlayBonus,
    Scout,
    Smoke,
)
from bocage.rules.squad.cards import peek, spend, take
from bocage.rules.squad.casualties import kill_commander
from bocage.rules.squad.data import COVERING, KIND, NATIONS, OPPORTUNITY, RETURN, find_use, uses
from bocage.rules.squad.resolve import resolve
from bocage.rules.squad.state import AttackStep, DeclareStep, SmokeStep, Squad, State
from bocage.rules.squad.variants import ground_of

FireAction: TypeAlias = Attack | PlayBonus | Encircle | Scout | CommanderKilled | EndFire


class DeclareStage(Stage[State, DeclareStep]):
    """C1: an unpinned squad that can pay for a move; otherwise it stays (SQ-61, SQ-121)."""

    def waits(self, state: State, frame: DeclareStep) -> bool:
        squad = state.squads[frame.squad]
        return not squad.pinned and ground_of(state).can_move(state, squad)

    def decision(self, state: State, frame: DeclareStep) -> Decision:
        squad = state.squads[frame.squad]
        stay = Declare(squad.id, "stay")
        actions = [stay, Declare(squad.id, "move"), Declare(squad.id, "point_man")]
        return Decision(squad.seat, "declare", actions, stay)

    def act(self, state: State, frame: DeclareStep, action: Declare, ctx: Context) -> None:
        state.stack.pop()
        squad = state.squads[frame.squad]
        squad.declared = action.how != "stay"
        squad.point_man = action.how == "point_man"
        ctx.tell(ev.Declared(squad.id, action.how))


class SmokeStage(Stage[State, SmokeStep]):
    """C2: only a declared mover, once, before covering attacks (SQ-64, SQ-65)."""

    def waits(self, state: State, frame: SmokeStep) -> bool:
        squad = state.squads[frame.squad]
        return squad.declared and len(squad.hand) > ground_of(state).price_of_a_move

    def decision(self, state: State, frame: SmokeStep) -> Decision:
        squad = state.squads[frame.squad]
        table = uses(state.options.variant, squad.nation, "smoke")
        actions: list[Smoke | NoSmoke] = [Smoke(squad.id, card) for card in squad.hand if card in table]
        actions.append(NO_SMOKE)
        return Decision(squad.seat, "smoke", actions, NO_SMOKE)

    def act(self, state: State, frame: SmokeStep, action: Smoke | NoSmoke, ctx: Context) -> None:
        state.stack.pop()
        if isinstance(action, Smoke):
            squad = state.squads[frame.squad]
            spend(state, squad, action.card)
            squad.smoke = True
            ctx.tell(ev.Smoked(squad.id, KIND[action.card]))


def targets(state: State, squad: Squad, phase: str) -> list[tuple[Squad, str]]:
    """Squads that ``squad`` may attack in that phase, with the range."""
    if phase == COVERING and not squad.declared:
        return []
    found = ground_of(state).in_reach(state, squad)
    if phase == OPPORTUNITY:
        # SQ-72, SQ-126: declared movers; one stopped by its point man is no longer a target (SQ-74).
        return [(enemy, reach) for enemy, reach in found if enemy.declared and not enemy.stopped]
    if phase == RETURN:
        return [(enemy, reach) for enemy, reach in found if enemy.id in state.group]
    return found


class AttackStage(Stage[State, AttackStep]):
    """One squad fires, card after card, each resolved before the next is chosen (SQ-21).

    No other seat acts inside. The step closes with ``end_fire``, or when the hand is spent, or without targets.
    """

    def waits(self, state: State, frame: AttackStep) -> bool:
        squad = state.squads[frame.squad]
        kept = ground_of(state).price_of_a_move if frame.phase == COVERING else 0  # SQ-63
        if len(squad.hand) <= kept:
            return False
        return bool(frame.chance) or bool(targets(state, squad, frame.phase))

    def run(self, state: State, frame: AttackStep, ctx: Context) -> None:
        state.stack.pop()
        if frame.phase == OPPORTUNITY:
            state.squads[frame.squad].ambush = False  # SQ-73: this phase only

    def decision(self, state: State, frame: AttackStep) -> Decision:
        squad = state.squads[frame.squad]
        actions: list[FireAction] = []
        aims = targets(state, squad, frame.phase)
        if aims:
            actions += attacks(state, squad, frame.phase, aims)
            actions += _bonuses(state, squad, frame.phase)
            actions += _encirclements(state, squad)
            table = uses(state.options.variant, squad.nation, "scout")
            actions += [Scout(squad.id, card, use.trait) for card in squad.hand for use in table.get(card, ())]
        if frame.chance:
            table = uses(state.options.variant, squad.nation, "commander_killed")
            actions += [CommanderKilled(squad.id, card, frame.chance) for card in squad.hand if card in table]
        actions.append(END_FIRE)
        return Decision(squad.seat, frame.phase, actions, END_FIRE)

    def act(self, state: State, frame: AttackStep, action: FireAction, ctx: Context) -> None:
        squad = state.squads[frame.squad]
        frame.chance = ""  # SQ-41: any other action forfeits it
        if isinstance(action, Attack):
            kills = resolve(state, squad, action, frame.phase, ctx)
            target = state.squads.get(action.target)
            if kills and target is not None and target.men and not target.leaderless:
                frame.chance = target.id
        elif isinstance(action, EndFire):
            self.run(state, frame, ctx)
        elif isinstance(action, PlayBonus):
            _play_bonus(state, squad, action, ctx)
        elif isinstance(action, Encircle):
            take(squad, action.card)
            state.squads[action.target].encircled = action.card
            ctx.tell(ev.Surrounded(squad.id, action.target, KIND[action.card]))
        elif isinstance(action, Scout):
            _scout(state, squad, action, ctx)
        else:
            kill_commander(state, squad, action.card, state.squads[action.target], ctx)


def attacks(state: State, squad: Squad, phase: str, aims: Sequence[tuple[Squad, str]]) -> list[Attack]:
    """Every attack of a squad on ``aims``, in canonical order."""
    table = uses(state.options.variant, squad.nation, "attack")
    name = squad.id
    close_combat = NATIONS[squad.nation].close_combat and not squad.close_combat
    found = []
    for card in squad.hand:
        for use in table.get(card, ()):
            weapon = use.weapon
            if phase not in use.phases or (weapon.heavy and squad.moved):  # SQ-33, SQ-34
                continue
            ranges = weapon.ranges
            for target, reach in aims:
                if weapon.pinned_only and not target.pinned:  # SQ-36
                    continue
                if reach in ranges:
                    found.append(Attack(name, card, target.id, use.trait))
                if (
                    close_combat and reach == "S" and "PB" in ranges and ranges["PB"] != ranges.get("S")  # SQ-37
                ):
                    found.append(Attack(name, card, target.id, use.trait, "jp_pb"))
    return found


def _bonuses(state: State, squad: Squad, phase: str) -> list[PlayBonus]:
    """Effects that are not running yet (SQ-4)."""
    table = uses(state.options.variant, squad.nation, "bonus")
    return [
        PlayBonus(squad.id, card, use.trait)
        for card in squad.hand
        for use in table.get(card, ())
        if phase in use.phases and not getattr(squad, use.effect)
    ]


def _encirclements(state: State, squad: Squad) -> list[Encircle]:
    """SQ-28, SQ-30."""
    table = uses(state.options.variant, squad.nation, "encircle")
    cards = [card for card in squad.hand if card in table]
    if not cards:
        return []
    pinned = [enemy for enemy, _ in ground_of(state).in_reach(state, squad) if enemy.pinned and not enemy.encircled]
    return [Encircle(squad.id, card, enemy.id) for card in cards for enemy in pinned]


def _play_bonus(state: State, squad: Squad, action: PlayBonus, ctx: Context) -> None:
    use = find_use(state.options.variant, squad.nation, "bonus", action.card, action.trait)
    spend(state, squad, action.card)
    setattr(squad, use.effect, True)
    ctx.tell(ev.BonusPlayed(squad.id, KIND[action.card], use.value, action.trait))


def _scout(state: State, squad: Squad, action: Scout, ctx: Context) -> None:
    use = find_use(state.options.variant, squad.nation, "scout", action.card, action.trait)
    spend(state, squad, action.card)
    kind = KIND[action.card]
    cards = peek(state, squad.seat, use.value)
    ctx.tell(
        ev.Scouted(squad.id, kind, len(cards), action.trait),
        {squad.seat: ev.Scouted(squad.id, kind, len(cards), action.trait, cards)},
    )
