"""The guided first game: one long turn that shows scouting, riders, fire, repair, the event and a ram."""

from __future__ import annotations

from bocage.rules.kernel import Comment, Lesson
from bocage.rules.zombies.actions import FACE_DOWN, ROLL, Actions, Fire, Lose, Move, Ram, Recon, Repair

_ACTIONS: tuple[Actions, ...] = (
    ROLL,
    Move("st-hilaire"),
    Recon("brevands"),
    Move("brevands"),
    Move("les-veys"),
    ROLL,
    Move("neuilly"),
    Recon("montmartin"),
    Move("catz"),
    Move("st-hilaire"),
    ROLL,
    Move("barquette"),
    Recon("st-come"),
    Fire("st-come", "z4"),
    ROLL,
    Move("causeway"),
    Move("auvers"),
    ROLL,
    Recon("baupte"),
    Move("baupte"),
    Repair(1),
    ROLL,
    Move("appeville"),
    Fire("liesville", FACE_DOWN),
    ROLL,
    Move("auvers"),
    Move("meautis"),
    Fire("sainteny", FACE_DOWN),
    ROLL,
    Recon("sainteny"),
    Lose("infantry"),
    Ram("z3"),
)

_COMMENTS = {
    0: Comment(
        "Your M5 stands in Carentan. Eight face-down counters lie around it, a ninth marks the "
        "turns. Somewhere "
        "among them are four zombies. Roll: the die gives your action points.",
        "あなたのM5はカランタンにいます。周りには裏向きの駒が8個、9個目はターンマーカーです。"
        "そのどこかに4体のゾンビがいます。まずダイスを振りましょう。出た目が行動ポイント（AP）になります。",
    ),
    1: Comment(
        "A 5: five points, but first a counterattack. No zombie is in sight, so a die chose a hex instead, and "
        "its counter was turned up: stragglers in Les Veys. Drive towards them, 1 point a hex.",
        "5が出ました。5AP得られますが、先に反撃があります。ゾンビがまだ見えないので、"
        "代わりに、ダイスで決まったマスの駒が表になりました。レ・ヴェに落伍兵です。1マスにつき1APで向かいましょう。",
    ),
    2: Comment(
        "Reconnaissance costs 2 points and turns up a counter next to you, safely: no shot, no surprise.",
        "偵察は2AP。隣の駒を安全に表にできます。",
    ),
    3: Comment(
        "Stragglers here as well. Drive into their hex and they climb aboard: riders can take a hit for you. Then "
        "on to the others.",
        "ここにも落伍兵です。同じマスに入ると乗り込み、損害の身代わりになれます。続けて、ほかの落伍兵のところへ向かいましょう。",
    ),
    5: Comment(
        "You drove on to the stragglers. No points left, so roll again. A turn goes on until a 1 or "
        "a 6 comes up. There are ten of them.",
        "落伍兵のところまで進みました。APを使い切ったので振り直しです。1か6が出るまでターンは続きます。全部で10ターンあります。",
    ),
    8: Comment(
        "Scouted from Neuilly, a hedgerow cutter: with it you ram at +2. We leave it for now; a "
        "successful repair in its hex would "
        "mount it.",
        "ヌイイから偵察すると、ヘッジロー・カッターです。取り付ければ体当たりに+2。そのマスで修理に成功すると取り付けられますが、"
        "今は先を急ぎます。",
    ),
    13: Comment(
        "Back in the west, you scouted zombie 4! Face-up it walks towards you at every "
        "counterattack. Fire now: 1 point, up to two hexes, and "
        "the die must beat the printed 4.",
        "西へ戻って偵察すると、ゾンビ4です！表になったゾンビは反撃のたびに近づいてきます。今のうちに射撃を。1APで2マス先まで届き、"
        "4より大きい目で撃破です。",
    ),
    14: Comment(
        "A 6: the first kill. From now on reveal dice and event dice get +2, and that makes things worse. Roll on.",
        "6で撃破しました。ここからは駒を表にするダイスとイベントのダイスに+2され、厄介になります。続けて振りましょう。",
    ),
    19: Comment(
        "From Auvers you scouted the M8 turret: +2 to fire. Drive there; a repair in its hex mounts it.",
        "オーヴェールから偵察すると、M8砲塔です。射撃に+2。そのマスで修理すれば取り付けられます。取りに行きましょう。",
    ),
    20: Comment(
        "One point is left. Spend it on a repair: the die may not be higher than the points spent. "
        "Only a 1 will do.",
        "残りは1AP。修理に使いましょう。出た目が使ったAP以下なら成功です。今回は1だけです。",
    ),
    23: Comment(
        "A 1 it was: the big gun is yours. "
        "You may fire at a counter that nobody has seen yet: 5 or more destroys it, whatever it is. With the "
        "turret a 3 is enough. But it might be a friend …",
        "1が出て成功。大砲はあなたのものです。まだ誰も見ていない駒も撃てます。正体が何であれ5以上で破壊です。砲塔があるので3で足ります。"
        "味方かもしれませんが…。",
    ),
    24: Comment(
        "3 and 2 is 5, and it was zombie 6, the worst of them. Face-up, no plain die would beat it.",
        "3＋2で5。しかも最悪のゾンビ6でした。表になると、素のダイス目では倒せない相手です。",
    ),
    28: Comment(
        "Your shot at Sainteny came up 1. A natural 1 is out of ammunition, until a repair in Carentan. You still "
        "have your tracks.",
        "サントニーへの射撃は1でした。射撃で1の目は弾切れ。カランタンで修理するまで撃てません。でもまだ体当たりがあります。",
    ),
    29: Comment(
        "Zombie 3 appears far away in Tribehou. One counter is still hidden: scout it.",
        "遠くのトリブウにゾンビ3が現れました。裏向きの駒はあと1つ。偵察しましょう。",
    ),
    30: Comment(
        "The blood trail, the only event counter: its die called a counterattack, and the zombie "
        "came three hexes "
        "at once. One damage. What shall take it? A rider.",
        "血の跡、唯一のイベントです。ダイスの結果は反撃で、ゾンビは一気に3マス進んできました。"
        "1損害です。身代わりを選びます。落伍兵にしましょう。",
    ),
    31: Comment(
        "It is in your hex. Two zombies here would overrun you; one can be rammed. You need more than 3.",
        "ゾンビは同じマスにいます。2体なら蹂躙されて負けですが、1体だけなら、体当たりできます。3より大きい目で成功です。",
    ),
    32: Comment(
        "Nothing hidden is left on the map, and no zombie: you have won, in a single turn. Zombie 5 "
        "was the turn "
        "marker all along. Your own search will take longer.",
        "盤上に裏向きの駒もゾンビも残っていません。たった1ターンで勝利です。ゾンビ5はずっとターンマーカーでした。"
        "次の捜索はもっと長くかかるでしょう。",
    ),
}

LESSON = Lesson(
    secret=bytes.fromhex("ab7a55aaf6701f48b0b8f70609242ec0c26107e78c0df531eb1d4d95f4a87301"),
    actions=_ACTIONS,
    comments=_COMMENTS,
)
