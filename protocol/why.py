"""Why one action is better than another, in words: what reviews and hints say, by theme.

They are read by either player, so that nobody is "you": the one who chooses is "this side".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Text key → (English, Japanese). ``own``: what the player has more of; ``other``: what the other side has less of.
WHY: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "why.men.own": ("It keeps more of this side's strength.", "自軍の兵力をより多く残せます。"),
        "why.men.other": ("It costs the other side more strength.", "相手の兵力をより多く削れます。"),
        "why.pins.own": (
            "Fewer on this side are pinned down or about to run.",
            "自軍の釘付けや士気崩壊が減ります。",
        ),
        "why.pins.other": (
            "It pins more of the other side down before they can answer.",
            "相手が反撃する前に、より多くを釘付けにできます。",
        ),
        "why.leader.own": ("This side's leaders are safer.", "自軍の指揮官がより安全です。"),
        "why.leader.other": ("It puts the other side's leaders at risk.", "相手の指揮官を危険にさらせます。"),
        "why.cover.own": ("This side stands better covered.", "より良い遮蔽を得られます。"),
        "why.cover.other": ("The other side stands less covered.", "相手の遮蔽が薄くなります。"),
        "why.flank.own": (
            "This side is encircled or under flanking fire less often.",
            "包囲や側面射撃を受けにくくなります。",
        ),
        "why.flank.other": (
            "The other side is encircled or under flanking fire more often.",
            "相手を包囲や側面射撃にさらしやすくなります。",
        ),
        "why.fire.own": ("It leaves this side with the better shots.", "より有効な射撃手段が手元に残ります。"),
        "why.fire.other": ("It leaves the other side with worse shots.", "相手の射撃が弱まります。"),
        "why.range.own": ("The distance suits this side better.", "自軍に有利な距離になります。"),
        "why.range.other": ("The distance suits the other side less.", "相手に不利な距離になります。"),
        "why.cards.own": ("It keeps the better cards in this side's hand.", "より良いカードを手札に残せます。"),
        "why.cards.other": ("It leaves the other side the worse hand.", "相手の手札が弱くなります。"),
        "why.objectives.own": ("It is better for this side's objectives.", "目標の達成に有利です。"),
        "why.objectives.other": (
            "It keeps the other side away from their objectives.",
            "相手を目標の達成から遠ざけます。",
        ),
        "why.lanes.own": (
            "This side's units are better placed in their lanes.",
            "各正面の戦力比が良くなります。",
        ),
        "why.lanes.other": (
            "The other side's units are worse placed in their lanes.",
            "相手の部隊が各正面で不利な配置になります。",
        ),
        "why.fronts.own": ("It holds more fronts.", "より多くの戦線を確保できます。"),
        "why.fronts.other": ("It takes fronts from the other side.", "相手から戦線を奪えます。"),
        "why.score.own": ("It brings this side closer to the score that wins.", "勝利に必要な撃破数に近づきます。"),
        "why.score.other": (
            "It keeps the other side further from the score that wins.",
            "相手を勝利に必要な撃破数から遠ざけます。",
        ),
        # How often it comes is an estimate of its own, beside those of the review: the direction alone is told.
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
        "why.close": ("The other choices are about as good.", "ほかの選択肢でも大きな差はありません。"),
        "why.ahead": ("Played on from here, it wins more often.", "この手なら、最後に勝つ割合が高くなります。"),
    }
)
