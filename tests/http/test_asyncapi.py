"""The description of the websocket: valid, complete, and true of what games show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from bocage.http.asyncapi import describe
from bocage.protocol import messages as m
from bocage.rules.kernel import OPEN, Context
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import house_games
from tests.http.site import Site
from tests.http.test_openapi import references

#: What AsyncAPI asks of a document.
RULES = Path(__file__).with_name("asyncapi-3.0.0.json")


def plain(value: object) -> Any:
    """As it is after JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture(scope="module")
def document() -> Any:
    return plain(describe("9"))


async def test_the_service_tells_it(site: Site) -> None:
    assert (await site.get("/api/asyncapi.json")).json() == plain(describe("test"))


def test_it_is_a_valid_document(document: Any) -> None:
    validator = Draft7Validator(json.loads(RULES.read_text(encoding="utf-8")))
    assert [error.message for error in validator.iter_errors(document)] == []
    del document["channels"]["socket"]["address"]
    document["channels"]["socket"]["adress"] = "/ws"
    assert list(validator.iter_errors(document))


def test_a_service_below_a_path_says_so() -> None:
    assert describe("9", "/games")["servers"]["here"]["pathname"] == "/games"


def test_every_reference_leads_somewhere(document: Any) -> None:
    for reference in set(references(document)):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


def test_every_message_is_sent_or_received(document: Any) -> None:
    for union, action in ((m.ClientMessage, "receive"), (m.ServerMessage, "send")):
        for kind in get_args(union):
            name = kind.__struct_config__.tag
            assert document["operations"][name]["action"] == action
            assert document["components"]["messages"][name]["payload"]["$ref"].endswith(f"/{kind.__name__}")


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_what_a_game_shows_is_what_its_schemas_say(document: Any, game: Any) -> None:
    def validator(name: str) -> Draft202012Validator:
        reference = {"$ref": f"#/components/schemas/{game.id}_{name}"}
        return Draft202012Validator({**reference, "components": document["components"]})

    views, actions, events = validator("View"), validator("Action"), validator("Event")
    assert not actions.is_valid({"do": "nothing of the kind"})
    playthrough = new_playthrough(game, "described")
    begun = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
    state, told = begun.state, begun.events
    for number in range(1, 60):
        for viewer in (0, OPEN):
            views.validate(plain(game.view(state, viewer)))
            for one in told:
                events.validate(plain(one.to(viewer)))
        decision = game.decision(state)
        if decision is None:
            break
        for action in decision.actions[:3]:
            actions.validate(plain(action))
        ctx = Context(playthrough.dice(number))
        game.reduce(state, decision.actions[number % len(decision.actions)], ctx)
        told = ctx.events
