"""Rolls, attacks and moves before they are made: the rules asked about what the viewer sees."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bocage.rules.kernel import Decision, Figure, Odds, Seen, Share
from bocage.rules.kernel.odds import DIFFERENCES, at_least, die_at_least, other
from bocage.rules.squad import actions as act
from bocage.rules.squad import figures as fig
from bocage.rules.squad.data import (
    CARDS,
    COVERING,
    FIRE_PHASES,
    OPEN_GROUND,
    THRESHOLD,
    TRAIT_CARD,
    TRAITS,
    WORTH,
    Use,
    find_use,
)
from bocage.rules.squad.hexmap import board
from bocage.rules.squad.known import known_state
from bocage.rules.squad.resolve import COVERED, FLANK_BONUS, FLANKED, MOVED, aim
from bocage.rules.squad.rolls import own_mods, role_of
from bocage.rules.squad.scale import range_after
from bocage.rules.squad.state import Squad, State
from bocage.rules.squad.variants import ground_of


def odds(seen: Seen, decision: Decision) -> Odds | None:
    """The odds of any decision that has some."""
    state = known_state(seen)
    question = _question(seen, state, decision)
    actions = [_figures(seen, state, decision, action) for action in decision.actions]
    if not question and not any(actions):
        return None
    return Odds(question, actions if any(actions) else [])


# The question ------------------------------------------------------------------------------------


def _question(seen: Seen, state: State, decision: Decision) -> list[Figure]:
    match decision.kind:
        case "morale":
            return _morale(seen, state)
        case "rally":
            squad, n, mods = _roll(seen, state)
            return [fig.RallyOdds(squad.id, THRESHOLD, die_at_least(THRESHOLD - n), n, mods)]
        case "engineer":
            return _mine_ahead(state.squads[seen.table["move"]["squad"]], _barrier_use(seen))
        case "discard":
            squad = state.squads[decision.actions[0].squad]
            return [fig.Excess(len(squad.hand) - squad.limit)]
        case "extra_card":
            discards = sum(seen.table["discard"].values())
            return [_hand(seen, seen.table["acting"]), fig.InDeck(seen.table["deck"], discards)]
        case "mine":
            return [_hand(seen, squad) for squad in _mined(state, decision)]
        case "smoke":
            return [_may_fire(seen, state)]
        case kind if kind in FIRE_PHASES:
            return _checks(state, decision)
        case _:
            return []


def _hand(seen: Seen, name: str) -> fig.Hand:
    squad = seen.table["squads"][name]
    return fig.Hand(name, squad["cards"], squad["limit"])


def _mined(state: State, decision: Decision) -> list[str]:
    """The squad that a mine struck, by the choices; else by the squads that can be meant. SQ-42"""
    named = [action.target for action in decision.actions if isinstance(action, act.CommanderKilled)]
    movers = [squad.id for squad in state.of(1 - decision.seat) if not squad.leaderless]
    return named[:1] or (movers if len(movers) == 1 else [])


def _may_fire(seen: Seen, state: State) -> fig.MayFire:
    """Enemies that can fire at the squad on the move: it is in their reach, and they hold cards. SQ-72, SQ-126"""
    squad = state.squads[seen.table["acting"]]
    reached = ground_of(state).in_reach(state, squad)
    squads = seen.table["squads"]
    return fig.MayFire(tuple(enemy.id for enemy, _ in reached if squads[enemy.id]["cards"]))


def _roll(seen: Seen, state: State) -> tuple[Squad, int, tuple[tuple[str, int], ...]]:
    """The squad that is about to roll, and its modifiers so far."""
    roll = seen.table["roll"]
    squad = state.squads[roll["squad"]]
    cards = (("cards", roll["cards"]),) if roll["cards"] else ()
    mods = (*own_mods(squad, roll["roll"]), *cards)
    return squad, sum(value for _, value in mods), mods


def _morale(seen: Seen, state: State) -> list[Figure]:
    squad, n, mods = _roll(seen, state)
    holds = _holds(n)
    fails = "rout" if squad.pinned else "pinned"
    found: list[Figure] = [fig.MoraleOdds(squad.id, THRESHOLD - 1, holds, fails, n, mods)]  # type: ignore[arg-type]
    if squad.pinned and holds[0] < holds[1]:  # SQ-59, SQ-60
        some, wipe = at_least(DIFFERENCES, 1), at_least(DIFFERENCES, squad.men)
        found.append(fig.RoutOdds(_both(other(holds), some)))
        if wipe[0]:
            found.append(fig.WipeOdds(squad.men, _both(other(holds), wipe)))
    return found


def _holds(n: int) -> Share:
    return other(die_at_least(THRESHOLD - n))


def _both(one: Share, then: Share) -> Share:
    both = Fraction(one[0], one[1]) * Fraction(then[0], then[1])
    return both.numerator, both.denominator


def _barrier_use(seen: Seen) -> Use:
    """The barrier that lies in the way: a card's own use, or the one trait that is a barrier."""
    kind = seen.table["move"]["barrier"]
    if kind != TRAIT_CARD:
        return CARDS[kind].uses[0]
    return next(use for trait in TRAITS for use in trait.uses if use.role == "barrier")


def _mine_ahead(mover: Squad, use: Use) -> list[Figure]:
    if use.effect != "mine":
        return []
    _, *wipe = _losses(mover, ("mine", use.value))
    return [fig.MineOdds(mover.id, use.value, at_least(DIFFERENCES, 1 - use.value)), *wipe]


def _barrier(mover: Squad, use: Use) -> list[Figure]:
    return _losses(mover, ("mine", use.value)) if use.effect == "mine" else []  # SQ-84


def _losses(squad: Squad, *mods: tuple[str, int], one: bool = False) -> list[Figure]:
    """First die less second die and ``mods``: the chance that a man falls, and that all do."""
    n = sum(value for _, value in mods)
    found: list[Figure] = [fig.AttackOdds(at_least(DIFFERENCES, 1 - n), n, mods, one)]
    wipe = at_least(DIFFERENCES, squad.men - n) if squad.men == 1 or not one else (0, 36)
    if wipe[0]:
        found.append(fig.WipeOdds(squad.men, wipe))
    return found


# The actions -------------------------------------------------------------------------------------


def _figures(seen: Seen, state: State, decision: Decision, action: Any) -> list[Figure]:
    figures = _ABOUT.get(type(action))
    return figures(seen, state, decision, action) if figures else []


def _modify(seen: Seen, state: State, decision: Decision, action: act.Modify) -> list[Figure]:
    squad, n, _ = _roll(seen, state)
    roll = seen.table["roll"]["roll"]
    n_new = _use(state, role_of(squad, roll, decision.seat), action).value
    chance = _holds(n + n_new) if roll == "morale" else die_at_least(THRESHOLD - n - n_new)
    return [fig.Shift(roll, n_new, chance)]


def _use(state: State, role: str, action: Any) -> Use:
    nation = state.squads[action.squad].nation
    return find_use(state.options.variant, nation, role, action.card, getattr(action, "trait", ""))


def _attack(seen: Seen, state: State, decision: Decision, action: act.Attack) -> list[Figure]:
    assert decision.kind in FIRE_PHASES
    squad = state.squads[action.squad]
    aimed = aim(state, squad, action, decision.kind)
    losses = _losses(state.squads[action.target], *aimed.mods, one=aimed.one)
    first = decision.kind == COVERING and not squad.covering
    return [*losses, fig.Covers(COVERED[1])] if first else losses


def _checks(state: State, decision: Decision) -> list[Figure]:
    """Squads that a shot makes check morale, hit or not: those not fired at before."""
    if (
        decision.kind not in ("covering_fire", "position_fire")
        and state.options.morale_memory != "since_last_check"
    ):
        return []  # SQ-2
    targets = dict.fromkeys(action.target for action in decision.actions if isinstance(action, act.Attack))
    squads = tuple(target for target in targets if not state.squads[target].fired_at)
    return [fig.Checks(squads)] if squads else []


def _declare(seen: Seen, state: State, decision: Decision, action: act.Declare) -> list[Figure]:
    if action.how == "stay":
        return []
    free = state.options.variant == "map"  # SQ-122
    return [fig.Way(action.how, free, not _may_fire(seen, state).squads)]  # SQ-62, SQ-74


def _bonus(seen: Seen, state: State, decision: Decision, action: act.PlayBonus) -> list[Figure]:
    use = _use(state, "bonus", action)
    guns = use.effect == "enfilade"  # SQ-32
    attacks = [_use(state, "attack", other) for other in decision.actions if isinstance(other, act.Attack)]
    gains = any(attack.weapon.machine_gun or not guns for attack in attacks)
    effect = fig.Effect(use.value, "machine_guns" if guns else "attacks")
    return [effect] if gains else [effect, fig.Idle()]


def _encircle(seen: Seen, state: State, decision: Decision, action: act.Encircle) -> list[Figure]:
    return [fig.Effect(WORTH["encircled"], "target")]


def _scout(seen: Seen, state: State, decision: Decision, action: act.Scout) -> list[Figure]:
    return [fig.Looks(min(_use(state, "scout", action).value, seen.table["deck"]))]


def _commander(seen: Seen, state: State, decision: Decision, action: act.CommanderKilled) -> list[Figure]:
    return [fig.Effect(_use(state, "commander_killed", action).value, "limit")]


def _smoke(seen: Seen, state: State, decision: Decision, action: act.Smoke) -> list[Figure]:
    effect = fig.Effect(WORTH["smoke"], "move")
    # SQ-126: fire at a mover is from hex to hex as both stand before the move.
    reached = ground_of(state).in_reach(state, state.squads[action.squad])
    return [effect] if reached else [effect, fig.Idle(unseen=True)]


def _place(seen: Seen, state: State, decision: Decision, action: act.Place) -> list[Figure]:
    return _shelter(state.terrain.get(action.to, OPEN_GROUND))


def _terrain(seen: Seen, state: State, decision: Decision, action: act.Terrain) -> list[Figure]:
    return _shelter(seen.table["squads"][action.squad]["hand"][action.card])


def _shelter(terrain: str) -> list[Figure]:
    printed = CARDS.get(terrain)
    return [fig.Effect(printed.cover + printed.height, "place")] if printed else []


def _move(seen: Seen, state: State, decision: Decision, action: act.Move) -> list[Figure]:
    found = [*_shelter(ground_of(state).goal(state, action)), *_flanks(state, action)]
    if action.step:
        return [*found, fig.NewRange(range_after(state, action))]
    layout = board(state.options.columns, state.options.rows)
    goal = layout.number[action.to]
    enemies = state.enemies(state.squads[action.squad])
    return [*found, *(fig.RangeThen(enemy.id, layout.range_between(goal, enemy.hex)) for enemy in enemies)]


def _flanks(state: State, action: act.Move) -> list[Figure]:
    squad = state.squads[action.squad]
    squads = ground_of(state).flanks(state, squad, action)
    own, moved = (0, 0) if squad.shot_at else (FLANK_BONUS[1], MOVED[1])
    return [fig.Flanks(squads, FLANKED[1], own, moved)] if squads else []


def _play_barrier(seen: Seen, state: State, decision: Decision, action: act.Barrier) -> list[Figure]:
    return _barrier(state.squads[seen.table["move"]["squad"]], _use(state, "barrier", action))


def _objective(seen: Seen, state: State, decision: Decision, action: act.Objective) -> list[Figure]:
    return [fig.ScoreThen(state.objectives[decision.seat] + 1)]


def _conceal(seen: Seen, state: State, decision: Decision, action: act.Conceal) -> list[Figure]:
    return [fig.Effect(WORTH["concealment"], "place")]


def _flank(seen: Seen, state: State, decision: Decision, action: act.Flank) -> list[Figure]:
    return [fig.Effect(WORTH["flanking_fire"], "attacks")]


def _extra(seen: Seen, state: State, decision: Decision, action: act.DrawExtra | act.Decline) -> list[Figure]:
    """Cards that must then be discarded. SQ-95"""
    if decision.kind != "extra_card":
        return []
    hand = _hand(seen, seen.table["acting"])
    drawn = 1 if isinstance(action, act.DrawExtra) else 0
    drawn = min(drawn, seen.table["deck"] + sum(seen.table["discard"].values()))
    excess = hand.cards + drawn - hand.limit
    return [fig.DiscardThen(excess)] if excess > 0 else []


def _utility(seen: Seen, state: State, decision: Decision, action: act.Utility) -> list[Figure]:
    use = _use(state, "utility", action)
    return [fig.Joins(use.value) if use.effect == "men" else fig.Draws(use.value)]


_ABOUT: dict[type[Any], Callable[[Seen, State, Decision, Any], list[Figure]]] = {
    act.Declare: _declare,
    act.Modify: _modify,
    act.Attack: _attack,
    act.PlayBonus: _bonus,
    act.Encircle: _encircle,
    act.Scout: _scout,
    act.CommanderKilled: _commander,
    act.Smoke: _smoke,
    act.Place: _place,
    act.Terrain: _terrain,
    act.Move: _move,
    act.Barrier: _play_barrier,
    act.Objective: _objective,
    act.Conceal: _conceal,
    act.Flank: _flank,
    act.Utility: _utility,
    act.DrawExtra: _extra,
    act.Decline: _extra,
}
