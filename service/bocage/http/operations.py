"""Endpoints for operators: health, readiness, metrics, limits."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import Response

from bocage.http.context import RequestContext, answer
from bocage.http.endpoint import Endpoint
from bocage.limits import rows
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import Health, LimitTable


async def limits(context: RequestContext) -> LimitTable:
    return LimitTable(rows(context.node.limits))


async def alive(context: RequestContext) -> Health:
    """Respond while the process runs."""
    return Health("ok", context.node.version)


async def ready(context: RequestContext) -> Response:
    """Tell a load balancer whether to send new work here."""
    if context.node.draining:
        raise RefusedError("draining", retry=context.node.sessions.drain_hint())
    if not context.node.store.available:
        raise RefusedError("unavailable", retry=1000)
    return answer(Health("ok", context.node.version))


async def metrics(context: RequestContext) -> Response:
    return Response(
        generate_latest(context.state.registry), 200, {"Cache-Control": "no-store"}, CONTENT_TYPE_LATEST
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/limits",
        handler=limits,
        tag="Operations",
        text="All limits of this node. A refusal with the code `limit` names its row.",
        answer=LimitTable,
    ),
    Endpoint(
        method="GET",
        path="/healthz",
        handler=alive,
        tag="Operations",
        text="Whether this node is alive.",
        answer=Health,
        rated=False,
    ),
    Endpoint(
        method="GET",
        path="/readyz",
        handler=ready,
        tag="Operations",
        text="Whether this node accepts new work: not while it drains or cannot reach storage.",
        answer=Health,
        rated=False,
        refusals=("draining", "unavailable"),
    ),
)

#: Served on a separate address, with health and readiness, because it is not for the public.
METRICS = Endpoint(
    method="GET",
    path="/metrics",
    handler=metrics,
    tag="Operations",
    text="Metrics in the text format of Prometheus.",
    media="text/plain",
    rated=False,
)
