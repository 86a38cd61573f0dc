"""Calls of the SDK about this feature."""

from __future__ import annotations

from bocage.features.programs import wire as programs
from tests.clients.sdk_calls import Call

ALL = "/api/programs"
CALLS = [
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
