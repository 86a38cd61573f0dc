"""日本語。"""

from __future__ import annotations

from bocage.rules.zombies.data import FACE_DOWN_NEEDS, HOLES, PLACES

_FACE_DOWN = (
    "正体はまだ分からない。同じマスか隣のマスから偵察すれば表にできる。"
    f"裏向きのまま攻撃して修正後のダイス目が{FACE_DOWN_NEEDS}以上なら、ゾンビでも落伍兵でも装備でも撃破となる。"
)

JA: dict[str, str] = {
    "game.name": "ゾンビ対軽戦車",
    "game.tagline": "1944年6月。生け垣だらけの田舎に逃げ込んだ「何か」を、たった1両の軽戦車で追う。",
    "game.goal": "10ターン以内に、ゾンビを4体倒すか、盤上から一掃すれば勝ちです。",
    "game.brief": (
        "軽戦車1両で、裏向きの駒が散らばるマップを進みます。\n"
        "ダイスの目が行動ポイントになり、偵察・移動・射撃・体当たり・修理に使います。\n"
        "駒のうち4つはゾンビ。表になると近づいてきます。\n"
        "10ターン以内に4体とも倒すか、盤上から一掃すれば勝ちです。"
    ),
    "seat.0": "戦車長",
    # House bots
    "bot.scout_first": "偵察優先",
    "bot.scout_first.help": "撃つ前に駒の正体を確かめます。",
    "bot.shoot_first": "射撃優先",
    "bot.shoot_first.help": "正体を確かめずに駒を撃ちます。",
    "bot.recruit": "新兵",
    "bot.recruit.help": "少しだけ先を読みますが、よく読み違えます。",
    "bot.regular": "正規兵",
    "bot.regular.help": "短く先を読みます。最善に近い別の手を選ぶこともあります。",
    "bot.veteran": "古参兵",
    "bot.veteran.help": "隠れているものをいろいろに想定して先を読み、いちばん勝ちやすい行動を選びます。",
    # 選択ルール
    "option.rescue": "落伍兵の救出",
    "option.rescue.help": "勝利の瞬間に、この人数の落伍兵が戦車に乗っていなければ勝ちになりません。",
    "option.rescue.0": "なし",
    "option.rescue.1": "1人",
    "option.rescue.2": "2人",
    "option.equal_kills": "同値で撃破",
    "option.equal_kills.help": "修正後のダイス目がゾンビの数値と同じでも撃破になります。",
    "option.equal_kills.false": "なし",
    "option.equal_kills.true": "あり",
    "option.simple_breakdowns": "簡易故障",
    "option.simple_breakdowns.help": (
        "弾切れも履帯の破損も起きない代わりに、損傷中の戦車は移動も射撃も体当たりもできません。"
    ),
    "option.simple_breakdowns.false": "なし",
    "option.simple_breakdowns.true": "あり",
    # 判断
    "decision.roll": "行動ポイントを決めるダイスを振る",
    "decision.action": "行動ポイント（AP）を使う",
    "decision.loss": "損害を引き受けるものを選ぶ",
    "decision.event_recon": "裏向きの駒を1個、地元の人に尋ねる",
    "decision.repair": "修理の効果を選ぶ",
    # 行動
    "action.roll": "行動ポイントのダイスを振る",
    "action.move": "{hex:hex}へ移動する",
    "action.recon": "{hex:hex}を偵察する（2\u00a0AP）",
    "action.fire": "{hex:hex}の{target:counter}を射撃する",
    "action.ram": "{target:counter}に体当たりする",
    "action.repair": "{ap} APで修理する",
    "action.end": "残りの行動ポイントを捨てる",
    "action.lose": "{what:loss}を失う",
    "action.reveal": "{hex:hex}の駒を表にする",
    "action.decline": "尋ねない",
    "action.mend": "{what:benefit}",
    "group.move": "移動する…（1\u00a0AP）",
    "group.recon": "偵察する…（2\u00a0AP）",
    "group.fire": "射撃する…（1\u00a0AP）",
    "group.repair": "修理する…",
    # 数値
    "figure.turn_ends": "{last?最終ターン|ターン}終了（1\u2060、\u20606）{chance:%}",
    "figure.counterattack": "反撃（5\u2060、\u20606）{chance:%}",
    "figure.struck": "ゾンビが戦車を{destroys?破壊する|襲う}（{faces}）{chance:%}",
    "figure.overrun": "蹂躙されて敗北{chance:%}",
    "figure.cost": "−{ap}\u00a0AP",
    "figure.hit": "{needs}以上で命中{mods?（{mods:mod}）|}：{chance:%}",
    "figure.breaks": "{what:breaks}{chance:%}",
    "figure.is_zombie": "中身：ゾンビ{chance:%}",
    "figure.fails_rescue": "落伍兵なら（{chance:%}）命中で敗北",
    "figure.is_friendly": "味方・装備{chance:%}",
    "figure.is_event": "イベント{chance:%}",
    "figure.mends": "成功{chance:%}{what?：{what:benefit}|}{choice?のいずれか一つ|}",
    "breaks.ammo": "弾切れ",
    "breaks.track": "履帯破損",
    # 出来事
    "event.turn_began": "第{turn}ターン。",
    "event.ap_rolled": (
        "ダイスは{die}。{ap?{steps?ゾンビの反撃の後、|}行動ポイントは{ap}"
        "|{steps?ゾンビの反撃の後、ターン終了|何も起きずにターン終了}}。"
    ),
    "event.stopped": "残り{ap} APを捨てた。",
    "event.counterattack": "反撃。道があれば最大{steps}マス近づく。",
    "event.reveal_rolled": (
        "盤上にゾンビは見えない。ダイスは{die}{mods?（{mods:mod}）|}、{number}番の{hex:hex}。"
        "{found?何かが動いた|裏向きの駒はない}。"
    ),
    "event.turned_up": "{hex:hex}の駒は{counter:counter}だった。",
    "event.zombie_moved": "{zombie:counter}が{start:hex}から{path:hex}へ進んだ。",
    "event.struck": "{zombie:counter}が戦車を襲う！",
    "event.lost": "{what:loss}を失った。",
    "event.hull_damaged": "戦車が損傷した。",
    "event.tank_destroyed": "戦車は破壊された。",
    "event.overrun": "{hex:hex}で{zombies:counter}に囲まれ、蹂躙された。",
    "event.moved": "{start:hex}から{hex:hex}へ移動した。",
    "event.boarded": "{hex:hex}で落伍兵が戦車に乗った（乗車{aboard}人）。",
    "event.fired": (
        "{hex:hex}の{target:counter}を射撃。ダイスは{die}{mods?、{mods:mod}で{total}|}"
        "（{needs}以上で成功）、{hit?命中|失敗}。"
    ),
    "event.rammed": (
        "{hex:hex}の{target:counter}に体当たり。ダイスは{die}{mods?、{mods:mod}で{total}|}"
        "（{needs}以上で成功）、{hit?成功|失敗}。"
    ),
    "event.ammo_out": "弾切れ。カランタンで修理するまで射撃できない。",
    "event.track_broken": "履帯が切れた。",
    "event.destroyed": "{face_down?撃破した駒は{counter:counter}だった|{counter:counter}を撃破した}。",
    "event.repair_rolled": "{ap} APで修理。ダイスは{die}（{ap}以下で成功）、{success?成功|失敗}。",
    "event.mended": "{counter?{counter:counter}を取り付けた|{what:mended}}。",
    "event.event_rolled": "イベント。ダイスは{die}{mods?、{mods:mod}で{row}|}。{kind:kind}",
    "event.declined": "誰にも尋ねなかった。",
    "event.zombified": "乗っていた落伍兵が{zombie:counter}になった（{hex:hex}）。",
    "event.marker_swapped": "ターンマーカーの駒が裏のまま{hex:hex}に置かれ、これからは血の跡がターンを示す。",
    "event.reshuffled": "裏向きの駒とターンマーカーをすべて混ぜ、{hexes:hex}に置き直した。",
    "event.event_removed": "血の跡を取り除いた。",
    "event.all_revealed": "すべての駒を表にした。ターンマーカーは{marker:counter}だった。",
    # 地図の脇の記録
    "risk.overrun": "そこにはゾンビが2体います。戦車は蹂躙され、その場で負けになります。",
    "track.killed": "撃破",
    "track.gone": "除外",
    "track.marker": "ターンマーカー",
    "track.ap": "AP",
    "track.turns": "ターン",
    "status.ap": "{ap} AP",
    "status.turn": "第{turn}／{turns}ターン",
    "status.zombies": "ゾンビ撃破 {n}／{all}",
    "status.rescue": "落伍兵の収容 {n}／{all}",
    "mark.move": "移動",
    "mark.recon": "偵察",
    "mark.fire": "射撃",
    "mark.ram": "体当たり",
    "mark.repair": "修理",
    "tank.sound": "損傷なし",
    "tank.damaged": "損傷",
    "tank.ammo_out": "弾切れ",
    "tank.track_broken": "履帯破損",
    "tank.infantry": "落伍兵{n}人搭乗",
    # 戦車の状態の意味
    "about.damaged": "身代わりがなければ次の損害で破壊される。修理で直る。"
    "{simple_breakdowns?それまで移動、射撃、体当たりはできない。|}",
    "about.ammo_out": "射撃できない。カランタン（★）へ行き、そこで修理すれば補給できる。",
    "about.track_broken": "修理するまで移動も体当たりもできない。",
    "about.m8": "取り付けずみ。射撃に+2。損害の身代わりにできる。",
    "about.cutter": "取り付けずみ。体当たりに+2。損害の身代わりにできる。",
    "about.infantry": "戦車に乗っている落伍兵。損害の身代わりにできる。",
    "track.marker.help": "ターンを示す9個目の駒。イベントで盤上に置かれることがある。",
    "roll.attack": "{hit?命中|失敗}",
    "text.turn": "第{turn}ターン（全10ターン）、残り{ap}AP",
    # 言葉
    "mod.m8": "M8砲塔",
    "mod.cutter": "カッター",
    "mod.kill": "撃破済み",
    "kind.counterattack": "ゾンビの反撃！",
    "kind.recon": "偵察。地元の人が教えてくれる。",
    "kind.zombification": "ゾンビ化！",
    "kind.chaos": "混沌！",
    "row.1": "ゾンビの反撃、1マス",
    "row.2": "ゾンビの反撃、2マス",
    "row.3": "ゾンビの反撃、3マス",
    "row.4": "偵察。裏向きの駒をどれでも1個表にできる",
    "row.5": "ゾンビ化",
    "row.6": "ゾンビ化",
    "row.7": "混沌",
    "row.8": "混沌",
    "loss.m8": "M8砲塔",
    "loss.cutter": "ヘッジロー・カッター",
    "loss.infantry": "落伍兵1人",
    "benefit.hull": "車体を直す",
    "benefit.ammo": "弾薬を補給する",
    "benefit.track": "履帯を直す",
    "benefit.mount": "ここにある装備を取り付ける",
    "mended.hull": "車体が直った",
    "mended.ammo": "弾薬を補給した",
    "mended.track": "履帯が直った",
    "mended.mount": "装備を取り付けた",
    # 駒
    "counter.unknown": "裏向きの駒",
    "counter.unknown.help": _FACE_DOWN,
    "counter.face_down": "裏向きの駒",
    "counter.face_down.help": _FACE_DOWN,
    "counter.m5": "M5スチュアート",
    "counter.m5.help": (
        "プレイヤーの軽戦車。身代わりがなければ最初の損害で損傷し、次の損害で破壊される。"
        "{simple_breakdowns?損傷中は移動、射撃、体当たりができない。|}"
    ),
    "counter.z3": "ゾンビ3",
    "counter.z4": "ゾンビ4",
    "counter.z5": "ゾンビ5",
    "counter.z6": "ゾンビ6",
    "counter.z3.help": "修正後のダイス目が3{equal_kills?以上なら|を超えれば}倒せる。表になると戦車に向かってくる。",
    "counter.z4.help": "修正後のダイス目が4{equal_kills?以上なら|を超えれば}倒せる。表になると戦車に向かってくる。",
    "counter.z5.help": "修正後のダイス目が5{equal_kills?以上なら|を超えれば}倒せる。表になると戦車に向かってくる。",
    "counter.z6.help": (
        "{equal_kills?修正後のダイス目が6以上なら倒せる。表になると戦車に向かってくる。"
        "|修正後のダイス目が6を超えなければ倒せない。M8砲塔かカッターを使うか、裏向きのうちに撃破するしかない。}"
    ),
    "counter.infantry": "落伍兵",
    "counter.infantry.help": "戦車が同じマスに入ると乗り込む。損害の身代わりになることもある。",
    "counter.m8": "M8砲塔",
    "counter.m8.help": "75ミリ榴弾砲のオープントップ砲塔。同じマスで修理に成功すると取り付けられる。射撃に+2。",
    "counter.cutter": "ヘッジロー・カッター",
    "counter.cutter.help": "同じマスで修理に成功すると取り付けられる。体当たりに+2。",
    "counter.event": "血の跡",
    "counter.event.help": "表になるか撃破されると、イベント表で判定する。",
    # 結果
    "score.won": "勝利100点、残りターンごとに5点、搭乗した落伍兵1人につき10点、車体が無傷なら10点。",
    "score.lost": "倒したゾンビ1体につき15点、裏向きでなくなったほかの駒1個につき2点。",
    "outcome.all_killed": "ゾンビを4体とも倒した。",
    "outcome.map_cleared": "盤上からゾンビがいなくなった。",
    "outcome.last_reveal": "最後まで裏だった駒にゾンビはいなかった。",
    "outcome.overrun": "2体のゾンビに蹂躙された。",
    "outcome.tank_destroyed": "戦車を破壊された。",
    "outcome.rescue_failed": "救出すべき落伍兵が足りなくなった。",
    "outcome.out_of_time": "10ターンのうちに片づけられなかった。",
    # 拒否
    "refusal.not_now": "いまは別の種類の答えが必要です。",
    "refusal.no_such_hex": "そのマスはマップにありません。",
    "refusal.not_adjacent": "移動できるのは隣のマスだけです。",
    "refusal.crippled": "損傷中の戦車にできるのは偵察と修理だけです。",
    "refusal.track_broken": "履帯が切れています。",
    "refusal.ammo_out": "弾切れです。",
    "refusal.too_few_points": "偵察には2 APが必要です。",
    "refusal.too_far_to_see": "偵察できるのは、戦車のいるマスとその隣だけです。",
    "refusal.out_of_range": "射撃は2マス先までです。",
    "refusal.nothing_face_down": "そこに裏向きの駒はありません。",
    "refusal.no_target": "その目標はありません。攻撃できるのはゾンビと裏向きの駒だけです。",
    "refusal.nothing_to_repair": "ここで修理できるものはありません。",
    "refusal.repair_points": "修理に使えるのは1 APから残りのAPまでです。",
    "refusal.not_aboard": "それは戦車に載っていません。",
    "refusal.not_mendable": "ここの修理ではそれはできません。",
    # 地名
    **{f"hex.{place.id}": place.ja for place in PLACES},
    **{f"hole.{hole.id}": hole.ja for hole in HOLES},
}
