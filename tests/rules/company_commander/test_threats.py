"""What is known of a phase before it is played is what then can be done in it, and what a card denies is gone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander import actions as act
from bocage.rules.company_commander import figures as fig
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.data import LANE_OF
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.state import Glimpse, State
from bocage.rules.dice import Dice
from bocage.rules.kernel import Odds, Seen
from tests.rules.company_commander.scene import Scene
from tests.rules.odds_truth import Asked, asked

PLAIN = Options(creator_side="us")
#: Window → the phase that it opens, and what a unit does in it.
PHASES: dict[str, tuple[str, type[Any]]] = {
    "on_recon": ("recon", act.Recon),
    "on_suppression": ("suppression", act.Suppress),
    "on_assault": ("assault", act.Join),
    "on_rally": ("rally", act.Rally),
}


@pytest.fixture(scope="module")
def moments() -> list[Asked]:
    """Decisions of random games by the plain rules, one in four."""
    return [
        moment for number in range(20) for moment in asked(GAME, f"threats/{number}", options=PLAIN, share=0.25)
    ]


def _odds(state: State) -> Odds:
    decision = GAME.decision(state)
    assert decision is not None
    odds = GAME.odds(Seen(GAME.view(state, decision.seat), state.options, decision.seat), decision)
    assert odds is not None
    return odds


def _acts(state: State, phase: str, kind: type[Any]) -> list[Any]:
    """What the units can do in the phase once the window is passed; nothing where the phase is left at once."""
    after = GAME.apply(state, act.Pass(), Dice(b"later", 1)).state
    owed = GAME.decision(after)
    if owed is None or owed.kind != phase or after.turn != state.turn:
        return []
    return [one for one in owed.actions if isinstance(one, kind)]


def _worst(figures: list[Any]) -> list[Fraction]:
    kinds = (fig.SuppressionOdds, fig.RemovalOdds)
    told = [one for one in figures if isinstance(one, kinds)]
    return [Fraction(*(one.casualty if isinstance(one, fig.SuppressionOdds) else one.chance)) for one in told]


def test_window_tells_able_units_and_best_chance(moments: list[Asked]) -> None:
    met: dict[str, int] = dict.fromkeys(PHASES, 0)
    idle = 0
    for moment in moments:
        window = moment.decision.kind
        if window not in PHASES:
            continue
        phase, kind = PHASES[window]
        acts = _acts(moment.state, phase, kind)
        (told,) = moment.odds.question
        units = {one.unit for one in acts}
        if isinstance(told, fig.Able):
            assert told.n == len(units)
            idle += not units
            met[window] += 1
            continue
        if isinstance(told, fig.Routing):
            assert set(told.units) <= units
            assert not set(told.sure) & units
            met[window] += 1
            continue
        assert told.n == len(units)
        after = GAME.apply(moment.state, act.Pass(), Dice(b"later", 1)).state
        odds = _odds(after)
        owed = GAME.decision(after)
        assert owed is not None
        each = [(one, odds.actions[owed.actions.index(one)]) for one in acts]
        if isinstance(told, fig.MissionThreat):
            assert told.chance == max(figures[0].chance for _, figures in each)
        elif isinstance(told, fig.ShotThreat):
            best = max(_worst(figures) for _, figures in each)
            its = dict(each)[act.Suppress(told.unit, told.front)]
            assert _worst(its) == best
            assert (told.pin, told.casualty) == (its[0].pin, its[0].casualty)
        else:
            _check_assault(after, acts, told)
        met[window] += 1
    assert min(met.values()) > 5
    assert idle > 5


def _check_assault(state: State, acts: list[act.Join], told: fig.AssaultThreat) -> None:
    """All who can join an assault on a front do: its dice are those told, and no other front's are worse."""
    chances = {}
    for front in {one.front for one in acts}:
        launched = state
        for one in acts:
            if one.front == front:
                launched = GAME.apply(launched, one, Dice(b"later", 1)).state
        (fire,) = (
            one for one in _odds(launched).question if isinstance(one, fig.FireOdds) and one.role == "attack"
        )
        chances[front] = Fraction(*fire.chance)
        if front == told.front:
            assert (told.dice, told.chance, told.removed, told.after) == (
                fire.dice,
                fire.chance,
                fire.removed,
                fire.after,
            )
    assert chances[told.front] == max(chances.values())


def test_own_phases_tell_how_many_units_can_act(moments: list[Asked]) -> None:
    deeds = {"recon": act.Recon, "suppression": act.Suppress, "assault": act.Join, "deploy": act.Move}
    met = dict.fromkeys(deeds, 0)
    for moment in moments:
        kind = deeds.get(moment.decision.kind)
        for told in moment.odds.question:
            if kind and isinstance(told, fig.Able):
                assert told.n == len({one.unit for one in moment.decision.actions if isinstance(one, kind)})
                met[moment.decision.kind] += 1
    assert min(met.values()) > 5


def test_few_moved_units_are_named(moments: list[Asked]) -> None:
    few = many = 0
    for moment in moments:
        if moment.decision.kind == "on_move":
            units = [one.id for one in moment.state.units[moment.state.active].values() if one.flags & f.MOVED]
            assert moment.odds.question == [fig.HaveMoved(len(units), tuple(units) if len(units) < 4 else ())]
            few += len(units) < 4
            many += len(units) > 3
    assert min(few, many) > 0


@pytest.mark.parametrize(
    ("at", "card", "target", "told"),
    [
        ("recon", "green_unit", "us_recon1", fig.Denies(("mission", "assault"))),
        ("recon", "green_unit", "us_rifle1", fig.Denies(("rally",), routs=True)),
        ("suppression", "out_of_ammo", "us_81mm", fig.Denies(("shot",))),
        ("suppression", "unit_separated", "us_81mm", fig.Denies(("shot", "assault"))),
        ("suppression", "formation_disorder", "us_c", fig.Denies(("assault",), 3)),
        ("suppression", "fog_of_war", "de_c", fig.Denies(("shot", "assault"), 4)),
        ("assault", "awaiting_orders", "us_rifle2", fig.Denies(("assault",))),
        ("assault", "out_of_ammo", "us_81mm", fig.Denies(("shot",))),
        ("rally", "shaken", "us_rifle1", fig.Denies(("rally",), routs=True)),
        ("rally", "shaken", "us_rifle3", fig.Denies(("rally",))),
    ],
)
def test_a_card_tells_what_it_keeps_units_from(at: str, card: str, target: str, told: fig.Denies) -> None:
    us = "recon1:center rifle2:center 81mm:center rifle1:left:p2:c1 rifle3:right:p1 chq:left"
    scene = Scene(at, us=us, de="jager1:center", de_hand=card)
    assert scene.asks == (f"on_{at}", "de")
    figures = next(
        figures
        for one, figures in scene.about_each().items()
        if getattr(one, "unit", "") == target or getattr(one, "front", "") == target
    )
    assert figures == [told]


@pytest.mark.parametrize(
    ("card", "target", "told"),
    [
        ("unit_separated", "de_pio", fig.Denies(("fire",))),
        ("out_of_ammo", "de_mg42", fig.Denies(("shot",))),
        ("breakdown", "de_panzer", fig.Denies(("move", "assault"))),
    ],
)
def test_card_tells_what_lasts_on_an_absent_unit(card: str, target: str, told: fig.Denies) -> None:
    scene = Scene(
        "tactics", us="rifle1:center", us_hand=card, de=f"recon1:center {target.removeprefix('de_')}:left"
    )
    assert scene.about_each()[act.Play(card, target)] == [told]


@pytest.mark.parametrize(("lost", "left"), [(6, None), (7, 3), (9, 1)])
def test_few_removals_that_still_win_are_told(lost: int, left: int | None) -> None:
    scene = Scene("suppression", us="81mm:center", us_hand="radio", de="jager1:center", lost=(0, lost))
    assert scene.about_question() == [fig.Able("shot", 1), *([fig.ToWin(left)] if left else [])]


def test_deployment_tells_pending_units_and_decks(moments: list[Asked]) -> None:
    placed = drawn = 0
    for moment in moments:
        state = moment.state
        if moment.decision.kind != "deploy":
            continue
        told = [one for one in moment.odds.question if isinstance(one, fig.ToPlace)]
        assert told == ([fig.ToPlace(len(state.pending))] if state.pending else [])
        placed += bool(told)
        for deck, left in (("squad", len(state.squads[state.active])), ("tactical", len(state.tactical))):
            if act.HqDraw(deck) in moment.decision.actions:  # type: ignore[arg-type]
                (figure,) = moment.odds.actions[moment.decision.actions.index(act.HqDraw(deck))]  # type: ignore[arg-type]
                assert figure == fig.InDeck(left, len(state.discards) if deck == "tactical" else 0)
                drawn += 1
    assert min(placed, drawn) > 5


@pytest.mark.parametrize("known", [(), ("mud",)])
def test_peek_tells_size_and_known_cards(
    known: tuple[str, ...],
) -> None:
    scene = Scene("recon", us="recon1:center", us_hand="radio", de="jager1:center", de_hand="mud woods")
    if known:
        scene.state.glimpses = (Glimpse(1, known), Glimpse(0, ()))
        scene.state.known = (known, ())
    scene.to("recon").do(act.Recon("us_recon1"), 6)
    assert scene.about_each()[act.Peek()] == [fig.Peeks(2, len(known))]


def test_stand_in_tells_how_many_units_it_commands() -> None:
    options = Options(creator_side="us", commander=True)
    scene = Scene(
        "suppression", us="chq:left rifle1:center 81mm:center", us_hand="radio", de="mg34:right", options=options
    )
    found = {one.front: figures for one, figures in scene.about_each().items() if isinstance(one, act.Proxy)}
    assert found.keys() >= {"us_l", "us_c"}
    for front, figures in found.items():
        there = sum(unit.lane == LANE_OF[front] for unit in scene.state.units[0].values())
        assert figures == [fig.Commands(there)]


def test_a_suppression_that_costs_the_unit_its_assault_says_so(moments: list[Asked]) -> None:
    """As if nobody suppressed, and nobody answered."""
    told = {True: 0, False: 0}
    for moment in moments:
        acts = [one for one in moment.decision.actions if isinstance(one, act.Suppress)]
        if moment.decision.kind != "suppression" or not acts or not moment.odds.actions:
            continue
        step = GAME.apply(moment.state, act.EndPhase(), Dice(b"later", 1)).state
        while (owed := GAME.decision(step)) is not None and owed.kind.startswith("on_"):
            step = GAME.apply(step, act.Pass(), Dice(b"later", 1)).state
        joins = {one.unit for one in owed.actions if isinstance(one, act.Join)} if owed else set()
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=True):
            if isinstance(action, act.Suppress):
                loses = fig.Forgoes(("assault",)) in figures
                assert loses == (action.unit in joins)
                told[loses] += 1
    assert min(told.values()) > 20
