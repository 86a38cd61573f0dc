"""A strategy as the account of a program: it answers challenges within its tables and plays them to the end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.cli.bot_account import accepts_of, serve_metrics
from bocage.cli.main import parser
from bocage.features.programs.accounts import ProgramAccounts
from bocage.protocol.challenges import Challenge, ChallengePlayer, NewChallenge
from bocage.protocol.messages import WatchAccount
from bocage.protocol.terms import ClockRules
from bocage.sdk import Accepts, Client, ClosedError, Program, RefusedError
from tests.features.programs.whole import serving
from tests.live.node.service import PATIENCE, Service

TERMS = NewChallenge("tally", options={"turns": 2})


def first(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    return actions[0]


async def program(service: Service, name: str) -> Client:
    _, token = await service.player(name)
    client = await Client(f"http://127.0.0.1:{service.port}", token=token)
    await client.rest.flag_program()
    return client


async def online(other: Client, player: str) -> None:
    """Wait until a program offers tables."""
    async with asyncio.timeout(PATIENCE):
        while not (await other.rest.program(player)).tables:  # noqa: ASYNC110 - nobody is told of offers
            await asyncio.sleep(0.01)


async def test_two_programs_play_their_challenges_to_the_end(redis_url: str) -> None:
    async with serving(redis_url) as service:
        one, other = await program(service, "One"), await program(service, "Other")
        async with one, other, asyncio.TaskGroup() as group:
            programs = [Program(client, first, matches=2) for client in (one, other)]
            running = [group.create_task(made.run()) for made in programs]
            await online(one, other.player)
            for _ in range(2):
                await one.rest.challenge(other.player, TERMS)
            await asyncio.gather(*running)
            assert [made.counts.begun for made in programs] == [2, 2]
            assert sum(made.counts.won + made.counts.lost + made.counts.drawn for made in programs) == 4
            assert (programs[0].counts.accepted, programs[1].counts.accepted) == (0, 2)


async def test_a_program_that_starts_again_goes_on_with_its_matches(redis_url: str) -> None:
    async with serving(redis_url) as service:
        one, other = await program(service, "One"), await program(service, "Other")
        async with one, other:
            news = other.account(WatchAccount(tables=1))
            await anext(news)
            made = await one.rest.challenge(other.player, TERMS)
            match = (await other.rest.accept_challenge(made.challenge)).match
            await news.aclose()  # type: ignore[attr-defined]
            async with asyncio.TaskGroup() as group:
                for client in (one, other):
                    group.create_task(Program(client, first, matches=1).run())
            assert (await service.fold(match)).over


async def test_a_failing_strategy_resigns_its_match_alone(redis_url: str) -> None:
    def broken(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        raise ValueError("no idea")

    async with serving(redis_url) as service:
        one, other = await program(service, "One"), await program(service, "Other")
        async with one, other, asyncio.TaskGroup() as group:
            bad, good = Program(one, broken, matches=1), Program(other, first, matches=1)
            running = [group.create_task(made.run()) for made in (bad, good)]
            await online(other, one.player)
            await other.rest.challenge(one.player, TERMS)
            await asyncio.gather(*running)
            assert (bad.counts.failed, good.counts.won) == (1, 1)


async def test_a_program_whose_token_ends_raises_one_error(redis_url: str) -> None:
    async with serving(redis_url) as service:
        one, other = await program(service, "One"), await program(service, "Other")
        async with one, other:
            made = Program(other, first)
            running = asyncio.create_task(made.run())
            await online(one, other.player)
            # Its opponent is to move.
            await one.rest.challenge(other.player, NewChallenge("tally", options={"turns": 2}, seat=0))
            async with asyncio.timeout(PATIENCE):
                while not made.counts.begun:  # noqa: ASYNC110 - nobody is told
                    await asyncio.sleep(0.01)
            for sign_in in await service.store.sign_in_ids(other.player):
                await ProgramAccounts(service.store).revoke(other.player, sign_in)
            with pytest.raises(ClosedError):
                await running
            assert made.counts.failed == 0


async def test_a_paused_program_declines_until_it_goes_on(redis_url: str) -> None:
    async with serving(redis_url) as service:
        one, other = await program(service, "One"), await program(service, "Other")
        async with one, other, asyncio.TaskGroup() as group:
            made = Program(other, first, matches=1)
            running = group.create_task(made.run())
            news = one.account()
            await anext(news)
            await online(one, other.player)
            made.toggle()
            await one.rest.challenge(other.player, TERMS)
            while (told := await anext(news)).challenges[0].status == "waiting":
                pass
            assert (told.challenges[0].status, told.challenges[0].reason) == ("declined", "later")
            made.toggle()
            group.create_task(Program(one, first, matches=1).run())
            await one.rest.challenge(other.player, TERMS)
            await running


def challenge(**more: Any) -> Challenge:
    person, robot = ChallengePlayer("a", "Ann"), ChallengePlayer("r", "Robo", True)
    return Challenge("c", "tally", more.pop("by", person), robot, 0, 1, **more)


@pytest.mark.parametrize(
    ("accepts", "asked", "reason"),
    [
        (Accepts(), challenge(), ""),
        (Accepts(games=("squad",)), challenge(), "game"),
        (Accepts(clocks=("bank",)), challenge(), "clock"),
        (Accepts(least=60_000), challenge(clock=ClockRules("bank", 30_000)), "clock"),
        (Accepts(rated=False), challenge(rated=True), "unrated"),
        (Accepts(unrated=False), challenge(), "rated"),
        (Accepts(people=False), challenge(), "programs"),
        (Accepts(programs=False), challenge(by=ChallengePlayer("x", "X", True)), "people"),
    ],
)
def test_filters_give_the_reason_for_declining(accepts: Accepts, asked: Challenge, reason: str) -> None:
    assert accepts.refusal(asked) == reason


def test_the_command_line_has_the_same_filters() -> None:
    line = "bot --account --game squad --only rated --only programs --with-clock bank"
    chosen = parser("bot").parse_args(line.split())
    assert accepts_of(chosen) == Accepts(("squad",), ("bank",), unrated=False, people=False)


async def test_metrics_are_served_as_text() -> None:
    made = Program(Client("http://127.0.0.1:1"), first)
    made.counts.won = 3
    async with await serve_metrics(made, 0) as server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
        text = (await reader.read()).decode()
        writer.close()
    assert "bocage_program_won_total 3\n" in text


async def test_a_player_who_met_people_is_no_program(redis_url: str) -> None:
    async with serving(redis_url) as service:
        (ann, anns), (bob, _) = await service.player("Ann"), await service.player("Bob")
        await service.match(ann, bob)
        async with Client(f"http://127.0.0.1:{service.port}", token=anns) as client:
            with pytest.raises(RefusedError) as caught:
                await client.rest.flag_program()
            assert caught.value.code == "met_people"
