"""Single answers from both sides of each bound: rates, points and files."""

from __future__ import annotations

import mimetypes
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.http import app_state, pages
from bocage.http.app_state import AppState
from bocage.http.pages import Files
from bocage.limits import Limits

# Rates -----------------------------------------------------------------------------------------------

#: Every rate: by what its number is divided to give one per second, and which limit says how many at once.
RATES = {
    "request_rate": (1, "request_burst"),
    "player_rate": (60, "player_burst"),
    "friend_requests": (86_400, "friend_requests"),
    "vacation_changes": (86_400, "vacation_changes"),
    "data_rate": (3600, "data_rate"),
    "report_rate": (60, "report_burst"),
    "profile_rate": (60, "profile_burst"),
    "sign_in_rate": (60, "sign_in_burst"),
    "notice_rate": (60, "notice_burst"),
    "challenge_rate": (60, "challenge_burst"),
    "match_rate": (60, "match_burst"),
    "map_rate": (60, "map_rate"),
    "hint_rate": (60, "hint_burst"),
    "address_hint_rate": (60, "address_hint_burst"),
    "address_match_rate": (60, "address_match_burst"),
}


def test_each_rate_is_for_the_time_that_its_limit_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_state, "Rates", lambda per_second, burst: (per_second, burst))
    names = sorted({*RATES, *(burst for _, burst in RATES.values())})
    limits = Limits(**{name: 7 * number for number, name in enumerate(names, 1)})
    node: Any = SimpleNamespace(limits=limits, clock=lambda: 0.0)
    made: Any = AppState(node)._rates
    assert made == {
        name: (getattr(limits, name) / per, getattr(limits, burst)) for name, (per, burst) in RATES.items()
    }


# Making a match --------------------------------------------------------------------------------------


# Files -----------------------------------------------------------------------------------------------


def test_known_files_are_not_looked_at_again(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text("1")
    files = Files(tmp_path)
    assert list(files.known()) == ["one.js"]
    (tmp_path / "two.js").write_text("2")
    assert list(files.known()) == ["one.js"]
    assert list(files.all()) == list(files.known()) == ["one.js", "two.js"]


def test_types_of_files_do_not_depend_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, str] = {}
    monkeypatch.setattr(mimetypes, "add_type", lambda kind, suffix: told.update({suffix: kind}))
    runpy.run_path(str(pages.__file__))
    assert told == {
        ".webmanifest": "application/manifest+json",
        ".js": "text/javascript",
        ".webp": "image/webp",
        ".woff2": "font/woff2",
    }


# Points ----------------------------------------------------------------------------------


# Lessons, calls, leaving -----------------------------------------------------------------------------
