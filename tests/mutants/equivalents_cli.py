"""Bugs that are none, in the command line but for its load."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mutants.equivalent import Equivalent

_MATH, _RATINGS = "service/bocage_tools/arena/scores.py", "service/bocage_tools/arena/ratings.py"
#: Lines that say of two lists that they are as long.
_AS_LONG = (
    (_MATH, "for count, score in zip(seen, SCORES, strict=True)"),
    (_MATH, "mean = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / pairs"),
    (_MATH, "spread = sum(count * (score - mean) ** 2 for count, score in zip(counts, SCORES, strict=True))"),
    (
        _RATINGS,
        "(one, other): [count + 0.5 * (score in (0, 1)) for count, score in zip(found, SCORES, strict=True)]",
    ),
    (
        _RATINGS,
        "value + change * min(1.0, _FAR / most if most else 1.0) for value, change in zip(at, step, strict=True)",
    ),
    (_RATINGS, "lead = sum(count * (score - expected) for count, score in zip(found, SCORES, strict=True))"),
    (
        _RATINGS,
        "_add(noise, one, other, sum(n * (score - expected) ** 2 for n, score in zip(found, SCORES, strict=True)))",
    ),
    (_RATINGS, "rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]"),
    (_RATINGS, "rows[j] = [mine - factor * other for mine, other in zip(rows[j], rows[i], strict=True)]"),
    (
        "service/bocage_tools/arena/games.py",
        "mine, theirs = (game.score(who) for game, who in zip(played, (one, other), strict=True) if game)",
    ),
)


def _as_long() -> Iterator[Equivalent]:
    for path, before in _AS_LONG:
        for after in ("", ", strict=False"):
            yield Equivalent(
                path,
                before,
                before.replace(", strict=True", after),
                "one list is made from the other, or both have a value for each of the five scores",
            )


CLI = (
    *_as_long(),
    Equivalent(
        _RATINGS,
        "bend = [[1.0] * size for _ in at]",
        "bend = [[2.0] * size for _ in at]",
        "what is solved for has the sum 0: the same is added to each number whatever it is, and has no effect",
    ),
    *(
        Equivalent(
            _RATINGS,
            "_STEPS, _ENOUGH = 100, 1e-9",
            f"_STEPS, _ENOUGH = {steps}, 1e-9",
            "ratings are found in a few steps: each doubles the digits that are right",
        )
        for steps in (50, 200)
    ),
    *(
        Equivalent(
            _MATH,
            "_HALVINGS = 100",
            f"_HALVINGS = {halvings}",
            "a number has no more digits than fifty halvings find",
        )
        for halvings in (50, 200)
    ),
    Equivalent(
        _MATH,
        "low, high = (middle, high) if slope > 0 else (low, middle)",
        "low, high = (middle, high) if slope >= 0 else (low, middle)",
        "a slope of exactly 0 is where the search ends: from both sides it comes back there",
    ),
    Equivalent(
        "service/bocage/cli/new_game.py",
        'choices += [letters + "X" * size for size in range(1, 10)]',
        'choices += [letters + "X" * size for size in range(1, 11)]',
        "nobody is promised a tenth game of the same name",
    ),
    Equivalent(
        "service/bocage/cli/export.py",
        "sys.stdout.buffer.flush()",
        "pass",
        "all that a command has written goes out when it has been carried out",
    ),
)
