"""The ASGI application: routes of all endpoints, the page, and middleware."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache, partial

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bocage.http import (
    asyncapi,
    exercise,
    games,
    link_previews,
    matches,
    openapi,
    operations,
    pages,
    pictures,
    players,
    profiles,
    rematch,
    replays,
)
from bocage.http.accept import wants_page
from bocage.http.app_state import AppState
from bocage.http.context import ConstantAnswer, RequestContext, serve
from bocage.http.endpoint import Endpoint
from bocage.http.errors import language_of, not_found_page, refusal_response
from bocage.http.feature import Feature
from bocage.http.middleware import Compression, StandardHeaders, StripPrefix, headers_for, relative_root
from bocage.protocol.refusal import RefusedError


@cache
def _description(state: AppState) -> ConstantAnswer:
    return ConstantAnswer.json(openapi.describe(endpoints_of(state.features), state.node.version, state.folder))


@cache
def _description_page(state: AppState) -> ConstantAnswer:
    page = openapi.page(endpoints_of(state.features), state.node.version)
    return ConstantAnswer(page.encode(), "text/html; charset=utf-8")


_STYLE = ConstantAnswer(openapi.STYLE.encode(), "text/css; charset=utf-8")


async def _openapi(context: RequestContext) -> Response:
    return _description(context.state).to(context.request)


@cache
def _websocket_description(state: AppState) -> ConstantAnswer:
    return ConstantAnswer.json(asyncapi.describe(state.node.version, state.folder))


async def _asyncapi(context: RequestContext) -> Response:
    """The description of the websocket for programs."""
    return _websocket_description(context.state).to(context.request)


async def _page(context: RequestContext) -> Response:
    """Serve the description as a page."""
    return _description_page(context.state).to(context.request)


async def _style(context: RequestContext) -> Response:
    """Serve the style sheet of that page."""
    return _STYLE.to(context.request)


#: The endpoints of the core.
ENDPOINTS: tuple[Endpoint, ...] = (
    *players.ENDPOINTS,
    *profiles.ENDPOINTS,
    *games.ENDPOINTS,
    *exercise.ENDPOINTS,
    *matches.ENDPOINTS,
    *rematch.ENDPOINTS,
    *replays.ENDPOINTS,
    *pictures.ENDPOINTS,
    *operations.ENDPOINTS,
    Endpoint(
        method="GET",
        path="/api/openapi.json",
        handler=_openapi,
        tag="Operations",
        text="This description for programs (OpenAPI 3.1).",
        answer=dict,
    ),
    Endpoint(
        method="GET",
        path="/api/asyncapi.json",
        handler=_asyncapi,
        tag="Operations",
        text="The websocket for programs (AsyncAPI 3.0).",
        answer=dict,
    ),
    Endpoint(
        method="GET",
        path="/api",
        handler=_page,
        tag="Operations",
        text="This description for people.",
        media="text/html",
    ),
    Endpoint(
        method="GET",
        path="/api/style.css",
        handler=_style,
        tag="Operations",
        text="The style sheet of that page.",
        media="text/css",
    ),
)


def endpoints_of(features: Iterable[Feature] | Iterable[type[Feature]]) -> tuple[Endpoint, ...]:
    """Return the endpoints of the core and of ``features``, with the refusals that features add."""
    chosen = list[Feature | type[Feature]](features)
    codes = [code for feature in chosen for code in feature.match_refusals]
    found = (*ENDPOINTS, *(endpoint for feature in chosen for endpoint in feature.endpoints))
    return tuple(
        msgspec.structs.replace(one, refusals=(*one.refusals, *codes)) if codes and "{match}" in one.path else one
        for one in found
    )


def routes(state: AppState, endpoints: Sequence[Endpoint]) -> list[BaseRoute]:
    """Create one route per path. Paths without parameters come first, so that `mine` is not taken for a match
    id.
    """
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in sorted(endpoints, key=lambda endpoint: "{" in endpoint.path):
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(path, _endpoint(state, methods), methods=list(methods), include_in_schema=False)
        for path, methods in by_path.items()
    ]


def _endpoint(state: AppState, methods: dict[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return await serve(state, request, methods["GET" if request.method == "HEAD" else request.method])

    return handle


async def _http_error(request: Request, error: Exception) -> Response:
    """Respond to an unknown address or method."""
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "bad_method", 426: "websocket_only"}.get(error.status_code, "bad_request")
    language = language_of(request)
    if code == "not_found" and wants_page(request.headers.get("accept", "")):
        response = not_found_page(language, relative_root(request.scope))
    else:
        response = refusal_response(RefusedError(code), language)
    response.headers["Vary"] = "Accept, Accept-Language"
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _mistake(request: Request, error: Exception, folder: str = "") -> Response:
    """Respond to an unexpected error, which the server logs. Starlette calls this outside of all middleware.

    ``folder``: path prefix of the service; empty: none.
    """
    response = refusal_response(RefusedError("internal"), language_of(request))
    response.headers.update(headers_for(request.url.path.removeprefix(folder)))
    return response


def make_monitor(state: AppState) -> Starlette:
    """Create the operator's application, with metrics and health, for a separate address."""
    health = [endpoint for endpoint in operations.ENDPOINTS if endpoint.path in ("/healthz", "/readyz")]
    return Starlette(
        routes=routes(state, [*health, operations.METRICS]),
        exception_handlers={HTTPException: _http_error, Exception: _mistake},
    )


def make_app(state: AppState) -> Starlette:
    app = Starlette(
        routes=routes(state, endpoints_of(state.features)),
        middleware=[
            *([Middleware(StripPrefix, state.folder)] if state.folder else []),
            Middleware(StandardHeaders),
            Middleware(Compression),
        ],
        exception_handlers={HTTPException: _http_error, Exception: partial(_mistake, folder=state.folder)},
    )
    # All other addresses are screens or files of the page.
    app.router.default = pages.Pages(pages.folder(), partial(link_previews.head_of, state), state.node.path)
    # A redirect would use the header Host, which a client can choose freely.
    app.router.redirect_slashes = False
    return app
