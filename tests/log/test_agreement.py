"""Agreement before play: proposals, acceptances, and the start that waits for them (decision 070)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bocage.log import agreement, judge
from bocage.log.create import create
from bocage.log.entries import (
    BrokenLogError,
    Entry,
    Expired,
    Resigned,
    Started,
    TermsAccepted,
    TermsProposed,
    encode,
)
from bocage.log.export import export, verify
from bocage.log.match import Match
from bocage.log.outline import Outline
from bocage.log.projection import HEAL_AFTER, project, propose
from bocage.log.records import Log, NoticeWish
from bocage.log.view import view
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import PUBLIC
from bocage.rules.squad import GAME
from bocage.rules.squad.drawn import EXAMPLES, canonical
from tests.known import replacements

DRAWN = {"variant": "map", "terrain": "drawn", "map": EXAMPLES[0]}
HOUR = 3_600_000


class Talk:
    """A match of SQUAD on a drawn map, before play."""

    def __init__(self, options: dict[str, Any] | None = None, house: str = "", name: str = "") -> None:
        self.now = 1_800_000_000_000
        self.entries: list[Entry] = []
        with pytest.MonkeyPatch.context() as patched:
            for function, known in replacements(name).items():
                patched.setattr(function, known)
            self.match, created = create(
                GAME, "ann", DRAWN if options is None else options, open_for=HOUR, house=house, agree=True
            )
        self.append(created)

    def append(self, body: Any) -> int:
        self.now += 1000
        change = propose(self.match, body, self.now)
        entry = Entry(change.seq, max(self.now, change.not_before), change.raw)
        self.match.extend(entry)
        self.entries.append(entry)
        self.change = change.change
        return entry.seq

    def settle(self) -> None:
        while (body := judge.owed(self.match)) is not None:
            self.append(body)

    def sit(self, player: str, house: bool = False) -> None:
        seat = sum(map(bool, self.match.seats))
        self.append(judge.sit(self.match, player, player.title(), nonce=f"{seat:032x}", house=house))
        self.settle()

    def say(self, command: Any, seat: int, *given: Any, seq: int = 0) -> str:
        """Carry a command out; return its refusal, if any."""
        try:
            body = command(self.match, seat, seq or self.match.seq, *given)
        except RefusedError as refused:
            return refused.code
        if not isinstance(body, judge.Again):
            self.append(body)
            self.settle()
        return ""


def both() -> Talk:
    talk = Talk()
    talk.sit("ann")
    talk.sit("bob")
    return talk


def test_play_waits_until_the_friend_accepts() -> None:
    talk = both()
    assert (talk.match.status, judge.owed(talk.match)) == ("open", None)
    assert view(talk.match, PUBLIC)["agreement"] == {
        "accepted": [0],
        "negotiable": ["map", "home_edge", "columns", "rows"],
        "swap": {"home_edge": "south"},
    }
    assert talk.say(judge.accept, 1) == ""
    assert talk.match.status == "playing"
    assert "agreement" not in view(talk.match, PUBLIC)


def test_a_proposal_withdraws_the_other_acceptance() -> None:
    talk = both()
    assert talk.say(judge.propose, 1, {"home_edge": "south"}) == ""
    assert talk.say(judge.accept, 1) == ""
    assert talk.match.status == "open"
    assert talk.say(judge.propose, 0, {"map": EXAMPLES[1]}) == ""
    assert dict(talk.match.agreement.accepted) == {0: talk.match.seq}
    assert talk.say(judge.accept, 1) == ""
    options = talk.match.state.options
    assert (options.home_edge, options.map, options.columns) == ("south", canonical(EXAMPLES[1]), 11)
    assert project(Log(talk.entries, talk.match.secret)).row.options["columns"] == 11  # type: ignore[union-attr]


def test_a_proposal_is_noticed_by_the_other_player() -> None:
    talk = both()
    assert talk.say(judge.propose, 1, {"home_edge": "south"}) == ""
    assert talk.change is not None
    assert talk.change.notices == (NoticeWish("terms", "ann", talk.match.seq),)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"map": "x"}, "bad_options"),
        ({"map": EXAMPLES[0] * 9}, "bad_options"),
        ({"map": 7}, "bad_options"),
        ({"edges": "south"}, "bad_options"),
        ({"home_edge": "up"}, "bad_options"),
        ({"turn_cap": 20}, "not_negotiable"),
        ({"terrain": "random", "map": ""}, "not_negotiable"),
        ({"variant": "base"}, "not_negotiable"),
        ({}, "same_terms"),
        ({"map": EXAMPLES[0].replace(" ", ""), "columns": 9}, "same_terms"),
    ],
)
def test_hostile_terms_are_refused(changes: dict[str, Any], code: str) -> None:
    talk = both()
    assert talk.say(judge.propose, 1, changes) == code
    assert talk.match.seq == len(talk.entries)


def test_faults_of_a_map_are_said_in_both_languages() -> None:
    talk = both()
    with pytest.raises(RefusedError) as refused:
        judge.propose(talk.match, 1, talk.match.seq, {"map": ". . ?"})
    assert "(map_sign: line 1: '?' is no terrain; " in refused.value.sentence("en", GAME.text)
    assert "map_sign: 1行目の '?' は地形ではありません" in refused.value.sentence("ja", GAME.text)


def test_terms_seen_too_early_are_stale() -> None:
    talk = both()
    seen = talk.match.seq
    assert talk.say(judge.propose, 0, {"home_edge": "east"}) == ""
    assert talk.say(judge.accept, 1, seq=seen) == "stale"
    assert talk.say(judge.propose, 1, {"home_edge": "west"}, seq=seen) == "stale"
    assert talk.say(judge.accept, 1, seq=talk.match.seq + 1) == "stale"


def test_a_repeated_proposal_or_acceptance_is_recognised() -> None:
    talk = both()
    seen = talk.match.seq
    changes = {"home_edge": "east"}
    assert talk.say(judge.propose, 1, changes) == ""
    assert judge.propose(talk.match, 1, seen, changes) == judge.Again(talk.match.seq)
    terms = talk.match.seq
    assert talk.say(judge.accept, 0) == ""
    assert judge.accept(talk.match, 0, terms) == judge.Again(terms + 1)
    assert talk.say(judge.propose, 0, {"home_edge": "west"}) == "not_open"


def test_strangers_and_matches_without_agreement_are_refused() -> None:
    talk = Talk()
    talk.sit("ann")
    assert talk.say(judge.accept, -1) == talk.say(judge.accept, 1) == talk.say(judge.propose, 1, {}) == "not_seated"
    plain = Talk({"variant": "map"})
    plain.sit("ann")
    assert not plain.match.created.agree
    assert plain.say(judge.accept, 0) == plain.say(judge.propose, 0, {}) == "not_negotiable"


def test_house_bots_accept_whatever_is_proposed() -> None:
    talk = Talk(house="sergeant")
    talk.sit("ann")
    assert talk.say(judge.propose, 0, {"home_edge": "south"}) == ""
    talk.sit("house", house=True)
    assert (talk.match.status, talk.match.state.options.edge) == ("playing", "south")


def test_each_proposal_gives_the_whole_time_again() -> None:
    talk = both()
    talk.now += HOUR // 2
    talk.say(judge.propose, 1, {"home_edge": "east"})
    late = talk.match.deadline()
    assert late == talk.now + HOUR
    assert talk.change is not None
    assert talk.change.due_in == HOUR
    assert judge.timeout(talk.match, late - 1) is None
    talk.now = late
    talk.append(judge.timeout(talk.match, late))
    assert talk.change.due_in == HEAL_AFTER
    talk.settle()
    assert (talk.match.outcome.reason, Match.fold(talk.entries).head) == ("expired", talk.match.head)  # type: ignore[union-attr]


def test_leaving_calls_the_match_off() -> None:
    talk = both()
    talk.append(judge.resign(talk.match, 1))
    talk.settle()
    assert talk.match.outcome is not None
    assert (talk.match.outcome.reason, talk.match.turn_seq) == ("cancelled", 0)


def test_proposals_are_limited() -> None:
    talk = both()
    edges = ("east", "west")
    for number in range(agreement.MOST_PROPOSALS):
        assert talk.say(judge.propose, number % 2, {"home_edge": edges[number % 2]}) == ""
    assert talk.say(judge.propose, 0, {"home_edge": "north"}) == "too_many_proposals"


@pytest.mark.parametrize(
    "body",
    [
        Started(),
        TermsAccepted(1, 2),
        TermsAccepted(0, 1),
        TermsAccepted(7, 1),
        TermsProposed(1, {"variant": "base"}),
        TermsProposed(1, {"variant": "unheard"}),
        TermsProposed(-1, DRAWN),
    ],
)
def test_logs_that_begin_without_agreement_are_broken(body: Any) -> None:
    talk = both()
    with pytest.raises(BrokenLogError):
        talk.match.extend(Entry(talk.match.seq + 1, talk.now, encode(body)))


def test_the_verifier_and_readers_without_rules_follow() -> None:
    talk = both()
    talk.say(judge.propose, 1, {"map": EXAMPLES[1]})
    talk.say(judge.accept, 0)
    talk.append(Resigned(1))
    talk.settle()
    lines = list(export(talk.entries))
    assert not verify(lines).findings
    outline = Outline(talk.match.secret)
    for entry in talk.entries:
        outline.extend(entry)
    assert (outline.head, outline.terms) == (talk.match.head, talk.match.terms)
    forged = [line.replace(b'"columns\\":11', b'"columns\\":9') for line in lines]
    assert verify(forged).findings


CHANGES = (
    {"home_edge": "south"},
    {"home_edge": "north"},
    {"home_edge": "east"},
    {"map": EXAMPLES[0]},
    {"map": EXAMPLES[1]},
    {"map": "?"},
)


@pytest.mark.parametrize("seed", range(40))
def test_any_talk_begins_only_with_both_accepting(seed: int) -> None:
    rng = random.Random(seed)
    talk = Talk(name=f"talk {seed}")
    talk.sit("ann")
    accepted: dict[int, Any] = {0: talk.match.terms}
    for _ in range(30):
        seat, seen = rng.randrange(2), rng.randint(max(1, talk.match.seq - 2), talk.match.seq)
        before = len(talk.entries)
        if rng.random() < 0.2 and talk.match.seats[1] is None:
            talk.sit("bob")
        elif rng.random() < 0.6:
            talk.say(judge.propose, seat, rng.choice(CHANGES), seq=seen)
            accepted = {seat: talk.match.terms} if len(talk.entries) > before else accepted
        else:
            terms = talk.match.terms
            talk.say(judge.accept, seat, seq=seen)
            accepted |= {seat: terms} if len(talk.entries) > before else {}
        if talk.match.status == "playing":
            break
        assert len(accepted) < 2 or talk.match.seats[1] is None
    if talk.match.status == "playing":
        assert accepted[0] == accepted[1] == msgspec.to_builtins(talk.match.state.options)
    twin = Match.fold(talk.entries, talk.match.secret)
    assert (twin.head, twin.terms, twin.status) == (talk.match.head, talk.match.terms, talk.match.status)
    assert isinstance(judge.timeout(talk.match, 10**15), Expired | type(None))
