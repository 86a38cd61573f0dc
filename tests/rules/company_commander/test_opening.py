"""CC-2: opening positions, as text in the options."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.rules.company_commander import GAME
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.position import EXAMPLES, LONGEST
from bocage.rules.dice import Dice
from bocage.rules.kernel.play import new_playthrough, play_out


def opened(text: str, **more: Any) -> Options:
    return msgspec.convert({"opening": "placed", "units": text, **more}, Options)


def test_cc_2_units_lie_on_their_fronts_and_not_in_the_decks() -> None:
    text = "# ours\nUS_L: us_rifle_squad US_RIFLE_SQUAD\nde_l: de_sniper\nus_l: us_company_hq"
    step = GAME.setup(opened(text), (), Dice(b"o", 1))
    view = GAME.view(step.state, 0)
    assert {unit: of["front"] for unit, of in view["units"].items()} == {
        "us_rifle1": "us_l",
        "us_rifle2": "us_l",
        "us_chq": "us_l",
        "de_sniper": "de_l",
    }
    GAME.assert_invariants(step.state)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("position_missing", ""),
        ("position_units", "# nothing\n"),
        ("position_units", "us_l: us_rifle_squad\n"),
        ("position_units", "de_l: de_sniper\nus_l: " + "us_half_squad " * 10),
        ("position_front", "us_l us_rifle_squad\nde_l: de_sniper"),
        ("position_front", "us_x: us_rifle_squad\nde_l: de_sniper"),
        ("position_front", "<b>: us_rifle_squad"),
        ("position_card", "us_l: de_sniper"),
        ("position_card", "us_l: us_\u2068"),
        ("position_count", "us_l: us_company_hq us_company_hq\nde_l: de_sniper"),
        ("length <= 1500", "#" * (LONGEST + 1)),
    ],
)
def test_cc_2_text_that_is_no_position_is_refused(code: str, text: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=code):
        opened(text)
    with pytest.raises(msgspec.ValidationError, match=r"position_unused|length"):
        msgspec.convert({"units": text or EXAMPLES[0]}, Options)


def test_cc_2_old_logs_read_as_before() -> None:
    assert "opening" not in msgspec.to_builtins(Options(opening="empty", units=""))


@pytest.mark.parametrize("text", EXAMPLES)
def test_cc_2_games_from_a_position_are_whole(text: str) -> None:
    assert opened(text).units == text
    for number in range(3):
        playthrough = new_playthrough(GAME, f"opening {number}", opened(text, commander=number == 1, turn_cap=12))
        state = GAME.setup(playthrough.options, (), playthrough.dice(0)).state
        GAME.assert_invariants(state)
        play_out(playthrough)
