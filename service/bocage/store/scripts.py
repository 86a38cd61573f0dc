"""The Lua scripts, and calling them by digest."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import msgspec


class Script(msgspec.Struct, frozen=True):
    """A script and its SHA-1, by which Redis knows it."""

    text: bytes
    sha: str


def script(*sources: bytes) -> Script:
    """The script that consists of these texts."""
    text = b"\n".join(sources)
    return Script(text, hashlib.sha1(text, usedforsecurity=False).hexdigest())


def source(name: str, package: str = "bocage.store") -> bytes:
    """The text of a file in the folder ``lua`` of a package."""
    return (files(package) / "lua" / f"{name}.lua").read_bytes()


def _script(*names: str) -> Script:
    return script(*map(source, names))


#: Appends entries, each as the next of its log or not at all.
APPEND = _script("lists", "near", "cold", "append")
#: Tells other nodes of entries that enough replicas have now.
TELL = _script("near", "tell")
#: Corrects what the lists say about a match.
PROJECT = _script("lists", "project")
#: Replaces a finished log by one compressed row.
ARCHIVE = _script("archive")
#: Notes that a node is alive; gives the time, outages, and matches that are due.
BEAT = _script("beat")
#: Sends a note to the other nodes that follow a match.
WHISPER = _script("whisper")
#: Gives the lengths of logs.
LENGTHS = _script("cold", "lengths")
#: Takes notices that are due.
TAKE_NOTICES = _script("take_notices")
#: Deals with a notice that was taken.
SETTLE_NOTICE = _script("settle_notice")
#: Notes that a token was used; sent as text, as are those below.
TOUCH_PLAYER = _script("touch_player")
#: Changes a player's hash, if a field of it is as it was read.
CHANGE_PLAYER = _script("change_player")
#: Gives a player another name.
RENAME = _script("rename")
#: All other scripts that nodes need all the time; a server loads them when a node connects.
ALL = (APPEND, TELL, PROJECT, ARCHIVE, BEAT, WHISPER, LENGTHS, TAKE_NOTICES, SETTLE_NOTICE)

#: A Lua text that gives 1 on servers without the fixes of October 2025: scripts there can change what all scripts
#: share (CVE-2025-46818). The same releases fixed worse faults in Lua (CVE-2025-49844). The version number does not
#: tell, because distributions also fix older versions. The script changes nothing.
UNMENDED = b"local may = pcall(function() getmetatable('').__bocage = nil end) return may and 1 or 0"
