"""How a client is closed: by whom opened it, by the service, by an error; and what is left then."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from bocage.protocol import messages as m
from bocage.protocol.codes import CLOSE
from bocage.sdk import Client, ClosedError, UnreachableError
from tests.clients.fake_wire import WELCOME, FakeWire
from tests.clients.test_sdk_client import connected
from tests.virtual_time import run


def test_a_client_that_was_closed_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def use(client: Client) -> None:
        asking = asyncio.ensure_future(client.ping())
        await asyncio.sleep(0)
        assert await client.__aenter__() is client  # it is connected already
        await client.close()
        await client.close()
        for waiting in (asking, client.ping()):
            with pytest.raises(ClosedError, match="the client was closed") as caught:
                await waiting
            assert caught.value.code == 0
        with pytest.raises(ClosedError):
            client.follow("m")
        with pytest.raises(ClosedError):
            await anext(client.lobby())
        with pytest.raises(RuntimeError, match="closed"):
            await client.rest.mine()

    connected(monkeypatch, [[WELCOME]], use, on_status=lambda status, wait: told.append(status))
    assert told == ["connected", "closed"]


def test_one_that_never_connected_can_be_closed() -> None:
    run(Client("http://x").close())


def test_what_breaks_a_client_is_told_to_all_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(line: m.Said) -> None:
        raise LookupError("mine")

    async def use(client: Client) -> None:
        with pytest.raises(ClosedError, match="the client broke") as caught:
            await client.follow("m").get()
        assert caught.value.code == 0
        assert client.status == "closed"

    line = m.Said(match="m", player="q", name="Q", text="Hi", at=1)
    connected(monkeypatch, [[WELCOME, 1.0, line]], use, on_said=broken)


def test_a_client_whose_opening_is_cancelled_tries_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([[], []])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        client = Client("http://x", patience=60.0)
        opening = asyncio.ensure_future(client.__aenter__())
        await asyncio.sleep(1)
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)
        assert opening.cancelled()
        assert client.status == "closed"
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())
    assert len(wire.tries) == 1


def test_cancelled_opening_leaves_no_unfetched_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([[m.Refused(code="bad_token", text="No such token.")]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)
    told: list[Any] = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["message"]))
        opening: list[asyncio.Future[Client]] = []

        def give_up(status: str, wait: float) -> None:
            opening[0].cancel()

        opening.append(asyncio.ensure_future(Client("http://x", on_status=give_up).__aenter__()))
        await asyncio.gather(*opening, return_exceptions=True)
        assert opening.pop().cancelled()
        gc.collect()

    run(main())
    assert told == []


def test_a_close_without_a_reason_has_that_of_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    flood = CLOSE["flood"]
    gone = ConnectionClosedError(Close(flood.number, ""), None)

    async def use(client: Client) -> None:
        raise AssertionError("it never connects")

    with pytest.raises(ClosedError) as caught:
        connected(monkeypatch, [gone], use)
    assert (caught.value.code, caught.value.reason) == (flood.number, flood.en)


def test_an_address_begins_with_a_scheme() -> None:
    for url in ("here", "ws://here", "ftp://here"):
        with pytest.raises(UnreachableError, match="begins with http"):
            Client(url)
