"""Everything that can be set about a node: environment variables BOCAGE_*, and arguments that override them."""

from __future__ import annotations

import argparse
import base64
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage import features
from bocage.features.notices.mail_server import MailServer, is_address, server_of
from bocage.limits import Limits
from bocage.live.addresses import Proxies
from bocage.word_filter import WordFilter, filter_of

#: How the environment variables of all settings begin.
PREFIX = "BOCAGE_"
#: Variables of the same prefix that clients read, and the one by which a supervisor tells a worker what it needs.
NO_SETTINGS = frozenset({"BOCAGE_URL", "BOCAGE_LANG", "BOCAGE_PLAYERS", "BOCAGE_WORKER"})


#: How addresses of the service begin. Below a path that begins so, nobody could tell whether a proxy left it on.
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
    )
)


class SettingsError(ValueError):
    """A setting has a value that it cannot have; the text says which, and why."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One field per setting: ``host`` is BOCAGE_HOST and ``--host``. Its sentence stands in the annotation."""

    host: Annotated[str, Meta(description="Address to listen at; 0.0.0.0 for all of IPv4, :: for all of IPv6.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen at; 0 takes any that is free.")] = 8700
    workers: Annotated[
        int,
        Meta(
            ge=0,
            le=256,
            description="How many nodes serve at this port, each a process of its own; 0: one per processor core.",
        ),
    ] = 0
    per_match: Annotated[
        Literal["on", "off"],
        Meta(
            description="on: clients are told to open a connection for each match, at an address that names it"
            " (/ws?match=...), so that a proxy can send all players and watchers of a match to the same node."
            " Several workers tell them anyway, and hand connections to each other."
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
            description="everysec: a crash of Redis may lose the last second;"
            " always: every entry is on disk before it is acknowledged."
        ),
    ] = "everysec"
    replicas: Annotated[
        int, Meta(ge=0, le=10, description="How many replicas must have an entry before it is acknowledged.")
    ] = 0
    replica_timeout: Annotated[
        int, Meta(ge=1, le=60_000, description="For how many milliseconds replicas are waited for.")
    ] = 1000
    cold_storage: Annotated[
        str,
        Meta(
            description="Where finished matches are kept once they have left Redis: a directory, or"
            " s3://bucket/prefix?endpoint=URL&region=NAME with credentials in AWS_*; empty: they stay in Redis."
        ),
    ] = ""
    cold_after: Annotated[
        int,
        Meta(ge=1, le=36_500, description="Days after its end when a finished match is moved to cold storage."),
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
            description="Days of disuse after which a player who never sat down at a match is forgotten; 0: never.",
        ),
    ] = 90
    proxies: Annotated[
        str,
        Meta(
            description="Addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by"
            " commas; * for one proxy at any address."
        ),
    ] = ""
    metrics: Annotated[
        str,
        Meta(
            description="Address and port at which /metrics is served, such as 127.0.0.1:9464; empty: nowhere."
            " Only the operator of the service should reach it."
        ),
    ] = ""
    traces: Annotated[
        str,
        Meta(
            description="Collector of OpenTelemetry traces (OTLP over HTTP), such as"
            " http://127.0.0.1:4318/v1/traces; it is told how long each step of an action took. Empty: none."
        ),
    ] = ""
    traces_share: Annotated[
        float, Meta(ge=0, le=1, description="Which share of all actions is traced; 1: all of them.")
    ] = 0.01
    site: Annotated[
        str,
        Meta(
            description="Address by which people reach this service, such as https://bocage.example or"
            " https://club.example/games/bocage: notices lead there. A proxy may leave its path on or take it off."
            " Empty: the address that it listens at."
        ),
    ] = ""
    passkey_domain: Annotated[
        str,
        Meta(
            description="Domain that passkeys are made for (the id of the relying party); it must not change later,"
            " or they are lost. Empty: that of BOCAGE_SITE, or localhost."
        ),
    ] = ""
    passkey_origins: Annotated[
        str,
        Meta(
            description="Addresses of pages at which passkeys are used, such as https://play.bocage.example, with"
            " commas between them. Empty: BOCAGE_SITE, or localhost with the port."
        ),
    ] = ""
    contact: Annotated[
        str,
        Meta(
            description="To whom push services may write about this service: mailto:somebody@bocage.example, or an"
            " https address. Empty: BOCAGE_SITE."
        ),
    ] = ""
    push_key: Annotated[
        str,
        Meta(
            description="Private key by which push services know this service: 32 bytes, base64url. Empty: one is"
            " made at the first start and kept in Redis."
        ),
    ] = ""
    smtp: Annotated[
        str,
        Meta(
            description="Server that takes notices by e-mail: smtp://user:password@host:587 (STARTTLS), or smtps://."
            " Empty: there is no e-mail."
        ),
    ] = ""
    mail_from: Annotated[str, Meta(description="E-mail address that notices come from.")] = ""
    notices_anywhere: Annotated[
        Literal["on", "off"],
        Meta(
            description="on: notices may go to addresses that are not public, and without TLS. For tests, and for"
            " networks whose people are all trusted."
        ),
    ] = "off"
    word_filter: Annotated[
        str,
        Meta(
            description="What covers insults in chat and refuses names with them: small (a short list in English"
            " and Japanese), off, or module:function, which gives a text as others may read it."
        ),
    ] = "small"
    limits: Annotated[
        str, Meta(description="Limits that differ from their defaults: name=value, separated by commas.")
    ] = ""
    bots: Annotated[
        Literal["on", "off"],
        Meta(
            description="Whether this node runs the house bots that people may play against, and the engine that"
            " reviews finished matches and gives hints."
        ),
    ] = "on"
    drain: Annotated[
        int,
        Meta(ge=0, le=600, description="For how many seconds at most a node that stops takes leave of clients."),
    ] = 5
    log: Annotated[
        Literal["text", "json"],
        Meta(description="Log lines on standard error for people, or one JSON object each."),
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The least important lines that are logged.")
    ] = "info"

    def proxy_addresses(self) -> frozenset[str]:
        """The proxies, one by one. Raises :class:`SettingsError`."""
        names = frozenset(name.strip() for name in self.proxies.split(",") if name.strip())
        try:
            Proxies(names)
        except ValueError as error:
            raise SettingsError(f"{PREFIX}PROXIES: {error}") from None
        return names

    def metrics_address(self) -> tuple[str, int] | None:
        """Where metrics are served; None: nowhere. Raises :class:`SettingsError`."""
        if not self.metrics:
            return None
        host, _, port = self.metrics.rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
            raise SettingsError(f"{PREFIX}METRICS: {self.metrics!r} is not address:port")
        return host, int(port)

    def traces_address(self) -> str:
        """Where traces go; empty: nowhere. Raises :class:`SettingsError`."""
        if self.traces and not re.fullmatch(r"https?://[!-~]+", self.traces):
            raise SettingsError(f"{PREFIX}TRACES: {self.traces!r} does not begin with http:// or https://")
        return self.traces

    def site_address(self) -> str:
        """Where notices lead, without a slash at its end; empty: not said. Raises :class:`SettingsError`."""
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

    def push_contact(self) -> str:
        """To whom push services may write; empty: not said. Raises :class:`SettingsError`."""
        if self.contact and not re.fullmatch(r"(mailto:[!-~]+@|https://)[!-~]+", self.contact):
            raise SettingsError(f"{PREFIX}CONTACT: {self.contact!r} is neither mailto: nor https:")
        return self.contact or (self.site if self.site.startswith("https://") else "")

    def chosen_filter(self) -> WordFilter:
        """The filter for names and chat. Raises :class:`SettingsError`."""
        try:
            return filter_of(self.word_filter)
        except ValueError as error:
            raise SettingsError(f"{PREFIX}WORD_FILTER: {error}") from None

    def checked_push_key(self) -> str:
        """The private key for push services; empty: storage keeps it. Raises :class:`SettingsError`."""
        if self.push_key:
            try:
                key = base64.urlsafe_b64decode(self.push_key + "=" * (-len(self.push_key) % 4))
            except ValueError:
                key = b""
            if len(key) != 32:
                # Not the key: this text is shown and logged.
                raise SettingsError(f"{PREFIX}PUSH_KEY: not a key of 32 bytes in base64url")
        return self.push_key

    def mail(self) -> tuple[MailServer, str] | None:
        """Who takes e-mail, and from whom it is; None: there is none. Raises :class:`SettingsError`."""
        if not self.smtp:
            return None
        try:
            server = server_of(self.smtp)
        except ValueError:
            # Not the address: it may hold a password.
            raise SettingsError(f"{PREFIX}SMTP: not smtp://host:port or smtps://host:port") from None
        if not is_address(self.mail_from):
            raise SettingsError(f"{PREFIX}MAIL_FROM: {self.mail_from!r} is no e-mail address")
        return server, self.mail_from

    def limit_table(self) -> Limits:
        """The limits. Raises :class:`SettingsError`."""
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
    """Name, default and sentence of every setting."""
    described = msgspec.json.schema(Settings)["$defs"]["Settings"]["properties"]
    return [
        (field.name, field.default, described[field.name]["description"])
        for field in msgspec.structs.fields(Settings)
    ]


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def load(environment: Mapping[str, str], arguments: Mapping[str, str | None] | None = None) -> Settings:
    """The settings out of variables, overridden by ``arguments`` (None: not given).

    An empty variable counts as not set. Raises :class:`SettingsError`.
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
    settings.traces_address()
    settings.push_contact()
    settings.checked_push_key()
    features.check(settings)
    settings.chosen_filter()
    settings.mail()
    return settings


def _with_variable(problem: str) -> str:
    """The text of a validation error, with the variable of the setting in front."""
    what, at, path = problem.rpartition(" - at `$.")
    return f"{variable(path.rstrip('`'))}: {what}" if at else problem


def unknown(environment: Mapping[str, str]) -> list[str]:
    """Variables that begin like settings but are none, most likely because of a typing error."""
    known = {variable(name) for name, _, _ in rows()} | NO_SETTINGS
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One argument per setting."""
    for name, default, sentence in rows():
        text = f"{sentence} ({variable(name)}; default: {default if default != '' else 'empty'})"
        parser.add_argument(f"--{name.replace('_', '-')}", dest=name, metavar="VALUE", help=text.replace("%", "%%"))


def from_arguments(chosen: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    """The settings of a command line made by :func:`add_arguments`. Raises :class:`SettingsError`."""
    return load(environment, {name: getattr(chosen, name, None) for name, _, _ in rows()})
