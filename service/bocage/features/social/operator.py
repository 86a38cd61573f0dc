"""Operators' actions: reports."""

from __future__ import annotations

import msgspec

from bocage.features.social.reports import Reports
from bocage.features.social.wire import Report
from bocage.http.operator_acts import Operator, OperatorAct, line, time_text

#: Number of reports shown.
SHOWN = 100


async def reports(operator: Operator) -> list[str]:
    """List the newest reports."""
    found = await Reports(operator.store.topology).newest(SHOWN)
    return [_reported(name, msgspec.json.decode(stored, type=Report)) for name, stored in found]


def _reported(name: str, report: Report) -> str:
    """Format a report with its lines of chat, as the reporter's client received them."""
    wish = report.wish
    head = line(time_text(report.at), name, wish.reason, wish.player, f"({report.by})", wish.match, wish.note)
    return "\n".join([head, *[f"    {line(time_text(one.at), one.player, one.text)}" for one in wish.lines]])


ACTS = {"reports": OperatorAct(reports, about=False)}
