"""Clients and a verifier that share no code with the service, written from the pages alone."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from bocage.log.export import export
from tests.all_games import GAMES
from tests.e2e.nodes import NodeProcess
from tests.log.logs import DAYS, Play, go_away
from tests.page.node import NODE

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    with NodeProcess(tmp_path_factory.mktemp("node")) as running:
        yield running


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of this folder under Node."""
    return subprocess.run(
        [NODE, HERE / script, *arguments], capture_output=True, text=True, timeout=240, check=False
    )


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, node: NodeProcess) -> dict[str, int | str]:
    """What the client says of a whole match."""
    done = run("client.mjs", node.url, request.param, "20")
    assert done.returncode == 0, done.stderr
    told: dict[str, int | str] = json.loads(done.stdout)
    return told


def test_a_foreign_client_plays_drops_resumes_and_verifies(played: dict[str, int | str]) -> None:
    acted, cuts, entries, draws = (int(played[name]) for name in ("acted", "cuts", "entries", "draws"))
    # Created, seated, started; ended, revealed. Nothing was doubled, although answers were sent again.
    assert 5 <= entries - acted <= 6
    assert acted // 10 - 1 <= cuts <= acted // 10
    assert draws > 0


@pytest.mark.parametrize("script", ["bot.py", "rivals.py"])
def test_msgpack_programs_import_nothing_of_ours(script: str) -> None:
    """The standard library, msgpack and websockets."""
    imports = list(ast.walk(ast.parse((HERE / script).read_text(encoding="utf-8"))))
    modules = {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in imports if isinstance(node, ast.Import) for name in node.names}
    assert {name.partition(".")[0] for name in modules} - sys.stdlib_module_names == {"msgpack", "websockets"}


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_on_msgpack_alone_plays_a_match(game: str, node: NodeProcess) -> None:
    done = subprocess.run(
        [sys.executable, HERE / "bot.py", node.url, game, "20"],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    # Created, seated, started; ended, revealed.
    assert 5 <= told["entries"] - told["acted"] <= 6


@pytest.mark.parametrize(
    "seconds", [pytest.param(seconds, marks=pytest.mark.night if seconds > 60 else ()) for seconds in (5, 3600)]
)
def test_foreign_programs_play_rated_challenges_with_reconnects(seconds: int, node: NodeProcess) -> None:
    done = subprocess.run(
        [sys.executable, HERE / "rivals.py", node.url, "squad", str(seconds)],
        capture_output=True,
        text=True,
        timeout=seconds + 600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["matches"] > 0
    assert told["cuts"] >= told["answers"] // 30 > 0


def test_a_foreign_verifier_notices_every_kind_of_change(
    played: dict[str, int | str], node: NodeProcess, tmp_path: Path
) -> None:
    whole = httpx2.get(f"{node.url}/api/matches/{played['match']}/export", timeout=60).text
    rolled = next(line for line in whole.splitlines()[1:] if json.loads(line)["draws"])
    other_draw = re.sub(r"\[\[(\d+),(\d+)\]", lambda m: f"[[{m[1]},{(int(m[2]) + 1) % int(m[1])}]", rolled)
    if other_draw == rolled:
        first = json.loads(rolled)["draws"][0]
        other_draw = rolled.replace(f"[{first[0]},{first[1]}]", f"[{first[0]},{(first[1] + 1) % first[0]}]", 1)
    lines = whole.splitlines()
    changed = {
        "": whole,
        "hash": whole.replace('"at":', '"at":1', 1),
        "draw": whole.replace(rolled, other_draw),
        "missing": "\n".join([*lines[:3], *lines[4:]]) + "\n",
        "committed": whole.replace('\\"commitment\\":\\"', '\\"commitment\\":\\"0', 1),
    }
    for name, text in changed.items():
        file = tmp_path / f"{name or 'whole'}.jsonl"
        file.write_text(text, encoding="utf-8")
        done = run("verify.mjs", str(file))
        assert (done.returncode == 0) == (name == ""), f"{name}: {done.stdout}{done.stderr}"


def test_a_foreign_verifier_takes_vacations_as_they_are(tmp_path: Path) -> None:
    play = Play(DAYS).begin()
    go_away(play, 0, 3)
    go_away(play, 1, 2)
    until = play.match.clock.away[1][-1].until
    whole = b"".join(export(play.finish().entries)).decode()
    assert str(until) in whole
    for name, text in (("whole", whole), ("longer", whole.replace(str(until), str(until + 1)))):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(text, encoding="utf-8")
        done = run("verify.mjs", str(file))
        assert (done.returncode == 0) == (name == "whole"), f"{name}: {done.stdout}{done.stderr}"
