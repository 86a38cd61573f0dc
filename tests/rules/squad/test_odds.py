"""The odds of rolls and attacks are what the rules then do, on every face of the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bocage.rules.dice import Dice, ScriptedDice
from bocage.rules.kernel import Event, Figure, Seen
from bocage.rules.squad import GAME
from bocage.rules.squad import actions as act
from bocage.rules.squad import events as ev
from bocage.rules.squad import figures as fig
from bocage.rules.squad.data import Use, find_use
from bocage.rules.squad.fire import targets
from bocage.rules.squad.resolve import from_phase
from bocage.rules.squad.state import State
from bocage.rules.squad.variants import ground_of
from tests.rules.odds_truth import Asked, asked
from tests.rules.squad.scene import Scene

FACES = range(1, 7)
PAIRS = list(product(FACES, repeat=2))
PASSES = (act.PASS,)


@pytest.fixture(scope="module")
def moments() -> list[Asked]:
    """Decisions of random games over all variants, one in three."""
    return [moment for number in range(45) for moment in asked(GAME, f"odds/{number}", share=0.34)]


def _about(moments: list[Asked], kind: type[Any]) -> Iterator[tuple[Asked, Any, list[Any]]]:
    for moment in moments:
        if moment.odds.actions:
            for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=True):
                if isinstance(action, kind):
                    yield moment, action, figures


def _told(figures: list[Any], kind: type[Figure]) -> Any:
    return next((figure for figure in figures if type(figure) is kind), None)


def _play(state: State, action: Any, faces: tuple[int, ...], until: type[Event]) -> list[Event]:
    """What is told of an action, and of passes until the event comes; the first dice show ``faces``."""
    dice = ScriptedDice(faces, Dice(b"later", 1))
    told: list[Event] = []
    while True:
        step = GAME.apply(state, action, dice)
        state = step.state
        told += [one.public for one in step.events]
        if any(type(event) is until for event in told):
            return told
        action = act.PASS


def _use_of(state: State, attack: act.Attack) -> Use:
    """The way in which the attack's card is played."""
    return find_use(state.options.variant, state.squads[attack.squad].nation, "attack", attack.card, attack.trait)


def _count(chance: tuple[int, int], happened: int, of: int) -> None:
    assert chance[0] * of == happened * chance[1]


def test_first_fire_says_it_covers_the_move(moments: list[Asked]) -> None:
    """What is told is what opportunity fire at the squad then has, and once."""
    met = 0
    for moment, action, figures in _about(moments, act.Attack):
        told = _told(figures, fig.Covers)
        squad = moment.state.squads[action.squad]
        assert (told is not None) == (moment.decision.kind == "covering_fire" and not squad.covering)
        if told:
            after = GAME.apply(moment.state, action, Dice(b"later", 1)).state
            mods = [
                row
                for enemy in after.enemies(squad)
                for row in from_phase(enemy, after.squads[squad.id], "opportunity_fire")
            ]
            assert {row for row in mods if row[0] == "covered"} == {("covered", told.n)}
            met += 1
    assert met > 5


def test_attacks_kill_on_as_many_pairs_of_dice_as_told(moments: list[Asked]) -> None:
    met: set[str] = set()
    for moment, action, figures in _about(moments, act.Attack):
        told = _told(figures, fig.AttackOdds)
        results = [_attacked(moment.state, action, pair) for pair in PAIRS]
        assert {(result.total - result.raw, result.mods) for result in results} == {(told.n, told.mods)}
        _count(told.chance, sum(result.kills > 0 for result in results), 36)
        men = moment.state.squads[action.target].men
        wipe = _told(figures, fig.WipeOdds)
        _count(wipe.chance if wipe else (0, 36), sum(result.kills == men for result in results), 36)
        # Where nobody says that one falls at most, a total above one kills more, while there are more.
        assert all(result.kills == min(1 if told.one else men, men, max(0, result.total)) for result in results)
        met |= {code for code, _ in told.mods}
    assert {"weapon", "cover", "concealment", "pinned", "encircled", "moved", "ambush", "smoke"} <= met


def test_shots_tell_certain_morale_checks(moments: list[Asked]) -> None:
    found = 0
    for moment in moments:
        attacks = [action for action in moment.decision.actions if isinstance(action, act.Attack)]
        own_turn = moment.state.active == moment.decision.seat
        counts = own_turn or moment.state.options.morale_memory == "since_last_check"  # SQ-2
        told = {
            squad for figure in moment.odds.question if isinstance(figure, fig.Checks) for squad in figure.squads
        }
        expected = {action.target for action in attacks if not moment.state.squads[action.target].fired_at}
        assert told == (expected if counts else set())
        for action in (action for action in attacks if action.target in told):
            after = GAME.apply(moment.state, action, Dice(b"later", 1)).state
            assert action.target not in after.squads or after.squads[action.target].fired_at == 1
            found += 1
    assert found > 3


def test_move_declaration_tells_cost_and_point_man(moments: list[Asked]) -> None:
    declared = _about(moments, act.Declare)
    told = {(action.how, *(figure.how for figure in figures)) for _, action, figures in declared}
    assert told == {("stay",), ("move", "move"), ("point_man", "point_man")}


def _attacked(state: State, action: Any, pair: tuple[int, ...]) -> ev.Attacked:
    return next(event for event in _play(state, action, pair, ev.Attacked) if isinstance(event, ev.Attacked))


@pytest.mark.parametrize(
    ("kind", "event", "good"),
    [("morale", ev.MoraleChecked, ("steady",)), ("rally", ev.Rallied, ("rallied",))],
)
def test_a_roll_goes_well_on_as_many_faces_as_told(
    moments: list[Asked], kind: str, event: type[Any], good: tuple[str, ...]
) -> None:
    questions = shifts = 0
    for moment in moments:
        if moment.decision.kind != kind:
            continue
        told = moment.odds.question[0]
        results = [_rolled(moment.state, act.PASS, face, event) for face in FACES]
        _count(told.chance, sum(result.result in good for result in results), 6)
        assert {result.total - result.die for result in results} == {told.n}
        if kind == "morale":
            assert {result.result for result in results} <= {"steady", told.fails}
        questions += 1
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
            if isinstance(action, act.Modify):
                (shift,) = figures
                changed = [_rolled(moment.state, action, face, event) for face in FACES]
                _count(shift.chance, sum(result.result in good for result in changed), 6)
                assert {result.total - result.die for result in changed} == {told.n + shift.n}
                shifts += 1
    assert questions > 20
    assert shifts > 5


def _rolled(state: State, action: Any, face: int, event: type[Any]) -> Any:
    # A rout rolls two more dice, which say nothing here.
    return next(one for one in _play(state, action, (face,), event) if type(one) is event)


def test_a_rout_costs_as_much_as_told(moments: list[Asked]) -> None:
    routs = 0
    for moment in moments:
        rout = _told(moment.odds.question, fig.RoutOdds)
        if rout is None:
            continue
        name = moment.odds.question[0].squad
        men = moment.state.squads[name].men
        losses = [_lost(moment.state, (face, *pair)) for face in FACES for pair in PAIRS]
        _count(rout.chance, sum(lost > 0 for lost in losses), 216)
        wipe = _told(moment.odds.question, fig.WipeOdds)
        _count(wipe.chance if wipe else (0, 1), sum(lost == men for lost in losses), 216)
        routs += 1
    assert routs > 3


def _lost(state: State, faces: tuple[int, ...]) -> int:
    told = _play(state, act.PASS, faces, ev.MoraleChecked)
    return sum(one.kills for one in told if isinstance(one, ev.Routed))


def _mined(state: State, action: Any, pair: tuple[int, ...]) -> int:
    told = _play(state, action, pair, ev.MineHit)
    return next(one.kills for one in told if isinstance(one, ev.MineHit))


def test_mines_kill_on_as_many_pairs_of_dice_as_told(moments: list[Asked]) -> None:
    laid = 0
    for moment, action, figures in _about(moments, act.Barrier):
        told = _told(figures, fig.AttackOdds)
        if told:
            _count(told.chance, sum(_mined(moment.state, action, pair) > 0 for pair in PAIRS), 36)
            laid += 1
    for moment in moments:
        if moment.decision.kind == "engineer":
            told = _told(moment.odds.question, fig.MineOdds)
            if told is None:
                continue
            _count(told.chance, sum(_mined(moment.state, act.PASS, pair) > 0 for pair in PAIRS), 36)
            laid += 1
    assert laid > 4


def test_costs_and_counts_are_what_then_happens(moments: list[Asked]) -> None:
    met: set[tuple[type[Any], type[Any]]] = set()
    for moment in moments:
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
            for figure in figures:
                check = _CHECKS.get((type(action), type(figure)))
                if check:
                    step = GAME.apply(moment.state, action, Dice(b"later", 1))
                    check(moment, action, figure, step.state, [one.public for one in step.events])
                    met.add((type(action), type(figure)))
    assert met == _CHECKS.keys()


def _draws(moment: Asked, action: Any, figure: fig.Draws, after: State, told: list[Event]) -> None:
    assert [event.n for event in told if isinstance(event, ev.Drew)][:1] == [figure.n]


def _looks(moment: Asked, action: Any, figure: fig.Looks, after: State, told: list[Event]) -> None:
    assert [event.n for event in told if isinstance(event, ev.Scouted)] == [figure.n]


def _joins(moment: Asked, action: Any, figure: fig.Joins, after: State, told: list[Event]) -> None:
    assert after.squads[action.squad].men == moment.state.squads[action.squad].men + figure.n


def _scores(moment: Asked, action: Any, figure: fig.ScoreThen, after: State, told: list[Event]) -> None:
    assert after.objectives[moment.decision.seat] == figure.n


def _range(moment: Asked, action: Any, figure: fig.NewRange, after: State, told: list[Event]) -> None:
    moved = [event.range for event in told if isinstance(event, ev.Moved)]
    assert moved in ([], [figure.range])


def _range_then(moment: Asked, action: Any, figure: fig.RangeThen, after: State, told: list[Event]) -> None:
    if any(isinstance(event, ev.Moved) for event in told):
        mover, enemy = after.squads[action.squad], after.squads[figure.squad]
        assert ground_of(after).range_between(after, mover, enemy) == figure.range


def _flanks(moment: Asked, action: Any, figure: fig.Flanks, after: State, told: list[Event]) -> None:
    if not any(isinstance(event, ev.Moved) for event in told):
        return
    mover = after.squads[action.squad]
    assert mover.flanked == figure.squads
    for name in figure.squads:
        mods = dict(from_phase(mover, after.squads[name], "position_fire"))
        assert mods.get("flank_bonus", 0) == figure.own
        assert figure.moved == (mods["moved"] if figure.own else 0)
        # Who stays where it is has it in its next turn.
        still = replace(after.squads[name], moved=False)
        flanked = replace(mover, flanked_before=mover.flanked)
        assert dict(from_phase(still, flanked, "position_fire"))["flanked"] == figure.theirs


def _discards_then(moment: Asked, action: Any, figure: fig.DiscardThen, after: State, told: list[Event]) -> None:
    assert _discards(after, moment.seen.table["acting"]) == figure.n


def _discards(state: State, squad: str) -> int:
    """How often a squad must discard from here on, before anything else is asked."""
    count = 0
    while (owed := GAME.decision(state)) is not None and owed.kind == "discard":
        if owed.actions[0].squad != squad:
            break
        state = GAME.apply(state, owed.actions[0], Dice(b"later", 1)).state
        count += 1
    return count


_CHECKS: dict[tuple[type[Any], type[Any]], Callable[[Asked, Any, Any, State, list[Event]], None]] = {
    (act.Utility, fig.Draws): _draws,
    (act.Utility, fig.Joins): _joins,
    (act.Scout, fig.Looks): _looks,
    (act.Objective, fig.ScoreThen): _scores,
    (act.DrawExtra, fig.DiscardThen): _discards_then,
    (act.Move, fig.NewRange): _range,
    (act.Move, fig.RangeThen): _range_then,
    (act.Move, fig.Flanks): _flanks,
}


def test_extra_draw_tells_hand_limit_and_deck(moments: list[Asked]) -> None:
    found = over = 0
    for moment in moments:
        if moment.decision.kind == "extra_card":
            state, name = moment.state, moment.seen.table["acting"]
            squad = state.squads[name]
            hand = fig.Hand(name, len(squad.hand), squad.limit)
            assert moment.odds.question == [hand, fig.InDeck(len(state.deck), len(state.discard))]
            for number, action in enumerate(moment.decision.actions):
                after = GAME.apply(state, action, Dice(b"later", 1)).state
                told = moment.odds.actions[number] if moment.odds.actions else []
                excess = _discards(after, name)
                assert told == ([fig.DiscardThen(excess)] if excess else [])
                over += excess > 0
            found += 1
    assert min(found, over) > 5


def test_who_moves_is_told_which_enemies_can_fire_at_it(moments: list[Asked]) -> None:
    """Before the move behind smoke by name, before the declaration whether there is any."""
    met: dict[tuple[str, bool], int] = {}
    for moment in moments:
        kind = moment.decision.kind
        if kind not in ("declare", "smoke"):
            continue
        state = moment.state
        mover = replace(state.squads[moment.seen.table["acting"]], declared=True, stopped=False)
        state = replace(state, squads={**state.squads, mover.id: mover})
        able = tuple(
            enemy.id
            for enemy in state.enemies(mover)
            if enemy.hand and mover in [target for target, _ in targets(state, enemy, "opportunity_fire")]
        )
        if kind == "smoke":
            assert moment.odds.question == [fig.MayFire(able)]
        else:
            ways = [figure for figures in moment.odds.actions for figure in figures]
            assert {way.safe for way in ways if isinstance(way, fig.Way)} == {not able}
        met[kind, bool(able)] = met.get((kind, bool(able)), 0) + 1
    assert len(met) == 4
    assert min(met.values()) > 2


@pytest.mark.parametrize("card", ["commander_killed_1", "hill_1"])
def test_a_mines_victim_is_told_with_its_hand_and_limit(card: str) -> None:
    scene = Scene("movement", {"0.1": "knife_1", "1.1": f"minefield_1 {card}"}, s01={"declared": True})
    scene.do(act.Move("0.1", "knife_1", "open", "hold")).do(act.Barrier("1.1", "minefield_1"), 3, 3)
    assert scene.kind == "mine"
    odds = GAME.odds(Seen(GAME.view(scene.state, 1), scene.state.options, 1), scene.asked)
    assert odds is not None
    victim = scene.squad("0.1")
    assert odds.question == [fig.Hand("0.1", len(victim.hand), victim.limit)]


def test_the_excess_is_how_often_one_must_discard(moments: list[Asked]) -> None:
    found = 0
    for moment in moments:
        if moment.decision.kind == "discard":
            state, count = moment.state, 0
            while (owed := GAME.decision(state)) is not None and owed.kind == "discard":
                if owed.seat != moment.decision.seat or owed.actions[0].squad != moment.decision.actions[0].squad:
                    break
                state = GAME.apply(state, owed.actions[0], Dice(b"later", 1)).state
                count += 1
            assert moment.odds.question == [fig.Excess(count)]
            found += 1
    assert found > 20


def test_told_effects_change_the_next_attack(moments: list[Asked]) -> None:
    bonuses = useless = idles = 0
    for moment, action, (effect, *idle) in _about(moments, act.PlayBonus):
        attacks = [other for other in moment.decision.actions if isinstance(other, act.Attack)]
        guns = [_use_of(moment.state, attack).weapon.machine_gun for attack in attacks]
        gains = any(guns) if effect.on == "machine_guns" else bool(attacks)
        assert idle == ([] if gains else [fig.Idle()])
        idles += not gains
        after = GAME.apply(moment.state, action, Dice(b"later", 1)).state
        owed = GAME.decision(after)
        for attack in moment.decision.actions:
            if owed is None or not isinstance(attack, act.Attack) or attack not in owed.actions:
                continue
            before = _attacked(moment.state, attack, (1, 1)).total
            change = _attacked(after, attack, (1, 1)).total - before
            # SQ-32
            helped = effect.on == "attacks" or _use_of(moment.state, attack).weapon.machine_gun
            assert change == (effect.n if helped else 0)
            bonuses += helped
            useless += not helped
    for moment, action, (effect,) in _about(moments, act.Encircle):
        after = GAME.apply(moment.state, action, Dice(b"later", 1)).state
        owed = GAME.decision(after)
        for attack in moment.decision.actions:
            if owed is not None and isinstance(attack, act.Attack) and attack in owed.actions:
                change = _attacked(after, attack, (1, 1)).total - _attacked(moment.state, attack, (1, 1)).total
                assert change == (effect.n if attack.target == action.target else 0)
    assert bonuses > 5
    assert useless > 5
    assert idles > 5
