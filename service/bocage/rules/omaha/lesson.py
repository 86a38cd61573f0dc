"""The guided first game: four assaults that show every rule once, and end on the nest."""

from __future__ import annotations

from bocage.rules.kernel import Comment, Lesson
from bocage.rules.omaha.actions import Actions, Blast, Land, Move

_ACTIONS: tuple[Actions, ...] = (
    Land("R0"),
    Blast("R1"),
    Move("R1", sniper=True),
    Move("R2"),
    Move("R3"),
    Blast("R1"),
    Move("R1"),
    Move("R2"),
    Blast("R3"),
    Move("R3", sniper=True),
    Blast("R1"),
    Move("R1", sniper=True),
    Blast("R2"),
    Move("R2", sniper=True),
    Blast("R3"),
    Move("R3", sniper=True),
    Move("C0"),
    Move("C1", sniper=True),
    Blast("C2"),
    Move("C2"),
    Move("L2"),
    Move("L3"),
)

_COMMENTS = {
    0: Comment(
        "Nine cards lie ahead: wire, tank obstacles, open ground. Choose where the craft beaches. On "
        "the right, "
        "one card shows an eye: smoke and rubble that hide you from the machine gun.",
        "目の前に9枚のカード。鉄条網、対戦車障害物、平地です。まず上陸地点を選びます。"
        "右の筋には目のアイコンのカードがあり、その陰では機関銃に狙われません。",
    ),
    1: Comment(
        "Wire bars the way: nobody walks through it. Blast it with one of your eight charges. Keep "
        "at least one "
        "for the nest at the end!",
        "鉄条網は歩いては通れません。8個ある爆薬の1つで吹き飛ばしましょう。"
        "ただし最後の1個は機関銃陣地のために残すこと。",
    ),
    2: Comment(
        "The way is clear, but the gun sees it: a step there costs a hit. Your sniper can keep the "
        "gun quiet for "
        "one step. He has eight rounds.",
        "道は開きましたが、機関銃から丸見えです。進めば1ダメージ。狙撃兵が1発撃てば、その1歩の間は黙らせられます。"
        "弾は8発です。",
    ),
    4: Comment(
        "A step more, and the obstacle lies ahead. Crawl onto it. The eye hides you from the gun, "
        "but the card is turned over: there may "
        "be a mine.",
        "もう1歩進むと障害物です。今度はその上へ匍匐します。目のアイコンのおかげで撃たれませんが、カードは裏返され、"
        "地雷があるかもしれません。",
    ),
    5: Comment(
        "A mine: one hit, six more would kill. But you reached the far row, so the next assault "
        "begins: your row "
        "slides down and nine new cards are dealt. Blast the obstacle ahead; blasting also clears its mine.",
        "地雷でした。1ダメージで、あと6ダメージで全滅です。それでも一番奥の列に着いたので次の強襲です。"
        "奥の列が手前に移り、新しい9枚が並びます。"
        "前の障害物を爆破しましょう。地雷があっても一緒に片づきます。",
    ),
    10: Comment(
        "On you went, over one more mine, to the far row: assault three, and not an eye in your column. "
        "Here charges and rounds buy safety. Count them: 5 charges, 6 rounds.",
        "もう一つ地雷を踏みながら奥の列へ進み、第3次強襲。この筋に目のアイコンはありません。爆薬と弾を使って安全に進みましょう。残りは爆薬5個、弾6発です。",
    ),
    16: Comment(
        "Card by card to the far row: the last assault. The nest stands on the far left, not in your "
        "column. Two charges left. Going sideways "
        "is a move like any other; the eye on that card hides you.",
        "1枚ずつ進んで奥に着き、最後の強襲です。機関銃陣地は分隊のいない筋、左奥に置かれました。爆薬は残り2個。"
        "横への移動も普通の移動です。隣のカードの目のアイコンが隠してくれます。",
    ),
    18: Comment(
        "Another mine cost a hit, and a round brought you forward. One charge for the wire. The last one is "
        "for the nest: with none left you would lose at once.",
        "また地雷で1ダメージ。狙撃の援護で1つ進みました。鉄条網に1個。最後の1個は陣地用です。爆薬がなくなると、その場で負けになります。",
    ),
    20: Comment(
        "Now to the left, below the nest. Beside it nothing hides you: mine and fire can both hit. The "
        "squad is dead after 4 more hits.",
        "左へ、陣地のすぐ手前まで進みます。隠れる場所はなく、地雷と射撃の両方を受けるかもしれません。"
        "分隊はあと4ダメージで全滅です。",
    ),
    21: Comment(
        "Both hit, and 2 more would kill. Straight ahead is the nest: going in from the front draws no fire. "
        "Blow it up!",
        "両方を受けて、あと2ダメージで全滅です。目の前が機関銃陣地です。正面から踏み込めば撃たれません。爆破しましょう！",
    ),
    22: Comment(
        "The nest is gone. That was the whole game. Your own beach will be dealt differently.",
        "陣地は吹き飛びました。これがゲームのすべてです。次の海岸は、また違う顔を見せます。",
    ),
}

LESSON = Lesson(
    secret=bytes.fromhex("5c9e9fa3c26df9e54e90ef112e662b775f8add9a5e017e447b0172a3ee8cf1a3"),
    actions=_ACTIONS,
    comments=_COMMENTS,
)
