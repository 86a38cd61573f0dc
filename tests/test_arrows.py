"""Who may import whom, how long a file may be, and that the games stay apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("protocol", "service", "clients")
LIMIT = 800

UNDER_NODE = (
    "service.games",
    "service.match",
    "service.store",
    "service.limits",
    "service.room",
    "service.sockets",
    "service.word_filter",
)

#: Part of the project → parts, or single modules, that it may import besides itself.
#: ``service/cli`` puts everything together.
ARROWS: dict[str, frozenset[str]] = {
    "protocol": frozenset(),
    "clients": frozenset({"protocol", "clients.engine"}),
    # The engine plays games forward by their rules; no other client knows them.
    "clients.engine": frozenset({"protocol", "clients", "service.games"}),
    "service.games": frozenset({"protocol"}),
    "service.match": frozenset({"protocol", "service.games"}),
    "service.cold": frozenset(),
    "service.passkeys": frozenset({"protocol"}),
    "service.store": frozenset({"protocol", "service.match.records", "service.cold"}),
    "service.limits": frozenset({"protocol"}),
    "service.room": frozenset({"protocol", "service.games", "service.match"}),
    "service.word_filter": frozenset({"protocol"}),
    "service.sockets": frozenset({"protocol", "service.limits", "service.room", "service.word_filter"}),
    "service.node": frozenset({"protocol", *UNDER_NODE}),
    "service.notices": frozenset({"protocol", "service.node", *UNDER_NODE}),
    "service.http": frozenset({"protocol", "service.node", "service.notices", "service.passkeys", *UNDER_NODE}),
    "service.tracing": frozenset({"protocol", "service.node", *UNDER_NODE}),
    # A supervisor is small: it knows no rules, no matches and no connections.
    "service.workers": frozenset({"service.settings", "service.start", "service.signals", "service.logs"}),
}
FREE = ("service.cli",)


def sources(*folders: str, ext: str = "py") -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob(f"*.{ext}")
        if "node_modules" not in path.parts and "__pycache__" not in path.parts
    )


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """``service.match`` for ``service.match.fold``; ``clients`` for anything in clients but the engine."""
    first, _, rest = module.partition(".")
    if first == "clients" and rest.split(".")[0] == "engine":
        return "clients.engine"
    return f"service.{rest.split('.')[0]}" if first == "service" and rest else first


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
        yield from (name for name in names if name.split(".")[0] in (*LAYERS, "tests"))


def broken_arrow(importer: str, imported: str) -> bool:
    """Whether the module ``importer`` must not import ``imported``."""
    here, there = part_of(importer), part_of(imported)
    if there == "tests":
        return True
    if here in FREE or here == there or there == "service":
        return False
    if here not in ARROWS:  # service/settings.py, service/app.py and the like: all of the service, no client
        return there in ("clients", "clients.engine")
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
    folder = ROOT / "service" / "games"
    if parts[:2] != ["service", "games"] or len(parts) < 3 or parts[2] == "kernel":
        return ""
    return parts[2] if (folder / parts[2]).is_dir() else ""


def test_no_game_imports_another_and_the_kernel_imports_none() -> None:
    broken = [
        f"{module_of(path)} imports {name}"
        for path in sources("service/games")
        for name in imports(path)
        if game_of(name) not in ("", game_of(module_of(path)))
    ]
    assert broken == []


def test_files_are_short() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources(*LAYERS, "tests") + sources("clients", "tests", ext="js")
    }
    assert len(lengths) > 100
    assert {name: lines for name, lines in lengths.items() if lines > LIMIT} == {}


#: Reducers are deterministic: no clock, no chance but the dice, no input or output.
IMPURE = {"random", "time", "datetime", "os", "secrets", "socket", "asyncio", "threading", "pathlib", "uuid"}


def test_rules_use_neither_clock_nor_chance_nor_files() -> None:
    rules = [path for path in sources("service/games") if "kernel" not in path.parts]
    broken = {module_of(path): {name.split(".")[0] for name in named(path)} & IMPURE for path in rules}
    assert {name: used for name, used in broken.items() if used} == {}


#: A room gets the time with each input, and all chance from the log.
OUTSIDE = {"asyncio", "threading", "time", "random", "secrets", "socket", "logging"}


def test_a_room_has_neither_loop_nor_clock_nor_chance() -> None:
    broken = {
        module_of(path): {name.split(".")[0] for name in named(path)} & OUTSIDE for path in sources("service/room")
    }
    assert {name: used for name, used in broken.items() if used} == {}


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
    """Of rooms, sockets and the node, imports that only types need included."""
    paths = sources("service/room", "service/sockets", "service/node")
    known = {module_of(path) for path in paths}
    assert circle({module_of(path): {name for name in imports(path) if name in known} for path in paths}) == []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []


@pytest.mark.parametrize(
    ("importer", "imported", "broken"),
    [
        ("protocol.text", "service.games.dice", True),
        ("clients.sdk.client", "protocol.messages", False),
        ("clients.sdk.client", "service.games", True),
        ("clients.bots.registry", "clients.engine", False),
        ("clients.engine.search", "service.games.kernel", False),
        ("clients.engine.search", "service.match.replay", True),
        ("clients.engine.search", "service.cli.report", True),
        ("service.games.omaha.rules", "clients.engine", True),
        ("service.settings", "clients.engine", True),
        ("service.games.omaha.rules", "protocol.text", False),
        ("service.games.omaha.rules", "service.match.fold", True),
        ("service.match.fold", "service.store.log", True),
        ("service.store.log", "service.match.records", False),
        ("service.store.log", "service.match.records.Entry", False),
        ("service.store.log", "service.match", True),
        ("service.match.fold", "service.room.room", True),
        ("service.store.log", "service.match.entries", True),
        ("service.store.log", "service.room.room", True),
        ("service.room.room", "service.http.app", True),
        ("service.http.app", "service.room.room", False),
        ("service.http.app", "clients.sdk", True),
        ("service.cli.serve", "clients.sdk", False),
        ("service.settings", "service.store", False),
        ("service.settings", "clients.sdk", True),
        ("service.room.room", "tests.games.toy", True),
        ("service.room.room", "service.store", True),
        ("service.room.room", "service.sockets.outbox", True),
        ("service.sockets.session", "service.node.node", True),
        ("service.sockets.session", "service.room.watching", False),
    ],
)
def test_the_arrows_themselves(importer: str, imported: str, broken: bool) -> None:
    assert broken_arrow(importer, imported) is broken


def test_imports_are_found_wherever_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "service" / "games" / "toy"
    folder.mkdir(parents=True)
    source = folder / "rules.py"
    source.write_text(
        "import json\nfrom . import data\nfrom ..dice import Dice\ndef f():\n    import service.match\n"
    )
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert set(imports(source)) == {
        "service.games.toy",
        "service.games.toy.data",
        "service.games.dice",
        "service.games.dice.Dice",
        "service.match",
    }
