"""Japanese of the command line: English sentence → Japanese. ``bocage.cli.words`` says how they are matched."""

from __future__ import annotations

from bocage.cli.text.ja_admin import ADMIN
from bocage.cli.text.ja_archive import ARCHIVE
from bocage.cli.text.ja_authors import AUTHORS
from bocage.cli.text.ja_common import COMMON
from bocage.cli.text.ja_doctor import DOCTOR
from bocage.cli.text.ja_errors import ERRORS
from bocage.cli.text.ja_play import PLAY
from bocage.cli.text.ja_serve import SERVE

#: All sentences of all commands.
JA: dict[str, str] = {**COMMON, **ADMIN, **SERVE, **DOCTOR, **PLAY, **AUTHORS, **ARCHIVE, **ERRORS}
