"""The arguments of every command: how each is called, how many there are, of which kind, and what stands for it."""

from __future__ import annotations

import argparse

import pytest

from bocage.cli.admin import acts
from bocage.cli.main import COMMANDS
from bocage.settings import Settings
from tests.cli.test_parsers import of_command

LANG, URL, INVITE = "--lang: lang {en,ja} = 'en'", "--url: url = ''", "--invite: CODE = ''"
STORAGE = ("--redis: URL = ''", "--data: DIRECTORY = 'data'", "--cold-storage: PLACE = ''")

#: Without what ``serve`` and ``doctor`` take of the settings (``tests/http/test_settings.py``), and the folder of
#: ``new-game``, which is that of the checkout.
ARGUMENTS: dict[str, list[str]] = {
    "serve": ["--env-file: FILE = None"],
    "doctor": ["--env-file: FILE = None"],
    "games": [LANG, "–: game ? = ''"],
    "matches": [
        "--game: ID = ''",
        LANG,
        "--mine: mine = True, else False",
        "--most: N int = 200",
        "--name: name = ''",
        "--no-forks: no_forks = True, else False",
        "--open: status = 'open', else None",
        "--playing: status = 'playing', else None",
        "--recent: recent = True, else False",
        URL,
    ],
    "play": [
        "--agree: agree = True, else False",
        "--clock: clock = 'none'",
        INVITE,
        "--join: ID = ''",
        LANG,
        "--map: FILE = ''",
        "--name: name = ''",
        "--open-hands: SECONDS int = None",
        "--opponent: STRATEGY = ''",
        "--private: private = True, else False",
        "--scenario: NAME = ''",
        "--seat-option: NAME=VALUE = []",
        "--seat: seat = 'any'",
        URL,
        "-o --option: NAME=VALUE = []",
        "–: game ? = ''",
    ],
    "watch": [INVITE, LANG, URL, "–: match = None"],
    "replay": [
        "--at: N int = 1",
        "--eyes: eyes = 'public'",
        INVITE,
        LANG,
        "--name: name = ''",
        URL,
        "–: FILE|ID = None",
    ],
    "bot": [
        "--account: account = True, else False",
        "--at-once: N int = 4",
        "--game: game = ''",
        INVITE,
        "--ladder: N int = 0",
        "--match: ID = ''",
        "--matches: N int = 0",
        "--metrics: PORT int = 0",
        "--name: name = ''",
        "--only: only {rated,unrated,people,programs} = []",
        "--seat: seat = 'any'",
        "--seed: seed int = None",
        "--strategy: strategy = 'random'",
        "--token-file: FILE = ''",
        URL,
        "--with-clock: with_clock {none,bank,days} = []",
    ],
    "export": [INVITE, URL, "–: ID = None"],
    "verify": [LANG, "–: FILE + = None"],
    "show": ["--dice: dice = True, else False", LANG, URL, "–: FILE|ID = None"],
    "review": [
        "--all: all = True, else False",
        INVITE,
        "--json: json = True, else False",
        LANG,
        "--nodes: N int = 0",
        URL,
        "–: FILE|ID = None",
    ],
    "close": [*STORAGE, "--anyway: anyway = True, else False", "–: ID = None"],
    "admin": [
        *STORAGE,
        *(f"--{act.option[0]}: VALUE = ''" for act in acts().values() if act.option[0]),
        "--why: why = ''",
        "–: ID ? = ''",
        f"–: WHAT {{{','.join(acts())}}} = None",
    ],
    "archive": [
        *STORAGE,
        "--adopt: adopt = True, else False",
        "--all: all = True, else False",
        "--days: N int = 90",
        "–: ID * = None",
        "–: what {move,check,restore,delete} = None",
    ],
    "rebuild": [*STORAGE],
    "map": [
        "--game: game = ''",
        "--games: N int = 200",
        LANG,
        "--seed: seed = 'fair'",
        "--sides: SIDE,SIDE = ''",
        "-o --option: NAME=VALUE = []",
        "–: FILE + = None",
        "–: what {check,fair} = None",
    ],
    "scenario": [LANG, "–: FILE * = None", "–: what {list,check} = None"],
    "mcp": ["--calls: N int = 240", LANG, "--name: name = ''", "--port: port int = 0", URL],
    "dataset": [
        *STORAGE,
        "--check: FOLDER = ''",
        "--evaluate: ACTIONS int = 0",
        "--format: format {parquet,jsonl} = 'parquet'",
        "--jobs: N int = 1",
        "--logs: FILE + = []",
        "--matches: N int = 1000",
        "--month: YYYY-MM = ''",
        "--odds: odds = True, else False",
        "--out: FOLDER = ''",
        "--seed: seed = 'dataset'",
        "--shard: N int = 1000",
        "--strategy: NAME = []",
        "-o --option: NAME=VALUE = []",
        "–: game ? = ''",
    ],
    "schema": [],
    "new-game": ["--open: open = True, else False", "–: ID = None"],
}


def said(action: argparse.Action) -> str:
    """One argument in a line; what takes no value says what it stands for when it is given, and when it is not."""
    name = " ".join(action.option_strings) or "–"
    value = repr(action.default) if action.nargs != 0 else f"{action.const!r}, else {action.default!r}"
    kind = getattr(action.type, "__name__", "")
    many = "" if action.nargs in (None, 0) else f"{action.nargs} "
    choices = f"{{{','.join(action.choices)}}} " if action.choices else ""
    return f"{name}: {action.metavar or action.dest} {many}{choices}{kind}".rstrip() + f" = {value}"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_takes_these_arguments(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")
    for name in ("BOCAGE_REDIS", "BOCAGE_DATA", "BOCAGE_COLD_STORAGE"):
        monkeypatch.delenv(name, raising=False)
    settings = Settings.__struct_fields__ if command in ("serve", "doctor") else ()
    found = [
        said(action) for action in of_command(command)._actions if action.dest not in ("help", "into", *settings)
    ]
    assert sorted(found) == sorted(ARGUMENTS[command])
