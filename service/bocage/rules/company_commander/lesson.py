"""The guided first game: four turns with a pin, a mission, shelling, two assaults, a rally and a rout."""

from __future__ import annotations

from bocage.rules.company_commander import actions
from bocage.rules.company_commander.options import Options
from bocage.rules.kernel import Comment, Lesson

_END, _PASS, _LAUNCH = actions.EndPhase(), actions.Pass(), actions.Commit()

_ACTIONS: tuple[actions.Actions, ...] = (
    actions.Deploy("us_mortar_81mm", "us_c"),
    actions.Deploy("us_recon_team", "us_c"),
    actions.Deploy("us_rifle_squad", "us_c"),
    _END,
    _END,
    _END,
    _END,
    _END,
    _END,
    actions.Deploy("de_jager_squad", "de_c"),
    actions.Deploy("de_sniper", "de_c"),
    actions.Deploy("de_panzerschreck_team", "de_l"),
    _END,
    _END,
    _END,
    _PASS,
    actions.Suppress("de_sniper", "us_c"),
    _PASS,
    _END,
    _PASS,
    _END,
    _END,
    actions.Deploy("us_bazooka_team", "us_c"),
    actions.Deploy("us_platoon_hq", "us_c"),
    actions.Deploy("us_mortar_60mm", "us_l"),
    _END,
    _END,
    _PASS,
    actions.Recon("us_recon1"),
    _END,
    _PASS,
    actions.Play("air_support", front="de_c"),
    _PASS,
    actions.Suppress("us_60mm", "de_c"),
    _PASS,
    _END,
    _PASS,
    actions.Join("us_rifle1", "de_c"),
    actions.Join("us_bazooka", "de_c"),
    _LAUNCH,
    actions.Play("breakthrough"),
    _PASS,
    _PASS,
    _END,
    _PASS,
    actions.Rally("us_81mm", "us_phq1"),
    _END,
    actions.Deploy("de_company_hq", "de_c"),
    actions.Deploy("de_pioniere_squad", "de_c"),
    actions.Deploy("de_platoon_hq", "de_c"),
    _END,
    _END,
    _END,
    _PASS,
    _END,
    _PASS,
    actions.Join("de_pio", "us_c"),
    actions.Join("de_schreck", "us_c"),
    _LAUNCH,
    actions.Play("blitzkrieg"),
    actions.Play("grenades", "de_pio"),
    _PASS,
    actions.Play("open_field", "us_81mm"),
    _PASS,
    _END,
    _PASS,
    actions.Rally("de_jager1", "de_chq"),
    _END,
)

_COMMENTS = {
    0: Comment(
        "You lead the Americans. The goal: remove ten German units, or hold all three fronts against one. You "
        "drew three units and must place them all. Start in the center; the German center is straight across.",
        "あなたはアメリカ軍を率います。ドイツ軍のユニットを10個除去するか、三つの正面をすべて保持して敵を一つ以下に"
        "抑えれば勝ちです。引いた3ユニットはすべて配置します。まず中央へ。向かいはドイツ軍の中央です。",
    ),
    2: Comment(
        "A Rifle Squad has strength 2: two fire dice in an assault, and two casualties until it is gone.",
        "小銃分隊の戦力は2。突撃ではダイスを2個振り、損耗2で除去されます。",
    ),
    3: Comment(
        "All are placed. Units could also move to an adjacent front now, but who moves does not attack.",
        "全部置けました。ここで隣の正面へ移動もできますが、移動したユニットはこのターン攻撃できません。",
    ),
    4: Comment(
        "Tactics: two cards. Air Support shells a front in your Suppression; Open Field helps when you are "
        "assaulted. Nothing to do with them yet: there is no enemy. End the phases.",
        "戦術フェイズで2枚引きました。航空支援は自分の制圧フェイズに敵正面を撃つ札、平地は突撃を受けたときの札です。"
        "まだ敵がいないので、このターンはフェイズを終えていきます。",
    ),
    9: Comment(
        "The German turn: a squad and a sniper come to their center, a Panzerschreck Team across "
        "from your empty right.",
        "ドイツ軍のターン。中央に猟兵分隊と狙撃兵、右翼にパンツァーシュレックチームが来ます。"
        "その向かいの、あなたの右翼はまだ空いています。",
    ),
    15: Comment(
        "A window: the enemy's Suppression begins, and you may answer with a card. You are asked whenever you "
        "hold any card, so that nobody learns what you hold. None fits: pass.",
        "割り込みの機会です。敵の制圧フェイズの初めに、カードで応じられます。手札が1枚でもあれば必ず尋ねられるので、"
        "何を持っているかは相手に分かりません。使える札はないので見送ります。",
    ),
    17: Comment(
        "The sniper fires at your center. Smoke, Take Cover or Camouflage would stop that; you have none.",
        "狙撃兵が中央を撃ちます。煙幕、遮蔽の確保、カモフラージュがあれば無効にできますが、手札にありません。",
    ),
    19: Comment(
        "Two dice, 10: a pin, on a random unit. Your 81 mm Mortar is pinned: it can do nothing but rally.",
        "ダイス2個で10、釘付けです。無作為に選ばれた81mm迫撃砲は、回復のほか何もできません。",
    ),
    22: Comment(
        "Your turn again. The Platoon HQ will help to rally. The bazooka goes with the squad.",
        "ふたたびあなたのターン。小隊HQは回復を助けてくれます。バズーカは分隊と一緒に中央へ。",
    ),
    24: Comment(
        "The 60 mm Mortar goes to the left. The German right across from it is empty, so it may fire into the "
        "center's flank: +1.",
        "60mm迫撃砲は左翼へ。向かいのドイツ軍右翼は空なので、中央を側面から撃てます（+1）。",
    ),
    25: Comment(
        "End Deploy and draw two cards: Breakthrough is for your assaults. Panzerfausts are German, you can only "
        "keep them from the enemy.",
        "展開を終えると2枚引きます。突破は自分の突撃用。パンツァーファウストはドイツ軍の札なので、"
        "抱えて敵に渡さないことしかできません。",
    ),
    28: Comment(
        "Recon: one die. 1–2 spotted and shot at, 3–4 nothing, 5–6 success: see the enemy hand or mark the front.",
        "偵察はダイス1個。1–2で発見されて撃たれ、3–4は何もなし、5–6で成功し、手札を見るか正面に目印をつけます。",
    ),
    29: Comment(
        "A 3: nothing. The team does not attack this turn.",
        "出目は3、何もなし。このチームは、このターンもう攻撃できません。",
    ),
    31: Comment(
        "Suppression. Air Support: three rolls of two dice against one front. 8–10 pins, 11 or more is a casualty.",
        "制圧フェイズ。航空支援は、正面1つにダイス2個を3回振ります。8–10で釘付け、11以上で損耗です。",
    ),
    33: Comment(
        "The third roll, 11, killed the sniper: one unit. Now the mortar, into the flank.",
        "3回目の11で狙撃兵を倒しました。まず1ユニット。次は迫撃砲で側面を撃ちます。",
    ),
    35: Comment(
        "7, and +1 for the flank: 8, a pin. The Jäger squad is pinned and will not fire back. Time to assault!",
        "7に側面の+1で8、釘付けです。猟兵分隊は釘付けになり、撃ち返せません。突撃の好機です。",
    ),
    37: Comment(
        "Name the attackers one by one. Until you launch the assault you may take each of them back.",
        "攻撃するユニットを1つずつ選びます。突撃を開始するまでは外すこともできます。",
    ),
    39: Comment(
        "Two attackers against one pinned squad. Launch!",
        "釘付けの1個分隊に2ユニットでかかります。突撃開始。",
    ),
    40: Comment(
        "Cards first: yours, then theirs. Breakthrough gives each attacker one more die.",
        "まずカードを、自分、敵の順に使います。突破で攻撃側全員のダイスが1個ずつ増えます。",
    ),
    43: Comment(
        "Defenders would fire first, but a pinned one does not. Your squad rolled 5, 5, 6: two pins, one casualty. "
        "The Jäger squad has one casualty and three pins.",
        "本来は防御側が先に撃ちますが、釘付けなら撃てません。5、5、6で釘付け2つと損耗1つ。"
        "猟兵分隊は損耗1、釘付け3です。",
    ),
    45: Comment(
        "Rally: 5 or 6 takes all pins off. Your HQ did not move or assault, so it may give +2 to one unit.",
        "回復フェイズ。5–6で釘付けがすべて取れます。移動も突撃もしていないHQは、1ユニットに+2を与えられます。",
    ),
    46: Comment(
        "Rallied. End your turn; now the Germans strike back.",
        "回復しました。ターンを終えると、ドイツ軍が反撃に出ます。",
    ),
    62: Comment(
        "They assault your center with engineers and the Panzerschreck Team; Blitzkrieg and Grenades give them "
        "more dice. Your answer: Open Field, one more die for one defender.",
        "工兵とパンツァーシュレックが中央へ突撃してきます。電撃戦と手榴弾でダイスも増えました。"
        "平地で応じ、防御側1ユニットのダイスを1個増やします。",
    ),
    63: Comment(
        "Now your defenders fire first. Their hits count at once: the dead and the pinned do not fire back.",
        "防御側が先に撃ちます。命中の結果はすぐに出るので、倒れた敵と釘付けの敵は撃ち返せません。",
    ),
    64: Comment(
        "Four hits: both attackers are gone before they fired a shot. Three units to none.",
        "4発命中。どちらも1発も撃てずに全滅しました。3対0です。",
    ),
    68: Comment(
        "The Jäger squad failed to rally: one casualty and three pins are more than its strength of 2, so it "
        "routs. Four of ten. That was everything you need: good luck, commander!",
        "猟兵分隊は回復に失敗。損耗1と釘付け3の合計が戦力2を超えたので潰走しました。10個のうち4個です。"
        "必要なことはこれで全部。指揮官殿、健闘を祈ります！",
    ),
}

LESSON = Lesson(
    secret=bytes.fromhex("5c206df2ef518354102ce178d2dd47f4e00537b2903ee5d015a003849f109697"),
    actions=_ACTIONS,
    comments=_COMMENTS,
    options=Options(creator_side="us"),
)
