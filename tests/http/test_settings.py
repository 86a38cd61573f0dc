"""Settings: from variables and arguments, each described, each documented, none mistyped without a word."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import msgspec
import pytest

from bocage.settings import Settings, SettingsError, add_arguments, from_arguments, load, rows, unknown, variable

ROOT = Path(__file__).parents[2]


def parsed(*arguments: str, **environment: str) -> Settings:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return from_arguments(
        parser.parse_args(arguments), {f"BOCAGE_{name}": text for name, text in environment.items()}
    )


def test_without_any_the_service_is_private_to_this_machine() -> None:
    settings = parsed()
    assert settings == Settings()
    assert (settings.host, settings.port, settings.data, settings.redis) == ("127.0.0.1", 8700, "data", "")
    assert settings.limit_table().request_rate == 30
    assert settings.proxy_addresses() == frozenset()


def test_arguments_win_over_variables_and_variables_over_defaults() -> None:
    settings = parsed("--port", "1", "--replica-timeout", "7", PORT="2", HOST="::", LOG="json")
    assert (settings.port, settings.host, settings.log, settings.replica_timeout) == (1, "::", "json", 7)


def test_an_empty_variable_counts_as_not_set() -> None:
    assert parsed(PORT="", REDIS="", LIMITS="") == Settings()


def test_an_empty_argument_is_a_value() -> None:
    assert parsed("--redis", "", REDIS="redis://elsewhere").redis == ""


def test_metrics_have_an_address_of_their_own_or_none() -> None:
    assert Settings().metrics_address() is None
    assert parsed(METRICS="127.0.0.1:9464").metrics_address() == ("127.0.0.1", 9464)
    assert parsed(METRICS="[::1]:0").metrics_address() == ("::1", 0)
    for wrong in ("9464", "127.0.0.1", ":9464", "here:port", "here:65536"):
        with pytest.raises(SettingsError, match="BOCAGE_METRICS"):
            parsed(METRICS=wrong)


def test_limits_and_proxies_are_lists() -> None:
    settings = parsed(LIMITS="request_rate = 7, chat_length=99,", PROXIES="10.0.0.1, ::1,172.16.0.0/12,")
    assert (settings.limit_table().request_rate, settings.limit_table().chat_length) == (7, 99)
    assert settings.proxy_addresses() == {"10.0.0.1", "::1", "172.16.0.0/12"}


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"PORT": "many"}, "BOCAGE_PORT: "),
        ({"PORT": "65536"}, "BOCAGE_PORT: "),
        ({"DURABILITY": "never"}, "BOCAGE_DURABILITY: "),
        ({"DRAIN": "-1"}, "BOCAGE_DRAIN: "),
        ({"REPLICA_TIMEOUT": "0"}, "BOCAGE_REPLICA_TIMEOUT: "),
        ({"LIMITS": "request_rate"}, "BOCAGE_LIMITS: 'request_rate' is not name=value"),
        ({"LIMITS": "no_such=1"}, "BOCAGE_LIMITS: .*no_such"),
        ({"LIMITS": "request_rate=0"}, "BOCAGE_LIMITS: .*request_rate"),
        ({"PROXIES": "10.0.0.1,proxy.example"}, "BOCAGE_PROXIES: 'proxy.example' does not appear"),
    ],
)
def test_a_value_that_cannot_be_is_named(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        parsed(**environment)


def test_variables_that_are_no_setting_are_found() -> None:
    environment = {"BOCAGE_DURABILTY": "always", "BOCAGE_PORT": "1", "BOCAGE_URL": "http://x", "HOME": "/"}
    assert unknown(environment) == ["BOCAGE_DURABILTY"]


def test_each_setting_has_a_sentence_and_the_help_shows_it() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    text = " ".join(parser.format_help().split())
    for name, _, sentence in rows():
        assert sentence.endswith(".")
        assert variable(name) in text
    assert [name for name, _, _ in rows()] == list(Settings.__struct_fields__)


def test_the_documentation_lists_exactly_these() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(BOCAGE_\w+)` \| (?:`([^`]*)`|empty) \| (.+) \|$", page, re.MULTILINE)
    assert listed == [(variable(name), str(default), sentence) for name, default, sentence in rows()]


@pytest.mark.parametrize(
    "path", sorted(path for path in (ROOT / "deploy").rglob("*") if path.is_file()), ids=lambda path: path.name
)
def test_what_is_deployed_sets_what_exists(path: Path) -> None:
    used = dict.fromkeys(re.findall(r"BOCAGE_[A-Z_]+", path.read_text(encoding="utf-8")), "")
    assert unknown(used) == []


def test_settings_are_plain_data() -> None:
    assert msgspec.convert(msgspec.to_builtins(Settings(port=5)), Settings) == Settings(port=5)


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"SITE": "bocage.example"}, "BOCAGE_SITE: 'bocage.example' does not begin"),
        ({"SITE": "https://club.example/games/../bocage"}, "BOCAGE_SITE: .* is not like"),
        ({"SITE": "https://club.example/bocage?from=club"}, "BOCAGE_SITE: .* is not like"),
        ({"SITE": "https://club.example/match/bocage"}, "BOCAGE_SITE: /match is an address of the service"),
        ({"WORD_FILTER": "no_such"}, "BOCAGE_WORD_FILTER: "),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_starts(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        parsed(**environment)


def test_settings_may_come_from_variables_alone() -> None:
    assert load({"BOCAGE_PORT": "7", "PORT": "8"}) == Settings(port=7)
