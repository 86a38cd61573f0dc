"""The review of a finished match as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bocage.protocol.review import Review, ReviewedChoice
from bocage.terminal.screen import Screen
from bocage.terminal.words import Words

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "review": "{game}, {match}: how it came about, by engine {engine}",
        "review.start": "Chance of {seat} at the first choice: {chance}.",
        "review.seat": "{seat}: luck {luck}, skill {judged?{skill} (with the best choices: {best})"
        "|too small to tell}, {n} {n#choice|choices}.",
        "review.luck": "Luck is what dice, cards and hidden things brought; skill is what the choices did, compared"
        " with the engine's quick play.",
        "review.choices": "What cost most:",
        "review.all": "What could have been better:",
        "review.right": "The engine found nothing better than what was played.",
        "review.choice": "{seq}  {seat}: {action} ({before} → {chosen})",
        "review.better": "Better: {action}. {why}",
    },
    "ja": {
        "review": "{game} {match}: 対戦の振り返り（エンジン {engine}）",
        "review.start": "最初の選択の時点での{seat}の勝率: {chance}",
        "review.seat": "{seat}: 運 {luck}、腕{judged? {skill}（最善の手なら{best}）|は差が小さく判定できません}、"
        "選択{n}回",
        "review.luck": "「運」は、ダイス・カード・見えていなかったものがもたらした増減、"
        "「腕」は、エンジンの早指しと比べて選択がもたらした増減です。",
        "review.choices": "損失の大きかった選択:",
        "review.all": "より良い手があった選択:",
        "review.right": "実際の選択より確かに良い手は見つかりませんでした。",
        "review.choice": "{seq}  {seat}: {action}（{before} → {chosen}）",
        "review.better": "より良い手: {action}。{why}",
    },
}


def percent(chance: float) -> str:
    """Format a chance."""
    return f"{round(100 * chance)}%"


def signed_percent(share: float) -> str:
    """Format a change of a chance, with its sign."""
    whole = round(100 * share)
    return f"{'+' if whole > 0 else '−' if whole < 0 else ''}{abs(whole)}%"


def review_lines(review: Review, view: Mapping[str, Any], screen: Screen, every: bool = False) -> Iterator[str]:
    """Format a review. ``view``: of the finished match; ``every``: all marked choices, in order."""
    words = screen.words.and_these(TEXTS)
    yield words.ui("review", game=words.say("game.name"), match=review.match, engine=review.engine)
    if review.choices:
        first = review.choices[0]
        chance = percent(first.quick)
        yield words.ui("review.start", seat=screen.player(view, first.seat), chance=chance)
    for sums in review.seats:
        skill, best = signed_percent(sums.skill), signed_percent(sums.skill + sums.given)
        yield words.ui(
            "review.seat",
            seat=screen.player(view, sums.seat),
            luck=signed_percent(sums.luck),
            skill=skill,
            best=best,
            # Zeros would read like a verdict.
            judged=(skill, best) != ("0%", "0%"),
            n=sums.choices,
        )
    yield words.ui("review.luck")
    marked = {choice.seq: choice for choice in review.choices if choice.better is not msgspec.UNSET}
    if not marked:
        yield words.ui("review.right")
        return
    yield words.ui("review.all" if every else "review.choices")
    for seq in marked if every else review.costliest:
        yield from _choice(marked[seq], view, screen, words)


def _choice(choice: ReviewedChoice, view: Mapping[str, Any], screen: Screen, words: Words) -> Iterator[str]:
    yield words.ui(
        "review.choice",
        seq=f"{choice.seq:>5}",
        seat=screen.player(view, choice.seat),
        action=words.action(choice.action),
        before=percent(choice.before),
        chosen=percent(choice.chosen),
    )
    if choice.better is not msgspec.UNSET and choice.why is not msgspec.UNSET:
        why = words.say(f"why.{choice.why.theme}", msgspec.to_builtins(choice.why))
        yield f"       {words.ui('review.better', action=words.action(choice.better), why=why)}"
