"""Notices about matches that no longer hold."""

from __future__ import annotations

from bocage.features.notices.standing import SOON, Standing, standing
from bocage.log import judge
from bocage.log.match import Match
from bocage.log.notices import warning
from tests.log.logs import DAYS, Play
from tests.log.test_agreement import both
from tests.log.test_changes import Made
from tests.log.test_notices import DAY


def test_answered_turn_voids_its_notice() -> None:
    play = Play(DAYS).begin()
    decision = play.match.decision()
    assert decision is not None
    seat, seq, player = decision.seat, play.match.seq, ("ann", "bob")[decision.seat]
    other = ("ann", "bob")[1 - seat]
    assert standing(play.match, "turn", player, seq, play.now) == Standing(True)
    assert standing(play.match, "turn", other, seq, play.now) == Standing(False)
    assert standing(play.match, "turn", "a stranger", seq, play.now) == Standing(False)
    play.act()
    while (decision := play.match.decision()) is not None and decision.seat != seat:
        play.act()
    assert standing(play.match, "turn", player, seq, play.now) == Standing(False)


def test_a_warning_follows_the_clock() -> None:
    play = Play(DAYS).begin()
    match = play.match
    decision = match.decision()
    assert decision is not None
    player, warn_at = ("ann", "bob")[decision.seat], match.deadline() - warning(DAY)
    assert standing(match, "time", player, 0, warn_at - SOON - 1) == Standing(False, warn_at)
    assert standing(match, "time", player, 0, warn_at - SOON) == Standing(True)
    play.finish()
    assert standing(match, "time", player, 0, warn_at) == Standing(False)


def test_news_of_seats_ends_with_the_match() -> None:
    play = Play(DAYS).begin()
    assert standing(play.match, "joined", "ann", 3, play.now).holds
    assert not standing(play.match, "over", "ann", 3, play.now).holds
    play.finish()
    folded = Match.fold(play.entries, play.secret)
    assert not standing(folded, "joined", "ann", 3, play.now).holds
    assert standing(folded, "over", "ann", 3, play.now).holds


def test_replaced_or_accepted_terms_void_their_notice() -> None:
    talk = both()
    talk.say(judge.propose, 1, {"home_edge": "south"})
    first = talk.match.seq
    assert standing(talk.match, "terms", "ann", first, talk.now).holds
    talk.say(judge.propose, 0, {"home_edge": "west"})
    second = talk.match.seq
    held = [
        standing(talk.match, "terms", player, seq, talk.now).holds
        for player, seq in (("ann", first), ("bob", second))
    ]
    assert held == [False, True]
    talk.say(judge.accept, 1)
    assert not standing(talk.match, "terms", "bob", second, talk.now).holds


def test_void_notice_is_not_looked_at_again() -> None:
    assert tuple(Standing(False)) == (False, 0)


def test_turn_notice_holds_until_the_turn_is_answered() -> None:
    made = Made(clock=DAYS, options={"hand": 3})
    turns = []
    for _ in range(4):
        seat = made.act().seat
        turns.append((made.match.turn_seq, ("ann", "bob")[seat]))
        held = [standing(made.match, "turn", player, seq, made.now).holds for seq, player in turns]
        assert held == [*[False] * (len(turns) - 1), True]
        made.add(made.act())
    assert [player for _, player in turns] == ["ann", "bob", "ann", "bob"]
