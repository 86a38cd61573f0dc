"""``--env-file``: a file of variables in the format of systemd's ``EnvironmentFile=`` and ``docker --env-file``."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, MutableMapping
from pathlib import Path

from bocage.cli.common import CommandError
from bocage.workers.assignment import VARIABLE

_LINE = re.compile(r"(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SINGLE = re.compile(r"'([^']*)'", re.DOTALL)


def add_env_file(parser: argparse.ArgumentParser) -> None:
    """Add ``--env-file``."""
    parser.add_argument(
        "--env-file",
        metavar="FILE",
        help="file with a variable per line, NAME=value; variables that are set already take precedence",
    )


def take_env_file(path: str | None, environment: MutableMapping[str, str]) -> None:
    """Add the variables of a file to ``environment`` where they are unset or empty. None: no file.

    Raises :class:`CommandError`.
    """
    # A worker gets its variables from the supervisor: a service's settings are those of its start.
    if path is None or VARIABLE in environment:
        return
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {os.strerror(error.errno or 0)}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8") from None
    # The last value of a name wins.
    found = dict(parse(path, text))
    environment.update({name: value for name, value in found.items() if not environment.get(name)})


def parse(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield names and values.

    Blank lines and lines that begin with ``#`` or ``;`` are ignored; a later ``#`` belongs to the value. Values may
    be in single quotes (literal) or in double ones (where a backslash escapes ``"``, ``\\``, ``$`` and a
    backquote). Blanks around unquoted values are stripped. A backslash at the end of a line joins it with the next
    one.

    Raises :class:`CommandError` with the number of an invalid line, but not the line, which may hold a password.
    """
    for number, line in _joined(text):
        if not line or line.startswith(("#", ";")):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise CommandError(f"{path}, line {number}: not NAME=value")
        yield found[1], _value(found[2].strip(), f"{path}, line {number}")


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """Yield stripped lines with their numbers, joining lines continued by a backslash."""
    whole, began = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        began = began or number
        comment = not whole and line.lstrip().startswith(("#", ";"))
        if not comment and (len(line) - len(line.rstrip("\\"))) % 2:
            whole += line[:-1]
            continue
        yield began, (whole + line).strip()
        whole, began = "", 0
    if whole:
        yield began, whole.strip()


def _value(text: str, where: str) -> str:
    if "\0" in text:
        raise CommandError(f"{where}: a value cannot hold a zero byte")
    if not text.startswith(('"', "'")):
        return text
    found = (_DOUBLE if text[0] == '"' else _SINGLE).fullmatch(text)
    if found is None:
        raise CommandError(f"{where}: the quotes do not enclose the whole value")
    return found[1] if text[0] == "'" else re.sub(r'\\(["\\$`])', r"\1", found[1])
