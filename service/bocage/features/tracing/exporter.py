"""Exporting spans to a collector. Spans that it rejects are dropped."""

from __future__ import annotations

import asyncio
import logging

import httpx2

from bocage.features.tracing.spans import Recorder, encode

log = logging.getLogger("bocage.tracing")

#: Seconds between two exports.
EVERY = 5.0
#: Most spans per message.
BATCH = 512
#: Timeout of the collector in seconds.
PATIENCE = 5.0


async def export(
    recorder: Recorder, url: str, version: str, node: str, transport: httpx2.AsyncBaseTransport | None = None
) -> None:
    """Export recorded spans every few seconds until cancelled, then the rest.

    ``transport``: for tests.
    """
    secure = url.startswith("https:")
    async with httpx2.AsyncClient(timeout=PATIENCE, verify=secure, transport=transport) as client:
        try:
            while True:
                await asyncio.sleep(EVERY)
                await _send(client, recorder, url, version, node)
        finally:
            await _send(client, recorder, url, version, node)


async def _send(client: httpx2.AsyncClient, recorder: Recorder, url: str, version: str, node: str) -> None:
    while spans := recorder.take(BATCH):
        try:
            answer = await client.post(
                url, content=encode(spans, version, node), headers={"Content-Type": "application/json"}
            )
            answer.raise_for_status()
        except httpx2.HTTPError as error:
            log.info("the collector of traces rejected %d spans: %r", len(spans), error)
            return
