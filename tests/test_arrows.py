"""Imports run one way, and no game imports another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: The folders that hold the package ``bocage`` between them.
LAYERS = ("protocol", "service", "clients")

#: Modules of ``bocage.live`` that are pure: inputs with the time in, effects out.
PURE = tuple(
    f"bocage.live.{name}"
    for name in [
        "access",
        "audience",
        "commands",
        "counts",
        "effects",
        "feed",
        "inputs",
        "presence",
        "room",
    ]
)
#: A room knows its watchers by this module; it writes to none of them.
WATCHING = "bocage.live.watching"
UNDER_LIVE = frozenset(
    {
        "bocage.protocol",
        "bocage.rules",
        "bocage.log",
        "bocage.store",
        "bocage.limits",
        "bocage.word_filter",
    }
)

UNDER_FEATURES = frozenset({"bocage.http", "bocage.live", "bocage.settings", *UNDER_LIVE})

#: Part of the project → parts, or single modules, that it may import besides itself.
#: ``bocage.cli`` puts everything together.
ARROWS: dict[str, frozenset[str]] = {
    "bocage.protocol": frozenset(),
    # How far long commands are.
    "bocage.progress": frozenset(),
    "bocage.sdk": frozenset({"bocage.protocol"}),
    "bocage.bots": frozenset({"bocage.protocol", "bocage.sdk", "bocage.engine"}),
    "bocage.terminal": frozenset({"bocage.protocol", "bocage.sdk", "bocage.bots", "bocage.engine"}),
    # The engine plays games forward by their rules; no other client knows them.
    "bocage.engine": frozenset({"bocage.protocol", "bocage.sdk", "bocage.bots", "bocage.rules", "bocage.progress"}),
    # Data sets play matches again by the rules.
    "bocage.dataset": frozenset({"bocage.rules"}),
    # Agents are shown what the terminal shows.
    "bocage.mcp": frozenset({"bocage.protocol", "bocage.sdk", "bocage.terminal"}),
    # Environments play by the rules, and show a position as the terminal does.
    "bocage.rl": frozenset({"bocage.protocol", "bocage.sdk", "bocage.terminal", "bocage.rules"}),
    "bocage.rules": frozenset({"bocage.protocol"}),
    "bocage.log": frozenset({"bocage.protocol", "bocage.rules"}),
    "bocage.store": frozenset({"bocage.protocol", "bocage.log.records"}),
    "bocage.limits": frozenset({"bocage.protocol"}),
    "bocage.word_filter": frozenset({"bocage.protocol"}),
    "bocage.live": UNDER_LIVE,
    "bocage.features.accounts": UNDER_FEATURES,
    "bocage.features.notices": UNDER_FEATURES,
    "bocage.features.tracing": UNDER_FEATURES,
    "bocage.http": frozenset({"bocage.live", "bocage.settings", *UNDER_LIVE}),
    # With the command `bocage archive`.
    "bocage.features.cold_storage": frozenset(
        {"bocage.cli.common", "bocage.cli.storage", "bocage.progress", *UNDER_FEATURES}
    ),
    "bocage.features.social": UNDER_FEATURES,
    "bocage.features.daily": UNDER_FEATURES,
    "bocage.features.link_pictures": UNDER_FEATURES,
    "bocage.features.maps": UNDER_FEATURES,
    "bocage.features.ratings": UNDER_FEATURES,
    "bocage.features.reviews": UNDER_FEATURES,
    "bocage.features.duplicates": UNDER_FEATURES,
    "bocage.features.vacations": UNDER_FEATURES,
    # A supervisor is small: it knows no rules, no matches and no connections.
    "bocage.workers": frozenset({"bocage.settings", "bocage.start", "bocage.logs", "bocage.signals"}),
}
CLIENTS = (
    "bocage.sdk",
    "bocage.bots",
    "bocage.dataset",
    "bocage.engine",
    "bocage.mcp",
    "bocage.rl",
    "bocage.terminal",
    "bocage.progress",
)
FREE = ("bocage.cli",)


def sources(*folders: str, ext: str = "py") -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob(f"*.{ext}")
        if "node_modules" not in path.parts and "__pycache__" not in path.parts
    )


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    inside = parts[1:] if parts[0] in LAYERS else parts
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


def part_of(module: str) -> str:
    """``bocage.log`` for ``bocage.log.match``; ``bocage.features.notices`` for anything of that feature."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["bocage", "features"] else 2])


@cache
def statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Every import of a file, wherever in the file it stands."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def named(path: Path) -> set[str]:
    """The modules that a file imports, or imports from; what is relative to it is left out."""
    found = {alias.name for node in statements(path) if isinstance(node, ast.Import) for alias in node.names}
    return found | {node.module for node in statements(path) if isinstance(node, ast.ImportFrom) and node.module}


def imports(path: Path) -> Iterator[str]:
    """Every module of the project that a file names in an import."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in statements(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            names = [start, *(f"{start}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.split(".")[0] in ("bocage", "bocage_tools", "tests"))


def broken_arrow(importer: str, imported: str) -> bool:
    """Whether the module ``importer`` must not import ``imported``."""
    here, there = part_of(importer), part_of(imported)
    # The bots of clients/examples are programs of others.
    if importer.startswith("examples."):
        return there != "bocage.sdk"
    # The SDK knows the messages of features, and imports them where it needs them.
    if here == "bocage.sdk" and re.match(r"bocage\.features\.\w+\.wire\b", imported):
        return False
    # The registry of features.
    if imported == "bocage.features":
        return here not in ("bocage.app", "bocage.cli", "bocage.features", "bocage.settings")
    if imported.split(".")[0] == "tests":
        return True
    if "bocage_tools" in (importer.split(".")[0], imported.split(".")[0]):
        # Tools may import everything, and nothing of the wheel imports a tool.
        return not importer.startswith("bocage_tools.")
    if importer in PURE and there == "bocage.live":
        return imported != "bocage.live" and not any(
            imported == known or imported.startswith(f"{known}.") for known in (WATCHING, *PURE)
        )
    if here in FREE or here == there:
        return False
    if importer in PURE and there == "bocage.store":
        return True
    if here not in ARROWS:  # bocage.settings, bocage.app and the like: all of the service, no client
        return there in CLIENTS
    return not any(imported == allowed or imported.startswith(f"{allowed}.") for allowed in ARROWS[here])


def test_imports_follow_the_arrows() -> None:
    broken = [
        f"{module_of(path)} imports {name}"
        for path in sources(*LAYERS)
        for name in imports(path)
        if broken_arrow(module_of(path), name)
    ]
    assert broken == []


def game_of(module: str) -> str:
    """The game a module belongs to; "" for the kernel and what games share."""
    parts = module.split(".")
    folder = ROOT / "service" / "bocage" / "rules"
    if parts[:2] != ["bocage", "rules"] or len(parts) < 3 or parts[2] == "kernel":
        return ""
    return parts[2] if (folder / parts[2]).is_dir() else ""


def test_no_game_imports_another_and_the_kernel_imports_none() -> None:
    broken = [
        f"{module_of(path)} imports {name}"
        for path in sources("service/bocage/rules")
        for name in imports(path)
        if game_of(name) not in ("", game_of(module_of(path)))
    ]
    assert broken == []


#: Reducers are deterministic: no clock, no chance but the dice, no input or output.
IMPURE = {"random", "time", "datetime", "os", "secrets", "socket", "asyncio", "threading", "pathlib", "uuid"}


def test_rules_use_neither_clock_nor_chance_nor_files() -> None:
    rules = [path for path in sources("service/bocage/rules") if "kernel" not in path.parts]
    broken = {module_of(path): {name.split(".")[0] for name in named(path)} & IMPURE for path in rules}
    assert {name: used for name, used in broken.items() if used} == {}


#: A room gets the time with each input, and all chance from the log.
OUTSIDE = {"asyncio", "threading", "time", "random", "secrets", "socket", "logging"}


def test_a_room_has_neither_loop_nor_clock_nor_chance() -> None:
    broken = {
        module_of(path): {name.split(".")[0] for name in named(path)} & OUTSIDE
        for path in sources("service/bocage/live")
        if module_of(path) in PURE
    }
    assert {name: used for name, used in broken.items() if used} == {}


def test_a_room_writes_to_nobody() -> None:
    """What its watchers are sent is an effect."""
    writes = re.compile(r"\.outbox\b|\.send\(|\.refuse\(|\.write\(")
    pure = [path for path in sources("service/bocage/live") if module_of(path) in PURE]
    assert len(pure) == len(PURE)
    assert [module_of(path) for path in pure if writes.search(path.read_text(encoding="utf-8"))] == []


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; empty: there is none."""
    done: set[str] = set()

    def search(module: str, way: list[str]) -> list[str]:
        if module in way:
            return [*way[way.index(module) :], module]
        if module in done:
            return []
        for other in sorted(graph.get(module, ())):
            if found := search(other, [*way, module]):
                return found
        done.add(module)
        return []

    return next((found for module in sorted(graph) if (found := search(module, []))), [])


def test_no_files_import_each_other_in_a_circle() -> None:
    """Of live play, imports that only types need included."""
    paths = sources("service/bocage/live")
    known = {module_of(path) for path in paths}
    assert circle({module_of(path): {name for name in imports(path) if name in known} for path in paths}) == []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


@pytest.mark.parametrize(
    ("importer", "imported", "broken"),
    [
        ("bocage.protocol.text", "bocage.rules.dice", True),
        ("bocage.sdk.client", "bocage.protocol.messages", False),
        ("bocage.sdk.client", "bocage.rules", True),
        ("bocage.bots.registry", "bocage.engine", False),
        ("bocage.engine.search", "bocage.rules.kernel", False),
        ("bocage.engine.search", "bocage.log.replay", True),
        ("bocage.engine.search", "bocage_tools.report.games", True),
        ("bocage.cli.serve", "bocage_tools.load.command", True),
        ("bocage_tools.load.command", "bocage.cli.common", False),
        ("bocage_tools.load.command", "tests.rules.toy", True),
        ("bocage.rules.omaha.rules", "bocage.engine", True),
        ("bocage.settings", "bocage.engine", True),
        ("bocage.rules.omaha.rules", "bocage.protocol.text", False),
        ("bocage.rules.omaha.rules", "bocage.log.fold", True),
        ("bocage.log.fold", "bocage.store.log", True),
        ("bocage.store.log", "bocage.log.records", False),
        ("bocage.store.log", "bocage.log.records.Entry", False),
        ("bocage.store.log", "bocage.log", True),
        ("bocage.log.fold", "bocage.live.room", True),
        ("bocage.store.log", "bocage.log.entries", True),
        ("bocage.store.log", "bocage.live.room", True),
        ("bocage.live.room", "bocage.http.app", True),
        ("bocage.http.app", "bocage.live.room", False),
        ("bocage.http.app", "bocage.sdk", True),
        ("bocage.cli.serve", "bocage.sdk", False),
        ("bocage.settings", "bocage.store", False),
        ("bocage.settings", "bocage.sdk", True),
        ("bocage.live.room", "tests.rules.toy", True),
        ("bocage.live.room", "bocage.store", True),
        ("bocage.live.room", "bocage.live.outbox", True),
        ("bocage.live.session", "bocage.live.watching", False),
    ],
)
def test_the_arrows_themselves(importer: str, imported: str, broken: bool) -> None:
    assert broken_arrow(importer, imported) is broken


def test_imports_are_found_wherever_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "service" / "bocage" / "rules" / "toy"
    folder.mkdir(parents=True)
    source = folder / "rules.py"
    source.write_text("import json\nfrom . import data\nfrom ..dice import Dice\ndef f():\n    import bocage.log\n")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert set(imports(source)) == {
        "bocage.rules.toy",
        "bocage.rules.toy.data",
        "bocage.rules.dice",
        "bocage.rules.dice.Dice",
        "bocage.log",
    }
