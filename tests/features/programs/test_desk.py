"""Following an account over the websocket: challenges, matches that begin and end, the offer of a program."""

from __future__ import annotations

from bocage.features.programs.accounts import ProgramAccounts
from bocage.features.programs.tables import Tables
from bocage.log.entries import Access
from bocage.protocol import messages as m
from bocage.protocol.challenges import ChallengeAnswer, NewChallenge
from bocage.protocol.codec import JSON
from tests.features.programs.whole import serving


async def test_a_challenge_over_the_websocket_begins_a_match_for_both(redis_url: str) -> None:
    async with serving(redis_url) as one, serving(redis_url) as other:
        (ann, anns), (bob, bobs) = await one.player("Ann"), await one.player("Bob")
        async with one.client(anns) as a, other.client(bobs, JSON) as b:
            for client in (a, b):
                await client.send(m.WatchAccount(follow=True))
                await client.get(m.Account, lambda news: news.whole)
            made = await a.ask(m.ChallengePlayerTo, player=bob.id, terms=NewChallenge("tally", seat=0))
            assert isinstance(made, m.Ack)
            told = await b.get(m.Account)
            assert [one.challenge for one in told.challenges] == [made.made]
            accepted = await b.ask(m.AnswerChallenge, challenge=made.made, answer=ChallengeAnswer("accept"))
            assert isinstance(accepted, m.Ack)
            began = await a.get(m.Account, lambda news: bool(news.matches))
            assert (began.matches[0].match, began.matches[0].players) == (accepted.made, [ann.id, bob.id])
            # Both follow it without a further request, so the one to decide knows.
            snapshot = await a.get(m.Snapshot)
            assert snapshot.match == accepted.made
            assert isinstance(snapshot.decision, m.DecisionView)


async def test_private_matches_are_told_to_their_players_alone(redis_url: str) -> None:
    async with serving(redis_url) as service:
        (ann, anns), (bob, _), (_, eves) = [await service.player(name) for name in ("Ann", "Bob", "Eve")]
        match = await service.match(ann, bob, access=Access(private=True))
        async with service.client(anns) as a, service.client(eves) as e:
            for client in (a, e):
                await client.send(m.WatchAccount())
                await client.send(m.WatchLobby())
            whole = await a.get(m.Account)
            assert [row.match for row in whole.matches] == [match]
            await a.ask(m.Resign, match=match)
            ended = await a.get(m.Account, lambda news: bool(news.matches))
            assert ended.matches[0].status == "ended"
            await e.ask(m.Ping)
            assert all(match not in repr(message) for message in e.received)


async def test_an_offer_lasts_as_long_as_its_connection(redis_url: str) -> None:
    async with serving(redis_url) as service:
        robo, robos = await service.player("Robo")
        await service.store.public_records.flag_program(robo.id)
        tables = Tables(service.store)
        async with service.client(robos) as client:
            await client.send(m.WatchAccount(tables=3, games=["tally"], ladder=6))
            await client.get(m.Account)
            offer = await tables.of(robo.id)
            assert offer is not None
            assert (offer.tables, offer.games, offer.ladder) == (3, ("tally",), 6)
            await client.send(m.UnwatchAccount())
            await client.ask(m.Ping)
        await service.node.close()
        assert await tables.all() == []


async def test_a_token_without_challenge_challenges_nobody(redis_url: str) -> None:
    async with serving(redis_url) as service:
        (robo, _), (ann, _) = await service.player("Robo"), await service.player("Ann")
        token = await ProgramAccounts(service.store).add_token(robo.id, ["play"], "")
        assert token is not None
        async with service.client(token) as client:
            refused = await client.ask(m.ChallengePlayerTo, player=ann.id, terms=NewChallenge("tally"))
            assert isinstance(refused, m.Refused)
            assert refused.code == "out_of_scope"
