"""A scenario: the options of a match with a name and a sentence, as one document (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from bocage.rules.kernel.game import AnyGame

#: The name of the folder with a game's scenarios, in the game's folder.
FOLDER = "scenarios"
#: Bytes of a document.
LARGEST = 20_000

ScenarioText = Annotated[str, Meta(min_length=1, max_length=300)]


class ScenarioError(ValueError):
    """A document is no valid scenario. ``code``: for programs."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code


class InBoth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    en: ScenarioText
    ja: ScenarioText


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Version 1 of the document. ``options``: of the match; ``seats``: of each seat, from the first.

    ``key``: of a solo game, 32 bytes in hexadecimal from which all dice and cards follow; empty: they are new each
    time.
    """

    scenario: Literal[1]
    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,39}$")]
    game: str
    name: InBoth
    text: InBoth
    options: dict[str, Any] = {}
    seats: list[dict[str, Any]] = []
    key: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""

    def for_seat(self, seat: int) -> Mapping[str, object]:
        """Return the options of a seat."""
        return self.seats[seat] if seat < len(self.seats) else {}


def parse_scenario(raw: bytes) -> Scenario:
    """Parse a document, without its game's options. Raises :class:`ScenarioError`."""
    if len(raw) > LARGEST:
        raise ScenarioError("scenario_large", f"more than {LARGEST} bytes")
    try:
        return msgspec.json.decode(raw, type=Scenario)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ScenarioError("scenario_form", str(error)) from None


def check_scenario(scenario: Scenario, game: AnyGame) -> Scenario:
    """Return a scenario with all its options as its game writes them. Raises :class:`ScenarioError`."""
    if scenario.game != game.id:
        raise ScenarioError("scenario_game", f"it is played with {scenario.game}")
    if len(scenario.seats) > game.seats:
        raise ScenarioError("scenario_seats", f"{game.id} has {game.seats} seats")
    if scenario.key and game.seats > 1:
        raise ScenarioError("scenario_key", "only the dice of solo games follow from a key")
    try:
        options = msgspec.to_builtins(msgspec.convert(scenario.options, game.Options))
        seats = [msgspec.to_builtins(msgspec.convert(one, game.SeatOptions)) for one in scenario.seats]
    except msgspec.ValidationError as error:
        raise ScenarioError("scenario_options", str(error)) from None
    return msgspec.structs.replace(scenario, options=options, seats=seats)


@cache
def read_scenarios(folder: Path) -> tuple[Scenario, ...]:
    """The scenarios in a game's folder, by name of their files. Raises :class:`ScenarioError`."""
    return tuple(parse_scenario(path.read_bytes()) for path in sorted((folder / FOLDER).glob("*.json")))
