"""Connections of programs: counted by account, limited by the scopes of their tokens."""

from __future__ import annotations

from bocage.features.programs.accounts import ProgramAccounts
from bocage.limits import Limits
from bocage.protocol import messages as m
from tests.live.node.service import running


async def test_connections_of_a_program_do_not_count_for_its_address(redis_url: str) -> None:
    async with running(redis_url, limits=Limits(address_sockets=2, account_sockets=2)) as service:
        (robo, robos), (_, anns) = await service.player("Robo"), await service.player("Ann")
        await service.store.public_records.flag_program(robo.id)
        async with service.client(robos), service.client(robos), service.client(anns):
            assert service.node.sessions._addresses[robo.id] == 2
            assert service.node.counts.closed["too_many_sockets"] == 0
            more = service.client(robos)
            await more.open()
            await more.send(m.Hello(robos))
            await more.socket.wait_closed()
            assert more.socket.close_code == 4006


async def test_lines_of_a_program_are_marked(redis_url: str) -> None:
    async with running(redis_url) as service:
        (robo, robos), (ann, anns) = await service.player("Robo"), await service.player("Ann")
        await service.store.public_records.flag_program(robo.id)
        match = await service.match(robo, ann)
        async with service.client(robos) as bot, service.client(anns) as person:
            for client in (bot, person):
                await client.watch(match)
            await bot.ask(m.Say, match=match, text="01001")
            heard = await person.get(m.Said)
            assert (heard.name, heard.program) == ("Robo", True)
            await person.ask(m.Say, match=match, text="Hello")
            assert not (await bot.get(m.Said, lambda line: line.name == "Ann")).program


async def test_a_token_without_play_moves_nothing(redis_url: str) -> None:
    async with running(redis_url) as service:
        (robo, _), (ann, _) = await service.player("Robo"), await service.player("Ann")
        token = await ProgramAccounts(service.store).add_token(robo.id, ["challenge"], "")
        assert token is not None
        match = await service.match(robo, ann)
        async with service.client(token) as client:
            await client.watch(match)
            refused = await client.ask(m.Resign, match=match)
            assert isinstance(refused, m.Refused)
            assert refused.code == "out_of_scope"
