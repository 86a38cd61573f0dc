"""RESP3 as a server writes it."""

from __future__ import annotations

from typing import Any


class Push(list[Any]):
    """A message that answers no command."""


class Simple(bytes):
    """A status such as OK."""


def encode(value: Any) -> bytes:
    """The bytes of a reply."""
    out: list[bytes] = []
    _add(value, out)
    return b"".join(out)


def _add(value: Any, out: list[bytes]) -> None:
    kind = type(value)
    if kind is bytes:
        out.append(b"$%d\r\n%s\r\n" % (len(value), value))
    elif kind is int:
        out.append(b":%d\r\n" % value)
    elif kind is list or kind is tuple or kind is Push:
        out.append(b"%c%d\r\n" % (b">" if kind is Push else b"*", len(value)))
        for one in value:
            _add(one, out)
    elif value is None:
        out.append(b"_\r\n")
    elif kind is float:
        out.append(b",%.17g\r\n" % value)
    elif kind is Simple:
        out.append(b"+%s\r\n" % value)
    elif kind is dict:
        out.append(b"%%%d\r\n" % len(value))
        for key, one in value.items():
            _add(key, out)
            _add(one, out)
    elif isinstance(value, Exception):
        out.append(b"-%s\r\n" % str(value).encode())
    else:
        raise TypeError(kind)
