"""What no engine here runs is parsed, and held against the settings and files that it speaks of."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.settings import PREFIX, Settings
from bocage.store.embedded import ServerProgram, all_servers
from tests.needs import find_program
from tests.redis_server import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
VARIABLES = {PREFIX + name.upper() for name in Settings.__struct_fields__}


def compose() -> dict[str, Any]:
    loaded = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert isinstance(loaded, dict)
    return loaded


def instructions() -> list[tuple[str, str]]:
    """(instruction, rest) of each logical line of the Containerfile."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def test_compose_runs_two_nodes_on_one_redis_behind_a_proxy() -> None:
    services = compose()["services"]
    assert set(services) == {"node-1", "node-2", "redis", "proxy"}
    nodes = [services["node-1"], services["node-2"]]
    mounts = [node.pop("volumes") for node in nodes]
    assert nodes[0] == nodes[1]
    assert mounts[0] != mounts[1]
    for node, (mount,) in zip(nodes, mounts, strict=True):
        source, target = mount.split(":")
        assert source in compose()["volumes"]
        assert f"BOCAGE_DATA={target}" in (DEPLOY / "Containerfile").read_text()
        assert node["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert services["node-1"]["environment"]["BOCAGE_REDIS"].startswith("redis://redis:")
    assert set(services["proxy"]["depends_on"]) == {"node-1", "node-2"}
    for service in services.values():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert source in compose()["volumes"] or (DEPLOY / source).exists(), mount
    for port in services["proxy"]["ports"]:
        assert port.startswith("127.0.0.1:"), "what is reachable from outside is the operator's own decision"


def test_compose_starts_and_asks_valkey() -> None:
    storage = compose()["services"]["redis"]
    assert re.fullmatch(r"docker\.io/valkey/valkey:\d+-alpine", storage["image"])
    assert storage["command"][0] == "valkey-server"
    assert storage["healthcheck"]["test"][:2] == ["CMD", "valkey-cli"]


@pytest.mark.parametrize("program", all_servers(), ids=lambda program: f"{program.path.name}-{program.version}")
def test_every_server_takes_the_options_of_compose(program: ServerProgram, tmp_path: Path) -> None:
    """The container's command, with a folder and a port of this machine."""
    own = {
        "/etc/redis/bocage.conf": str(DEPLOY / "redis.conf"),
        "/data": str(tmp_path),
        "0.0.0.0": "127.0.0.1",
        "6379": str(free_port()),
    }
    command = [own.get(word, word) for word in compose()["services"]["redis"]["command"]]
    with subprocess.Popen([program.path, *command[1:]], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = ""
        # The pipe ends with the server, so a server that refuses its options ends the loop.
        for said in server.stdout:
            if "eady to accept connections" in said:
                break
        server.terminate()
    assert "eady to accept connections" in said


@pytest.mark.parametrize("source", ["Containerfile", "compose.yaml", "bocage.service"])
def test_every_variable_that_is_set_is_a_setting(source: str) -> None:
    named = set(re.findall(rf"\b{PREFIX}[A-Z_]+", (DEPLOY / source).read_text()))
    assert named
    assert named <= VARIABLES


def test_compose_agrees_with_the_engine_where_there_is_one() -> None:
    """`docker compose config` needs no engine; without it the file has been parsed all the same."""
    parsed = compose()
    has_compose = (
        shutil.which("docker")
        and not subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode
    )
    if has_compose:
        done = subprocess.run(
            ["docker", "compose", "-f", str(DEPLOY / "compose.yaml"), "config", "--format", "json"],
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
    assert parsed["name"] == "bocage"


#: Of each lock file: what it has to hold.
LOCKS = {
    "requirements.txt": (*PROJECT["project"]["dependencies"], *EXTRAS["passkeys"], *EXTRAS["s3"]),
    "build.txt": tuple(PROJECT["build-system"]["requires"]),
}


@pytest.mark.parametrize(("name", "wanted"), LOCKS.items())
def test_a_lock_holds_every_requirement_with_hashes(name: str, wanted: tuple[str, ...]) -> None:
    """And no address: whose registry it is read from is the builder's own affair."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w-]+)==([\w.]+) \\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE))
    assert {re.split("[<>=;]", line)[0] for line in wanted} <= locked.keys()
    pinned = re.findall(r"^([\w-]+)==([\w.]+)$", CONSTRAINTS, re.MULTILINE)
    tested = {package.lower().replace("_", "-"): version for package, version in pinned}
    assert {package: tested.get(package, version) for package, version in locked.items()} == locked
    others = [line for line in text.splitlines()[1:] if not line.startswith("    --hash=sha256:")]
    assert len(others) == len(locked)
    assert "://" not in text


def test_the_container_installs_nothing_without_a_hash() -> None:
    commands = [part.strip() for word, rest in instructions() if word == "RUN" for part in rest.split("&&")]
    installs = [command for command in commands if re.search(r"\bpip (install|wheel)\b", command)]
    assert len(installs) == 4
    for command in installs:
        hashed = "--require-hashes" in command and any(f"--requirement deploy/{name}" in command for name in LOCKS)
        assert hashed or "--no-deps --no-build-isolation" in command or "--no-deps --no-index" in command, command


def test_the_container_copies_what_exists_and_drops_privileges() -> None:
    steps = instructions()
    for word, rest in steps:
        if word == "COPY" and "--from" not in rest:
            for source in shlex.split(rest)[:-1]:
                assert (ROOT / source).exists(), source
    included = re.findall(r"only-include = \[(.*)\]", (ROOT / "pyproject.toml").read_text())[0]
    copied = " ".join(rest for word, rest in steps if word == "COPY")
    for folder in re.findall(r'"(\w+)/', included):
        assert f"{folder} {folder}" in copied
    last_stage = steps[max(i for i, (word, _) in enumerate(steps) if word == "FROM") :]
    assert ("USER", "bocage") in last_stage
    assert dict(last_stage)["STOPSIGNAL"] == "SIGTERM"


def test_proxy_checks_readiness_of_both_nodes(
    record_property: Callable[[str, object], None],
) -> None:
    text = (DEPLOY / "haproxy.cfg").read_text()
    servers = dict(re.findall(r"^\s+server (\S+) (\S+)", text, re.MULTILINE))
    port = dict(re.findall(r"BOCAGE_(\w+)=(\S+)", (DEPLOY / "Containerfile").read_text()))["PORT"]
    assert servers == {"node-1": f"node-1:{port}", "node-2": f"node-2:{port}"}
    assert "option httpchk GET /readyz" in text
    assert re.search(r"timeout tunnel \d+h", text), "an idle websocket must outlive the idle time of requests"
    if not (haproxy := find_program("haproxy")):
        record_property(
            "left out", "Whether HAProxy takes deploy/haproxy.cfg was not asked: install Debian's package haproxy."
        )
    else:
        done = subprocess.run([haproxy, "-c", "-f", str(DEPLOY / "haproxy.cfg")], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()


def test_unit_starts_the_service_with_time_to_drain() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "bocage.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("/bocage serve")
    assert int(service["TimeoutStopSec"]) > Settings().drain
    assert service["ExecReload"].split()[1] == "-HUP"
    assert unit["Install"]["WantedBy"] == "multi-user.target"
