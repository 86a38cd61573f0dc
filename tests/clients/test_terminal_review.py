"""The review of a match in the terminal, line by line, in both languages."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.protocol.review import Review, ReviewedChoice, ReviewedSeat, Why
from bocage.terminal.review import percent, review_lines, signed_percent
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words
from tests.clients.test_terminal_screen import TEXT, view

PLUS: dict[str, Any] = {"do": "add", "n": 2}


def choice(seq: int, seat: int, before: float, chosen: float, **more: Any) -> ReviewedChoice:
    return ReviewedChoice(seq, seat, {"do": "add", "n": 1}, before, chosen, 0.5, before, **more)


BETTER = {"better": PLUS, "why": Why("close")}
REVIEW = Review(
    "m",
    "toy",
    "9",
    [choice(4, 1, 0.6, 0.5), choice(12, 0, 0.7, 0.4, **BETTER), choice(30, 1, 0.52, 0.5, **BETTER)],
    [ReviewedSeat(0, 1, 0.25, 0.3, -0.1), ReviewedSeat(1, 2, -0.25, 0.12, 0.2)],
    [12],
)


def lines(lang: str, review: Review, **wish: bool) -> list[str]:
    screen = Screen(Words(lang, TEXT | {"why.close": "About as good."}), {})
    return list(review_lines(review, view(), screen, **wish))


HEAD = [
    "Toy, m: how it came about, by engine 9",
    "Chance of South (Bo) at the first choice: 60%.",
    "North (Ada): luck +25%, skill −10% (with the best choices: +20%), 1 choice.",
    "South (Bo): luck −25%, skill +20% (with the best choices: +32%), 2 choices.",
    "Luck is what dice, cards and hidden things brought; skill is what the choices did, compared"
    " with the engine's quick play.",
]


def test_what_cost_most_or_all_that_could_have_been_better() -> None:
    costly = ["   12  North (Ada): Add 1 (70% → 40%)", "       Better: Add 2. About as good."]
    cheap = ["   30  South (Bo): Add 1 (52% → 50%)", "       Better: Add 2. About as good."]
    assert lines("en", REVIEW) == [*HEAD, "What cost most:", *costly]
    assert lines("en", REVIEW, every=True) == [*HEAD, "What could have been better:", *costly, *cheap]
    turned = msgspec.structs.replace(REVIEW, costliest=[30, 12])
    assert lines("en", turned) == [*HEAD, "What cost most:", *cheap, *costly]


def test_the_same_in_japanese() -> None:
    assert lines("ja", REVIEW) == [
        "Toy m: 対戦の振り返り（エンジン 9）",
        "最初の選択の時点でのSouth（Bo）の勝率: 60%",
        "North（Ada）: 運 +25%、腕 −10%（最善の手なら+20%）、選択1回",
        "South（Bo）: 運 −25%、腕 +20%（最善の手なら+32%）、選択2回",
        "「運」は、ダイス・カード・見えていなかったものがもたらした増減、"
        "「腕」は、エンジンの早指しと比べて選択がもたらした増減です。",
        "損失の大きかった選択:",
        "   12  North（Ada）: Add 1（70% → 40%）",
        "       より良い手: Add 2。About as good.",
    ]


def test_where_nothing_was_better_and_where_nothing_was_chosen() -> None:
    right = msgspec.structs.replace(REVIEW, choices=REVIEW.choices[:1], costliest=[])
    for every in (False, True):
        assert lines("en", right, every=every) == [*HEAD, "The engine found nothing better than what was played."]
    assert lines("en", msgspec.structs.replace(right, choices=[], seats=[])) == [
        HEAD[0],
        HEAD[4],
        lines("en", right)[-1],
    ]


def test_better_action_comes_with_its_reason() -> None:
    bare = msgspec.structs.replace(REVIEW, choices=[choice(12, 0, 0.7, 0.4, better=PLUS)])
    assert lines("en", bare)[-1] == "   12  North (Ada): Add 1 (70% → 40%)"


@pytest.mark.parametrize(
    ("share", "plain", "signed"),
    [(0.0, "0%", "0%"), (0.004, "0%", "0%"), (0.006, "1%", "+1%"), (0.5, "50%", "+50%"), (1.0, "100%", "+100%")],
)
def test_shares_are_whole_and_changes_signed(share: float, plain: str, signed: str) -> None:
    assert (percent(share), signed_percent(share)) == (plain, signed)
    assert signed_percent(-share) == signed.replace("+", "−")


def test_skill_that_rounds_to_nothing_is_too_small_to_tell() -> None:
    small = msgspec.structs.replace(REVIEW, seats=[ReviewedSeat(0, 1, 0.25, 0.003, -0.003)])
    assert lines("en", small)[2] == "North (Ada): luck +25%, skill too small to tell, 1 choice."
    assert lines("ja", small)[2] == "North（Ada）: 運 +25%、腕は差が小さく判定できません、選択1回"
    given = msgspec.structs.replace(REVIEW, seats=[ReviewedSeat(0, 1, 0.25, 0.06, 0)])
    assert lines("en", given)[2] == "North (Ada): luck +25%, skill 0% (with the best choices: +6%), 1 choice."
