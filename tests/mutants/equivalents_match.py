"""Bugs of matches that are none, see ``equivalents.py``."""

from __future__ import annotations

from tests.mutants.equivalent import Equivalent

STEPS = "the search for the root takes other steps to the same root"

MATCH = (
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "high = math.log(beyond) if beyond > 0 else start - TAU",
        "high = math.log(beyond) if beyond >= 0 else start - TAU",
        "what is computed from logarithms and roots is not 0 to the last digit",
    ),
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "high = math.log(beyond) if beyond > 0 else start - TAU",
        "high = math.log(beyond) if beyond > 1 else start - TAU",
        STEPS,
    ),
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "while abs(high - low) > CLOSE:",
        "while abs(high - low) >= CLOSE:",
        STEPS,
    ),
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "if at_middle * at_high <= 0:",
        "if at_middle * at_high < 0:",
        STEPS,
    ),
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "if at_middle * at_high <= 0:",
        "if (at_middle // at_high) <= 0:",
        STEPS,
    ),
    Equivalent(
        "service/bocage/features/ratings/glicko.py",
        "if at_middle * at_high <= 0:",
        "if at_middle * at_high <= 1:",
        STEPS,
    ),
    Equivalent(
        "service/bocage/log/judge.py",
        "body = Acted(seat, legal_action(match.game, match.state, seat, raw, codec=codec, decision=owed))",
        "body = Acted(seat, legal_action(match.game, match.state, seat, raw, codec=codec))",
        "the decision that is owed is computed once more",
    ),
    Equivalent(
        "service/bocage/log/judge.py",
        "legal_action(match.game, match.state, body.seat, body.action, decision=match.decision())",
        "legal_action(match.game, match.state, body.seat, body.action)",
        "the decision that is owed is computed once more",
    ),
    Equivalent(
        "service/bocage/log/judge.py",
        "if match.offered_at[seat] > match.turn_seq:",
        "if match.offered_at[seat] >= match.turn_seq:",
        "no entry both raises a decision and offers a draw",
    ),
    Equivalent(
        "service/bocage/log/judge.py",
        "if record.said_at[seat] > match.turn_seq:",
        "if record.said_at[seat] >= match.turn_seq:",
        "by the entry that raised the decision the other seat agreed, which has nothing to take back then",
    ),
    Equivalent(
        "service/bocage/log/judge.py",
        "def owed(match: Match, outages: Sequence[tuple[int, int]] = (), now: int = 0) -> Body | None:",
        "def owed(match: Match, outages: Sequence[tuple[int, int]] = (), now: int = 1) -> Body | None:",
        "no deal ends in the first millisecond of 1970",
    ),
    Equivalent(
        "service/bocage/log/judge.py",
        "def owed(match: Match, outages: Sequence[tuple[int, int]] = (), now: int = 0) -> Body | None:",
        "def owed(match: Match, outages: Sequence[tuple[int, int]] = (), now: int = (-1)) -> Body | None:",
        "no deal ends in the first millisecond of 1970",
    ),
)
