"""What the doctor asks of this machine, and what the command says and ends with. The machine is made up."""

from __future__ import annotations

import resource
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bocage.cli import main
from bocage.cli.doctor import machine_here
from bocage.cli.doctor_checks import Machine, check_machine, check_settings
from bocage.store.embedded import EmbeddedError
from bocage.store.records import StorageUnavailableError
from tests.cli.test_doctor import FACTS, MACHINE, SETTINGS, not_fine, of_redis


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The facts that the system tells; change them."""
    facts = SimpleNamespace(hard=5000, free=30, total=70, account=1000, asked=[])

    def usage(path: Path) -> SimpleNamespace:
        facts.asked.append(path)
        return SimpleNamespace(free=facts.free, total=facts.total, used=1)

    monkeypatch.setattr("resource.getrlimit", lambda _: (100, facts.hard))
    monkeypatch.setattr("shutil.disk_usage", usage)
    monkeypatch.setattr("os.geteuid", lambda: facts.account)
    monkeypatch.setattr("bocage.cli.doctor.cores", lambda: 3)
    return facts


def test_a_machine_is_told_as_it_is(machine: SimpleNamespace, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert machine_here(data) == Machine(cores=3, descriptors=5000, disk=(30, 70))
    # The data are not there yet: the disk is that of the folder that will hold them.
    assert machine.asked == [tmp_path]
    data.mkdir(mode=0o700)
    machine.account = data.stat().st_uid
    assert not machine_here(data).data_foreign
    assert not machine_here(data).data_open
    assert machine.asked[-1] == data
    machine.account = data.stat().st_uid + 1
    assert machine_here(data).data_foreign
    for mode, seen in ((0o750, True), (0o704, True), (0o700, False), (0o701, True)):
        data.chmod(mode)
        assert machine_here(data).data_open is seen
    # Root may use every folder.
    machine.account = 0
    assert (machine_here(data).root, machine_here(data).data_foreign) == (True, False)
    machine.hard = resource.RLIM_INFINITY
    assert machine_here(data).descriptors > 1_000_000


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were looked at; there is a Redis in good order."""
    asked: list[str] = []

    def look(url: str) -> Any:
        asked.append(url)
        return FACTS

    monkeypatch.setenv("BOCAGE_LANG", "en")
    monkeypatch.setenv("BOCAGE_METRICS", "127.0.0.1:9464")
    monkeypatch.setattr("bocage.cli.doctor.inspect_redis", look)
    monkeypatch.setattr("bocage.cli.doctor.machine_here", lambda _: MACHINE)
    monkeypatch.setattr(
        "bocage.cli.doctor.find_server", lambda: SimpleNamespace(path="/bin/server", version=(8, 1))
    )
    return asked


def test_all_is_well(looked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--redis", "redis://h"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert looked == ["redis://h"]
    assert {line[:6] for line in lines} == {"fine  "}
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    # The private one has its socket below the data.
    assert looked[1].startswith("unix://")
    assert len(looked) == 2


def test_the_worst_is_said_first(
    looked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = msgspec.structs.replace(MACHINE, descriptors=1024)
    monkeypatch.setattr("bocage.cli.doctor.machine_here", lambda _: few)
    monkeypatch.setenv("BOCAGE_REDIRECT", "x")
    assert main(["doctor", "--redis", "redis://h"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["look", "look", "fine"]
    assert "BOCAGE_REDIRECT is no setting of this service" in lines[0]
    broken = msgspec.structs.replace(FACTS, unmended=True)
    monkeypatch.setattr("bocage.cli.doctor.inspect_redis", lambda _: broken)
    assert main(["doctor", "--redis", "redis://h"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["WRONG", "look", "look", "fine"]


def test_missing_redis_is_a_fault_only_if_named(
    looked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def silent(url: str) -> Any:
        raise StorageUnavailableError(why="refused")

    monkeypatch.setattr("bocage.cli.doctor.inspect_redis", silent)
    assert main(["doctor", "--redis", "redis://h"]) == 1
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("WRONG  Redis does not answer: ")
    assert not any("Redis" in line for line in others)
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "fine   the private Redis does not run now; it will be /bin/server, version 8.1\n" in said

    def none() -> Any:
        raise EmbeddedError("no server is installed")

    monkeypatch.setattr("bocage.cli.doctor.find_server", none)
    assert main(["doctor", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("WRONG  no server is installed\n")


def test_settings_that_are_wrong_are_no_matter_for_the_doctor(
    looked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--metrics", "nowhere"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("bocage: ")
    assert looked == []


# Where exactly a fact becomes one to look at -----------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({"descriptors": 4095}, 1),
        ({"descriptors": 4096}, 0),
        ({"disk": ((1 << 30) - 1, 1 << 31)}, 1),
        ({"disk": (1 << 30, 10 << 30)}, 0),
        ({"disk": ((1 << 30), (10 << 30) + 100)}, 1),
    ],
)
def test_what_a_machine_must_have_at_least(changes: dict[str, Any], count: int) -> None:
    machine = msgspec.structs.replace(MACHINE, **changes)
    assert len(not_fine(list(check_machine(SETTINGS, machine)))) == count


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({"version": (6, 1)}, 1),
        ({"version": (6, 2)}, 0),
        ({"ahead": 5.0}, 0),
        ({"ahead": 5.1}, 1),
        ({"ahead": -5.1}, 1),
        ({"delay": 0.005}, 0),
        ({"delay": 0.0051}, 1),
        ({"info": {"used_memory": "800", "maxmemory": "1000"}}, 0),
        ({"info": {"used_memory": "801", "maxmemory": "1000"}}, 1),
        ({"info": {"used_memory": "801", "maxmemory": "0", "total_system_memory": "1000"}}, 1),
        ({"info": {"used_memory": "801", "maxmemory": "2000", "total_system_memory": "1000"}}, 0),
        # Some servers tell neither: then nothing is known, and nothing is complained of.
        ({"info": {"used_memory": "801"}}, 0),
        ({"info": {"role": "master"}}, 0),
        ({"info": {}}, 1),
        ({"info": {"maxmemory": "1"}}, 0),
    ],
)
def test_where_a_redis_becomes_one_to_look_at(changes: dict[str, Any], count: int) -> None:
    facts = msgspec.structs.replace(FACTS, **changes)
    assert len(not_fine(list(of_redis(SETTINGS, facts)))) == count


@pytest.mark.parametrize(("there", "wanted", "wrong"), [("", 1, 1), ("", 0, 0), ("1", 1, 0), ("1", 2, 1)])
def test_a_redis_that_tells_no_replicas_has_none(there: str, wanted: int, wrong: int) -> None:
    facts = msgspec.structs.replace(FACTS, info={"connected_slaves": there} if there else {"role": "master"})
    found = list(of_redis(msgspec.structs.replace(SETTINGS, replicas=wanted), facts))
    assert len(not_fine(found)) == wrong
    assert (f"{wanted} must have each entry" in " ".join(one.text for one in found)) is (wanted > 0 and not wrong)


@pytest.mark.parametrize(("durability", "words"), [("always", "before it is acknowledged"), ("everysec", "two s")])
def test_how_much_a_crash_loses_is_said(durability: Any, words: str) -> None:
    settings = msgspec.structs.replace(SETTINGS, durability=durability)
    assert words in " ".join(one.text for one in of_redis(settings, FACTS))


@pytest.mark.parametrize(
    ("workers", "words"),
    [(0, "4 of 4 processor cores"), (4, "4 of 4"), (2, "2 of 4"), (5, "5 workers share 4 processor cores")],
)
def test_workers_are_as_many_as_cores_unless_it_is_said(workers: int, words: str) -> None:
    settings = msgspec.structs.replace(SETTINGS, workers=workers)
    found = list(check_settings(settings, [], MACHINE))
    assert words in found[0].text
    assert found[0].level == ("look" if workers > 4 else "fine")


@pytest.mark.parametrize(
    ("bytes_", "said"), [(999_999_999, "1000 MB"), (1_000_000_000, "1.0 GB"), (2_340_000, "2 MB"), (0, "0 MB")]
)
def test_sizes_are_told_in_short(bytes_: int, said: str) -> None:
    facts = msgspec.structs.replace(FACTS, info={"used_memory": str(bytes_)})
    assert f"this Redis uses {said} of memory" in [one.text for one in of_redis(SETTINGS, facts)]


def test_proxies_that_are_believed_are_named() -> None:
    settings = msgspec.structs.replace(SETTINGS, proxies="10.0.0.2,10.0.0.1")
    texts = [one.text for one in check_settings(settings, [], MACHINE)]
    assert "these proxies are trusted: 10.0.0.1, 10.0.0.2" in texts
    assert "metrics are served at 127.0.0.1:9464" in texts
    assert "the service listens only at 127.0.0.1, and no proxy is trusted" in [
        one.text for one in check_settings(SETTINGS, [], MACHINE)
    ]


def test_what_a_redis_does_not_tell_is_none() -> None:
    bare = msgspec.structs.replace(FACTS, info={"role": "master"}, config={})
    texts = [advice.text for advice in of_redis(SETTINGS, bare)]
    assert "this Redis uses 0 MB of memory" in texts
    assert not [text for text in texts if "replica" in text]


def test_a_machine_is_in_order_unless_it_is_said() -> None:
    plain = Machine(cores=1, descriptors=1, disk=(1, 1))
    assert (plain.root, plain.data_open, plain.data_foreign) == (False, False, False)
