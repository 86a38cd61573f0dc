"""What is answered, and how: acks, repetitions, refusals with code, text and rule."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.protocol import messages as m
from bocage.protocol.codec import JSON, MSGPACK, Codec
from tests.live.node.service import Client, Service, running

BOTH = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])


async def seated(service: Service, codec: Codec = MSGPACK, lang: m.Language = "en") -> tuple[str, Client, Client]:
    (ann, ann_token), (bob, bob_token) = await service.player("Ann"), await service.player("Bob")
    match = await service.match(ann, bob)
    return match, service.client(ann_token, codec, lang), service.client(bob_token, codec, lang)


@BOTH
async def test_the_same_action_at_the_same_position_is_stored_once(redis_url: str, codec: Codec) -> None:
    async with running(redis_url) as service:
        match, first, second = await seated(service, codec)
        async with first, second:
            seq = (await first.watch(match)).seq
            action = {"do": "add", "n": 2}
            assert await first.act(match, action, seq) == m.Ack(1, seq + 1)
            assert await first.act(match, action, seq) == m.Ack(2, seq + 1, again=True)
            other = await first.act(match, {"do": "add", "n": 1}, seq)
            assert isinstance(other, m.Refused)
            assert other.code == "stale"
            await second.watch(match)
            assert isinstance(await second.act(match, action), m.Ack)
            # Long after, and the other player has answered meanwhile.
            assert await first.act(match, action, seq) == m.Ack(4, seq + 1, again=True)
            assert len(await service.store.read(match)) == seq + 2


async def test_an_action_sent_twice_at_once_is_stored_once(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, _ = await seated(service)
        async with first:
            seq = (await first.watch(match)).seq
            for number in (1, 2):
                await first.send(m.Act(number, match, seq, {"do": "add", "n": 1}))
            acks = [await first.get(m.Ack), await first.get(m.Ack)]
            assert acks == [m.Ack(1, seq + 1), m.Ack(2, seq + 1, again=True)]


async def test_the_update_comes_before_the_ack_and_says_what_happened(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, second = await seated(service)
        async with first, second:
            seq = (await first.watch(match)).seq
            await second.watch(match)
            await first.act(match, {"do": "skip"})
            update = next(message for message in first.received if isinstance(message, m.Update))
            seen = await second.get(m.Update)
            assert update.seq == seen.seq == seq + 1
            assert update.at == seen.at > 0
            assert update.events[0]["number"] > 0
            assert seen.events == [{"ev": "drew", "seat": 0}]
            # The decision, and its list of actions, are the decider's alone; others see whose turn it is.
            assert update.decision is msgspec.UNSET
            assert isinstance(seen.decision, m.DecisionView)
            assert seen.decision.actions
            for client in (first, second):
                assert (client.views[match]["turn"], client.views[match]["decision"]) == (1, "add")


async def test_watching_again_gives_a_new_snapshot(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, _ = await seated(service)
        async with first:
            before = await first.watch(match)
            assert isinstance(await first.act(match, {"do": "add", "n": 1}), m.Ack)
            assert (await first.watch(match)).seq == before.seq + 1
            assert await first.watch(match, open=False) == await first.watch(match)


def _refusal(action: Any, code: str, **fields: Any) -> Any:
    return pytest.param(action, code, fields, id=code)


@BOTH
@pytest.mark.parametrize(
    ("action", "code", "fields"),
    [
        _refusal({"do": "add", "n": 9}, "too_much", rule="TA-1", text="多すぎます。"),
        _refusal({"do": "fly"}, "malformed_action"),
        _refusal({"do": "add", "n": "1"}, "malformed_action"),
        _refusal({"do": "add", "n": 1, "x": 1}, "malformed_action"),
        _refusal([], "malformed_action"),
        _refusal("add", "malformed_action"),
        _refusal({"do": "add", "n": 0}, "illegal_action", text="今はその行動をとれません。"),
    ],
)
async def test_actions_that_are_refused(
    redis_url: str, codec: Codec, action: Any, code: str, fields: dict[str, str]
) -> None:
    async with running(redis_url) as service:
        match, first, _ = await seated(service, codec, "ja")
        async with first:
            seq = (await first.watch(match)).seq
            refused = await first.act(match, action)
            assert isinstance(refused, m.Refused)
            assert (refused.code, refused.id, refused.match) == (code, 1, match)
            assert not refused.text.isascii()
            assert {name: getattr(refused, name) for name in fields} == fields
            assert len(await service.store.read(match)) == seq


async def test_requests_that_are_refused(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, second = await seated(service)
        (_, token) = await service.player("Eve")
        async with first, second, service.client(token) as stranger, service.client() as nobody:
            for client in (first, second, stranger, nobody):
                await client.watch(match)

            async def code(client: Client, kind: type[m.Request], **fields: Any) -> str:
                refused = await client.ask(kind, **fields)
                assert isinstance(refused, m.Refused)
                assert refused.text
                return refused.code

            action, seq = {"do": "skip"}, first.seqs[match]
            assert await code(second, m.Act, match=match, seq=seq, action=action) == "not_your_turn"
            assert await code(stranger, m.Act, match=match, seq=seq, action=action) == "not_seated"
            assert await code(nobody, m.Act, match=match, seq=seq, action=action) == "no_token"
            assert await code(first, m.Act, match=match, seq=seq + 1, action=action) == "stale"
            assert await code(first, m.Act, match="nowhere", seq=1, action=action) == "no_match"
            assert await code(stranger, m.Resign, match=match) == "not_seated"
            assert await code(first, m.Draw, match=match, seq=seq + 1) == "stale"
            assert await first.ask(m.Draw, match=match, seq=seq) == m.Ack(first._next_id, seq + 1)
            assert await first.ask(m.Draw, match=match, seq=seq) == m.Ack(first._next_id, seq + 1, again=True)
            assert await code(first, m.Draw, match=match, seq=seq + 1) == "already_offered"
            assert isinstance(await second.ask(m.Draw, match=match, seq=seq + 1), m.Ack)
            await first.until(match, (await service.fold(match)).seq)
            assert first.views[match]["outcome"] == {"winners": [], "reason": "draw_agreed"}
            assert await code(first, m.Resign, match=match) == "game_over"
            assert await code(first, m.Act, match=match, seq=first.seqs[match], action=action) == "game_over"
            await nobody.send(m.Watch("nowhere"))
            missing = await nobody.get(m.Refused)
            assert (missing.code, missing.match) == ("no_match", "nowhere")


async def test_resigning_ends_and_reveals(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, second = await seated(service)
        async with first, second:
            await second.watch(match)
            assert isinstance(await first.ask(m.Resign, match=match), m.Ack)
            while second.views[match].get("outcome") is None:
                await second.receive()
            assert second.views[match]["outcome"] == {"winners": [1], "reason": "resigned"}
            assert set(second.views[match]["table"]["secrets"]) == {"0", "1"}
            assert (await service.fold(match)).seq == second.seqs[match] or await second.get(m.Update)


async def test_hello_comes_first_and_once(redis_url: str) -> None:
    async with running(redis_url) as service:
        client = service.client()
        await client.open()
        await client.send(m.Ping(5))
        refused = await client.get(m.Refused)
        assert (refused.code, refused.id) == ("hello_first", 5)
        await client.send(m.Hello("no such token", "ja"))
        refused = await client.get(m.Refused)
        assert (refused.code, refused.text) == ("bad_token", "トークンが無効です。")
        await client.send(m.Hello())
        assert (await client.get(m.Welcome)).version == "test"
        await client.send(m.Hello())
        assert (await client.get(m.Refused)).code == "hello_again"
        await client.socket.close()


async def test_messages_sent_with_hello_wait_for_the_token(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, _ = await seated(service)
        await first.open()
        await first.send(m.Hello(first.token))
        await first.send(m.Watch(match))
        await first.send(m.Ping(9))
        assert (await first.get(m.Welcome)).name == "Ann"
        assert (await first.get(m.Snapshot)).seat == 0
        await first.socket.close()


async def test_unwatch_stops_updates(redis_url: str) -> None:
    async with running(redis_url) as service:
        match, first, second = await seated(service)
        async with first, second:
            await first.watch(match)
            await second.watch(match)
            await second.send(m.Unwatch(match))
            await second.ask(m.Ping)
            await first.act(match, {"do": "skip"})
            await second.ask(m.Ping)
            assert not any(isinstance(message, m.Update) for message in second.received)
            assert (await second.watch(match)).seq == first.seqs[match]
