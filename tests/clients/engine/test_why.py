"""Why an action is better: in words of what becomes of the game."""

from __future__ import annotations

import re

import pytest

from bocage.engine.values import bare_value_of, value_of
from bocage.engine.why import THEMES, UNSEEN, Account, Ending, Reached, theme_of, why
from bocage.protocol.review import Why
from bocage.protocol.why import HINTS, WHY
from bocage.rules.kernel.registry import find_game
from tests.all_games import THINKING
from tests.clients.engine.positions import positions


def test_every_reason_has_its_words_and_every_feature_exists() -> None:
    features = {
        feature.partition(" ")[2]
        for name in THINKING
        if (value := bare_value_of(name)) is not None
        for feature in value.names
    }
    assert {feature for theme in THEMES.values() for feature in theme.features} <= features
    assert {feature for theme in THEMES.values() for seen in theme.seen.values() for feature in seen} <= features
    assert {theme_of(feature) for feature in features} - {""} == set(THEMES)
    reasons = {reason for theme in THEMES.values() for reason in theme.seen}
    said = {f"{reason}.{side}" for reason in reasons for side in ("own", "other")} - set(UNSEEN)
    assert {f"why.{reason}" for reason in said | {"range.closer", "range.farther", "ending", "ahead"}} <= WHY.keys()
    # Logs and reviews of earlier releases name these.
    before = {f"why.{theme}.{side}" for theme in ("range", "cards", "objectives") for side in ("own", "other")}
    assert before <= WHY.keys()


def test_reasons_are_right_for_whoever_reads_them() -> None:
    """A review tells one player why the other should have chosen otherwise: nobody there is "you"."""
    for english, japanese in WHY.values():
        assert not re.search(r"\byou", english, re.IGNORECASE), english
        assert not re.search("味方|敵|こちら|あなた", japanese), japanese


def test_hints_say_action_and_reason_in_one_sentence() -> None:
    assert {key.replace("why.", "hint.") for key in WHY} == HINTS.keys()
    for english, japanese in HINTS.values():
        assert re.fullmatch(r"\{action:action\}, (because|although) [a-z][^.]*[.”]", english), english
        assert re.fullmatch("「{action:action}」[^。]*。", japanese), japanese


def account(*worlds: tuple[int, Reached]) -> Account:
    """What an action leads to: how many worlds come to the same, one kind after the other."""
    made = Account(find_game("squad"), None, 0)
    made.worlds = [one for times, one in worlds for _ in range(times)]
    return made


def over(reason: str, worth: float) -> Reached:
    return Reached(worth, Ending(reason, won=worth > 0.5, lost=worth < 0.5))


def on(worth: float, **themes: float) -> Reached:
    """A game that goes on; ``men_own`` and so on: what themes add, and what is seen of them."""
    told = {name.replace("_", "."): gain for name, gain in themes.items()}
    # What costs the other side something adds to this one's sum.
    return Reached(
        worth, None, told, {name: -gain if name.endswith("other") else gain for name, gain in told.items()}
    )


def test_reason_is_the_theme_with_the_largest_gain() -> None:
    game, value = find_game("squad"), value_of("squad")
    state = positions(game, 1)[0][0]
    assert value is not None
    mover = value.mover(state)
    own, other = Account(game, value, mover), Account(game, value, 1 - mover)
    own.add(state, 0.5)
    other.add(state, 0.5)
    assert own.worlds[0].themes
    assert own.worlds[0].seen["men.own"] == other.worlds[0].seen["men.other"] > 0
    for theme, gain in own.worlds[0].themes.items():
        name, _, side = theme.partition(".")
        others = other.worlds[0].themes
        assert others[f"{name}.{'other' if side == 'own' else 'own'}"] == pytest.approx(-gain)
    better = account((10, on(0.5, men_own=0.2, fire_own=-0.1)))
    played = account((10, on(0.4, men_own=0.15, pins_other=-0.3)))
    assert why(better, played) == Why("pins.other")
    assert why(played, played) == Why("ahead")


def test_what_is_not_seen_is_no_reason() -> None:
    """To drop the card that would kill a commander "put the other side's leaders at risk": it did the contrary."""
    better = account(
        (20, Reached(0.5, None, {"leader.other": 0.5, "men.own": 0.4}, {"leader.other": 0.6, "men.own": 8}))
    )
    played = account(
        (20, Reached(0.4, None, {"leader.other": 0.1, "men.own": 0.1}, {"leader.other": 0.3, "men.own": 7}))
    )
    # More is better for whoever it is seen of.
    assert why(better, played) == Why("men.own")


def test_the_distance_is_told_by_the_way_it_changes() -> None:
    better = account((20, Reached(0.5, None, {"range.own": 0.3, "range.other": 0.1}, {"apart.own": 1.0})))
    played = account((20, Reached(0.4, None, {}, {"apart.own": 2.0})))
    assert why(better, played) == Why("range.closer")
    worse = account((20, Reached(0.4, None, {}, {"apart.own": 0.5})))
    assert why(better, worse) == Why("range.farther")
    # Nobody is closer, or farther.
    assert why(better, account((20, Reached(0.4, None, {}, {"apart.own": 1.0})))) == Why("ahead")


def test_an_accident_and_a_small_part_are_no_reasons() -> None:
    same = account((20, on(0.4)))
    # The mean is 0.02, one of four times 0.14 and else −0.02.
    assert why(account((5, on(0.8, men_own=0.14)), (15, on(0.4, men_own=-0.02))), same) == Why("ahead")
    assert why(account((20, on(0.5, men_own=0.02))), same) == Why("men.own")
    # Four do as much each.
    many = account((20, on(0.5, men_own=0.1, pins_own=0.1, fire_own=0.1, cover_own=0.1)))
    assert why(many, same) == Why("ahead")
    # What nobody sees of the other side is not told.
    gain = {"cards.other": 0.1}
    assert why(account((20, Reached(0.5, None, gain, {"hand.other": -1.0}))), same) == Why("ahead")


def test_reasons_tell_taken_from_held_objectives() -> None:
    gain = {"objectives.own": 0.3}
    same = account((20, Reached(0.4, None, {}, {})))
    assert why(account((20, Reached(0.5, None, gain, {"taken.own": 0.4}))), same) == Why("taken.own")
    assert why(account((20, Reached(0.5, None, gain, {"held.own": 0.4}))), same) == Why("held.own")


def test_the_reason_is_an_ending_where_games_end() -> None:
    won, blocked, dead = over("nest_destroyed", 1), over("blocked", 0), over("squad_dead", 0)
    found = why(account((10, won), (10, blocked)), account((4, won), (11, blocked), (5, dead)))
    assert found == Why("ending", "nest_destroyed", (50, 100), (20, 100), won=True)
    # It follows from the two how that changes; what was kept before it was said has it as well.
    assert found.more
    assert not Why("ending", "blocked", (50, 100), (55, 100), lost=True).more


def test_solo_reason_is_never_winning_itself() -> None:
    """There is one way to win; of those to lose, it is told which one is kept off."""
    won, blocked, dead = over("nest_destroyed", 1), over("blocked", 0), over("squad_dead", 0)
    better, played = account((10, won), (10, blocked)), account((4, won), (10, blocked), (6, dead))
    better.alone = True
    assert why(better, played) == Why("ending", "squad_dead", (0, 100), (30, 100), lost=True)


def test_shared_ending_names_its_winner_unless_hardly_changed() -> None:
    """Ten units are out, on one side or on the other."""
    won, lost, mutual = over("ten", 1), over("ten", 0), over("mutual", 0.5)
    better = account((52, won), (48, lost))
    found = why(better, account((22, won), (76, lost), (2, mutual)))
    assert found == Why("ending", "ten", (52, 100), (22, 100), won=True)
    # Many endings, none of which changes by half as much as the lead.
    ways = range(5)
    better = account(*((12, over(f"{way}", 1)) for way in ways), *((8, over(f"{way}", 0)) for way in ways))
    played = account(*((8, over(f"{way}", 1)) for way in ways), *((12, over(f"{way}", 0)) for way in ways))
    assert why(better, played) == Why("ahead")


def test_avoided_ending_explains_a_longer_game() -> None:
    """Themes differ by all that there is, since one game is over at once; that is no reason."""
    better = account((20, on(0.15, cards_own=0.9)))
    found = why(better, account((20, over("broken", 0))))
    assert found == Why("ending", "broken", (0, 100), (100, 100), lost=True)
    assert not found.more
    # A draw that is reached is one as well.
    found = why(account((20, over("mutual", 0.5))), account((20, on(0.15, cards_own=0.9))))
    assert found == Why("ending", "mutual", (100, 100), (0, 100))


def test_adverse_ending_is_no_reason() -> None:
    """It is a gamble: it wins and loses more often than what goes on."""
    better = account((9, over("ten", 1)), (11, over("ten", 0)))
    found = why(better, account((20, on(0.1))))
    assert found == Why("ending", "ten", (45, 100), (0, 100), won=True)


def test_themes_count_only_where_both_games_go_on() -> None:
    """A game that one action ends as often as the other, but in other worlds, brings and takes no theme."""
    going, lost = on(0.6, men_own=0.1, cards_own=0.5), over("broken", 0)
    better = account((1, lost), (1, going), (8, on(0.6, men_own=0.3, cards_own=0.5)))
    played = account((1, on(0.2, cards_own=-5.0)), (1, lost), (8, on(0.3, men_own=0.1, cards_own=0.5)))
    assert why(better, played) == Why("men.own")
    # Where most of the lead is of games that end, but each in a way of its own, those that go on tell something.
    better = account(*((1, over(f"{way}", 1)) for way in range(10)), (5, on(0.5, men_own=0.1)))
    assert why(better, account((15, on(0.5)))) == Why("men.own")
