"""The conformance kit: one call checks everything a game owes the service, its players and its readers.

    from bocage.rules.kernel.conformance import check_game
    print(check_game(GAME, games=200, seed=1))

:func:`check_game` raises ``AssertionError`` with a line that repeats the broken game, or returns a
:class:`Coverage`. The modules document what they prove: ``decisions``, ``states``, ``views``, ``leaks``, ``draws``,
``choices``, ``hidden``, ``imagined``, ``orders``, ``odds``, ``quiet``, ``words``, ``refusals``.
"""

from bocage.rules.kernel.conformance.check import check_game, repeat_game
from bocage.rules.kernel.conformance.coverage import Coverage
from bocage.rules.kernel.options import random_options
from bocage.rules.kernel.play import Policy, digest, play_out, random_choice

__all__ = [
    "Coverage",
    "Policy",
    "check_game",
    "digest",
    "play_out",
    "random_choice",
    "random_options",
    "repeat_game",
]
