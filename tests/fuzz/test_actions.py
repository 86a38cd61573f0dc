"""Hostile actions against live play, with every game: whatever is sent, only legal actions are stored."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from bocage.limits import Limits
from bocage.log.legality import objection
from bocage.log.match import Match
from bocage.protocol import messages as m
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import Game
from bocage.rules.kernel.conformance.refusals import GARBAGE, mutated
from bocage.rules.kernel.legal import parse_action
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game, house_games
from tests.live.node.service import Client, Service, running
from tests.redis_server import RedisServer

LIMITS = Limits(message_rate=10**6, message_burst=10**6, address_sockets=1000, bad_messages=10**6)
GAMES = [game.id for game in house_games()]
#: Decisions answered in one match, and hostile actions sent at each.
DECISIONS, TRIES = 25, 12


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("hostile"))
    server.start()
    yield server
    server.stop()


def actions_of_others(game: str) -> list[Any]:
    """Actions of the other games: what their first decision offers in a game of the kit."""
    found = []
    for other in house_games():
        if other.id != game:
            table = new_playthrough(other, "strange", usual=True)
            decision = other.decision(other.setup(table.options, table.seats, table.dice(0)).state)
            assert decision is not None
            found += [msgspec.to_builtins(action) for action in decision.actions]
    return found


def hostile(rng: random.Random, legal: list[Any], old: list[Any], strange: list[Any]) -> Any:
    """An action that is most likely none: garbage, one with a thing wrong, an old one, one of another game."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice([raw for raw in GARBAGE if not isinstance(raw, bytes)])
    if kind == 1:
        return rng.choice(old or strange)
    if kind == 2:
        return rng.choice(strange)
    return mutated(rng.choice(legal), rng)


def is_legal(game: Game[Any], action: Any, legal: list[Any]) -> bool:
    """Whether ``action`` means one of ``legal``, in whatever way it is written."""
    try:
        return parse_action(game, action) in [parse_action(game, one) for one in legal]
    except RefusedError:
        return False


def can_be_sent(codec: Codec, action: Any) -> bool:
    try:
        codec.encode(m.Act(1, "m", 1, action))
    except (OverflowError, UnicodeEncodeError):
        return False
    return True


async def decider(match: str, clients: list[Client]) -> tuple[int, list[Any]] | None:
    """Who owes the decision, and the legal actions; None: the match is over. All know the same entries then."""
    newest = max(client.seqs[match] for client in clients)
    for client in clients:
        await client.until(match, newest)
    view = clients[0].views[match]
    if view["status"] != "playing" or "turn" not in view:
        return None
    decision = clients[view["turn"]].decisions[match]
    assert isinstance(decision, m.DecisionView)
    assert isinstance(decision.actions, list)
    return view["turn"], decision.actions


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])
@pytest.mark.parametrize("game", GAMES)
async def test_only_legal_actions_are_stored(redis: RedisServer, game: str, codec: Codec) -> None:
    rng = random.Random(f"{game} {codec.name}")
    async with running(redis.url, limits=LIMITS) as service, AsyncExitStack() as stack:
        players = [await service.player(name) for name in ("Ann", "Bob")[: find_game(game).seats]]
        match = await service.match(*(player for player, _ in players), game=game)
        clients = [await stack.enter_async_context(service.client(token, codec)) for _, token in players]
        for client in clients:
            await client.watch(match)
        refused = await attack(find_game(game), match, clients, rng, actions_of_others(game))
        assert {"malformed_action", "stale"} <= refused
        assert ("not_your_turn" in refused) == (len(clients) > 1)
        assert service.node.counts.refused["internal"] == 0
        await check_log(service, match)


async def attack(
    game: Game[Any], match: str, clients: list[Client], rng: random.Random, strange: list[Any]
) -> set[str]:
    """Answer decisions at random, and send hostile actions before each answer; the codes they were refused with."""
    refused: set[str] = set()
    old: list[Any] = []
    for _ in range(DECISIONS):
        owed = await decider(match, clients)
        if owed is None:
            break
        seat, legal = owed
        seq = clients[seat].seqs[match]
        for _ in range(TRIES):
            action = hostile(rng, legal, old, strange)
            if not can_be_sent(clients[0].codec, action) or is_legal(game, action, legal):
                continue
            who = rng.randrange(len(clients))
            answer = await clients[who].act(match, action, rng.choice([seq, seq, seq, seq - 1, seq + 1]))
            if isinstance(answer, m.Ack):
                # The answer to an earlier decision, sent once more.
                assert answer.again
                assert is_legal(game, action, old)
            else:
                refused.add(answer.code)
            if len(clients) > 1:
                answer = await clients[1 - seat].act(match, rng.choice(legal), seq)
                assert isinstance(answer, m.Refused)
                refused.add(answer.code)
        chosen = rng.choice(legal)
        answer = await clients[seat].act(match, chosen)
        assert answer == m.Ack(answer.id, seq + 1)
        old.append(chosen)
    return refused


async def check_log(service: Service, match: str) -> None:
    """Every entry that was stored passes the audit."""
    log = await service.store.load(match)
    folded = Match(log.secret)
    for entry in log.entries:
        assert not folded.seq or objection(folded, folded.read(entry), entry.at) == ""
        folded.extend(entry)
