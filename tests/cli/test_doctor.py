"""What the doctor finds: facts that were made up, and a machine and a Redis that are there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.cli import main
from bocage.cli.doctor import machine_here
from bocage.cli.doctor_checks import Machine, check_machine, check_settings
from bocage.settings import Settings
from bocage.store.advice import Advice, RedisFacts, check_redis
from bocage.store.inspection import inspect_redis
from bocage.store.records import StorageUnavailableError
from tests.redis_server import RedisServer

MACHINE = Machine(cores=4, descriptors=65_536, disk=(80 << 30, 100 << 30))
FACTS = RedisFacts(
    version=(7, 2),
    info={"role": "master", "used_memory": "1000000", "maxmemory": "4000000", "connected_slaves": "1"},
    config={"appendonly": "yes", "appendfsync": "everysec", "maxmemory-policy": "noeviction"},
    unmended=False,
    ahead=0.2,
    delay=0.0003,
)
SETTINGS = Settings(metrics="127.0.0.1:9464")


def of_redis(settings: Settings, facts: RedisFacts) -> Iterator[Advice]:
    cluster = "cluster=true" in settings.redis
    return check_redis(facts, cluster=cluster, durability=settings.durability, replicas=settings.replicas)


def levels(advice: list[Advice]) -> set[str]:
    return {one.level for one in advice}


def not_fine(advice: list[Advice]) -> list[tuple[str, str]]:
    return [(one.level, one.text) for one in advice if one.level != "fine"]


def test_where_all_is_well_nothing_else_is_said() -> None:
    found = [
        *check_settings(SETTINGS, [], MACHINE),
        *check_machine(SETTINGS, MACHINE),
        *of_redis(SETTINGS, FACTS),
    ]
    assert not_fine(found) == []
    assert len(found) >= 9


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"workers": 9}, "9 workers share 4 processor cores"),
        ({"host": "0.0.0.0"}, "no proxy is trusted"),
        ({"host": "::"}, "no proxy is trusted"),
        ({"proxies": "*"}, "let only the one proxy"),
        ({"metrics": ""}, "metrics are not served"),
        ({"metrics": "0.0.0.0:9464"}, "metrics are served at all addresses"),
    ],
)
def test_settings_that_somebody_should_look_at(changes: dict[str, object], words: str) -> None:
    (only,) = not_fine(list(check_settings(msgspec.structs.replace(SETTINGS, **changes), [], MACHINE)))
    assert only[0] == "look"
    assert words in only[1]


def test_variables_that_are_no_settings_are_named() -> None:
    assert not_fine(list(check_settings(SETTINGS, ["BOCAGE_PORTT"], MACHINE))) == [
        ("look", "BOCAGE_PORTT is no setting of this service")
    ]


def test_a_proxy_that_is_named_is_enough() -> None:
    settings = msgspec.structs.replace(SETTINGS, host="0.0.0.0", proxies="10.0.0.1")
    assert not_fine(list(check_settings(settings, [], MACHINE))) == []


@pytest.mark.parametrize(
    ("changes", "level", "words"),
    [
        ({"descriptors": 1024}, "look", "may have 1024 files open"),
        ({"root": True}, "look", "root"),
        ({"disk": (500 << 20, 100 << 30)}, "wrong", "only 524 MB of disk"),
        ({"disk": (5 << 30, 100 << 30)}, "look", "only 5.4 GB of disk"),
        ({"data_open": True}, "look", "others may read"),
        ({"data_open": True, "data_foreign": True}, "wrong", "belongs to another account"),
    ],
)
def test_what_a_machine_may_lack(changes: dict[str, object], level: str, words: str) -> None:
    (only,) = not_fine(list(check_machine(SETTINGS, msgspec.structs.replace(MACHINE, **changes))))
    assert only[0] == level
    assert words in only[1]


def test_the_disk_is_of_interest_to_a_private_redis_only() -> None:
    full = msgspec.structs.replace(MACHINE, disk=(0, 1), data_foreign=True)
    given = msgspec.structs.replace(SETTINGS, redis="redis://there")
    assert not_fine(list(check_machine(given, full))) == []


@pytest.mark.parametrize(
    ("changes", "level", "words"),
    [
        ({"version": (6, 0)}, "wrong", "this is Redis 6.0: at least Redis 6.2"),
        ({"missing": ("+eval", "&bocage:rows")}, "wrong", "lacks rights in Redis: +eval &bocage:rows"),
        ({"refusal": "OOM no room"}, "wrong", "refuses all writes, so nobody can act: OOM no room"),
        ({"unmended": True}, "wrong", "CVE-2025-49844"),
        ({"info": {**FACTS.info, "role": "slave"}}, "wrong", "is a replica"),
        ({"info": {**FACTS.info, "used_memory": "3500000"}}, "look", "uses 4 MB of 4 MB"),
        ({"info": {**FACTS.info, "aof_last_write_status": "err"}}, "wrong", "takes no entries"),
        ({"info": {**FACTS.info, "aof_last_bgrewrite_status": "err"}}, "look", "room on its disk"),
        ({"config": {}}, "look", "does not allow CONFIG GET"),
        ({"config": {**FACTS.config, "appendonly": "no"}}, "wrong", "appendonly no"),
        ({"config": {**FACTS.config, "appendfsync": "no"}}, "wrong", "appendfsync no"),
        ({"config": {**FACTS.config, "no-appendfsync-on-rewrite": "yes"}}, "look", "half a minute"),
        ({"config": {**FACTS.config, "maxmemory-policy": "allkeys-lru"}}, "wrong", "allkeys-lru"),
        ({"ahead": -60.0}, "look", "differ by 60 s"),
        ({"delay": 0.02}, "look", "takes 20.0 ms"),
    ],
)
def test_what_may_be_wrong_with_a_redis(changes: dict[str, object], level: str, words: str) -> None:
    (only,) = not_fine(list(of_redis(SETTINGS, msgspec.structs.replace(FACTS, **changes))))
    assert only[0] == level
    assert words in only[1]


@pytest.mark.parametrize(("wanted", "level"), [(0, None), (1, None), (2, "wrong")])
def test_replicas_are_counted(wanted: int, level: str | None) -> None:
    found = list(of_redis(msgspec.structs.replace(SETTINGS, replicas=wanted), FACTS))
    assert levels(found) - {"fine"} == ({level} if level else set())


def test_a_cluster_of_older_servers_works_and_could_do_better() -> None:
    settings = msgspec.structs.replace(SETTINGS, redis="redis://there/?cluster=true")
    (only,) = not_fine(list(of_redis(settings, msgspec.structs.replace(FACTS, version=(6, 2)))))
    assert only[0] == "look"


def test_a_redis_that_is_there_is_looked_at(tmp_path: Path) -> None:
    server = RedisServer(tmp_path, "--appendonly", "yes")
    server.start()
    try:
        facts = inspect_redis(server.url)
        assert facts.version >= (6, 2)
        assert facts.config["appendonly"] == "yes"
        assert facts.info["role"] == "master"
        assert facts.delay > 0
    finally:
        server.stop()
    with pytest.raises(StorageUnavailableError):
        inspect_redis(server.url)


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    machine = machine_here(tmp_path)
    assert machine.cores >= 1
    assert machine.descriptors > 0
    assert machine.data_open
    assert not machine_here(tmp_path / "not" / "yet").data_open


def test_the_command_says_what_is_wrong_and_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["doctor", "--data", str(tmp_path)]
    assert main([*line, "--redis", f"unix://{tmp_path}/nobody.sock"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("WRONG")
    assert not any(line.startswith("WRONG") for line in told[1:])
    assert main([*line, "--redis", "postgres://here"]) == 1
    assert "BOCAGE_REDIS" in capsys.readouterr().out


def test_stopped_private_redis_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(tmp_path / "new")]) == 0
    assert "does not run now" in capsys.readouterr().out
    assert not (tmp_path / "new").exists()


class Metrics(BaseHTTPRequestHandler):
    """A node that was asked by a proxy which nobody named."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"# TYPE x counter\nbocage_unnamed_proxy_requests_total 7.0\n")

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def test_a_proxy_that_nobody_named_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["doctor", "--data", str(tmp_path), "--workers", "1", "--metrics"]
    with HTTPServer(("127.0.0.1", 0), Metrics) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            main([*line, f"127.0.0.1:{server.server_port}"])
        finally:
            server.shutdown()
            thread.join()
    assert "look   7 requests came through a proxy that is not trusted" in capsys.readouterr().out
    main([*line, f"127.0.0.1:{server.server_port}"])
    assert "through a proxy" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("~* &* +@all -@scripting", "WRONG  the account lacks rights in Redis: +eval +evalsha +script|load"),
        ("~* resetchannels +@all", "WRONG  the account lacks rights in Redis: &{*}:node:* &bocage:rows"),
        ("~* &* +@all -@dangerous", "fine   the account has all rights in Redis that the service needs"),
        (">another", "WRONG  Redis rejects the account few: WRONGPASS"),
    ],
)
def test_an_account_is_told_what_it_lacks(
    redis_server: RedisServer, redis_client: Any, capsys: pytest.CaptureFixture[str], rules: str, said: str
) -> None:
    password = [] if ">" in rules else [">secret"]
    redis_client.execute_command("ACL", "SETUSER", "few", "reset", "on", *password, *rules.split())
    try:
        url = f"unix://few:secret@{redis_server.socket}?db=0"
        # A Redis without an append-only file is wrong as well, where it may be asked.
        code = main(["doctor", "--redis", url])
    finally:
        redis_client.acl_deluser("few")
    told = capsys.readouterr().out
    assert said in told
    assert "does not answer" not in told
    assert code == (1 if "WRONG" in told else 0)
