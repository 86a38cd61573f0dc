"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.programs import wire as programs
from bocage.protocol import challenges
from tests.clients.sdk_calls import Call

ALL = "/api/programs"
#: Fields that a struct sends with their defaults.
ANSWER = {"reason": "", "nonce": "", "seat_options": {}}
DEFAULTS = {"options": {}, "seat_options": {}, "clock": {}, "rated": False, "private": False, "nonce": ""}
ONE = "/api/challenges/c"
TERMS = challenges.NewChallenge("squad", seat=1, time=60)
CALLS = [
    Call(
        lambda rest: rest.challenge("p", TERMS),
        "/api/players/p/challenge",
        {"game": "squad", **DEFAULTS, "seat": 1, "time": 60},
        challenges.Challenge,
    ),
    Call(
        lambda rest: rest.challenges(),
        "/api/challenges",
        None,
        challenges.ChallengeTable,
        lambda answer: answer.challenges,
    ),
    Call(lambda rest: rest.find_challenge("c"), ONE, None, challenges.Challenge),
    Call(lambda rest: rest.accept_challenge("c"), ONE, {**ANSWER, "answer": "accept"}, challenges.Challenge),
    Call(lambda rest: rest.cancel_challenge("c"), ONE, {**ANSWER, "answer": "cancel"}, challenges.Challenge),
    Call(lambda rest: rest.decline_challenge("c"), ONE, {**ANSWER, "answer": "decline"}, challenges.Challenge),
    Call(
        lambda rest: rest.decline_challenge("c", "full"),
        ONE,
        {**ANSWER, "answer": "decline", "reason": "full"},
        challenges.Challenge,
    ),
    Call(lambda rest: rest.programs(), ALL, None, programs.Programs),
    Call(lambda rest: rest.programs("squad"), f"{ALL}?game=squad", None, programs.Programs),
    Call(lambda rest: rest.program("p"), f"{ALL}/p", None, programs.ProgramInfo),
    Call(
        lambda rest: rest.create_program("Robo"),
        ALL,
        {"name": "Robo", "named": False, "scopes": []},
        programs.TokenMade,
    ),
    Call(
        lambda rest: rest.create_program("Robo", named=True, scopes=["play"]),
        ALL,
        {"name": "Robo", "named": True, "scopes": ["play"]},
        programs.TokenMade,
    ),
    Call(lambda rest: rest.change_program("p", ladder=False), f"{ALL}/p", {"ladder": False}, programs.OwnProgram),
    Call(
        lambda rest: rest.retire_program("p", "Robo"), f"{ALL}/p/retire", {"confirm": "Robo"}, programs.ProgramInfo
    ),
    Call(lambda rest: rest.own_programs(), f"{ALL}/mine", None, programs.OwnPrograms),
    Call(
        lambda rest: rest.create_token("p"), f"{ALL}/p/sign-ins", {"scopes": [], "device": ""}, programs.TokenMade
    ),
    Call(
        lambda rest: rest.create_token("p", ["challenge"], "d"),
        f"{ALL}/p/sign-ins",
        {"scopes": ["challenge"], "device": "d"},
        programs.TokenMade,
    ),
    Call(lambda rest: rest.revoke_token("p", "s"), f"{ALL}/p/revoke", {"sign_in": "s"}, programs.OwnProgram),
]
