# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of the commands for players, and of the list of all commands."""

from __future__ import annotations

#: English sentence → Japanese.
JA: dict[str, str] = {
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
    "Exit codes: 0 success, 1 failure or an error was found, 2 wrong command line, 130 interrupted.": (
        "終了コード: 0 完了、1 失敗または誤りあり、2 コマンドの書き方の誤り、130 中断。"
    ),
    "start the service": "サービスを起動する",
    "list the games and their options": "ゲームとその設定を一覧する",
    "list open and running matches, or your own": "募集中・進行中の対戦、または自分の対戦を一覧する",
    "check a map that you drew, and say how fair it is": "自作のマップを調べ、公平さを示す",
    "list and check scenarios, which are ready-made matches": "シナリオ（用意された対戦）を一覧し、調べる",
    "play in the terminal": "端末で遊ぶ",
    "watch a match in the terminal": "端末で対戦を観戦する",
    "step through a stored match": "保存された対戦を1手ずつ見る",
    "run a bot": "ボットに遊ばせる",
    "let an agent play over the Model Context Protocol": "エージェントに遊ばせる（Model Context Protocol）",
    "write the log of a match to a file": "対戦の記録をファイルに書き出す",
    "check an exported log: dice, chain, every state": "書き出した記録を検証する（ダイス・連鎖・全局面）",
    "print a finished match as text": "終わった対戦を文章で表示する",
    "separate luck from skill in a finished match, and show better choices": "終わった対戦の運と実力を分け、より良い手を示す",
    "end a match whose rules are no longer installed": "ルールが導入されなくなった対戦を終了させる",
    "check whether the service can run here with its settings": "この設定でサービスが問題なく動くか調べる",
    "moderate: reports, players, audit log": "モデレーション：通報、プレイヤー、監査ログ",
    "move finished matches to cold storage and back, or delete them": "終了した対戦を保管用ストレージへ移す・戻す・削除する",
    "rebuild all lists from the logs": "すべての一覧を記録から作り直す",
    "print JSON Schema of all messages": "全メッセージの JSON Schema を表示する",
    "write matches as data for learning": "対戦を学習用のデータとして書き出す",
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
    "answer challenges as the account of a program; SIGUSR1 pauses it, and lets it go on": (
        "プログラムのアカウントとして挑戦に応じる（SIGUSR1 で休止、もう一度で再開）"
    ),
    "file with the token of that account": "そのアカウントのトークンを書いたファイル",
    "rated matches per hour that the service may arrange": "サービスが組んでよい、1時間あたりのレート戦の数",
    "accept only such challenges": "受ける挑戦の種類",
    "accept only such clocks": "受ける持ち時間の種類",
    "port on this machine for metrics": "メトリクスを出す、このマシンのポート",
    "no token: {0}": "トークンがありません: {0}",
    # games, matches
    "Lists the games that are installed here.": "インストールされているゲームを一覧します。",
    "this game only, with every option explained": "このゲームだけを、すべての設定の説明つきで",
    "Lists public matches that wait for players (bocage play --join ID) or are being played (bocage watch ID).": (
        "参加者を待つ公開の対戦（bocage play --join ID）と、進行中の対戦（bocage watch ID）を一覧します。"
    ),
    "matches of that game only": "そのゲームの対戦だけ",
    "only those that wait": "募集中のものだけ",
    "only those that are being played": "進行中のものだけ",
    "no forks of other matches": "ほかの対戦から分岐したものを除く",
    "how many at most; default: 200": "最大の件数。既定: 200",
    "your own matches instead, unfinished ones first": "代わりに自分の対戦（終わっていないものが先）",
    "matches that are over instead (bocage replay ID)": "代わりに終わった対戦（bocage replay ID）",
    # play, watch, replay, show
    "Plays line by line. A solo game starts at once; for two players you join an open match, or make one and wait; "
    "with --join you go to a certain match, also to one you left.": (
        "1行ずつ入力して遊びます。1人用のゲームはすぐに始まります。2人用では募集中の対戦に加わるか、作って待ちます。--join "
        "で特定の対戦に行けます（途中で離れた対戦にも）。"
    ),
    "id of the game, see bocage games": "ゲームの ID（bocage games を参照）",
    "the match to play": "遊ぶ対戦",
    "invite code of that match": "その対戦の招待コード",
    "the seat to take, from 0; default: any": "着く席（0 から）。既定: どれでも",
    "option of the match": "対戦の設定",
    "option of your own seat": "自分の席の設定",
    "a house bot takes the other seat": "もう一方の席にボットを呼びます",
    "none, 10m, 10m+5s (bank and increment) or 2d (per decision)": (
        "none、10m、10m+5s（持ち時間と加算）、または 2d（1手ごとの日数）"
    ),
    "first agree on the options that may be negotiated, such as a map": "地図など、交渉できる設定を取り決めてから始める",
    "only by invite code": "招待コードがある人だけ",
    "watchers may see all hands so much later": "観戦者がすべての手札を見られるまでの遅れ",
    "Watches a live match.": "進行中の対戦を観戦します。",
    "id of the match": "対戦の ID",
    "invite code of a private match": "非公開の対戦の招待コード",
    "Steps through a match, both ways. A file is folded here, without any service; a match of the service may "
    "still be running: then you see what everybody may see, and your own seat.": (
        "対戦を前後に1手ずつたどります。ファイルならサービスなしでこの場で再生します。サービスの対戦は進行中でもかまいません。その場合は、"
        "誰にでも見えるものと自分の席から見えるものが表示されます。"
    ),
    "an exported log, or the id of a match of the service": "書き出した記録、またはサービスの対戦の ID",
    "start at entry N": "N 番の記録から始める",
    "public, open (all hands), or a seat from 0": "public、open（すべての手札）、または席（0 から）",
    "Prints every entry of a finished log: who did what, and what came of it. All hands are open.": (
        "終わった対戦の記録を1件ずつ表示します。誰が何をし、どうなったか。手札はすべて公開です。"
    ),
    "every draw as well: value of how many, counted from 0": "乱数もすべて表示する（値/面数、0 から数える）",
    # mcp
    "A server of the Model Context Protocol, through which an agent plays as one player of a service: over "
    "standard input and output, or with --port over streamable HTTP on this machine.": (
        "Model Context Protocol のサーバー。エージェントがサービスの1人のプレイヤーとして遊びます。標準入出力を使うか、--port "
        "を指定するとこの機械の streamable HTTP で待ち受けます。"
    ),
    "name of the agent": "エージェントの名前",
    "listen on this port of 127.0.0.1, at /mcp": "127.0.0.1 のこのポートの /mcp で待ち受ける",
    "maximum calls per minute": "1分間に受け付ける呼び出しの数",
    "--calls is a number from 1": "--calls は1以上の数です",
    # bot
    "Plays one match, or the matches begun earlier under this name and then open ones (solo games are started "
    "again). Ends after --matches, or never.": (
        "1つの対戦を遊びます。指定がなければ、この名前で前に始めた対戦、次に募集中の対戦を遊びます（1人用は新しく始めます）。--matches "
        "で指定した数で終わり、なければ続けます。"
    ),
    "name of a strategy, or package.module:function (default: random)": (
        "戦略の名前、または package.module:function（既定: random）"
    ),
    "id of the game to play; default: any": "遊ぶゲームの ID。既定: どれでも",
    "the only seat to take, from 0; default: any": "着く席（0 から）。既定: どれでも",
    "play this match only": "この対戦だけを遊ぶ",
    "leave after N matches; 0: never": "N 回の対戦で終わる。0: 終わらない",
    "matches played at the same time": "同時に遊ぶ対戦の数",
    "makes the random strategy repeatable": "ランダムな戦略を再現できるようにする種",
    "{0}: won ({1})": "{0}: 勝ち（{1}）",
    "{0}: did not win ({1})": "{0}: 勝てず（{1}）",
    # review
    "Looks at a finished match again with the engine: what dice, cards and hidden things brought each player, what "
    "choices gave away, and what would have been better. The same log and engine say the same every time.": (
        "終わった対戦をエンジンで振り返ります。ダイス・カード・見えていなかったものが各プレイヤーにもたらした増減、"
        "選択による損失、より良い手を示します。同じ記録と同じエンジンからは、いつも同じ結果になります。"
    ),
    "every choice for which the engine knows a better one": "エンジンがより良い手を示せるすべての選択",
    "the whole review as JSON": "振り返りの全体を JSON で",
    "how many actions the engine plays in its mind (default: about half a minute's worth)": (
        "エンジンが読む行動の数（既定値: 30 秒ほどで終わる数）"
    ),
    # export, verify
    "Writes the log of a finished match of the service to standard output: JSON lines that bocage verify, replay "
    "and show take.": (
        "終わった対戦の記録を標準出力に書き出します。JSON の行で、bocage verify・replay・show で読めます。"
    ),
    "Checks an exported log offline: the commitment, every player's nonce, the chain of hashes, every die and "
    "shuffle, and that the rules lead from each entry to the next. Exit code 1: something is wrong.": (
        "書き出した記録をオフラインで検証します。コミットメント、各プレイヤーのナンス、ハッシュの連鎖、すべてのダイスとシャッフル、"
        "各記録がルールどおりに次へ続くこと。終了コード 1: 誤りがあります。"
    ),
    "an exported log; - is standard input": "書き出した記録。- は標準入力",
    "{0}: WRONG": "{0}: 誤りがあります",
    "{0} {1}, {2} entries": "{0} {1}（記録 {2} 件）",
    "{0}: the match is not over; dice and states cannot be checked before its secret is told": (
        "{0}: 対戦が終わっていません。秘密が明かされるまで、ダイスと局面は検証できません"
    ),
    "{0}: dice and chain are right; states unchecked, rules {1} are not installed": (
        "{0}: ダイスと連鎖は正しいです。ルール第{1}版がないため、局面は検証していません"
    ),
    "{0}: right — commitment, nonces, chain, every draw and every state": (
        "{0}: 正しい記録です（コミットメント、ナンス、連鎖、すべての乱数と局面）"
    ),
    "entry {0} {1}": "記録 {0}: {1}",
    "entry {0}: {1}": "記録 {0}: {1}",
    "the header {0}": "見出し行: {0}",
    "{0}: the chain is right; dice and states unchecked, for the file does not list its draws, and rules {1} are "
    "not installed": "{0}：ハッシュチェーンは正しい。乱数が記載されておらず、ルールの版 {1} も未導入のため、乱数と局面は未確認",
    # errors
    "say either which game to play or which match to join": "遊ぶゲームか参加する対戦の、どちらか一方を指定してください",
    "bocage {0} needs the package {1}: install it with pip install 'bocage[{2}]'": (
        "bocage {0} にはパッケージ {1} が必要です。pip install 'bocage[{2}]' で入ります"
    ),
    "the match is not over": "対戦はまだ終わっていません",
    "nothing was played in this match": "この対戦では何もプレイされていません",
    "there is no engine for {0}": "{0} にはエンジンがありません",
    "--nodes is a number from 0": "--nodes は 0 以上の数です",
    # scenario
    "Scenarios are ready-made matches. list: those that come with the games. check: whether documents are valid, and what they contain. Play one with bocage play --scenario.": (
        "シナリオは用意された対戦です。list: ゲームに付属するもの。check: 文書が正しいか、何が書かれているか。"
        "遊ぶには bocage play --scenario を使います。"
    ),
    "what to do": "行うこと",
    "check: JSON files, each with one scenario": "check: シナリオを1つずつ書いた JSON ファイル",
    "say which files to check, or list": "調べるファイルか list を指定してください",
    "no file and no scenario is called {0}; see bocage scenario list": "{0} というファイルもシナリオもありません（bocage scenario list 参照）",
    "a scenario, or a file with one; see bocage scenario list": "シナリオの名前か、そのファイル（bocage scenario list 参照）",
    "this scenario is played with {0}": "このシナリオのゲームは {0} です",
    # map
    "Reads maps that you drew. check: whether each is valid, and what it contains. fair: how often each side wins and where losses occur when the engine plays itself on it.": (
        "自作のマップを読みます。check：遊べるマップかどうかと、その内容を示します。fair：エンジン同士が遊んだときの各側の勝率と、損耗の出た場所を示します。"
    ),
    "fair: number of games (default: 200)": "fair：ゲーム数（既定: 200）",
    "fair: sides to play, such as nations (default: all)": "fair：率いるもの（国籍など。既定: すべて）",
    "fair: further option of the match": "fair：対戦のその他の設定",
    "fair: the same seed gives the same games": "fair：同じシードなら同じゲームになります",
    "--games is a number from 1": "--games は1以上の数です",
    "no side is called {0}; there is {1}": "{0} という側はありません。使えるのは {1} です",
    "{0} has no such options: {1}": "{0} にそのような設定はありません: {1}",
    "{0}, {1} turns ({2} games)": "{0}、{1}ターン（{2}ゲーム）",
    "{0} ({1} games)": "{0}（{1}ゲーム）",
    "Cover within reach of {0} % of the places": "遮蔽に1マスで届く場所：{0} %",
    "Where men fell; 9 is most:": "損耗の出た場所（9が最多）：",
    "what to do with the maps": "マップに対して行うこと",
    "text files, each with one map": "マップを1つずつ書いたテキストファイル",
    "id of the game (default: the one that has maps)": "ゲームの ID（既定: マップのあるゲーム）",
    "play on the map in this file; see bocage map check": "このファイルのマップで遊びます（bocage map check 参照）",
    "{0} is not played on maps that players draw": "{0} には自作のマップはありません",
    "{0}: map_columns: {1} columns; a map has {2} to {3}": "{0}: map_columns: {1}列です。マップは{2}～{3}列です",
    "{0}: map_rows: {1} rows; a map has {2}": "{0}: map_rows: {1}段です。マップの段数は {2} のどれかです",
    "{0}: map_long: {1} characters; the text of a map has at most {2}": "{0}: map_long: {1}文字です。マップは{2}文字までです",
    "{0}: map_sign: line {1}: {2} is no terrain; there is {3}": "{0}: map_sign: {1}行目の {2} は地形ではありません。使えるのは {3} です",
    "{0}: map_ragged: line {1} has {2} hexes, the first row has {3}": "{0}: map_ragged: {1}行目は{2}ヘクスですが、最初の段は{3}ヘクスです",
    "an option is NAME=VALUE, not {0}": "設定は NAME=VALUE の形で指定してください（{0} ではなく）",
    "a clock is none, 10m, 10m+5s or 2d, not {0}": "持ち時間は none、10m、10m+5s、2d のどれかです（{0} ではなく）",
    "a seat is a number from 0, or any; not {0}": "席は 0 からの番号か any です（{0} ではなく）",
    "a view is public, open, or a seat from 0; not {0}": "視点は public、open、または席（0 から）です（{0} ではなく）",
    "no such view: {0}": "指定された視点はありません: {0}",
    "{0} is no exported log": "{0} は書き出した記録ではありません",
    "{0}: entry {1} {2}": "{0}: 記録 {1}: {2}",
    "{0} (is bocage serve running there? --url or BOCAGE_URL say where)": (
        "{0}（bocage serve は動いていますか。場所は --url か BOCAGE_URL で指定します）"
    ),
    # Below the command line
    "{0}SITE: {1} does not begin with http:// or https://": "{0}SITE: {1} は http:// か https:// で始まっていません",
    "{0}WORD_FILTER: {1}": "{0}WORD_FILTER: {1}",
    "{0}PUSH_KEY: not a key of 32 bytes in base64url": "{0}PUSH_KEY: base64url で書かれた32バイトの鍵ではありません",
    "{0}SMTP: not smtp://host:port or smtps://host:port": (
        "{0}SMTP: smtp://ホスト:ポート か smtps://ホスト:ポート の形ではありません"
    ),
    "{0}MAIL_FROM: {1} is no e-mail address": "{0}MAIL_FROM: {1} はメールアドレスではありません",
    "follows entry {0}": "記録 {0} のあとに続いています",
    "time runs backwards": "時刻が逆行しています",
    "entry 1, and no other, creates the match": "対戦を作るのは記録1だけのはずです",
    "follows the last entry": "最後の記録のあとに続いています",
    "its dice need the secret": "ダイスには秘密が必要です",
    "the secret is not the one committed to": "秘密がコミットメントと一致しません",
    "{0} has {1} seats": "{0} の席は {1} です",
    "the seat cannot be taken": "その席には着けません",
    "entry {0} cannot be taken back": "記録{0}は取り消せません",
    "the terms cannot be changed or accepted": "条件の変更や同意はできません",
    "the terms of entry {0} cannot be accepted": "記録 {0} の条件には同意できません",
    "the match cannot start": "対戦を始められません",
    "no hint can be taken": "ヒントを見ることはできません",
    "the match does not expire": "対戦は期限切れになりません",
    "no decision is owed": "決定すべきことがありません",
    "no draw was offered to this seat": "この席に引き分けは提案されていません",
    "this seat was not asked to let anything be taken back": "この席に行動の取り消しは求められていません",
    "the match is not being played": "対戦は進行中ではありません",
    "the match did not end like that": "対戦の終わり方が違います",
    "the match has ended": "対戦はすでに終わっています",
    "the match has not ended": "対戦が終わっていません",
    "the hash chain before it is another": "それまでのハッシュの連鎖が違います",
    "is no entry: {0}": "記録ではありません: {0}",
    "options: {0}": "設定: {0}",
    "seat options: {0}": "席の設定: {0}",
    "does not create the match": "対戦を作る記録ではありません",
    "names another last hash than the last entry": "最後のハッシュが最後の記録と違います",
    "format {0} is not known": "形式 {0} は扱えません",
    "is missing: the header speaks of {0} entries": "欠けています（見出し行によれば記録は {0} 件）",
    "names another match, game or rules than entry 1": "対戦・ゲーム・ルールの版が記録1と違います",
    "its secret is not the one that entry 1 committed to": "秘密が記録1のコミットメントと一致しません",
    "is not written as the service writes it": "サービスの書式と違います",
    "is numbered {0}": "番号が {0} になっています",
    "its hash is not that of its content": "ハッシュが内容と一致しません",
    "cannot be read: {0}": "読めません: {0}",
    "is missing": "ありません",
    "its hash cannot be: {0}": "ハッシュとしてありえません: {0}",
    "draw {0} of {1} is not {2}": "乱数 {0}（{1} 通り）は {2} ではありません",
    "its draws are not those that the rules ask for": "乱数がルールの求めるものと違います",
    "the rules cannot carry it out: {0}": "ルールでは実行できません: {0}",
    "would have been refused: {0}": "サービスなら拒否しています: {0}",
    "vacations do not apply to this match": "ここでは休暇で持ち時間は止まりません",
    "it was told before": "すでに記録されています",
    "it was over before this decision": "この手番の前に終わっています",
    "time was up": "すでに時間切れでした",
    "its times cannot be": "時刻としてありえません",
    "does not follow from what came before": "それまでの記録からは続きません",
    "an address begins with http:// or https://, not {0}": "アドレスは http:// か https:// で始めてください（{0} ではなく）",
    "the client was closed": "クライアントは閉じられました",
    "nothing answers at {0}": "{0} から応答がありません",
    "the client broke: {0}": "クライアントの不具合です: {0}",
    "connection closed: {0} ({1})": "接続が閉じられました: {0}（{1}）",
    "{0} does not speak {1}": "{0} は {1} に対応していません",
    "{0} is no Bocage service: {1}": "{0} は Bocage のサービスではありません: {1}",
    "{0} answered HTTP {1}": "{0} の応答は HTTP {1} でした",
    "{0}: {1}": "{0}: {1}",
    "{0}{1}: {2}": "{0}{1}: {2}",
    "the connection broke; it may have been said": "接続が切れました。発言は届いたかもしれません",
    "{0} knows no strategy {1}; there are: {2}": "{0} に戦略 {1} はありません。あるもの: {2}",
    "any game": "どのゲーム",
    "there is no strategy {0}: {1} (looked for in {2}, too)": "戦略 {0} はありません: {1}（{2} も探しました）",
    "there is no strategy {0}: {1} has no function {2}": "戦略 {0} はありません: {1} に関数 {2} がありません",
    "no game {0} with rules version {1}": "ゲーム {0} のルール第{1}版はありません",
}
