"""Golden logs: whole games, one per option and per kind of end.

A script names cells: ``C1`` enters, ``C1+`` enters with the sniper, ``C1*`` blasts; the landing and the nest are
spelt out. Scripts, not policies, so that these games stay what they are when a bot learns something.
"""

from __future__ import annotations

import msgspec

from bocage.rules.omaha.actions import Actions
from bocage.rules.omaha.options import Options
from tests.goldens import Recipe


def script(words: str) -> tuple[Actions, ...]:
    """The actions of a script."""
    return tuple(_action(word) for word in words.split(", "))


def _action(word: str) -> Actions:
    plain: dict[str, object]
    match word.split():
        case [verb, cell]:
            plain = {"do": {"land": "land", "nest": "place_nest"}[verb], "cell": cell}
        case _ if word.endswith("*"):
            plain = {"do": "blast", "cell": word[:2]}
        case _:
            plain = {"do": "move", "cell": word[:2], "sniper": word.endswith("+")}
    action: Actions = msgspec.convert(plain, Actions)
    return action


GOLDENS = {
    "default": Recipe(
        seed="default",
        script=script(
            "land C0, C1*, C1, C2, C3*, C3+, C1, C2+, C3*, C3+, C1*, C1+, C2*, C2+, C3*, C3+, nest R3, "
            "C1*, C1, C2, R2+, R3"
        ),
        note="The usual game, won. The squad stands in the centre when the nest comes, so the player places it.",
    ),
    "blocked": Recipe(
        seed="blocked 2",
        script=script(
            "land L0, L1*, L1+, L2*, L2, L3, L1*, L1+, C1*, C1, C2, C3+, C1*, C1+, C2*, C2+, C3*, C3+, nest L3"
        ),
        note="Seven charges spent on the way: wire closes the last beach (OM-19).",
    ),
    "out_of_charges": Recipe(
        seed="wandering 115",
        script=script("land C0, C1, L1*, L1+, L2*, L2+, L3, C0*, L1*, C0, L0, L1+, C1*, L2*, C1+, R1*, C2*"),
        note="Free steps sideways behind an eye (OM-21); at last the nest's charge goes into wire (OM-20).",
    ),
    "crawl_fire_never": Recipe(
        seed="crawl_fire_never",
        options=Options(crawl_fire="never"),
        script=script(
            "land R0, R1, R2, R3, R1, R2, R3*, R3+, R1, R2*, R2+, R3*, R3+, R1, R2*, R2+, C2*, C2+, L2+, L3"
        ),
        note="Crawling forward draws no fire: every hit of this game is a mine's.",
    ),
    "crawl_fire_always": Recipe(
        seed="crawl_fire_always 10",
        options=Options(crawl_fire="always"),
        script=script(
            "land C0, C1*, C1+, C2+, C3*, C3+, C1*, C1+, C2*, C2+, C3+, C1*, C1+, C2*, C2+, C3*, C3, nest L3, "
            "C1, C2, C3, L3"
        ),
        note="The squad dies at the nest's side, before it can set the charge off (OM-18).",
    ),
    "squad_track_8": Recipe(
        seed="squad_track_8 7",
        options=Options(squad_track=8),
        script=script(
            "land L0, L1*, L1+, L2*, L2+, L3+, L1*, L1+, L2*, L2+, L3*, L3+, L1*, L1+, L2*, L2+, L3, "
            "L1, C1, C2, C3, R3"
        ),
        note="Eight hits, the last of them at the nest.",
    ),
    "nest_side_random": Recipe(
        seed="nest_side_random",
        options=Options(nest_side="random"),
        script=script(
            "land C0, C1+, C2, C3, C1*, C1+, C2*, C2+, C3+, C1*, C1+, C2*, C2+, C3*, C3+, C1*, C1+, C2*, C2, R2, R3"
        ),
        note="In the centre before the last assault: one more draw places the nest.",
    ),
    "mines_under_open": Recipe(
        seed="mines_under_open 1",
        options=Options(mines_under_open=True),
        script=script(
            "land C0, C1*, C1+, C2*, C2, C3, C1*, C1+, C2*, C2+, C3+, C1*, C1+, C2*, C2, C3, nest L3, "
            "C1+, C2*, C2+, L2+, L3"
        ),
        language="ja",
        note="Open ground is turned over too.",
    ),
}
