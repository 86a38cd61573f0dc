"""Japanese."""

JA: dict[str, str] = {
    "pair": "{name}：{text}",
    "yes": "はい",
    "no": "いいえ",
    # The head of a screen
    "head": "{game}　対戦 {match}　記録 {seq}",
    "seat": "{seat}：{name}{you?（あなた）|}{bot?（ボット）|}{house?（ボット）|}",
    "player": "{seat}（{name}）",
    "seat.free": "{seat}：空席",
    "seat.left": "退会したプレイヤー",
    "seat.nameless": "プレイヤー",
    "seat.kept": "{seat}：ボット {name} の席",
    "clock": "持ち時間：{clocks}",
    "clock.left": "{seat} {left}",
    "clock.days": "{n}日{h}時間",
    "options": "設定：{options}",
    "fork": (
        "対戦 {match} の記録 {seq} から分岐した対戦です。元の対戦には影響せず、レーティングの対象にもなりません。"
        "{known?元の対戦を知っている人には、全員の手札がわかっています。|伏せられていたものは引き直されています。}"
    ),
    "draw_offer": "{seat}が引き分けを提案しています。応じるなら d、断るなら n と入力してください。",
    "draw_offered": "引き分けを提案中です。",
    "undo": "u と入力すると直前の行動を取り消せます。",
    "undo_asked": "{seat}が直前の行動の取り消しを求めています。認めるなら u、断るなら n と入力してください。",
    "undo_mine": "直前の行動の取り消しを求めています。",
    # Playing
    "created": "対戦 {match} を用意しました。{invite?招待コード：{invite}|}",
    "waiting.seat": (
        "あと{n}人の参加を待っています。"
        "相手に伝えてください：bocage play --join {match}{invite? --invite {invite}|}"
    ),
    "waiting.house": "ボット {name} の参加を待っています。",
    "terms.accept": (
        "この条件でよければ accept と入力してください。"
        "{swap?swap で両者の側を入れ替え、|}"
        "propose 名前=値 で別の条件を提案できます（@ファイル：ファイルの中身）：{names}。"
    ),
    "terms.waiting": "この条件を受け入れました。{name}の返事を待っています。",
    "waiting": "{name}が考えています：{what}",
    "your_turn": "{what}",
    "odds": "{action}（{figures}）",
    "hinted": "ヒント：{n}  {hint}",
    "choose": "番号を入力してください（? でヘルプ）。",
    "hint": "? でヘルプ。",
    "played": "> {action}",
    "refused": "できません：{text}{rule?（{rule}）|}",
    "no_such_number": "番号 {n} はありません。1〜{last} から選んでください。",
    "not_your_turn": "今はあなたの番ではありません。",
    "not_understood": "不明な入力です：{line}（? でヘルプ）",
    "ended": "結果：{reason}",
    "ended.won": "{names}の勝ち。",
    "ended.draw": "勝者なし。",
    "on_its_way": "回答を送信中です。",
    "nothing_known": "「{word}」の説明はありません。",
    "left": "対戦は続いています。戻るには：{back}",
    "left.open": "対戦は引き続き相手を待っています。戻るには：{back}",
    "resign.sure": "投了するには、もう一度 resign と入力してください。",
    "said": "{name}：「{text}」",
    "auto.on": "選べる行動が一つだけのときは自動で行います。",
    "auto.off": "毎回たずねます。",
    "autoplayed": "> {action}（ほかに選択肢なし）",
    "help": (
        "番号：その行動をとる\n"
        "v：盤面をもう一度　l：直前の出来事をもう一度　o：設定　w 言葉：カードなどの説明\n"
        "a：選択肢が一つのとき自動で行う／行わない\n"
        "d：引き分けの提案・応諾　u：直前の行動を取り消す・取り消しを認める　n：どちらの申し出も断る\n"
        "accept、swap、propose 名前=値：開始前に設定を取り決める\n"
        "hint：エンジンの勧める行動とその理由（ヒントを見たことは全員に知らされます）\n"
        "resign：投了　say 文：チャット\n"
        "en, ja：言語　q：退席（対戦は残ります）　?：このヘルプ"
    ),
    # The connection
    "status.connected": "接続しました。",
    "status.lost": "接続が切れました。{seconds}秒後に再接続します。",
    "status.unavailable": "ただいま保存先に接続できません。何も失われていません。",
    # Lists of matches
    "list.open": "相手を待っています",
    "list.kept": "ボットを待っています",
    "list.unknown_rules": "ルールの版が未導入",
    "list.unreadable": "保管用ストレージから今は読み出せません",
    "list.playing": "対戦中",
    "list.vacation": "{seat}は{day}まで休暇",
    "list.fork": "対戦 {match} の記録 {seq} からの分岐{known?・手札は既知|}",
    "list.none": "対戦はありません。",
    # Replay
    "replay.head": "{game}　対戦 {match}：記録 {first}〜{last}、視点は{eyes}。",
    "replay.at": "記録 {seq}／{last}{time?（{time}）|}",
    "replay.eyes.-1": "観戦者",
    "replay.eyes.-2": "全公開",
    "replay.no_eyes": "その視点は選べません：{eyes}",
    "replay.start": "最初の記録です。",
    "replay.end": "最後の記録です。",
    "replay.waits": "{seat}が決める：{what}",
    "replay.hint": "Enter で次へ、? でヘルプ。",
    "replay.help": (
        "Enter または n：次へ　p：前へ　+N, -N：N だけ進む・戻る　N：記録 N へ\n"
        "first, last：最初・最後へ　eyes 0, eyes 1, eyes public, eyes open：視点\n"
        "v：盤面をもう一度　en, ja：言語　q：終了　?：このヘルプ"
    ),
}
