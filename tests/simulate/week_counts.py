"""What a week came to, counted from the logs alone, beside what notices, ledgers and boards say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import msgspec

from bocage.features.notices.message import notice_id
from bocage.features.ratings.standings import Ratings, in_order
from bocage.log.deals import spans_of
from bocage.log.entries import Acted, Started, TimedOut, Vacation
from bocage.log.projection import rated_of
from bocage.log.records import Rated
from bocage.store.records import parse_result
from tests.simulate.post import Post
from tests.simulate.reference import History

Boards = dict[tuple[str, str], dict[str, int]]
#: Milliseconds: a turn that passes sooner may pass before its notice was sent, if its node was killed.
PASSES = 130_000
#: Milliseconds within which a notice is to come.
LATE = 5_000


class Counts(msgspec.Struct):
    """``missing``: notices that a log calls for, and that neither came nor passed. ``delays``: ms;
    ``left_delays``: of notices that a killed node held; ``put_off_delays``: of others that their place did not take
    at first; ``delays`` holds neither.

    ``vacations``: those taken. ``overslept``: time-outs of players who were on vacation, with their match.
    """

    matches: int = 0
    entries: int = 0
    timed_out: int = 0
    turns: int = 0
    ends: int = 0
    came: int = 0
    passed: int = 0
    twice: int = 0
    missing: list[str] = []
    unknown: int = 0
    delays: list[int] = []
    left_delays: list[int] = []
    put_off_delays: list[int] = []
    kills: int = 0
    rated: int = 0
    ratings_equal: bool = False
    points: int = 0
    boards_equal: bool = False
    vacations: int = 0
    away_entries: int = 0
    overslept: list[str] = []

    @property
    def holds(self) -> bool:
        """Whether nothing is missing, and the three counts agree."""
        wrong = self.missing or self.unknown or self.overslept
        return not wrong and self.ratings_equal and self.boards_equal

    @property
    def all_delays(self) -> list[int]:
        """Those of all notices that came."""
        return [*self.delays, *self.left_delays, *self.put_off_delays]


def delay(delays: list[int], share: float) -> float:
    """So many seconds at most passed until this share of the notices had come."""
    return sorted(delays)[int(share * (len(delays) - 1))] / 1000 if delays else 0.0


def late(delays: list[int]) -> int:
    """How many came more than ``LATE`` after their entry."""
    return sum(one > LATE for one in delays)


def count(
    histories: Mapping[str, History],
    post: Post,
    boards: Boards,
    ledgers: list[tuple[str, int]],
    away: Mapping[str, list[tuple[int, int]]],
) -> Counts:
    """Count, and compare. ``away``: when players were on vacation, as they were told."""
    found = Counts(matches=len(histories), kills=post.kills)
    called: dict[str, tuple[int, int]] = {}
    for history in histories.values():
        called |= _calls(history, found)
    now = post.cluster.now()
    for name, (at, until) in called.items():
        if name in post.first:
            held = name in post.left
            delays = found.left_delays if held else found.put_off_delays if name in post.put_off else found.delays
            delays.append(post.first[name] - at)
        elif (until or now) - at <= PASSES or (name in post.put_off and until):
            found.passed += 1
        else:
            found.missing.append(name)
    came = Counter(post.came)
    found.came = len(came)
    found.twice = sum(came.values()) - len(came)
    found.unknown = len(set(came) - set(called))
    _look_for_overslept(histories, away, found)
    _compare_ratings(histories, ledgers, found)
    _compare_boards(histories, boards, found)
    return found


def _calls(history: History, found: Counts) -> dict[str, tuple[int, int]]:
    """Notices that a log calls for: when, and when what they say did not hold any more (0: it still does)."""
    calls: dict[str, tuple[int, int]] = {}
    found.entries += len(history.steps)
    waits: dict[int, str] = {}
    for step in history.steps:
        match, body = step.match, step.body
        if isinstance(body, TimedOut):
            found.timed_out += 1
        if match.created.clock.kind != "days":
            continue
        decision = match.decision()
        if isinstance(body, Acted | TimedOut) or decision is None:
            passed = waits if decision is None else {body.seat: waits.get(body.seat, "")}  # type: ignore[union-attr]
            for seat, name in list(passed.items()):
                if name:
                    calls[name] = (calls[name][0], step.entry.at)
                waits.pop(seat, None)
        begins = isinstance(body, Started)
        if decision is None or not (begins or (isinstance(body, Acted | TimedOut) and decision.seat != body.seat)):
            continue
        seated = match.seats[decision.seat]
        assert seated is not None
        name = notice_id(seated.player, "turn", match.id, step.entry.seq)
        calls[name], waits[decision.seat] = (step.entry.at, 0), name
        found.turns += 1
    last = history.last.match
    ended = next((step for step in history.steps if step.match.status == "ended"), None)
    if ended is not None and last.begun and len(last.seats) > 1:
        for seated in last.seats:
            assert seated is not None
            calls[notice_id(seated.player, "over", last.id, ended.entry.seq)] = (ended.entry.at, 0)
            found.ends += 1
    return calls


def _look_for_overslept(
    histories: Mapping[str, History], away: Mapping[str, list[tuple[int, int]]], found: Counts
) -> None:
    found.vacations = sum(map(len, away.values()))
    for name, history in histories.items():
        for step in history.steps:
            body, match = step.body, step.match
            found.away_entries += isinstance(body, Vacation)
            if isinstance(body, TimedOut) and match.clock.rules.kind == "days":
                seated = match.seats[body.seat]
                assert seated is not None
                if any(since <= step.entry.at < until for since, until in away.get(seated.player, ())):
                    found.overslept.append(f"{name} entry {step.entry.seq}")


def _compare_ratings(histories: Mapping[str, History], ledgers: list[tuple[str, int]], found: Counts) -> None:
    from_logs = []
    for history in histories.values():
        last = history.last.match
        if (result := rated_of(last)) is not None:
            from_logs.append(msgspec.structs.replace(result, at=last.since))
    live = [parse_result(line, at) for line, at in ledgers]
    found.rated = len(from_logs)
    found.ratings_equal = _folded(from_logs) == _folded(live)


def _folded(results: list[Rated]) -> bytes:
    ratings = Ratings()
    for result in in_order(results):
        ratings.add(result)
    return msgspec.json.encode([[*key, standing] for key, standing in sorted(ratings.standings.items())])


def _compare_boards(histories: Mapping[str, History], boards: Boards, found: Counts) -> None:
    recount: Boards = {key: {} for key in boards}
    days: dict[tuple[str, str, str], int] = {}
    for history in histories.values():
        last = history.last.match
        deal = last.created.deal
        if deal is None or not deal.counted or last.state is None or not last.decided or last.decided >= deal.until:
            continue
        seated, score = last.seats[0], last.game.score(last.state)
        assert seated is not None
        assert score is not None
        days[last.created.game, deal.day, seated.player] = score
    totals: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for (game, day, player), score in days.items():
        for span in spans_of(day):
            totals[game, span][player] = totals[game, span].get(player, 0) + score
    recount |= totals
    found.points = len(days)
    found.boards_equal = recount == boards
