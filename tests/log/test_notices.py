"""Whom entries give notices of."""

from __future__ import annotations

from bocage.log import judge
from bocage.log.notices import LONGEST_WARNING, warning
from bocage.log.records import NoticeWish
from bocage.protocol.rest import ClockRules
from tests.log.logs import BANK, DAYS, Play

DAY = 86_400_000


def wished(play: Play) -> list[tuple[int, NoticeWish]]:
    """Every notice, with the entry that was appended with it."""
    return [
        (proposal.seq, wish) for proposal in play.proposals if proposal.change for wish in proposal.change.notices
    ]


def test_passing_turn_is_noticed_and_later_warned() -> None:
    play = Play(DAYS).begin()
    told = wished(play)
    start = play.match.seq
    decision = play.match.decision()
    assert decision is not None
    decider = ("ann", "bob")[decision.seat]
    assert told == [
        (3, NoticeWish("joined", "ann", 3)),
        (start, NoticeWish("turn", decider, start)),
        (start, NoticeWish("time", decider, 0, DAY - warning(DAY))),
    ]
    before = decision.seat
    while (decision := play.match.decision()) is not None and decision.seat == before:
        play.act()
    assert decision is not None
    other = ("ann", "bob")[decision.seat]
    assert [wish.player for _, wish in wished(play)[3:]] == [other, other]
    assert wished(play)[3][1] == NoticeWish("turn", other, play.match.seq)


def test_end_is_noticed_to_both_unless_never_begun() -> None:
    play = Play(DAYS).begin().finish()
    assert [wish for _, wish in wished(play)[-2:]] == [
        NoticeWish("over", player, wish.seq)
        for player, (_, wish) in zip(("ann", "bob"), wished(play)[-2:], strict=True)
    ]
    called_off = Play(DAYS, open_for=1000)
    called_off.append(judge.sit(called_off.match, "ann", "Ann"))
    called_off.append(judge.withdraw(called_off.match, "ann"))
    called_off.settle()
    assert wished(called_off) == []


def test_live_clock_sends_no_turn_notice() -> None:
    for clock in (BANK, ClockRules()):
        play = Play(clock).begin().finish()
        assert {wish.kind for _, wish in wished(play)} == {"joined", "over"}


def test_house_bots_are_told_nothing_and_not_told_of() -> None:
    play = Play(DAYS)
    play.append(judge.sit(play.match, "ann", "Ann"))
    play.append(judge.sit(play.match, "hal", "Hal", house=True))
    play.settle()
    play.finish()
    assert {wish.player for _, wish in wished(play)} == {"ann"}
    assert "joined" not in {wish.kind for _, wish in wished(play)}


def test_warning_comes_with_a_quarter_or_half_a_day_left() -> None:
    assert warning(DAY) == DAY // 4
    assert warning(14 * DAY) == LONGEST_WARNING == DAY // 2
