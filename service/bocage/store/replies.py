"""Errors that Redis replies with, by their code."""

from __future__ import annotations

import re

#: This account may not do that, or there is no such account.
DENIED = frozenset({"NOPERM", "NOAUTH", "WRONGPASS"})
#: The server works and stores nothing: its memory or disk is full, replicas or other servers are missing, …
WRITES_REFUSED = frozenset({"OOM", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "MASTERDOWN", "LOADING", "BUSY"})
#: Another server holds the key, or takes writes.
ELSEWHERE = frozenset({"MOVED", "ASK", "TRYAGAIN", "READONLY"})
#: Not now, and nothing was done. FENCED is said by the script of appends.
NOT_NOW = WRITES_REFUSED | ELSEWHERE | {"NOPERM", "NOAUTH", "FENCED"}

#: Redis before version 7 puts errors of commands in scripts behind the place in the script.
_IN_SCRIPT = re.compile(r"^(?:ERR Error running script|@user_script).*? -([A-Z]+) ", re.DOTALL)


#: How versions tell that a command in a script is not allowed; some without a code.
_DENIED_IN_SCRIPT = ("The user executing the script can't", "ACL failure in script")


def code_of(error: Exception | str) -> str:
    """The code of an error reply: its first word, or that of the command in the script which failed."""
    text = str(error)
    if any(words in text for words in _DENIED_IN_SCRIPT):
        return "NOPERM"
    found = _IN_SCRIPT.match(text)
    return found[1] if found else text.partition(" ")[0]
