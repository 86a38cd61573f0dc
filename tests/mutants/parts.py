"""Which code is planted with bugs, part by part, and which tests concern it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec


class Part(msgspec.Struct, frozen=True):
    """``sources``, ``near``, ``far``: patterns from the root of the repository.

    ``near``: the tests that are to notice, those without a mark run in `make quick`; ``far``: what else may.
    """

    name: str
    sources: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...] = ()

    def files(self, root: Path) -> list[Path]:
        """The sources, in a fixed order."""
        return _found(root, self.sources)

    def tests(self, root: Path, far: bool = False) -> list[Path]:
        """Files of tests, in the order of the patterns."""
        return _found(root, self.far if far else self.near)


def _found(root: Path, patterns: tuple[str, ...]) -> list[Path]:
    found = [path for pattern in patterns for path in sorted(root.glob(pattern)) if path.name != "__init__.py"]
    return list(dict.fromkeys(found))


PARTS = (
    Part(
        "protocol",
        ("protocol/bocage/protocol/*.py",),
        ("tests/protocol/test_*.py", "tests/tools/test_client_types.py"),
        ("tests/fuzz/test_*.py",),
    ),
    Part(
        "match",
        ("service/bocage/log/*.py",),
        ("tests/log/test_*.py", "tests/rules/test_lessons.py"),
        ("tests/http/test_replays.py", "tests/features/vacations/test_*.py"),
    ),
    Part(
        "store",
        ("service/bocage/store/*.py", "service/bocage/store/lua/*.lua"),
        ("tests/store/**/test_*.py", "tests/features/accounts/test_leaving_steps.py"),
        ("tests/faults/test_*.py",),
    ),
    Part(
        "room",
        ("service/bocage/live/*.py",),
        ("tests/live/room/test_*.py", "tests/live/node/test_*.py"),
        ("tests/faults/test_*.py",),
    ),
    Part(
        "sockets",
        ("service/bocage/live/*.py", "service/bocage/limits/*.py"),
        ("tests/live/sockets/test_*.py", "tests/live/node/test_*.py"),
        ("tests/fuzz/test_frames.py",),
    ),
    Part(
        "node",
        ("service/bocage/live/*.py",),
        (
            "tests/live/node/test_*.py",
            "tests/features/accounts/test_leaving_steps.py",
            "tests/features/vacations/test_*.py",
        ),
        ("tests/http/test_lobby.py", "tests/http/test_unknown_rules.py", "tests/faults/test_*.py"),
    ),
    Part("http", ("service/bocage/http/*.py",), ("tests/http/test_*.py",), ("tests/e2e/test_calls.py",)),
    Part(
        "app",
        (
            "service/bocage/app.py",
            "service/bocage/start.py",
            "service/bocage/settings.py",
            "service/bocage/logs.py",
        ),
        (
            "tests/app/test_*.py",
            "tests/http/test_settings.py",
            "tests/http/test_logs.py",
            "tests/http/test_app.py",
            "tests/features/tracing/test_setting.py",
        ),
        ("tests/e2e/test_metrics.py", "tests/e2e/test_kills.py", "tests/e2e/test_private.py"),
    ),
    Part(
        "sdk",
        ("clients/bocage/sdk/*.py",),
        ("tests/clients/test_sdk*.py", "tests/clients/test_play*.py"),
        ("tests/e2e/test_bots.py",),
    ),
    Part(
        "terminal",
        ("clients/bocage/terminal/*.py",),
        (
            "tests/clients/test_terminal*.py",
            "tests/cli/test_layouts.py",
            "tests/cli/test_replay_terminal.py",
            "tests/cli/test_review.py",
        ),
        ("tests/e2e/test_terminal.py",),
    ),
    Part(
        "cli",
        ("service/bocage/cli/*.py",),
        ("tests/cli/test_*.py", "tests/http/test_admin.py"),
        ("tests/e2e/test_*.py", "tests/clients/test_added_game.py"),
    ),
    Part(
        "tools",
        ("service/bocage_tools/*.py", "service/bocage_tools/*/*.py"),
        ("tests/tools/test_*.py", "tests/clients/engine/test_*.py"),
        ("tests/e2e/test_load.py",),
    ),
    Part(
        "page",
        (
            "clients/web/js/net/*.js",
            "clients/web/js/client/*.js",
            "clients/web/js/replay/replay_feed.js",
        ),
        ("tests/page/test_*.py",),
        ("tests/web/test_connection.py", "tests/web/test_lobby.py"),
    ),
)

#: How the page's tables look, and how people act on them. A browser is needed to see it: these are tried only when
#: the part is asked for, and not with ``--quick``.
TABLES = Part(
    "tables",
    ("clients/web/css/*.css", "clients/web/js/games/*/board.css", "clients/web/js/table/*.js"),
    ("tests/web/test_layout.py", "tests/web/test_widths.py"),
    ("tests/web/test_acting.py", "tests/web/test_phone.py"),
)


def named(name: str) -> Part:
    """The part of that name. Raises ``KeyError``."""
    return {part.name: part for part in (*PARTS, TABLES)}[name]


def nearest_first(tests: list[Path], source: Path) -> Iterator[Path]:
    """Tests in the order in which they may notice: of the same name (``test_sdk_link``: of ``link`` in ``sdk``);
    then folder by folder, as they are given, those that name the module and all others."""
    stem = source.stem
    folders = list(dict.fromkeys(test.parent for test in tests))

    def rank(test: Path) -> tuple[int, int, str]:
        if test.stem.removeprefix("test_").removeprefix(f"{source.parent.name}_").rstrip("s") == stem.rstrip("s"):
            return -1, 0, test.as_posix()
        named = stem in test.read_text(encoding="utf-8")
        return folders.index(test.parent), 0 if named else 1, test.as_posix()

    yield from sorted(tests, key=rank)
