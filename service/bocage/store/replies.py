"""Codes of Redis's error replies."""

from __future__ import annotations

import re

#: The account is unknown or lacks rights.
DENIED = frozenset({"NOPERM", "NOAUTH", "WRONGPASS"})
#: The server works but rejects writes: its memory or disk is full, replicas or other servers are missing, …
WRITES_REFUSED = frozenset({"OOM", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "MASTERDOWN", "LOADING", "BUSY"})
#: Another server holds the key, or accepts writes.
ELSEWHERE = frozenset({"MOVED", "ASK", "TRYAGAIN", "READONLY"})
#: Temporary errors; nothing was done. FENCED comes from the append script.
NOT_NOW = WRITES_REFUSED | ELSEWHERE | {"NOPERM", "NOAUTH", "FENCED"}

#: Before version 7, Redis puts the code of a command's error in a script after the position in the script.
_IN_SCRIPT = re.compile(r"^(?:ERR Error running script|@user_script).*? -([A-Z]+) ", re.DOTALL)


#: Messages for a forbidden command in a script; some versions give no code.
_DENIED_IN_SCRIPT = ("The user executing the script can't", "ACL failure in script")


def code_of(error: Exception | str) -> str:
    """Return the code of an error reply: its first word, or that of the failed command in a script."""
    text = str(error)
    if any(words in text for words in _DENIED_IN_SCRIPT):
        return "NOPERM"
    found = _IN_SCRIPT.match(text)
    return found[1] if found else text.partition(" ")[0]
