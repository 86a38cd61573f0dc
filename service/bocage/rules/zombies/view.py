"""Views: the same for the player and everybody else, until the game is over."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from bocage.rules.kernel import OPEN, Viewer
from bocage.rules.zombies.state import (
    Acting,
    AwaitRoll,
    ChooseLoss,
    ChooseRepair,
    ChooseReveal,
    State,
)

Phase: TypeAlias = Literal["roll", "action", "loss", "event_recon", "repair", "over"]

#: A counter whose identity nobody knows.
UNKNOWN = "unknown"


class TankView(TypedDict):
    """The M5. ``infantry``: riders aboard, 0 to 2."""

    hex: str
    damaged: bool
    ammo_out: bool
    track_broken: bool
    m8: bool
    cutter: bool
    infantry: int


class View(TypedDict):
    """The table. Counters are ids of ``counter.<id>`` in the catalogue; hexes ids of ``hex.<id>``.

    ``face_down``: hex → "unknown", or what lies there once the game is over. ``zombies``: zombie → hex.
    ``items``: hex → face-up infantry, equipment or event. ``killed``: zombies in the order they fell.
    ``gone``: counters out of the game. ``marker``: the counter on the turn track.
    """

    turn: int
    phase: Phase
    ap: int
    tank: TankView
    face_down: dict[str, str]
    zombies: dict[str, str]
    items: dict[str, str]
    killed: list[str]
    gone: list[str]
    marker: str


_PHASES: dict[type, Phase] = {
    AwaitRoll: "roll",
    Acting: "action",
    ChooseLoss: "loss",
    ChooseReveal: "event_recon",
    ChooseRepair: "repair",
}


def view(state: State, viewer: Viewer) -> View:
    """The table as ``viewer`` sees it."""
    over = state.result is not None
    shown = over or viewer == OPEN
    return {
        "turn": state.turn,
        "phase": "over" if over else _PHASES[type(state.stack[-1])],
        "ap": state.ap,
        "tank": {
            "hex": state.tank,
            "damaged": state.damaged,
            "ammo_out": state.ammo_out,
            "track_broken": state.track_broken,
            "m8": state.m8,
            "cutter": state.cutter,
            "infantry": state.aboard,
        },
        "face_down": state.face_down.copy() if shown else dict.fromkeys(state.face_down, UNKNOWN),
        "zombies": state.zombies.copy(),
        "items": state.items.copy(),
        "killed": list(state.killed),
        "gone": list(state.gone),
        "marker": state.marker if shown or state.marker_shown else UNKNOWN,
    }
