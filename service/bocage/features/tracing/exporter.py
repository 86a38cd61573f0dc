"""Sends spans to a collector, now and then. What it does not take is dropped: a trace is no promise."""

from __future__ import annotations

import asyncio
import logging

import httpx2

from bocage.features.tracing.spans import Recorder, encode

log = logging.getLogger("bocage.tracing")

#: Seconds between two sendings.
EVERY = 5.0
#: Most spans in one message.
BATCH = 512
#: Seconds that a collector may take.
PATIENCE = 5.0


async def export(
    recorder: Recorder, url: str, version: str, node: str, transport: httpx2.AsyncBaseTransport | None = None
) -> None:
    """Send what was recorded every few seconds, until cancelled, and then what is left.

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
            log.info("the collector of traces did not take %d spans: %r", len(spans), error)
            return
