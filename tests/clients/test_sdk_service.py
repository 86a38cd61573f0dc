"""Playing and watching through the SDK, with a service that misbehaves."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.sdk import (
    Client,
    ClosedError,
    FateUnknownError,
    MatchState,
    RefusedError,
    UnreachableError,
    connect,
)
from tests.clients.fake_service import ACTIONS, CLOCK, FakeMatch, FakeService


def client_of(service: FakeService, **more: Any) -> Client:
    return connect(service.url, token="token-p", rng=random.Random(1), **more)


async def play_to_the_end(client: Client, match: str = "m") -> list[int]:
    """Adds 1 until the end; the log positions that were answered."""
    seqs = []
    async for turn in client.play(match):
        assert turn.actions == ACTIONS
        assert turn.seat == 0
        assert turn.kind == "add"
        assert turn.default == ACTIONS[0]
        assert turn.view["table"]["total"] == turn.seq - 1
        assert await turn.choose(ACTIONS[0])
        seqs.append(turn.seq)
    return seqs


@pytest.mark.parametrize("json", [False, True])
async def test_a_match_is_played_to_its_end(service: FakeService, json: bool) -> None:
    async with client_of(service, json=json) as client:
        assert client.player == "p"
        assert await play_to_the_end(client) == list(range(1, 11))
    assert service.matches["m"].totals == list(range(11))


async def test_awaiting_connects_as_well() -> None:
    async with FakeService() as service:
        heard: list[tuple[str, float]] = []
        client = await client_of(service, on_status=lambda status, wait: heard.append((status, wait)))
        assert await client.ping() > 0
        assert abs(client.now() - CLOCK) < 60_000
        await client.close()
        assert heard == [("connected", 0.0), ("closed", 0.0)]
        with pytest.raises(ClosedError):
            await client.ping()


async def test_events_of_a_turn_are_those_since_the_turn_before(service: FakeService) -> None:
    async with client_of(service) as client:
        turns = client.play("m")
        first = await anext(turns)
        assert first.events == []
        await service.add("m", ACTIONS[1])
        assert not await first.choose(ACTIONS[0])  # somebody else was faster
        second = await anext(turns)
        assert second.events == [{"ev": "added", "n": 2}]
        assert second.seq == 2
        assert await second.choose(ACTIONS[0])
        third = await anext(turns)
        assert third.events == [{"ev": "added", "n": 1}]


async def test_an_illegal_action_is_raised_and_the_turn_stays_open(service: FakeService) -> None:
    async with client_of(service) as client:
        turn = await anext(client.play("m"))
        with pytest.raises(RefusedError) as caught:
            await turn.choose({"do": "add", "n": 3})
        assert (caught.value.code, caught.value.rule) == ("illegal_action", "TOY-1")
        assert await turn.choose(ACTIONS[0])


async def test_act_with_a_lost_answer_is_stored_once(service: FakeService) -> None:
    service.cut_after.append(m.Act)
    async with client_of(service) as client:
        assert await play_to_the_end(client) == list(range(1, 11))
    acts = [said for said in service.received if isinstance(said, m.Act)]
    assert [act.seq for act in acts] == [1, 1, *range(2, 11)]
    assert acts[0] == acts[1]
    assert service.connections == 2


async def test_an_act_that_never_arrived_is_said_again(service: FakeService) -> None:
    service.cut_before.extend([m.Act, m.Act])
    async with client_of(service) as client:
        assert await play_to_the_end(client) == list(range(1, 11))
    assert service.matches["m"].totals == list(range(11))
    assert service.connections == 3


async def test_resumes_from_the_last_entry_it_has(service: FakeService) -> None:
    async with client_of(service) as client:
        states = client.watch("m")
        assert (await anext(states)).seq == 1
        await service.add("m", ACTIONS[0])
        assert (await anext(states)).seq == 2
        service.matches["m"].totals += [3, 5]  # while nobody was told
        service.matches["m"].actions += [ACTIONS[1], ACTIONS[1]]
        service.cut()
        third, fourth = await anext(states), await anext(states)
        assert (third.seq, third.events, third.whole) == (3, [{"ev": "added", "n": 2}], False)
        assert (fourth.seq, fourth.view["table"]["total"]) == (4, 5)
    resumed = [said for said in service.received if isinstance(said, m.Resume)]
    assert [said.seq for said in resumed] == [2]


async def test_everything_twice_changes_nothing(service: FakeService) -> None:
    service.stutter = True
    async with client_of(service) as client:
        assert await play_to_the_end(client) == list(range(1, 11))
        totals = [state.view["table"]["total"] async for state in client.watch("m")]
    assert totals == [10]
    assert service.matches["m"].totals == list(range(11))


async def test_an_older_snapshot_is_believed(service: FakeService) -> None:
    """A log that lost its end in a disaster is the truth all the same."""
    async with client_of(service) as client:
        turns = client.play("m")
        for total in (0, 1, 2):
            turn = await anext(turns)
            assert turn.view["table"]["total"] == total
            assert await turn.choose(ACTIONS[0])
        await anext(turns)
        del service.matches["m"].totals[2:], service.matches["m"].actions[2:]
        service.cut()
        again = await anext(turns)
        assert (again.seq, again.view["table"]["total"]) == (2, 1)
        assert await again.choose(ACTIONS[0])


async def test_a_draining_node_is_left_and_found_again(service: FakeService) -> None:
    async with client_of(service) as client:
        states = client.watch("m")
        await anext(states)
        await service.broadcast(m.Draining(retry=1))
        await service.broadcast(m.Draining(retry=1))
        assert await client.act("m", 1, ACTIONS[0])
        assert (await anext(states)).seq == 2
    assert service.connections == 2


async def test_a_service_that_stops_and_starts_again_is_found_again(service: FakeService) -> None:
    async with client_of(service) as client:
        turns = client.play("m")
        turn = await anext(turns)
        await service.stop()
        async with asyncio.TaskGroup() as group:
            choosing = group.create_task(turn.choose(ACTIONS[0]))
            await asyncio.sleep(0)
            await service.start()
        assert choosing.result()
        assert (await anext(turns)).seq == 2


async def test_one_connection_carries_many_matches(service: FakeService) -> None:
    names = [f"m{i}" for i in range(20)]
    service.matches |= {name: FakeMatch(goal=5) for name in names}
    service.cut_after.extend([m.Act] * 3)
    async with client_of(service) as client, asyncio.TaskGroup() as group:
        playing = [group.create_task(play_to_the_end(client, name)) for name in names]
    assert [task.result() for task in playing] == [[1, 2, 3, 4, 5]] * 20
    assert 2 <= service.connections <= 4


async def test_other_eyes_on_a_followed_match_are_refused(service: FakeService) -> None:
    async with client_of(service) as client:
        await anext(client.watch("m"))
        with pytest.raises(ValueError, match="already followed without open hands"):
            await anext(client.watch("m", open_hands=True))


async def test_watchers_have_no_turn(service: FakeService) -> None:
    async with connect(service.url) as watcher, client_of(service) as player:
        states: list[MatchState] = []

        async def watch() -> None:
            states.extend([state async for state in watcher.watch("m")])

        async with asyncio.TaskGroup() as group:
            group.create_task(watch())
            await watcher.ping()
            await play_to_the_end(player)
    assert all(state.seat == -1 and not state.actions for state in states)
    assert states[-1].ended


async def test_a_match_that_does_not_exist(service: FakeService) -> None:
    async with client_of(service) as client:
        with pytest.raises(RefusedError) as caught:
            await anext(client.watch("nothing"))
        assert caught.value.code == "no_match"


async def test_chat_is_never_said_twice(service: FakeService) -> None:
    service.cut_after.append(m.Say)
    heard: list[m.Said] = []
    async with client_of(service, on_said=heard.append) as client:
        with pytest.raises(FateUnknownError):
            await client.say("m", "Hello")
        await client.say("m", "Hello again")
        await service.broadcast(m.Said(match="m", player="q", name="Q", text="Hi", at=CLOCK))
        await client.ping()
    assert [said.text for said in heard] == ["Hi"]
    assert [said.text for said in service.received if isinstance(said, m.Say)] == ["Hello", "Hello again"]


async def test_draws_and_taking_back_keep_their_position_when_said_again(service: FakeService) -> None:
    service.cut_after += [m.Draw, m.DeclineDraw, m.Undo, m.DeclineUndo]
    async with client_of(service) as client:
        await client.draw("m", 7)
        await client.decline_draw("m", 7)
        await client.undo("m", 8)
        await client.decline_undo("m", 8)
    said = [(type(one), one.seq) for one in service.received if isinstance(one, m.Statement)]
    assert said == [(m.Draw, 7)] * 2 + [(m.DeclineDraw, 7)] * 2 + [(m.Undo, 8)] * 2 + [(m.DeclineUndo, 8)] * 2


async def test_resigning_and_drawing_are_requests_as_well(service: FakeService) -> None:
    service.cut_before.append(m.Resign)
    async with client_of(service) as client:
        await client.resign("m")
        await client.draw("m", 1)
    kinds = [type(said) for said in service.received if isinstance(said, m.Resign | m.Draw)]
    assert kinds == [m.Resign, m.Resign, m.Draw]


async def test_the_lobby_is_followed_over_reconnections(service: FakeService) -> None:
    def row(name: str, status: str) -> m.LobbyRow:
        return m.LobbyRow(match=name, game="toy", status=status, options={}, names=["", ""], at=CLOCK)

    service.rows["a"] = row("a", "open")
    async with client_of(service) as client:
        lobby = client.lobby()
        assert (await anext(lobby)).keys() == {"a"}
        await service.broadcast(m.Lobby(rows=[row("b", "open"), row("a", "playing")]))
        rows = await anext(lobby)
        assert {name: known.status for name, known in rows.items()} == {"a": "playing", "b": "open"}
        await service.broadcast(m.Lobby(gone=["a"]))
        assert (await anext(lobby)).keys() == {"b"}
        service.rows = {"c": row("c", "open")}
        service.cut()
        assert (await anext(lobby)).keys() == {"c"}


async def test_nobody_there(service: FakeService) -> None:
    await service.stop()
    with pytest.raises(UnreachableError, match=r"nothing answers at http://127\.0\.0\.1"):
        await connect(service.url, patience=0.05)
    await service.start()


async def test_leaving_in_the_middle_of_an_error_keeps_the_error(service: FakeService) -> None:
    async def leave() -> None:
        async with client_of(service) as client:
            await anext(client.play("m"))
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        await leave()
