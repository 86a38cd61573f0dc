"""The review of a game: the same every time, honest about what could be known, and its sums add up."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bocage.engine.review import NAMED, Finding, _choices, _costliest, _Reviewer, _sums, review
from bocage.engine.strongest import NoEngineError
from bocage.engine.version import version_of
from bocage.log.course import course_of
from bocage.protocol.review import Review, ReviewedChoice, Why
from bocage.rules.kernel.course import Course, play_again
from bocage.rules.kernel.registry import find_game
from tests.all_games import THINKING, THINKING_FOR_LONG
from tests.cli.stored import play_out
from tests.clients.engine.positions import positions

#: A few actions only, so that a review takes no time.
FEW = 400
STEPS = 12


@cache
def course(name: str) -> Course:
    """The first decisions of a match between players who choose at random; all of a short one."""
    whole = course_of(play_out(name, 7))
    assert whole is not None
    return msgspec.structs.replace(whole, steps=whole.steps[:STEPS])


@cache
def reviewed(name: str) -> Review:
    return review(course(name), FEW)


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_the_same_course_gives_the_same_bytes(name: str) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(course(name)), type=Course)
    assert msgspec.json.encode(review(stored, FEW)) == msgspec.json.encode(reviewed(name))


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_every_choice_is_reviewed_once(name: str) -> None:
    game, played = find_game(name), course(name)
    choices = [
        (step.seq, step.seat, msgspec.to_builtins(step.action), msgspec.to_builtins(decision.actions))
        for _, decision, step in play_again(game, played)
        if step is not None and decision is not None and len(decision.actions) > 1
    ]
    found = reviewed(name).choices
    assert [(one.seq, one.seat, one.action) for one in found] == [one[:3] for one in choices]
    for one, (_, _, action, legal) in zip(found, choices, strict=True):
        assert 0 <= one.chosen <= one.before <= 1
        assert 0 <= one.after <= 1
        assert 0 <= one.quick <= 1
        # What is worse than the quick play for sure, or than what was kept before, is a mistake that is named.
        assert one.quick <= one.chosen or one.better is not msgspec.UNSET
        assert (one.better is msgspec.UNSET) == (one.before == one.chosen)
        assert one.better is msgspec.UNSET or (one.better in legal and one.better != action)
        assert (one.better is msgspec.UNSET) == (one.why is msgspec.UNSET)


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_luck_and_skill_add_up_over_the_match(name: str) -> None:
    found = reviewed(name)
    for one, then in pairwise(found.choices):
        assert one.after == pytest.approx(then.quick if one.seat == then.seat else 1 - then.quick, abs=1e-3)
    skill = sum(sums.skill for sums in found.seats)
    for sums in found.seats:
        assert sums.choices == sum(one.seat == sums.seat for one in found.choices)
        first, last = found.choices[0], found.choices[-1]
        start = first.quick if first.seat == sums.seat else 1 - first.quick
        end = last.after if last.seat == sums.seat else 1 - last.after
        assert start + sums.luck + sums.skill - (skill - sums.skill) == pytest.approx(end, abs=0.01)
        own = [one for one in found.choices if one.seat == sums.seat]
        assert sums.given == pytest.approx(sum(one.before - one.chosen for one in own), abs=0.01)


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_the_costliest_choices_are_named_the_worst_first(name: str) -> None:
    found = reviewed(name)
    cost = {one.seq: one.before - one.chosen for one in found.choices if one.better is not msgspec.UNSET}
    assert len(found.costliest) == min(NAMED, len(cost))
    assert [cost[seq] for seq in found.costliest] == sorted(cost.values(), reverse=True)[:NAMED]


def test_last_chance_is_the_result_of_a_finished_game() -> None:
    whole = course_of(play_out("omaha", 7))
    assert whole is not None
    found = review(whole, FEW)
    *_, (state, _, _) = play_again(find_game("omaha"), whole)
    outcome = find_game("omaha").outcome(state)
    assert outcome is not None
    assert found.result == found.choices[-1].after == float(0 in outcome.winners)
    cut = review(msgspec.structs.replace(whole, steps=whole.steps[:5]), FEW)
    assert cut.result is msgspec.UNSET
    assert 0 <= cut.choices[-1].after <= 1


@pytest.mark.long
def test_a_blunder_is_found() -> None:
    """OMAHA by random players: something costs a lot, and the engine would have done something else."""
    whole = course_of(play_out("omaha", 7))
    assert whole is not None
    worst = review(whole, 20_000)
    cost = {one.seq: one.before - one.chosen for one in worst.choices}
    assert cost[worst.costliest[0]] > 0.1


@pytest.mark.parametrize("name", THINKING_FOR_LONG)
def test_better_actions_are_judged_by_known_information(name: str) -> None:
    """With everything that the player could not see drawn anew, the engine says the same of their choice."""
    game = find_game(name)
    reviewer: Any = _Reviewer(course(name), FEW, lambda done, choices: None)
    reviewer._course = msgspec.structs.replace(course(name))
    for number, (state, decision) in enumerate(positions(game, 2)):
        reviewer._course = msgspec.structs.replace(reviewer._course, options=msgspec.to_builtins(state.options))
        other = game.resample(state, decision.seat, _chance(number))
        one, same = (reviewer._look(shown, decision, 9, decision.actions[0], FEW) for shown in (state, other))
        assert (one.lead, one.better, one.why) == (same.lead, same.better, same.why)


def _chance(number: int) -> Any:
    from bocage.rules.dice import Dice

    return Dice(bytes([number]) * 32, 1)


def test_a_game_without_engine_is_not_reviewed() -> None:
    from bocage.rules.kernel.registry import register
    from tests.rules.toy import GAME

    register(GAME)
    with pytest.raises(NoEngineError):
        review(msgspec.structs.replace(course("omaha"), game=GAME.id, rules=GAME.rules))


def test_engines_of_different_games_have_different_versions() -> None:
    assert len({version_of(name) for name in THINKING}) == len(THINKING)


# Choices that are linked --------------------------------------------------------------------------

AHEAD = Why("ahead")


def mistake(seq: int, before: float, chosen: float, seat: int = 0, **linked: Any) -> Finding:
    """The quick play would have done it as well. Chances are those of the seat."""
    chance, lead = before if seat == 0 else 1 - before, before - chosen
    return Finding(seq, seat, {"do": "bad"}, chance, lead, {"do": "good"}, AHEAD, lead, **linked)


def right(seq: int, before: float, gain: float = 0.0, seat: int = 0, **linked: Any) -> Finding:
    """The best was played, and the quick play would have done worse by ``gain``."""
    return Finding(seq, seat, {"do": "best"}, before if seat == 0 else 1 - before, gain=gain, **linked)


def told(findings: list[Finding], last: float) -> list[ReviewedChoice]:
    """What is made of findings; the sums are right, whatever they are."""
    found = list(_choices(findings, last))
    for one, then in pairwise(found):
        assert one.after == pytest.approx(then.quick if one.seat == then.seat else 1 - then.quick, abs=2e-4)
    for one in found:
        assert 0 <= one.quick <= one.before <= 1
        assert 0 <= one.chosen <= one.before
        assert (one.better is msgspec.UNSET) == (one.why is msgspec.UNSET) == (one.before == one.chosen)
    for one, following in zip(found, findings[1:], strict=False):
        if following.linked:
            assert one.after == pytest.approx(one.chosen, abs=2e-4), "nothing came out"
    first = found[0].quick if found[0].seat == 0 else 1 - found[0].quick
    own, other = (_sums(found, seat) for seat in (0, 1))
    assert first + own.luck + own.skill - other.skill == pytest.approx(last, abs=1e-3)
    return found


def chances(found: list[ReviewedChoice]) -> list[tuple[float, ...]]:
    return [(one.quick, one.before, one.chosen, one.after) for one in found]


FOLLOWS = {"linked": True, "follows": True}


def test_what_the_next_choice_makes_good_cost_nothing() -> None:
    """Three in a row seem to give the same away, and only the last one does."""
    found = told(
        [mistake(4, 0.58, 0.31), mistake(5, 0.54, 0.27, **FOLLOWS), mistake(6, 0.53, 0.28, **FOLLOWS)], 0.3
    )
    assert [one.seq for one in found if one.better] == [5, 6]
    assert [round(one.before - one.chosen, 4) for one in found] == [0, 0.02, 0.25]
    assert _costliest(found) == [6, 5]
    # Where nothing comes out, no choice is luckier than another.
    assert [round(one.after - one.chosen, 4) for one in found[:2]] == [0, 0]


def test_estimates_of_one_chance_are_one() -> None:
    """Between choices of a turn in which nothing is rolled, the chance neither falls nor rises by accident."""
    found = told([right(4, 0.3), right(5, 0.1, **FOLLOWS), right(6, 0.4, 0.1, **FOLLOWS), right(7, 0.8)], 1.0)
    start = (0.3 + 0.1 + 0.3) / 3
    assert chances(found)[:3] == [
        pytest.approx((start, start, start, start), abs=1e-4),
        pytest.approx((start, start, start, start), abs=1e-4),
        pytest.approx((start, start + 0.1, start + 0.1, 0.8), abs=1e-4),
    ]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_seat_goes_on_from_the_same_chance(seat: int) -> None:
    """What one gives away, the other one has; but what the other finds makes nothing good."""
    found = told([mistake(4, 0.6, 0.4, seat), right(5, 0.7, 0.2, 1 - seat, linked=True)], 0.5)
    # Two estimates of 40 % after the first: 40 %, and 30 % with the best, of which 20 % are found only there.
    assert chances(found) == [
        pytest.approx((0.45, 0.65, 0.45, 0.45), abs=1e-4),
        pytest.approx((0.55, 0.75, 0.75, 0.5), abs=1e-4),
    ]
    assert [bool(one.better) for one in found] == [True, False]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_plan_that_is_carried_out_later_was_no_mistake(seat: int) -> None:
    """A move is declared, which the quick play would make badly; both let it happen; then it is made well."""
    found = told(
        [
            mistake(4, 0.86, 0.68, seat),
            right(5, 0.68, 0.0, seat, **FOLLOWS),
            right(6, 0.32, 0.0, 1 - seat, linked=True),
            right(7, 0.96, 0.28, seat, **FOLLOWS),
        ],
        1.0 - seat,
    )
    assert not [one.seq for one in found if one.better]
    # The quick play would have declared it as well, and made 28 % less of it: 18 % less than to stay, and 10 %.
    assert [round(one.chosen - one.quick, 4) for one in found] == [0.18, 0, 0, 0.1]
    assert [round(one.after, 2) for one in found] == [0.86, 0.86, 0.14, 1]


def test_what_was_made_good_once_is_not_made_good_again() -> None:
    found = told(
        [
            mistake(4, 0.6, 0.4),
            mistake(5, 0.6, 0.4, **FOLLOWS),
            right(6, 0.5, 0.25, 1, linked=True),
            right(7, 0.5, 0.1, **FOLLOWS),
            right(8, 0.5, 0.15, **FOLLOWS),
        ],
        0.5,
    )
    # The second makes the first good, and is made good by the last two; 5 % more than it gave away is skill.
    assert not [one.seq for one in found if one.better]
    assert [round(one.chosen - one.quick, 4) for one in found] == [0.2, 0, 0.25, 0, 0.05]


def test_revealed_information_repairs_no_earlier_mistake() -> None:
    found = told([mistake(4, 0.58, 0.31), mistake(5, 0.54, 0.27, linked=True)], 0.3)
    assert [round(one.before - one.chosen, 4) for one in found] == [0.27, 0.27]


def test_what_comes_out_is_luck() -> None:
    found = told([mistake(4, 0.58, 0.31), mistake(5, 0.54, 0.27)], 0.3)
    assert chances(found) == [(0.31, 0.58, 0.31, 0.27), (0.27, 0.54, 0.27, 0.3)]


def test_chances_stay_chances() -> None:
    """Many gains, one after the other, come to more than a game: each counts for less, around what was found."""
    found = told([right(4, 0.9, 0.5), *(right(seq, 0.9, 0.5, linked=True) for seq in (5, 6, 7))], 1.0)
    assert found[-1].chosen == 1
    assert sum(one.before for one in found) / 4 == pytest.approx(0.9, abs=1e-3)


@pytest.mark.parametrize("seat", [0, 1])
def test_hopeless_position_costs_no_mistake(seat: int) -> None:
    """What a player could expect was said to be the chance: 38 %, between many at nought."""
    found = told([right(4, 0.01, 0.0, seat), mistake(5, 0.01, -0.37, seat)], 1.0 * seat)
    assert not any(one.better for one in found)
    assert [one.before for one in found] == [pytest.approx(0.01, abs=0.011)] * 2
    found = told([mistake(5, 0.2, -0.18, seat)], 1.0 * seat)
    assert [(one.before, one.chosen) for one in found] == [(0.2, 0)]


@pytest.mark.parametrize("name", ["omaha", "squad"])
def test_choices_are_linked_where_nothing_came_out_between_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was rolled, and no card was seen that lay there all the time."""
    whole = course_of(play_out(name, 7))
    assert whole is not None
    findings: list[Finding] = []

    def keep(found: list[Finding], last: float) -> list[ReviewedChoice]:
        findings[:] = found
        return []

    monkeypatch.setattr("bocage.engine.review._choices", keep)
    monkeypatch.setattr(
        _Reviewer, "_look", lambda self, state, decision, seq, *_: Finding(seq, decision.seat, {}, 0.5, lead=0.1)
    )
    review(whole, FEW)
    quiet = [
        not any(step.draws for step in whole.steps if one.seq <= step.seq < then.seq)
        for one, then in pairwise(findings)
    ]
    linked, follows = ([getattr(one, name) for one in findings[1:]] for name in ("linked", "follows"))
    assert not findings[0].linked
    assert any(follows)
    assert all(silent or not one for silent, one in zip(quiet, linked, strict=True))
    # Cards that lie in their order are seen without a draw.
    assert sum(linked) < sum(quiet)
    assert all(both for one, both in zip(follows, linked, strict=True) if one)
    # Between a mistake and what makes it good others may have chosen, as long as that showed nothing.
    others = [one.seat != then.seat for one, then in pairwise(findings)]
    assert any(one and other for one, other in zip(follows, others, strict=True)) == (find_game(name).seats > 1)


def test_opponents_action_reveals_what_it_needed() -> None:
    """A card comes out of a hidden hand; to pass, and to declare what they will do, everybody can."""
    whole = course_of(play_out("squad", 7))
    assert whole is not None
    reviewer: Any = _Reviewer(whole, FEW, lambda done, choices: None)
    shown: dict[str, set[bool]] = {}
    for state, decision, step in play_again(find_game("squad"), whole):
        if step is None or decision is None or step.draws:
            continue
        kind = msgspec.to_builtins(step.action)["do"]
        if kind in ("pass", "declare", "objective", "move"):
            shown.setdefault(kind, set()).add(reviewer._shows(state, step, 1 - step.seat))
    assert shown == {"pass": {False}, "declare": {False}, "objective": {True}, "move": {True}}
