"""Maps for tests, and how they are kept."""

from __future__ import annotations

from typing import Any

import httpx2

from bocage.rules.squad.drawn import EXAMPLES, Map
from tests.http.site import Site

TEXT, OTHER = EXAMPLES


def numbered(number: int) -> str:
    """A map unlike those of other numbers."""
    columns, rows = 9, 8
    names = [f"{at % columns},{at // columns}" for at in range(columns * rows)]
    return str(Map(columns, rows, {name: "hill" for at, name in enumerate(names) if number >> at & 1}))


async def ask_to_keep(site: Site, token: str, text: Any = TEXT, **more: Any) -> httpx2.Response:
    return await site.post("/api/maps", {"text": text, "name": "Two woods", **more}, token)


async def keep(site: Site, token: str, text: str = TEXT, **more: Any) -> dict[str, Any]:
    """A map that is kept, as the answer tells it."""
    answer = await ask_to_keep(site, token, text, **more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def listed(site: Site, token: str = "", *, which: str = "shared", **more: Any) -> list[str]:
    """The ids of a list's first page."""
    query = "".join(f"&{name}={value}" for name, value in more.items())
    answer = await site.get(f"/api/maps?list={which}{query}", token)
    assert answer.status_code == 200, answer.text
    return [one["id"] for one in answer.json()["maps"]]
