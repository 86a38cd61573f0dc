"""The Lua scripts, and calling them by digest."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import msgspec


class Script(msgspec.Struct, frozen=True):
    """A script and its SHA-1, by which Redis knows it."""

    text: bytes
    sha: str


def _script(*names: str) -> Script:
    folder = files("service.store") / "lua"
    text = b"\n".join((folder / f"{name}.lua").read_bytes() for name in names)
    return Script(text, hashlib.sha1(text, usedforsecurity=False).hexdigest())


APPEND = _script("lists", "near", "append")
TELL = _script("near", "tell")
PROJECT = _script("lists", "project")
ARCHIVE = _script("archive")
BEAT = _script("beat")
WHISPER = _script("whisper")
LENGTHS = _script("lengths")

ALL = (APPEND, TELL, PROJECT, ARCHIVE, BEAT, WHISPER, LENGTHS)

#: 1 where scripts may still change what all scripts share, as before the fixes of October 2025 (CVE-2025-46818).
#: The worse faults in Lua (CVE-2025-49844) were mended in the same releases, and where a distribution mended an
#: older version, the version does not tell. It changes nothing.
UNMENDED = b"local may = pcall(function() getmetatable('').__bocage = nil end) return may and 1 or 0"
