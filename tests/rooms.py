"""The rooms of a game: which files its folder holds, and what each must offer under which name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec


class Room(msgspec.Struct, frozen=True):
    """A module of every game. ``names``: what it defines or imports; ``why``: what belongs there."""

    module: str
    names: tuple[str, ...]
    why: str


ROOMS = (
    Room("data", (), "every printed number, once"),
    Room("options", ("Options", "SeatOptions"), "what can be chosen for a match and for a seat"),
    Room("state", ("State",), "everything about a match"),
    Room("actions", ("Actions",), "what a player may do"),
    Room("events", ("Events",), "what is told"),
    Room("flow", (), "how a game begins and which step follows which"),
    Room("game", ("GAME",), "the game as the kernel sees it"),
    Room("view", ("View", "view"), "what each viewer may see"),
    Room("hidden", ("resample",), "what a viewer cannot know, drawn anew"),
    Room("invariants", ("assert_invariants",), "what is true of every state"),
    Room("refusals", ("refusal",), "why an action is not legal"),
    Room("facts", ("facts", "CONTENT", "used"), "printed facts for clients and what play must reach"),
    Room("spaces", ("SPACES",), "what actions and views can hold, for programs that learn"),
    Room("presentation", ("PRESENTATION",), "how the game presents itself"),
    Room("lesson", ("LESSON",), "the guided first game"),
    Room("text", ("TEXT",), "the words in both languages"),
)
#: Rooms of what a game need not offer: they are asked for when ``game.py`` defines the method of that name.
OFFERED = (
    Room("imagine", ("imagine",), "a state made of what a seat knows"),
    Room("odds", ("odds",), "costs and chances of the actions of a decision"),
)
#: Files that are no modules.
PAPERS = {"RULINGS.md": "where each ruling lives and is tested", "goldens": "golden logs, written by make goldens"}


def lacking(folder: Path) -> Iterator[str]:
    """What the folder of a game does not have, a sentence each that names the file to write."""
    methods = defined_in_classes(folder / "game.py")
    for room in (*ROOMS, *(room for room in OFFERED if room.module in methods)):
        names = set(room.names)
        path = folder / f"{room.module}.py"
        if not path.exists():
            path = folder / room.module / "__init__.py"
        if not path.exists():
            offers = f" with {', '.join(room.names)}" if names else ""
            yield f"write {folder.name}/{room.module}.py{offers}: {room.why}"
        elif absent := sorted(names - defined(path)):
            yield f"define {', '.join(absent)} in {folder.name}/{path.relative_to(folder)}: {room.why}"
    for name, why in PAPERS.items():
        if not (folder / name).exists():
            yield f"write {folder.name}/{name}: {why}"
    if "GAME" not in defined(folder / "__init__.py"):
        yield f"import GAME from game.py in {folder.name}/__init__.py: that is how the service finds the game"


def defined_in_classes(path: Path) -> set[str]:
    """The names of the methods of a module's classes."""
    body = ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []
    return {
        method.name
        for kind in body
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        if isinstance(method, ast.FunctionDef)
    }


def defined(path: Path) -> set[str]:
    """The names that a module defines or imports at its top."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else ():
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                names.add(node.name)
            case ast.Import() | ast.ImportFrom():
                names.update(alias.asname or alias.name for alias in node.names)
            case ast.Assign():
                names.update(target.id for target in node.targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name() as target):
                names.add(target.id)
    return names
