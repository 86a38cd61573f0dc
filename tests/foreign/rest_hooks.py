"""What schemathesis is told besides the description: who asks, and texts that no pattern describes."""

from __future__ import annotations

import json
import urllib.request
import zoneinfo
from typing import Any

import schemathesis
from hypothesis import strategies as st

#: Names that everybody may have.
NAMES = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=12).map("N{}".format)

schemathesis.openapi.format("name", NAMES)
schemathesis.openapi.format("time-zone", st.sampled_from(sorted(zoneinfo.available_timezones())))


class NewPlayer:
    """A player for each moment: what signs one out ends with them."""

    def get(self, case: Any, context: Any) -> str:
        """A token."""
        address = f"{context.operation.base_url.rstrip('/')}/api/players"
        request = urllib.request.Request(address, b"{}", {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return str(json.load(answer)["token"])

    def set(self, case: Any, data: str, context: Any) -> None:
        """Let that player ask."""
        case.headers["Authorization"] = f"Bearer {data}"


def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Whether it counts. An absent body is taken for an empty object, and an empty parameter for an absent one."""
    absent = response.request.method == "POST" and response.request.body is None
    return not absent and "" not in (case.query or {}).values()


schemathesis.auth(refresh_interval=1)(NewPlayer)
schemathesis.hook(filter_failure)
