"""What no engine here runs is parsed, and held against the settings and files that it speaks of."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import PREFIX, Settings
from tests.needs import find_program

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
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


def test_the_container_copies_what_exists_and_drops_privileges() -> None:
    steps = instructions()
    for word, rest in steps:
        if word == "COPY" and "--from" not in rest:
            for source in shlex.split(rest)[:-1]:
                assert (ROOT / source).exists(), source
    packages = re.findall(r"packages = \[(.*)\]", (ROOT / "pyproject.toml").read_text())[0]
    copied = " ".join(rest for word, rest in steps if word == "COPY")
    for package in re.findall(r'"(\w+)"', packages):
        assert f"{package} {package}" in copied
    last_stage = steps[max(i for i, (word, _) in enumerate(steps) if word == "FROM") :]
    assert ("USER", "bocage") in last_stage
    assert dict(last_stage)["STOPSIGNAL"] == "SIGTERM"


def test_the_proxy_knows_both_nodes_and_asks_whether_they_are_ready(
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


def test_the_unit_starts_the_service_and_gives_it_time_to_drain() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "bocage.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("/bocage serve")
    assert int(service["TimeoutStopSec"]) > Settings().drain
    assert service["ExecReload"].split()[1] == "-HUP"
    assert unit["Install"]["WantedBy"] == "multi-user.target"
