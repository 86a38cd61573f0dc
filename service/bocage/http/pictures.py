"""The icon of the page, for home screens."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.responses import Response

from bocage.http.context import ConstantAnswer, RequestContext
from bocage.http.endpoint import Endpoint

ICON = Path(__file__).with_name("icon.png")


@cache
def _icon() -> ConstantAnswer:
    return ConstantAnswer(ICON.read_bytes(), "image/png")


async def icon(context: RequestContext) -> Response:
    """Serve the icon of the page for home screens."""
    return _icon().to(context.request)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/icon.png",
        handler=icon,
        tag="Operations",
        text="The icon of the page (PNG, 512 × 512), for home screens.",
        media="image/png",
    ),
)
