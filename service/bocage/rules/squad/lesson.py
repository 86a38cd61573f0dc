"""The guided first game: three turns in which nearly everything happens once."""

from __future__ import annotations

from bocage.rules.kernel import Comment, Lesson
from bocage.rules.squad import actions
from bocage.rules.squad.actions import DECLINE, DONE, END_FIRE, NO_SMOKE, PASS, Actions
from bocage.rules.squad.options import SeatOptions

_ACTIONS: tuple[Actions, ...] = (
    actions.Terrain("0.1", card="hill_1"),
    DECLINE,
    DONE,
    actions.Declare("0.1", how="move"),
    NO_SMOKE,
    END_FIRE,
    actions.PlayBonus("1.1", card="flanking_fire_4"),
    actions.Attack("1.1", card="bolt_action_rifle_4", target="0.1"),
    END_FIRE,
    actions.Move("0.1", card="line_of_trees_1", into="terrain", step="closer"),
    actions.Barrier("1.1", card="minefield_1"),
    PASS,
    actions.Attack("0.1", card="mortar_2", target="1.1"),
    END_FIRE,
    END_FIRE,
    PASS,
    PASS,
    actions.PlayBonus("1.1", card="enfilade_3"),
    actions.PlayBonus("1.1", card="flanking_fire_2"),
    actions.Attack("1.1", card="bolt_action_rifle_1", target="0.1"),
    END_FIRE,
    actions.Encircle("0.1", card="encircled_2", target="1.1"),
    END_FIRE,
    PASS,
    PASS,
    DONE,
    PASS,
    PASS,
    actions.Declare("0.1", how="move"),
    NO_SMOKE,
    actions.Attack("0.1", card="bolt_action_rifle_2", target="1.1"),
    END_FIRE,
    END_FIRE,
    actions.Move("0.1", card="rubble_1", into="terrain", step="closer"),
    PASS,
    actions.Objective("0.1", card="mission_objective_4"),
    actions.Conceal("0.1", card="concealment_3"),
    END_FIRE,
    END_FIRE,
    PASS,
    PASS,
)

_COMMENTS = {
    0: Comment(
        "You lead the North: twelve Americans. The goal: wipe the other squad out, or score three mission "
        "objectives. Before the first turn you may start on a terrain card. A hill makes you harder to hit.",
        "あなたは北側、12名のアメリカ軍分隊を率います。敵の分隊を全滅させるか、任務目標を3つ達成すれば勝ちです。"
        "最初のターンの前に、地形カードの上から始められます。丘にいれば敵の弾は当たりにくくなります。",
    ),
    2: Comment(
        "South, the Germans, stay in the open. Turn 1 is yours: you drew three cards. You are asked even if "
        "nothing you hold fits, so that nobody learns from the timing. Nothing to use here.",
        "南側のドイツ軍は平地から始めました。第1ターンはあなたの番で、カードを3枚引きました。使える札がなくても"
        "質問は必ず出ます。間の取り方から手札を読まれないためです。ここは何もしません。",
    ),
    3: Comment(
        "Will you move this turn? Moving lets you change the range, and a Mission Objective can only be scored "
        "after a move. But the enemy may fire at you first. Move!",
        "このターンに移動しますか。移動すれば距離を変えられ、任務目標は移動の後にしか達成できません。"
        "ただし敵が先に撃てます。移動を宣言しましょう。",
    ),
    8: Comment(
        "Every attack is first die minus second die plus everything listed: here 1 − 3, +1 for Flanking Fire, −1 "
        "cover and −1 for the hill. Nothing happened.",
        "攻撃は「1個目のダイス−2個目のダイス＋修正」です。ここでは1−3に、側面射撃+1、遮蔽−1、丘−1。"
        "命中なしでした。",
    ),
    9: Comment(
        "Your move: a card takes you there. A terrain card becomes your new cover; any other card pays for open "
        "ground. Go closer, into the Line of Trees.",
        "移動です。カード1枚を使います。地形カードならそれが新しい遮蔽になり、ほかのカードなら平地へ進みます。"
        "並木に入って距離を詰めましょう。",
    ),
    11: Comment(
        "A Minefield! A Combat Engineer would clear it. You have none, so pass: the move is cancelled, and the "
        "mines roll two dice, +2.",
        "地雷原です！戦闘工兵がいれば取り除けますが、手札にありません。パスしましょう。移動は取り消され、"
        "地雷がダイス2個＋2で襲います。",
    ),
    12: Comment(
        "1 − 3 + 2 is 0: nobody hurt. A cancelled move is no move, so the mortar may fire in Position Fire: +2 at "
        "long range.",
        "1−3+2で0、無傷です。取り消された移動は移動に数えません。だから定置射撃で迫撃砲が撃てます。"
        "遠距離で+2です。",
    ),
    13: Comment(
        "5 − 1 + 2 = 6 of ten men! That will cost their nerve in their next turn.",
        "5−1+2で6名、敵は10名のうち6名を失いました。次のターン、士気が問われます。",
    ),
    15: Comment(
        "Turn 2 is South's. It was fired at, so it checks morale: a die plus the six men lost. Both sides may play "
        "cards first.",
        "第2ターンは南側です。撃たれたので士気チェックをします。ダイスに失った6名を足します。"
        "先に両軍とも札を使えます。",
    ),
    17: Comment(
        "9: pinned. A pinned squad cannot move and fires at −1. Its men lie down.",
        "9で釘付け。釘付けの分隊は移動できず、射撃も−1です。兵士は地面に伏せます。",
    ),
    21: Comment(
        "They missed. Return Fire is yours, and a pinned enemy can be Encircled: +3 on every attack against it "
        "while it stays there.",
        "外れました。応射はあなたの番。釘付けの敵には「包囲」を置けます。そこにいる限り、"
        "敵への攻撃はすべて+3です。",
    ),
    25: Comment(
        "They stay pinned. Turn 3: among your new cards are a rifle and Rubble.",
        "釘付けのままです。第3ターン、新しい札に小銃と荒地があります。",
    ),
    26: Comment(
        "You were fired at too. Americans check at +1; nobody fell, so it looks good. Pass.",
        "あなたも撃たれました。アメリカ軍の士気チェックは+1ですが、損失はないので大丈夫でしょう。パスします。",
    ),
    28: Comment("Steady. Declare a move again.", "動じません。もう一度、移動を宣言しましょう。"),
    30: Comment(
        "Now the rifle in covering fire. Others fire on the move at −2; Americans do not. And the enemy is "
        "encircled: +3.",
        "小銃で掩護射撃です。ほかの国は移動しながらの射撃に−2が付きますが、アメリカ軍にはありません。"
        "しかも包囲で+3です。",
    ),
    33: Comment("Closer, into the Rubble: cover −2.", "荒地に入って距離を詰めます。遮蔽は−2。"),
    35: Comment(
        "Nobody stopped you. After a successful move you may score an objective: the first of three.",
        "今度は止められませんでした。移動に成功した後なら任務目標を達成できます。まず1つ目です。",
    ),
    36: Comment(
        "And conceal the new position: a further −1 against you.",
        "新しい陣地を隠蔽しましょう。敵の攻撃はさらに−1です。",
    ),
    40: Comment(
        "South checks morale again, two men down and already pinned: at 5 or more it will run.",
        "南側はまた士気チェックです。2名を失い、すでに釘付け。5以上なら潰走します。",
    ),
    41: Comment(
        "With the two men lost a 5: a rout, and the last two men are gone. You have won. Now try it against "
        "somebody who thinks back.",
        "失った2名を足して5、潰走です。最後の2名もいなくなりました。あなたの勝ちです。次は、考える相手と戦ってみましょう。",
    ),
}

LESSON = Lesson(
    secret=bytes.fromhex("d20fc4d7fb4733fdf6174c930928c15fae6fec02afe03b915a30d6de47306a96"),
    seats=(SeatOptions(nation="us"), SeatOptions(nation="de")),
    actions=_ACTIONS,
    comments=_COMMENTS,
)
