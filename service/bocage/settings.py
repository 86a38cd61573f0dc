"""The settings of a node: environment variables BOCAGE_*, and arguments that override them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage import features
from bocage.limits import Limits
from bocage.live.addresses import Proxies
from bocage.word_filter import WordFilter, filter_of

#: Prefix of the environment variables.
PREFIX = "BOCAGE_"
#: Variables with this prefix that are not settings: those of clients, and the assignment of a worker.
NO_SETTINGS = frozenset({"BOCAGE_URL", "BOCAGE_LANG", "BOCAGE_PLAYERS", "BOCAGE_WORKER"})


#: First segments of the service's own paths. They cannot be a path prefix, as stripping would be ambiguous.
OWN_PATHS = frozenset(
    (
        "api",
        "ws",
        "healthz",
        "readyz",
        "metrics",
        "files.json",
        "css",
        "js",
        "fonts",
        "match",
        "replay",
        "learn",
        "rules",
        "rulings",
        "exercise",
        "daily",
        "player",
        "duplicate",
        "ladder",
        "move",
        "maps",
        "workshop",
    )
)


class SettingsError(ValueError):
    """A setting has an invalid value; the text says which, and why."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One field per setting: ``host`` is BOCAGE_HOST and ``--host``. The annotation holds its help text."""

    host: Annotated[str, Meta(description="Address to listen at; 0.0.0.0 for all of IPv4, :: for all of IPv6.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen at; 0 takes any that is free.")] = 8700
    workers: Annotated[
        int,
        Meta(
            ge=0,
            le=256,
            description="Number of nodes at this port, one process each; 0: one per processor core.",
        ),
    ] = 0
    per_match: Annotated[
        Literal["on", "off"],
        Meta(
            description="on: clients are asked to open one connection per match, at an address that names it"
            " (/ws?match=...), so that a proxy can send all players and watchers of a match to the same node."
            " Several workers ask for it anyway, and hand connections to each other."
        ),
    ] = "off"
    data: Annotated[
        str, Meta(min_length=1, description="Directory of the private Redis and of the house bots' identities.")
    ] = "data"
    redis: Annotated[
        str,
        Meta(
            description="URL of the Redis to use (redis://, rediss:// or unix://, ?cluster=true for a cluster);"
            " empty: a private one, started and stopped with the service."
        ),
    ] = ""
    durability: Annotated[
        Literal["everysec", "always"],
        Meta(
            description="everysec: a crash of Redis may lose the last second; always: every entry is on disk before"
            " it is acknowledged."
        ),
    ] = "everysec"
    replicas: Annotated[
        int, Meta(ge=0, le=10, description="Replicas that must have an entry before it is acknowledged.")
    ] = 0
    replica_timeout: Annotated[int, Meta(ge=1, le=60_000, description="Timeout for replicas in milliseconds.")] = (
        1000
    )
    cold_storage: Annotated[
        str,
        Meta(
            description="Storage for finished matches that leave Redis: a directory, or"
            " s3://bucket/prefix?endpoint=URL&region=NAME with credentials in AWS_*; empty: they stay in Redis."
        ),
    ] = ""
    cold_after: Annotated[
        int,
        Meta(ge=1, le=36_500, description="Days after its end when a finished match moves to cold storage."),
    ] = 90
    cold_delete: Annotated[
        int,
        Meta(
            ge=0,
            le=36_500,
            description="Days after its end when a match in cold storage is deleted for good; 0: never.",
        ),
    ] = 0
    guest_days: Annotated[
        int,
        Meta(
            ge=0,
            le=36_500,
            description="Days of disuse after which a player who never joined a match is deleted; 0: never.",
        ),
    ] = 90
    proxies: Annotated[
        str,
        Meta(
            description="Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by"
            " commas; * for one proxy at any address."
        ),
    ] = ""
    metrics: Annotated[
        str,
        Meta(
            description="Address and port at which /metrics is served, such as 127.0.0.1:9464; empty: metrics are"
            " not served. Only the operator of the service should reach it."
        ),
    ] = ""
    traces: Annotated[
        str,
        Meta(
            description="Collector of OpenTelemetry traces (OTLP over HTTP) of the steps of actions, such as"
            " http://127.0.0.1:4318/v1/traces. Empty: none."
        ),
    ] = ""
    traces_share: Annotated[
        float, Meta(ge=0, le=1, description="Share of actions that are traced; 1: all of them.")
    ] = 0.01
    site: Annotated[
        str,
        Meta(
            description="Public URL of the service, used in notices, such as https://bocage.example or"
            " https://club.example/games/bocage. A proxy may strip the path or not. Empty: the"
            " address that it listens at."
        ),
    ] = ""
    passkey_domain: Annotated[
        str,
        Meta(
            description="Domain of passkeys (id of the relying party). Changing it later invalidates all passkeys."
            " Empty: that of BOCAGE_SITE, or localhost."
        ),
    ] = ""
    passkey_origins: Annotated[
        str,
        Meta(
            description="Origins of pages that use passkeys, such as https://play.bocage.example, separated by"
            " commas. Empty: BOCAGE_SITE, or localhost with the port."
        ),
    ] = ""
    contact: Annotated[
        str,
        Meta(
            description="Contact for push services: mailto:somebody@bocage.example, or an https URL."
            " Empty: BOCAGE_SITE."
        ),
    ] = ""
    push_key: Annotated[
        str,
        Meta(
            description="Private key of this service for push services: 32 bytes, base64url. Empty: created at the"
            " first start and kept in Redis."
        ),
    ] = ""
    smtp: Annotated[
        str,
        Meta(
            description="Server for notices by e-mail: smtp://user:password@host:587 (STARTTLS), or smtps://."
            " Empty: no e-mail."
        ),
    ] = ""
    mail_from: Annotated[str, Meta(description="Sender address of notices by e-mail.")] = ""
    notices_anywhere: Annotated[
        Literal["on", "off"],
        Meta(
            description="on: notices may go to addresses that are not public, and without TLS. For tests and"
            " trusted networks."
        ),
    ] = "off"
    word_filter: Annotated[
        str,
        Meta(
            description="Filter that masks insults in chat and refuses names with them: small (a short list in"
            " English and Japanese), off, or module:function, which returns the masked text."
        ),
    ] = "small"
    limits: Annotated[
        str, Meta(description="Limits that differ from their defaults: name=value, separated by commas.")
    ] = ""
    bots: Annotated[
        Literal["on", "off"],
        Meta(
            description="Whether this node runs house bots as opponents, and the engine for reviews of finished"
            " matches and hints."
        ),
    ] = "on"
    drain: Annotated[
        int,
        Meta(
            ge=0,
            le=600,
            description="Most seconds that a stopping node waits for its clients to reconnect elsewhere.",
        ),
    ] = 5
    log: Annotated[
        Literal["text", "json"],
        Meta(description="Format of log lines on standard error: text, or one JSON object per line."),
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="Least level of logged lines.")
    ] = "info"

    def proxy_addresses(self) -> frozenset[str]:
        """Return the proxies. Raises :class:`SettingsError`."""
        names = frozenset(name.strip() for name in self.proxies.split(",") if name.strip())
        try:
            Proxies(names)
        except ValueError as error:
            raise SettingsError(f"{PREFIX}PROXIES: {error}") from None
        return names

    def metrics_address(self) -> tuple[str, int] | None:
        """Return the address for metrics; None: not served. Raises :class:`SettingsError`."""
        if not self.metrics:
            return None
        host, _, port = self.metrics.rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
            raise SettingsError(f"{PREFIX}METRICS: {self.metrics!r} is not address:port")
        return host, int(port)

    def site_address(self) -> str:
        """Return the public URL, without a slash at its end; empty: not set. Raises :class:`SettingsError`."""
        site = self.site.rstrip("/")
        if not site:
            return ""
        if not re.fullmatch(r"https?://[!-~]+", site):
            raise SettingsError(f"{PREFIX}SITE: {self.site!r} does not begin with http:// or https://")
        found = re.fullmatch(r"https?://[^/?#]+((?:/[\w.~-]+)*)", site, re.ASCII)
        if found is None or {".", ".."} & set(found[1].split("/")):
            raise SettingsError(f"{PREFIX}SITE: {self.site!r} is not like https://club.example/games/bocage")
        if (first := found[1].split("/")[1:2]) and first[0] in OWN_PATHS:
            raise SettingsError(f"{PREFIX}SITE: /{first[0]} is an address of the service itself")
        return site

    def chosen_filter(self) -> WordFilter:
        """Return the filter for names and chat. Raises :class:`SettingsError`."""
        try:
            return filter_of(self.word_filter)
        except ValueError as error:
            raise SettingsError(f"{PREFIX}WORD_FILTER: {error}") from None

    def limit_table(self) -> Limits:
        """Return the limits. Raises :class:`SettingsError`."""
        wanted: dict[str, str] = {}
        for pair in filter(None, (part.strip() for part in self.limits.split(","))):
            name, equals, value = pair.partition("=")
            if not equals:
                raise SettingsError(f"{PREFIX}LIMITS: {pair!r} is not name=value")
            wanted[name.strip()] = value.strip()
        try:
            return msgspec.convert(wanted, Limits, strict=False)
        except msgspec.ValidationError as error:
            raise SettingsError(f"{PREFIX}LIMITS: {error}") from None


def rows() -> list[tuple[str, Any, str]]:
    """Return name, default and help text of every setting."""
    described = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    return [
        (field.name, field.default, described[field.name]["description"])
        for field in msgspec.structs.fields(Settings)
    ]


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def load(environment: Mapping[str, str], arguments: Mapping[str, str | None] | None = None) -> Settings:
    """Create the settings from variables, overridden by ``arguments`` (None: not given).

    An empty variable counts as unset. Raises :class:`SettingsError`.
    """
    given: dict[str, str] = {}
    for name, _, _ in rows():
        if text := environment.get(variable(name)):
            given[name] = text
        argument = (arguments or {}).get(name)
        if argument is not None:
            given[name] = argument
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(_with_variable(str(error))) from None
    settings.limit_table()
    settings.proxy_addresses()
    settings.metrics_address()
    settings.site_address()
    features.check(settings)
    settings.chosen_filter()
    return settings


def _with_variable(problem: str) -> str:
    """Prefix a validation error with the variable of the setting."""
    what, at, path = problem.rpartition(" - at `$.")
    return f"{variable(path.rstrip('`'))}: {what}" if at else problem


def unknown(environment: Mapping[str, str]) -> list[str]:
    """Return variables with our prefix that are not settings, probably misspelt."""
    known = {variable(name) for name, _, _ in rows()} | NO_SETTINGS
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, default, sentence in rows():
        text = f"{sentence} ({variable(name)}; default: {default if default != '' else 'empty'})"
        parser.add_argument(f"--{name.replace('_', '-')}", dest=name, metavar="VALUE", help=text.replace("%", "%%"))


def from_arguments(chosen: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    """Create the settings from a command line made by :func:`add_arguments`. Raises :class:`SettingsError`."""
    return load(environment, {name: getattr(chosen, name, None) for name, _, _ in rows()})
