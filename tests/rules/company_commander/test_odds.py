"""The odds of missions, attacks and rally rolls are what the rules then do, on every face of the dice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander import actions as act
from bocage.rules.company_commander import events as ev
from bocage.rules.company_commander import figures as fig
from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.state import State
from bocage.rules.dice import Chance, Dice, ScriptedDice
from bocage.rules.kernel import Event, Figure, Seen
from tests.rules.company_commander.scene import Scene
from tests.rules.odds_truth import Asked, Tally, TooManyError, asked, outcomes

FACES = range(1, 7)
PAIRS = list(product(FACES, repeat=2))
QUIET = (act.Pass(), act.EndPhase())


@pytest.fixture(scope="module")
def moments() -> list[Asked]:
    """Decisions of random games over all options, one in four."""
    return [moment for number in range(24) for moment in asked(GAME, f"odds/{number}", share=0.25)]


def _about(moments: list[Asked], kind: type[Any]) -> Iterator[tuple[Asked, Any, list[Any]]]:
    for moment in moments:
        if moment.odds.actions:
            for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=True):
                if isinstance(action, kind) and figures:
                    yield moment, action, figures


def _told(figures: list[Any], kind: type[Figure]) -> Any:
    return next((figure for figure in figures if type(figure) is kind), None)


def _play(state: State, actions: tuple[Any, ...], dice: Chance, until: type[Event]) -> tuple[State, list[Event]]:
    """The state and what was told after ``actions``, and passes in all windows until the event comes.

    It never comes where nobody rolls.
    """
    told: list[Event] = []
    left = list(actions)
    while True:
        step = GAME.apply(state, left.pop(0) if left else act.Pass(), dice)
        state = step.state
        told += [one.public for one in step.events]
        decision = GAME.decision(state)
        nothing = decision is None or act.Pass() not in decision.actions
        if not left and (nothing or any(type(event) is until for event in told)):
            return state, told


def _first(state: State, action: Any, faces: tuple[int, ...], kind: type[Any]) -> Any:
    _, told = _play(state, (action,), ScriptedDice(faces, Dice(b"later", 1)), kind)
    return next(event for event in told if type(event) is kind)


def _equal(share: tuple[int, int], happened: int, of: int) -> None:
    assert share[0] * of == happened * share[1]


def test_missions_end_on_as_many_faces_as_told(moments: list[Asked]) -> None:
    missions = 0
    for moment, action, (told, *_) in _about(moments, act.Recon):
        results = Counter(_first(moment.state, action, (face,), ev.Scouted).result for face in FACES)
        _equal(told.chance, results["success"], 6)
        _equal(told.spotted, results["spotted"], 6)
        missions += 1
    assert missions > 10


def _suppressions(moments: list[Asked]) -> Iterator[tuple[Asked, Any, list[Any]]]:
    """Attacks to declare, cards to play, and attacks that only wait for a pass."""
    yield from _about(moments, act.Suppress)
    for moment, action, figures in _about(moments, act.Play):
        if _told(figures, fig.SuppressionOdds):
            yield moment, action, figures
    for moment in moments:
        if moment.decision.kind in ("on_roll", "spotted"):
            yield moment, act.Pass(), moment.odds.question


def test_suppression_rolls_come_out_as_often_as_told(moments: list[Asked]) -> None:
    met: set[type[Any]] = set()
    for moment, action, figures in _suppressions(moments):
        told = _told(figures, fig.SuppressionOdds)
        rolls = list(product(FACES, repeat=told.dice)) if told.dice < 4 else PAIRS
        seen = [_first(moment.state, action, roll, ev.Suppression) for roll in rolls]
        assert {sum(one.dice) + told.n for one in seen} == {one.total for one in seen}
        assert {len(one.dice) for one in seen} == {told.dice}
        if told.dice < 4:
            results = Counter(one.result for one in seen)
            _equal(told.pin, results["pin"], len(rolls))
            _equal(told.casualty, results["casualty"], len(rolls))
        met.add(type(action))
    assert met == {act.Suppress, act.Play, act.Pass}


def test_a_support_card_makes_as_many_rolls_as_told(moments: list[Asked]) -> None:
    cards = 0
    for moment, action, figures in _about(moments, act.Play):
        told = _told(figures, fig.SuppressionOdds)
        if told and told.n < 6:
            _, events = _play(moment.state, (action,), ScriptedDice([1] * 20), ev.Suppression)
            assert sum(isinstance(event, ev.Suppression) for event in events) == told.rolls
            cards += 1
    assert cards > 5


def test_a_unit_is_removed_as_often_as_told(moments: list[Asked]) -> None:
    removals = 0
    for moment, action, figures in _suppressions(moments):
        if _told(figures, fig.SuppressionOdds).rolls > 1 or _told(figures, fig.SuppressionOdds).dice > 2:
            continue
        removal = _told(figures, fig.RemovalOdds)
        if removals > 60 and removal:
            continue

        def removed(dice: Chance, state: State = moment.state, action: Any = action) -> bool:
            _, told = _play(state, (action,), dice, ev.Suppression)
            return any(isinstance(event, ev.Removed) for event in told)

        try:
            chance = outcomes(removed, 4_000).get(True, 0)
        except TooManyError:
            continue  # the attack ends a turn, and cards are shuffled
        told = removal.chance if removal else (0, 1)
        assert chance * told[1] == told[0]
        removals += removal is not None
    assert removals > 40


def test_armour_saves_as_often_as_told(moments: list[Asked]) -> None:
    kinds, saving, removing = (fig.SuppressionOdds, fig.ArmourOdds, fig.RemovalOdds), 0, 0
    for moment, action, figures in _suppressions(moments):
        roll, armour, removal = (_told(figures, kind) for kind in kinds)
        many = removal and roll.rolls > 1 and isinstance(action, act.Play)
        if not (armour or many) or (saving >= 12 and removing >= 6):
            continue
        plays = [_play(moment.state, (action,), Dice(b"armour", n), ev.Suppression)[1] for n in range(1, 400)]
        hits = [event for told in plays for event in told if isinstance(event, ev.Hit)]
        if armour and len(hits) > 60:
            chance, saved = (
                armour.chance[0] / armour.chance[1],
                sum(hit.armour > 0 and hit.effect != hit.result for hit in hits),
            )
            assert abs(saved - len(hits) * chance) <= 4.5 * (len(hits) * chance * (1 - chance)) ** 0.5
            saving += 1
        if many:
            chance, n = removal.chance[0] / removal.chance[1], len(plays)
            times = sum(any(isinstance(event, ev.Removed) for event in told) for told in plays)
            assert abs(times - n * chance) <= 4.5 * max(1.0, (n * chance * (1 - chance)) ** 0.5)
            removing += 1
    assert min(saving / 2, removing) >= 4


def test_rally_rolls_succeed_on_as_many_faces_as_told(moments: list[Asked]) -> None:
    rolls = routs = 0
    for moment, action, figures in _about(moments, act.Rally):
        told = _told(figures, fig.RallyOdds)
        seen = [_first(moment.state, action, (face,), ev.Rallied) for face in FACES]
        _equal(told.chance, sum(one.result == "rallied" for one in seen), 6)
        assert {(one.total - one.die, one.mods) for one in seen} == {(told.n, told.mods)}
        rolls += 1
        gone = _gone_this_turn(moment.state)
        if _told(figures, fig.Routs) and gone is not None:
            assert action.unit in gone
            routs += 1
        elif gone is not None:
            assert action.unit not in gone
    assert rolls > 20
    assert routs > 2


def test_rally_question_names_who_would_rout(moments: list[Asked]) -> None:
    named = sure = 0
    for moment in moments:
        if moment.decision.kind == "rally":
            told = _told(moment.odds.question, fig.Routing)
            tries = {action.unit for action in moment.decision.actions if isinstance(action, act.Rally)}
            gone = _gone_this_turn(moment.state)
            if gone is None:
                continue
            assert set(told.units if told else ()) == tries & gone
            # Also those that have rolled, or cannot: a player may take them for safe.
            assert set(told.sure if told else ()) == gone - tries
            named += told is not None
            sure += bool(told and told.sure)
    assert named > 2
    assert sure > 0


def _gone_this_turn(state: State) -> set[str] | None:
    """Which units rout when nobody does anything more in this turn; None: the match ends with one of them."""
    turn, gone, dice = state.turn, set[str](), Dice(b"later", 1)
    while state.turn == turn and (owed := GAME.decision(state)) is not None:
        step = GAME.apply(state, next(one for one in QUIET if one in owed.actions), dice)
        state = step.state
        gone |= {one.public.unit for one in step.events if isinstance(one.public, ev.Removed)}
    return gone if GAME.outcome(state) is None else None


def test_flank_bonus_is_told_past_an_empty_front() -> None:
    scene = Scene("assault", us="rifle1:left rifle2:center", de="jager1:center")
    told = scene.about_each()
    assert [
        _told(told[act.Join(unit, "de_c")][-1:], fig.FireOdds).flank for unit in ("us_rifle1", "us_rifle2")
    ] == [1, 0]


def test_flanking_dice_are_told_apart() -> None:
    scene = Scene("assault", us="rifle1:center rifle2:left", us_hand="mud", de="mg34:right jager1:left")
    alone = _told(scene.about_each()[act.Join("us_rifle1", "de_r")][-1:], fig.FireOdds)
    assert (alone.flank, alone.flanking) == (1, 0)
    scene.do(act.Join("us_rifle1", "de_r"))
    both = _told(scene.about_each()[act.Join("us_rifle2", "de_r")][-1:], fig.FireOdds)
    assert (both.flank, both.flanking, both.dice) == (1, alone.dice, 2 * alone.dice)


def _fired(state: State, actions: tuple[Any, ...]) -> Counter[str]:
    """The fire dice of each role when nobody hits anything."""
    _, told = _play(state, actions, ScriptedDice([1] * 200), ev.Fire)
    dice: Counter[str] = Counter()
    for event in told:
        if isinstance(event, ev.Fire):
            dice[event.role] += len(event.dice)
    return dice


def test_as_many_fire_dice_are_rolled_as_told(moments: list[Asked]) -> None:
    met: Counter[str] = Counter()
    for moment in moments:
        kind = moment.decision.kind
        if kind in ("build", "attack", "defence"):
            last = act.Commit() if kind == "build" else act.Pass()
            _check_dice(moment.odds.question, moment.state, (last,))
            met[kind] += 1
        for action, figures in zip(moment.decision.actions, moment.odds.actions, strict=False):
            if kind in ("assault", "build") and isinstance(action, (act.Join, act.Withdraw)) and figures:
                _check_dice(figures, moment.state, (action, act.Commit()))
            elif isinstance(action, act.Play) and figures and kind in ("attack", "defence"):
                _check_dice(figures, moment.state, (action,))
            else:
                continue
            met[type(action).__name__] += 1
    assert met.keys() == {"build", "attack", "defence", "Join", "Withdraw", "Play"}


def _check_dice(figures: list[Any], state: State, actions: tuple[Any, ...]) -> None:
    fired = _fired(state, actions)
    for figure in figures:
        if not isinstance(figure, fig.Forgoes):
            assert isinstance(figure, fig.FireOdds)
            assert figure.dice == fired[figure.role]


def test_casualties_come_as_often_as_told(moments: list[Asked]) -> None:
    """Of defenders, who fire first, exactly; of attackers, whom they may hit before, closely. CC-28"""
    tally = Tally()
    close: defaultdict[tuple[int, bool], list[tuple[float, bool]]] = defaultdict(list)
    for moment in moments:
        if moment.decision.kind != "defence" or any(figure.role == "mines" for figure in moment.odds.question):
            continue
        defence, attack = moment.odds.question
        assert moment.state.assault is not None
        together = moment.state.assault.simultaneous
        assert (defence.first, attack.after) == (not together, not together and defence.dice > 0)
        for number in range(40):
            dice = Dice(f"fire {moment.number}".encode(), number)
            told = _play(moment.state, (act.Pass(),), dice, ev.Fire)[1]
            tally.count(defence.chance, _casualty(told, "defence"))
            if attack.after:
                for share, kind in ((attack.chance, ev.Hit), (attack.removed, ev.Removed)):
                    chance = share[0] / share[1]
                    close[round(4 * chance), kind is ev.Hit].append((chance, _casualty(told, "attack", kind)))
            else:
                tally.count(attack.chance, _casualty(told, "attack"))
    tally.check()
    assert tally.trials > 1_000
    for each in close.values():
        said, came = (sum(float(one[at]) for one in each) / len(each) for at in (0, 1))
        assert abs(said - came) < max(0.03, 2 / len(each) ** 0.5), (said, came, len(each))
    assert sum(len(each) for each in close.values()) > 1_000


def test_units_are_removed_as_often_as_told(moments: list[Asked]) -> None:
    """By those who fire first; what one die leaves, another may take."""
    tally, strong = Tally(), 0
    for moment in moments:
        if moment.decision.kind != "defence" or any(figure.role == "mines" for figure in moment.odds.question):
            continue
        defence, _ = moment.odds.question
        assert defence.removed[0] * defence.chance[1] <= defence.chance[0] * defence.removed[1]
        strong += defence.removed != defence.chance
        for number in range(40):
            dice = Dice(f"gone {moment.number}".encode(), number)
            told = _play(moment.state, (act.Pass(),), dice, ev.Fire)[1]
            tally.count(defence.removed, _casualty(told, "defence", ev.Removed))
    tally.check()
    assert tally.trials > 1_000
    assert strong > 10


def _casualty(told: list[Event], role: str, kind: type[Event] = ev.Hit) -> bool:
    fire = None
    for event in told:
        if isinstance(event, ev.Fire):
            fire = event.role
        elif type(event) is kind and fire == role and getattr(event, "effect", "casualty") == "casualty":
            return True
    return False


@pytest.mark.parametrize(
    ("fronts", "turn", "wins"), [("left", 20, True), ("left", 1, False), ("left right", 20, False)]
)
def test_cc_71_rally_tells_of_a_win_by_fronts(fronts: str, turn: int, wins: bool) -> None:
    enemies = " ".join(f"jager{n}:{front}" for n, front in enumerate(fronts.split(), 1))
    own = "rifle1:left rifle2:center rifle3:right mg50:left"
    scene = Scene("assault", us=own, de=enemies, turn=turn).mark("us_mg50", pins=1).to("rally")
    assert scene.asks == ("rally", "us")
    odds = GAME.odds(Seen(GAME.view(scene.state, 0), scene.state.options, 0), scene.decision())
    assert odds is not None
    assert (fig.Wins() in odds.question) == wins
    scene.do(act.EndPhase())
    assert scene.over == wins


def test_who_deploys_is_told_that_the_company_hq_may_draw(moments: list[Asked]) -> None:
    found = Counter[bool]()
    for moment in moments:
        if moment.decision.kind == "deploy":
            draws = any(isinstance(action, act.HqDraw) for action in moment.decision.actions)
            assert (fig.MayDraw() in moment.odds.question) == draws
            found[draws] += 1
    assert found[True] > 5


def test_cc_9_move_tells_what_it_forbids() -> None:
    scene = Scene("deploy", us="recon1:center rifle1:left 81mm:left rifle2:right chq:left", us_hand="radio")
    scene.mark("us_81mm", flags=f.OUT_OF_AMMO).mark("us_rifle2", pins=1)
    told = {action.unit: figures for action, figures in scene.about_each().items() if isinstance(action, act.Move)}
    assert told == {
        "us_recon1": [fig.Forgoes(("attack", "mission"))],
        "us_rifle1": [fig.Forgoes(("attack",))],
        "us_81mm": [fig.Forgoes(("attack",))],
        "us_chq": [fig.Forgoes(("attack", "aid"))],
    }


@pytest.mark.parametrize(("pins", "told"), [(0, None), (1, fig.Forgoes(("aid",)))])
def test_cc_52_assault_tells_that_its_hq_cannot_help(pins: int, told: fig.Forgoes | None) -> None:
    scene = Scene("assault", us=f"chq:left rifle1:left rifle2:left:p{pins}", de="jager1:right")
    figures = scene.about_each()
    assert _told(figures[act.Join("us_chq", "de_r")], fig.Forgoes) == told
    assert _told(figures[act.Join("us_rifle1", "de_r")], fig.Forgoes) is None


@pytest.mark.parametrize(("de", "told"), [("jager1:center", None), ("", fig.Idle())])
def test_cc_b4_grenades_change_nothing_while_the_enemy_has_no_unit(de: str, told: fig.Idle | None) -> None:
    scene = Scene("suppression", us="rifle1:left", us_hand="rifle_grenades", de=de)
    figures = scene.about_each()
    assert _told(figures[act.Play("rifle_grenades", "us_rifle1")], fig.Idle) == told


def test_cc_b4_unit_told_to_gain_nothing_attacks_no_more(moments: list[Asked]) -> None:
    idle = 0
    for moment, action, figures in _about(moments, act.Play):
        found = _told(figures, fig.Idle)
        if found is None or found.able:
            continue
        state = GAME.apply(moment.state, action, Dice(b"later", 1)).state
        turn = state.turn
        while (owed := GAME.decision(state)) is not None and state.turn == turn:
            assert not any(
                isinstance(one, (act.Suppress, act.Join)) and one.unit == action.unit for one in owed.actions
            )
            state = GAME.apply(state, next(one for one in QUIET if one in owed.actions), Dice(b"later", 1)).state
        idle += 1
    assert idle > 0


def test_the_excess_is_how_often_one_must_discard(moments: list[Asked]) -> None:
    found = 0
    for moment in moments:
        if moment.decision.kind == "discard":
            state, count = moment.state, 0
            while (owed := GAME.decision(state)) is not None and owed.kind == "discard":
                state = GAME.apply(state, owed.actions[0], Dice(b"later", 1)).state
                count += 1
            assert moment.odds.question == [fig.Excess(count)]
            found += 1
    assert found > 3
