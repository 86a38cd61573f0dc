"""Texts by theme of reviews and hints: why one action is better than another.

Both players read reviews, so these never say "you": the deciding player is "this side".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Text key → (English, Japanese). ``own``: this side gains; ``other``: the other side loses.
WHY: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "why.men.own": (
            "This side has more strength left after a few turns.",
            "数ターン後に、自軍の兵力がより多く残っています。",
        ),
        "why.men.other": (
            "The other side has less strength left after a few turns.",
            "数ターン後に、相手の兵力がより少なくなっています。",
        ),
        "why.pins.own": (
            "Fewer on this side are pinned down or about to run after a few turns.",
            "数ターン後に、自軍の釘付けや士気崩壊が少なくなっています。",
        ),
        "why.pins.other": (
            "More on the other side are pinned down or about to run after a few turns.",
            "数ターン後に、相手の釘付けや士気崩壊が多くなっています。",
        ),
        "why.leader.own": (
            "This side has lost its leaders less often after a few turns.",
            "数ターン後に、自軍が指揮官を失っていることが少なくなります。",
        ),
        "why.leader.other": (
            "The other side has lost its leaders more often after a few turns.",
            "数ターン後に、相手が指揮官を失っていることが多くなります。",
        ),
        "why.cover.own": (
            "This side is in better cover after a few turns.",
            "数ターン後に、自軍の遮蔽がより良くなっています。",
        ),
        "why.cover.other": (
            "The other side is in worse cover after a few turns.",
            "数ターン後に、相手の遮蔽がより悪くなっています。",
        ),
        "why.flank.own": (
            "This side is encircled or under flanking fire less often after a few turns.",
            "数ターン後に、自軍が包囲や側面射撃を受けていることが少なくなります。",
        ),
        "why.flank.other": (
            "The other side is encircled or under flanking fire more often after a few turns.",
            "数ターン後に、相手が包囲や側面射撃を受けていることが多くなります。",
        ),
        "why.fire.own": (
            "This side has better shots after a few turns.",
            "数ターン後に、自軍の射撃がより有効になっています。",
        ),
        "why.fire.other": (
            "The other side has worse shots after a few turns.",
            "数ターン後に、相手の射撃があまり効かなくなっています。",
        ),
        "why.range.closer": (
            "The two sides are closer to each other after a few turns, which suits this one.",
            "数ターン後に、両軍の距離が縮まり、自軍に有利になっています。",
        ),
        "why.range.farther": (
            "The two sides are farther apart after a few turns, which suits this one.",
            "数ターン後に、両軍の距離が開き、自軍に有利になっています。",
        ),
        "why.hand.own": (
            "This side has more cards in hand after a few turns.",
            "数ターン後に、自軍の手札がより多くなっています。",
        ),
        "why.attacks.own": (
            "This side has better attacks in hand after a few turns.",
            "数ターン後に、自軍の手札の攻撃がより強くなっています。",
        ),
        "why.held.own": (
            "This side holds more objective cards after a few turns.",
            "数ターン後に、自軍の手札に任務目標がより多くあります。",
        ),
        "why.taken.own": (
            "This side has taken more objectives after a few turns.",
            "数ターン後に、自軍がより多くの目標を達成しています。",
        ),
        "why.taken.other": (
            "The other side has taken fewer objectives after a few turns.",
            "数ターン後に、相手が達成した目標が少なくなっています。",
        ),
        "why.lanes.own": (
            "This side's units are better placed in their lanes after a few turns.",
            "数ターン後に、各正面で自軍の戦力比が良くなっています。",
        ),
        "why.lanes.other": (
            "The other side's units are worse placed in their lanes after a few turns.",
            "数ターン後に、相手の部隊が各正面で不利な配置になっています。",
        ),
        "why.fronts.own": (
            "This side holds more fronts after a few turns.",
            "数ターン後に、自軍がより多くの戦線を確保しています。",
        ),
        "why.fronts.other": (
            "The other side holds fewer fronts after a few turns.",
            "数ターン後に、相手が確保している戦線が少なくなっています。",
        ),
        "why.score.own": (
            "This side is closer to the score that wins after a few turns.",
            "数ターン後に、自軍が勝利に必要な撃破数により近づいています。",
        ),
        "why.score.other": (
            "The other side is further from the score that wins after a few turns.",
            "数ターン後に、相手が勝利に必要な撃破数からより遠くなっています。",
        ),
        # Themes of earlier releases, in stored logs and reviews.
        "why.range.own": ("The distance suits this side better.", "自軍に有利な距離になります。"),
        "why.range.other": ("The distance suits the other side less.", "相手に不利な距離になります。"),
        "why.objectives.own": ("It is better for this side's objectives.", "目標の達成に有利です。"),
        "why.objectives.other": (
            "It keeps the other side away from their objectives.",
            "相手を目標の達成から遠ざけます。",
        ),
        "why.cards.own": ("It keeps the better cards in this side's hand.", "より良いカードを手札に残せます。"),
        "why.cards.other": ("It leaves the other side the worse hand.", "相手の手札が弱くなります。"),
        # The frequency is an estimate of its own, so only its direction is shown.
        "why.ending": (
            "From here on {more?more|fewer} games {won?are won|{lost?are lost|end}} like this: “{ending:outcome}”",
            "この先を続けると、「{ending:outcome}」という{won?勝ち方|{lost?負け方|終わり方}}が{more?増え|減り}ます。",
        ),
        "why.lost": (
            "Each game that the engine played on from here was lost.",
            "エンジンが先を試したゲームは、すべて負けでした。",
        ),
        "why.only": ("There is nothing else to choose.", "ほかに選べる行動はありません。"),
        "why.close": ("It has no clear lead over the rest.", "ほかの選択肢との差ははっきりしません。"),
        "why.ahead": ("From here on it wins more often.", "この手なら、最後に勝つ割合が高くなります。"),
    }
)

#: Hints that are no reason and its consequence.
_ODD: Mapping[str, tuple[str, str]] = {
    "hint.ending": (
        "{action:action}, because from here on {more?more|fewer} games {won?are won|{lost?are lost|end}} like"
        " this: “{ending:outcome}”",
        "「{action:action}」なら、この先「{ending:outcome}」という{won?勝ち方|{lost?負け方|終わり方}}が{more?増え|減り}ます。",
    ),
    "hint.lost": (
        "{action:action}, although each game that the engine played on from here was lost.",
        "「{action:action}」でも、エンジンが先を試したゲームは、すべて負けでした。",
    ),
    "hint.only": (
        "{action:action}, because there is nothing else to choose.",
        "「{action:action}」のほかに、選べる行動はありません。",
    ),
    "hint.close": (
        "{action:action}, although it has no clear lead over the rest.",
        "「{action:action}」でも、ほかの選択肢との差ははっきりしません。",
    ),
    "hint.ahead": (
        "{action:action}, because from here on it wins more often.",
        "「{action:action}」なら、最後に勝つ割合が高くなります。",
    ),
}


def _hint(english: str, japanese: str) -> tuple[str, str]:
    return f"{{action:action}}, because {english[0].lower()}{english[1:]}", f"「{{action:action}}」なら、{japanese}"


#: Text key → (English, Japanese): what to do and why, in one sentence.
HINTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {**{f"hint.{key.removeprefix('why.')}": _hint(*texts) for key, texts in WHY.items()}, **_ODD}
)
