"""Texts by theme of reviews and hints: why one action is better than another.

Both players read them, so they never say "you": the deciding player is "this side".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Text key → (English, Japanese). ``own``: this side gains; ``other``: the other side loses.
WHY: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "why.men.own": (
            "A few turns on, this side has more strength left.",
            "数ターン後に、自軍の兵力がより多く残っています。",
        ),
        "why.men.other": (
            "A few turns on, the other side has less strength left.",
            "数ターン後に、相手の兵力がより少なくなっています。",
        ),
        "why.pins.own": (
            "A few turns on, fewer on this side are pinned down or about to run.",
            "数ターン後に、自軍の釘付けや士気崩壊が少なくなっています。",
        ),
        "why.pins.other": (
            "A few turns on, more on the other side are pinned down or about to run.",
            "数ターン後に、相手の釘付けや士気崩壊が多くなっています。",
        ),
        "why.leader.own": (
            "A few turns on, this side has lost its leaders less often.",
            "数ターン後に、自軍が指揮官を失っていることが少なくなります。",
        ),
        "why.leader.other": (
            "A few turns on, the other side has lost its leaders more often.",
            "数ターン後に、相手が指揮官を失っていることが多くなります。",
        ),
        "why.cover.own": (
            "A few turns on, this side is in better cover.",
            "数ターン後に、自軍の遮蔽がより良くなっています。",
        ),
        "why.cover.other": (
            "A few turns on, the other side is in worse cover.",
            "数ターン後に、相手の遮蔽がより悪くなっています。",
        ),
        "why.flank.own": (
            "A few turns on, this side is encircled or under flanking fire less often.",
            "数ターン後に、自軍が包囲や側面射撃を受けていることが少なくなります。",
        ),
        "why.flank.other": (
            "A few turns on, the other side is encircled or under flanking fire more often.",
            "数ターン後に、相手が包囲や側面射撃を受けていることが多くなります。",
        ),
        "why.fire.own": (
            "A few turns on, this side has better shots.",
            "数ターン後に、自軍の射撃がより有効になっています。",
        ),
        "why.fire.other": (
            "A few turns on, the other side has worse shots.",
            "数ターン後に、相手の射撃があまり効かなくなっています。",
        ),
        "why.range.closer": (
            "A few turns on, the two sides are closer to each other, which suits this one.",
            "数ターン後に、両軍の距離が縮まり、自軍に有利になっています。",
        ),
        "why.range.farther": (
            "A few turns on, the two sides are farther apart, which suits this one.",
            "数ターン後に、両軍の距離が開き、自軍に有利になっています。",
        ),
        "why.hand.own": (
            "A few turns on, this side has more cards in hand.",
            "数ターン後に、自軍の手札がより多くなっています。",
        ),
        "why.attacks.own": (
            "A few turns on, this side has better attacks in hand.",
            "数ターン後に、自軍の手札の攻撃がより強くなっています。",
        ),
        "why.held.own": (
            "A few turns on, this side holds more objective cards.",
            "数ターン後に、自軍の手札に任務目標がより多くあります。",
        ),
        "why.taken.own": (
            "A few turns on, this side has taken more objectives.",
            "数ターン後に、自軍がより多くの目標を達成しています。",
        ),
        "why.taken.other": (
            "A few turns on, the other side has taken fewer objectives.",
            "数ターン後に、相手が達成した目標が少なくなっています。",
        ),
        "why.lanes.own": (
            "A few turns on, this side's units are better placed in their lanes.",
            "数ターン後に、各正面で自軍の戦力比が良くなっています。",
        ),
        "why.lanes.other": (
            "A few turns on, the other side's units are worse placed in their lanes.",
            "数ターン後に、相手の部隊が各正面で不利な配置になっています。",
        ),
        "why.fronts.own": (
            "A few turns on, this side holds more fronts.",
            "数ターン後に、自軍がより多くの戦線を確保しています。",
        ),
        "why.fronts.other": (
            "A few turns on, the other side holds fewer fronts.",
            "数ターン後に、相手が確保している戦線が少なくなっています。",
        ),
        "why.score.own": (
            "A few turns on, this side is closer to the score that wins.",
            "数ターン後に、自軍が勝利に必要な撃破数により近づいています。",
        ),
        "why.score.other": (
            "A few turns on, the other side is further from the score that wins.",
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
            "Played on from here, {more?more|fewer} games {won?are won|{lost?are lost|end}} like this: "
            "“{ending:outcome}”",
            "この先を続けると、「{ending:outcome}」という{won?勝ち方|{lost?負け方|終わり方}}が{more?増え|減り}ます。",
        ),
        "why.lost": (
            "Each game that the engine played on from here was lost.",
            "エンジンが先を試したゲームは、すべて負けでした。",
        ),
        "why.only": ("There is nothing else to choose.", "ほかに選べる行動はありません。"),
        "why.close": ("It has no clear lead over the rest.", "ほかの選択肢との差ははっきりしません。"),
        "why.ahead": ("Played on from here, it wins more often.", "この手なら、最後に勝つ割合が高くなります。"),
    }
)
