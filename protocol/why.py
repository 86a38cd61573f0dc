"""Why one action is better than another, in words: what the review of a match says, by theme."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Text key → (English, Japanese). ``own``: what the player has more of; ``other``: what the other side has less of.
WHY: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "why.men.own": ("It keeps more of your own strength.", "味方の兵力をより多く残せます。"),
        "why.men.other": ("It costs the other side more strength.", "敵の兵力をより多く削れます。"),
        "why.pins.own": (
            "Fewer of your own are pinned down or about to run.",
            "味方の釘付けや士気崩壊が減ります。",
        ),
        "why.pins.other": (
            "It pins more of the other side down before they can answer.",
            "敵が反撃する前に、より多くを釘付けにできます。",
        ),
        "why.leader.own": ("Your own leaders are safer.", "味方の指揮官がより安全です。"),
        "why.leader.other": ("It puts the other side's leaders at risk.", "敵の指揮官を危険にさらせます。"),
        "why.cover.own": ("You stand better covered.", "より良い遮蔽を得られます。"),
        "why.cover.other": ("The other side stands less covered.", "敵の遮蔽が薄くなります。"),
        "why.flank.own": (
            "You are encircled or under flanking fire less often.",
            "包囲や側面射撃を受けにくくなります。",
        ),
        "why.flank.other": (
            "The other side is encircled or under flanking fire more often.",
            "敵を包囲や側面射撃にさらしやすくなります。",
        ),
        "why.fire.own": ("It leaves you with the better shots.", "より有効な射撃手段が手元に残ります。"),
        "why.fire.other": ("It leaves the other side with worse shots.", "敵の射撃が弱まります。"),
        "why.range.own": ("The distance suits you better.", "味方に有利な距離になります。"),
        "why.range.other": ("The distance suits the other side less.", "敵に不利な距離になります。"),
        "why.cards.own": ("It keeps the better cards in your hand.", "より良いカードを手札に残せます。"),
        "why.cards.other": ("It leaves the other side the worse hand.", "敵の手札が弱くなります。"),
        "why.objectives.own": ("It is better for your objectives.", "目標の達成に有利です。"),
        "why.objectives.other": (
            "It keeps the other side away from their objectives.",
            "敵を目標の達成から遠ざけます。",
        ),
        "why.lanes.own": (
            "Your units are better placed in their lanes.",
            "各正面の戦力比が良くなります。",
        ),
        "why.lanes.other": (
            "The other side's units are worse placed in their lanes.",
            "敵部隊がこちらに対して不利な配置になります。",
        ),
        "why.fronts.own": ("It holds more fronts.", "より多くの戦線を確保できます。"),
        "why.fronts.other": ("It takes fronts from the other side.", "敵から戦線を奪えます。"),
        "why.score.own": ("It brings you closer to the score that wins.", "勝利に必要な撃破数に近づきます。"),
        "why.score.other": (
            "It keeps the other side further from the score that wins.",
            "敵を勝利に必要な撃破数から遠ざけます。",
        ),
        # How often it comes is an estimate of its own, beside those of the review: the direction alone is told.
        "why.ending": (
            "Played on from here, {more?more|fewer} games {won?are won|{lost?are lost|end}} like this: "
            "“{ending:outcome}”",
            "この先を続けると、次のような{won?勝ち方|{lost?負け方|終わり方}}が{more?増え|減り}ます：「{ending:outcome}」",
        ),
        "why.lost": (
            "Each game that the engine played on from here was lost.",
            "エンジンが先を試したゲームは、すべて負けでした。",
        ),
        "why.only": ("There is nothing else to choose.", "ほかに選べる行動はありません。"),
        "why.close": ("The other choices are about as good.", "ほかの選択肢でも大きな差はありません。"),
        "why.ahead": ("Played on from here, it wins more often.", "この先を続けると、勝てることが多くなります。"),
    }
)
