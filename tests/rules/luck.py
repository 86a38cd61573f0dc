"""What a roll brought, read from a game's presentation as clients read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.protocol.presentation import Average, Brought, Presentation, Roll


def luck(shown: Presentation, event: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[int, float, float] | None:
    """Seat, what the roll brought, what it brings on average; None: the event is no roll that counts."""
    for roll in shown.rolls:
        if (
            roll.event == event["ev"]
            and (not roll.when or event.get(roll.when))
            and (seat := _seat(roll, event, view)) is not None
        ):
            return seat, _brought(roll.brought, event), _average(roll.average, event)
    return None


def _seat(roll: Roll, event: Mapping[str, Any], view: Mapping[str, Any]) -> int | None:
    if not roll.who:
        return 0
    name = str(event.get(roll.who, ""))[: roll.letters]
    if not name:
        return None
    return int(view[roll.seats][name] if roll.seats else name)


def _brought(brought: Brought, event: Mapping[str, Any]) -> float:
    value = event.get(brought.field)
    match brought.count:
        case "true":
            return float(bool(value))
        case "false":
            return float(not value)
        case "number":
            return float(max(0, value or 0))
        case "faces":
            plus = event.get(brought.plus, 0)
            faces = [face + plus for face in value or ()]
            twice = sum(face >= brought.twice_at for face in faces) if brought.twice_at else 0
            return float(sum(face >= brought.at_least for face in faces) + twice)


def _average(average: Average, event: Mapping[str, Any]) -> float:
    if average.word:
        row = average.rows[event[average.word]]
    else:
        number = sum(_number(event, name) for name in average.plus) - sum(
            _number(event, name) for name in average.minus
        )
        rows = sorted(int(row) for row in average.rows)
        row = average.rows[str(min(max(number, rows[0]), rows[-1]))]
    return row * (len(event[average.times]) if average.times else 1)


def _number(event: Mapping[str, Any], name: str) -> int:
    value = event.get(name, 0)
    return sum(pair[1] for pair in value) if isinstance(value, (list, tuple)) else int(value)
