"""The Lua scripts."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import msgspec


class Script(msgspec.Struct, frozen=True):
    """A script and its SHA-1, which identifies it to Redis."""

    text: bytes
    sha: str


def script(*sources: bytes) -> Script:
    """Return a script that joins these texts."""
    text = b"\n".join(sources)
    return Script(text, hashlib.sha1(text, usedforsecurity=False).hexdigest())


def source(name: str, package: str = "bocage.store") -> bytes:
    """Return a file in the folder ``lua`` of a package."""
    return (files(package) / "lua" / f"{name}.lua").read_bytes()


def _script(*names: str) -> Script:
    return script(*map(source, names))


#: Append entries, each as the next of its log or not at all.
APPEND = _script("lists", "near", "cold", "append")
#: Publish entries that enough replicas have.
TELL = _script("near", "tell")
#: Correct the lists for a match.
PROJECT = _script("lists", "project")
#: Replace a finished log by one compressed row.
ARCHIVE = _script("archive")
#: Record that a node is alive; return the time, outages, and matches that are due.
BEAT = _script("beat")
#: Send a note to the other nodes that follow a match.
WHISPER = _script("whisper")
#: Return the lengths of logs.
LENGTHS = _script("cold", "lengths")
#: Record the use of a token. Sent as text, as those below.
TOUCH_PLAYER = _script("touch_player")
#: Change a player's hash if a field of it is unchanged.
CHANGE_PLAYER = _script("change_player")
#: Rename a player.
RENAME = _script("rename")
#: Frequently used scripts, loaded when a node connects.
ALL = (APPEND, TELL, PROJECT, ARCHIVE, BEAT, WHISPER, LENGTHS)

#: Returns 1 on servers without the Lua fixes of October 2025, where scripts can change globals shared by all
#: scripts (CVE-2025-46818); the same releases fixed the worse CVE-2025-49844. The version number is not conclusive,
#: because distributions backport fixes. The script changes nothing.
UNMENDED = b"local may = pcall(function() getmetatable('').__bocage = nil end) return may and 1 or 0"
