# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of the command line itself, and of what many commands say."""

from __future__ import annotations

#: English sentence → its Japanese.
COMMON: dict[str, str] = {
    "usage: ": "使い方: ",
    "positional arguments": "引数",
    "options": "オプション",
    "optional arguments": "オプション",
    "commands": "コマンド",
    "show this help message and exit": "この説明を表示して終了します",
    "the following arguments are required: {0}": "次の引数が必要です: {0}",
    "unrecognized arguments: {0}": "知らない引数です: {0}",
    "argument {0}: {1}": "引数 {0}: {1}",
    "invalid choice: {0} (choose from {1})": "{0} は選べません（選べるもの: {1}）",
    "invalid int value: {0}": "{0} は整数ではありません",
    "expected one argument": "値を1つ指定してください",
    "expected at least one argument": "値を1つ以上指定してください",
    "not allowed with argument {0}": "{0} と同時には使えません",
    "ambiguous option: {0} could match {1}": "オプション {0} があいまいです（候補: {1}）",
    # The commands
    "Real-time, event-sourced service for hidden-information WWII table games.": (
        "第二次世界大戦の卓上ゲームを、伏せた情報のまま遊べるリアルタイム対戦サービス。"
    ),
    "Exit codes: 0 done, 1 failed or found wrong, 2 wrong command line, 130 interrupted.": (
        "終了コード: 0 完了、1 失敗または誤りあり、2 コマンドの書き方の誤り、130 中断。"
    ),
    "start the service": "サービスを起動する",
    "list the games and their options": "ゲームとその設定を一覧する",
    "list open and running matches, or your own": "募集中・進行中の対戦、または自分の対戦を一覧する",
    "play in the terminal": "端末で遊ぶ",
    "watch a match in the terminal": "端末で対戦を観戦する",
    "step through a stored match": "保存された対戦を1手ずつ見る",
    "let a strategy play": "戦略（ボット）に遊ばせる",
    "write the log of a match to a file": "対戦の記録をファイルに書き出す",
    "check an exported log: dice, chain, every state": "書き出した記録を検証する（ダイス・連鎖・全局面）",
    "print a finished match in words": "終わった対戦を文章で表示する",
    "tell luck from skill in a finished match, and name better choices": "終わった対戦の運と実力を分け、より良い手を示す",
    "end a match whose rules are not installed any more": "ルールが導入されなくなった対戦を終了させる",
    "rebuild all lists from the logs": "すべての一覧を記録から作り直す",
    "print JSON Schema of all messages": "全メッセージの JSON Schema を表示する",
    "write the files of a new game": "新しいゲームのファイル一式を書き出す",
    "language of all texts (default: BOCAGE_LANG, or that of the environment)": (
        "表示の言語（既定: BOCAGE_LANG、なければ環境の言語）"
    ),
    "address of the service (default: BOCAGE_URL, else that of bocage serve)": (
        "サービスのアドレス（既定: BOCAGE_URL、なければ bocage serve のもの）"
    ),
    "{0} at this service; the same name is the same player again": (
        "このサービスでの{0}。同じ名前なら同じプレイヤーになります"
    ),
    "your name": "あなたの名前",
    "with --mine: your name": "あなたの名前（--mine のとき）",
    "name of the bot": "ボットの名前",
}
