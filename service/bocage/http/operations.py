"""For the operator: is the node alive, is it ready, what does it do, what does it allow."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from bocage.http.context import RequestContext, answer
from bocage.http.endpoint import Endpoint
from bocage.limits import rows
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import Health, LimitTable


async def limits(context: RequestContext) -> LimitTable:
    """Every limit with its value."""
    return LimitTable(rows(context.node.limits))


async def alive(context: RequestContext) -> Health:
    """Whether the process works at all."""
    return Health("ok", context.node.version)


async def ready(context: RequestContext) -> Response:
    """Whether new work should be sent here."""
    if context.node.draining:
        raise RefusedError("draining", retry=context.node.sessions.drain_hint())
    if not context.node.store.available:
        raise RefusedError("unavailable", retry=1000)
    return answer(Health("ok", context.node.version))


async def metrics(context: RequestContext) -> Response:
    """Counts for Prometheus."""
    return Response(
        generate_latest(context.state.registry), 200, {"Cache-Control": "no-store"}, CONTENT_TYPE_LATEST
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/limits",
        handler=limits,
        tag="Operations",
        text="Every limit of this node. A refusal with the code `limit` names its row.",
        answer=LimitTable,
    ),
    Endpoint(
        method="GET",
        path="/healthz",
        handler=alive,
        tag="Operations",
        text="Whether this node answers at all.",
        answer=Health,
        rated=False,
    ),
    Endpoint(
        method="GET",
        path="/readyz",
        handler=ready,
        tag="Operations",
        text="Whether new work should be sent to this node: not while it drains or cannot reach storage.",
        answer=Health,
        rated=False,
        refusals=("draining", "unavailable"),
    ),
)

#: What an address of its own serves besides health and readiness: it says more than anybody should know.
METRICS = Endpoint(
    method="GET",
    path="/metrics",
    handler=metrics,
    tag="Operations",
    text="Counts in the text format of Prometheus.",
    media="text/plain",
    rated=False,
)
