# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of the command line: English sentence → Japanese. ``service/cli/words.py`` says how they are matched."""

from __future__ import annotations

_HELP = {
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
    "end a match whose rules are not installed any more": "ルールが導入されなくなった対戦を終了させる",
    "rebuild all lists from the logs": "すべての一覧を記録から作り直す",
    "play many games and print how they went": "多数のゲームを試行して結果を表示する",
    "let strategies play against each other and say which is stronger": "戦略どうしを対戦させ、どちらが強いかを調べる",
    "Plays strategies against each other in process, in pairs of games with the same cards and dice; for two players "
    "the seats are exchanged within a pair.": (
        "同じカードとダイスのゲームを2局1組にして、戦略どうしをこのプロセスの中で対戦させます。2人用ゲームでは、組の中で席を入れ替えます。"
    ),
    "strategies, two or more, as for bocage bot": "戦略の名前を2つ以上（bocage bot と同じもの）",
    "options that differ from the defaults": "初期値と異なる設定",
    "how many pairs at most (default 1000)": "最大の組数（既定値 1000）",
    "of two strategies: stop as soon as it is clear which of the two leads (in Elo) the first one has": (
        "戦略が2つのとき: 最初の戦略のリード（Elo）がどちらの値に近いか判明した時点で終了します"
    ),
    "JSON lines of all games; those that stand there are not played again": (
        "全ゲームを JSON Lines で保存するファイル。すでに記録されているゲームは再度行いません"
    ),
    "an arena takes two or more different strategies": "異なる戦略を2つ以上指定してください",
    "--sprt compares two strategies, and its first lead is the smaller one": (
        "--sprt は2つの戦略を比べるもので、最初の値を小さくしてください"
    ),
    "{0} holds another contest: other players, game, options, seed or rules": (
        "{0} は別の対戦の記録です（戦略・ゲーム・設定・種・ルールのいずれかが異なります）"
    ),
    "{0} is no file of an arena: {1}": "{0} はアリーナの記録ではありません: {1}",
    "strategy": "戦略",
    "games": "ゲーム数",
    "points": "得点",
    "share of points": "得点率",
    "95 % interval": "95 %区間",
    "ms per decision": "1手あたりms",
    "longest, ms": "最長ms",
    "pairs": "組",
    "mean": "平均",
    "undecided": "未決",
    "print JSON Schema of all messages": "全メッセージの JSON Schema を表示する",
    "write the files of a new game": "新しいゲームのファイル一式を書き出す",
    "Writes a small game with everything that a game needs, to be changed into yours.": (
        "ゲームに必要なものがすべてそろった小さなゲームを書き出します。自分のゲームに作り変えてください。"
    ),
    "its id: small letters, digits and single underscores": "ID（英小文字、数字、単独の下線）",
    "the checkout to write into": "書き出し先のチェックアウト",
    "an id is small letters, digits and single underscores, not {0}": (
        "IDに使えるのは英小文字、数字、単独の下線です: {0}"
    ),
    "{0} is no checkout of Bocage: a game is written beside the others": (
        "{0} はBocageのチェックアウトではありません。ゲームはほかのゲームと並べて書き出します"
    ),
    "there is something named {0} in {1} already": "{1} にはすでに {0} があります",
    "{0} is there already": "{0} はすでにあります",
    "{0} failed; when that is mended: make goldens client-types": (
        "{0} に失敗しました。直したら make goldens client-types を実行してください"
    ),
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
    # serve
    "Starts a node and prints its address. Without --redis it has a private Redis, stopped when it stops. SIGINT "
    "(Ctrl-C) and SIGTERM take leave of clients first. Every argument is a variable as well.": (
        "ノードを起動し、アドレスを表示します。--redis がなければ専用の Redis を起動し、終了時に止めます。SIGINT（Ctrl-C）と "
        "SIGTERM では、クライアントに通知してから終了します。どの引数も環境変数で指定できます。"
    ),
    "{0} ({1}; default: {2})": "{0}（{1}、既定: {2}）",
    "empty": "空",
    "Address to listen at; 0.0.0.0 for all of IPv4, :: for all of IPv6.": (
        "待ち受けるアドレス。0.0.0.0 で IPv4 全体、:: で IPv6 全体。"
    ),
    "Port to listen at; 0 takes any that is free.": "待ち受けるポート。0 なら空いているものを使います。",
    "Directory of the private Redis and of the house bots' identities.": (
        "専用 Redis とハウスボットの身元情報を置くフォルダー。"
    ),
    "URL of the Redis to use (redis://, rediss:// or unix://, ?cluster=true for a cluster); empty: a private one, "
    "started and stopped with the service.": (
        "使う Redis の URL（redis://、rediss://、unix://。クラスターなら ?cluster=true）。空ならサービスとともに起動・終了する専用の Redis。"
    ),
    "everysec: a crash of Redis may lose the last second; always: every entry is on disk before it is acknowledged.": (
        "everysec: Redis が異常終了すると最後の1秒を失うことがあります。always: どの記録も応答の前にディスクへ書かれます。"
    ),
    "How many replicas must have an entry before it is acknowledged.": "応答の前に記録を持っているべきレプリカの数。",
    "For how many milliseconds replicas are waited for.": "レプリカを待つ時間（ミリ秒）。",
    "Days of disuse after which a player who never sat down at a match is forgotten; 0: never.": (
        "一度も席に着かなかったプレイヤーを忘れるまでの日数。0 なら忘れません。"
    ),
    "Address and port at which /metrics is served, such as 127.0.0.1:9464; empty: nowhere. Only the operator of the service should reach it.": (
        "/metrics を出すアドレスとポート（例 127.0.0.1:9464）。空なら出しません。サービスの運用者以外から届かないようにしてください。"
    ),
    "Addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by commas; * for one "
    "proxy at any address.": (
        "X-Forwarded-For を信用するリバースプロキシのアドレスまたはネットワーク（カンマ区切り）。* なら任意のアドレスのプロキシ1つ。"
    ),
    "Limits that differ from their defaults: name=value, separated by commas.": (
        "既定と異なる上限。name=value をカンマ区切りで。"
    ),
    "Whether this node runs the house bots that people may play against.": (
        "対戦相手になるハウスボットをこのノードで動かすかどうか。"
    ),
    "For how many seconds at most a node that stops takes leave of clients.": (
        "終了するノードがクライアントの退出にかける最大の秒数。"
    ),
    "Log lines on standard error for people, or one JSON object each.": (
        "標準エラー出力のログを、人が読む形にするか、1行1つの JSON にするか。"
    ),
    "The least important lines that are logged.": "ログに残す重要度の下限。",
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
    "a house bot takes the other seat": "もう一方の席にハウスボットを呼びます",
    "none, 10m, 10m+5s (bank and increment) or 2d (per decision)": (
        "none、10m、10m+5s（持ち時間と加算）、または 2d（1手ごとの日数）"
    ),
    "only by invite code": "招待コードがある人だけ",
    "watchers may see all hands so much later": "観戦者がすべての手札を見られるまでの遅れ",
    "Watches a live match.": "進行中の対戦を観戦します。",
    "id of the match": "対戦の ID",
    "invite code of a private match": "非公開の対戦の招待コード",
    "Steps through a match, both ways. A file is folded here, without any service; a match of the service may still "
    "be running: then you see what everybody may see, and your own seat.": (
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
    # bot
    "Plays one match, or the matches begun earlier under this name and then open ones (solo games are started again). "
    "Ends after --matches, or never.": (
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
    # export, verify
    "Writes the log of a finished match of the service to standard output: JSON lines that bocage verify, replay and "
    "show take.": (
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
    "{0}: the chain is right; dice and states unchecked, for the file does not list its draws, and rules {1} are not "
    "installed": "{0}：ハッシュチェーンは正しい。乱数が記載されておらず、ルールの版 {1} も未導入のため、乱数と局面は未確認",
    # close
    "Ends a match whose rules are not installed any more: nobody wins, its secret is told, and it can be exported. "
    "That the operator did it stands in its log. Nodes may run meanwhile.": (
        "ルールが導入されなくなった対戦を終了させます。勝者はなく、秘密が明かされ、記録を取り出せるようになります。"
        "運営者が終了させたことは記録に残ります。ノードは動いたままでかまいません。"
    ),
    "also where the rules are installed": "ルールが導入されていても終了させる",
    "match {0} is closed: bocage export gives its log": "対戦 {0} を終了させました。記録は bocage export で取り出せます",
    "the rules of match {0} are installed, so it can go on; --anyway closes it all the same": (
        "対戦 {0} のルールは導入されていて続行できます。それでも終了させるには --anyway を付けてください"
    ),
    # rebuild
    "Deletes the lobby, everybody's matches, recent matches and deadlines, and makes them again from the logs in "
    "Redis. Nodes may run meanwhile.": (
        "ロビー、各自の対戦一覧、最近の対戦、期限を消し、Redis の記録から作り直します。その間もノードは動いていてかまいません。"
    ),
    "which (default: BOCAGE_REDIS)": "どの Redis か（既定: BOCAGE_REDIS）",
    "where the private Redis has its data, when no other is given (default: BOCAGE_DATA, or data)": (
        "Redis を指定しないとき、専用 Redis のデータがあるフォルダー（既定: BOCAGE_DATA、なければ data）"
    ),
    "{0} matches": "{0} 件の対戦",
    # report
    "play many games in process and print who wins, how, and how long it takes": (
        "多数のゲームをこの場で試行し、勝者・勝ち方・長さを表示する"
    ),
    "id of the game, as bocage games lists it": "ゲームの ID（bocage games の表示どおり）",
    "games per set of options (default 1000)": "設定1組あたりの試行数（既定 1000）",
    "the same seed plays the same games": "種が同じなら同じゲームになります",
    "options that differ from the defaults; given again: another set beside the first": (
        "既定と異なる設定。繰り返すと別の組になります"
    ),
    "as for bocage bot (default: random); once for all seats, or once per seat": (
        "bocage bot と同じ（既定: random）。全席に1つ、または席ごとに1つ"
    ),
    "language of the tables": "表の言語",
    "write both languages into docs/games/GAME.md and GAME.ja.md ({0})": (
        "両言語を docs/games/GAME.md と GAME.ja.md に書き込む（{0}）"
    ),
    "with --write: between the markers of that name": "--write のとき: その名前の印の間に書く",
    # schema
    "Prints one JSON Schema (2020-12) with every message of the websocket, for both directions.": (
        "websocket の両方向の全メッセージを含む JSON Schema（2020-12）を表示します。"
    ),
}

_ERRORS = {
    "say either which game to play or which match to join": "遊ぶゲームか参加する対戦の、どちらか一方を指定してください",
    "an option is NAME=VALUE, not {0}": "設定は NAME=VALUE の形で指定してください（{0} ではなく）",
    "a clock is none, 10m, 10m+5s or 2d, not {0}": "持ち時間は none、10m、10m+5s、2d のどれかです（{0} ではなく）",
    "a seat is a number from 0, or any; not {0}": "席は 0 からの番号か any です（{0} ではなく）",
    "a view is public, open, or a seat from 0; not {0}": "視点は public、open、または席（0 から）です（{0} ではなく）",
    "no such view: {0}": "指定された視点はありません: {0}",
    "{0} is no exported log": "{0} は書き出した記録ではありません",
    "{0}: entry {1} {2}": "{0}: 記録 {1}: {2}",
    "{0} has {1} seats, not {2}": "{0} の席は {1} で、{2} ではありません",
    "{0} has no place for a report: {1} … {2}": "{0} に報告を書く場所がありません: {1} … {2}",
    "{0} has no such options: {1}": "{0} にその設定はありません: {1}",
    "{0}, game {1}: no end after {2} decisions": "{0}、ゲーム {1}: {2} 回の決定でも終わりません",
    "the strategy of seat {0} answered {1}: {2}": "席 {0} の戦略の答えは {1} でした: {2}",
    "--options {0}: {1}": "--options {0}: {1}",
    "{0} belongs to another account; it is to hold secrets of running matches: choose another directory, or give this "
    "one to the account that runs the service (chown -R)": (
        "{0} は別のアカウントのものです。進行中の対戦の秘密を置く場所なので、別のディレクトリを選ぶか、"
        "サービスを動かすアカウントのものにしてください（chown -R）"
    ),
    "no service has stored anything in {0}; say which Redis with --redis URL": (
        "{0} には何も保存されていません。--redis URL で Redis を指定してください"
    ),
    "{0} (is bocage serve running there? --url or BOCAGE_URL say where)": (
        "{0}（bocage serve は動いていますか。場所は --url か BOCAGE_URL で指定します）"
    ),
    # Below the command line
    "no Redis server (6.2 or later, or Valkey) was found on the PATH: install one with `{0}`, or set BOCAGE_REDIS to the URL of one that runs already": (
        "PATH に Redis サーバー（6.2 以降、または Valkey）が見つかりません。`{0}` で入れるか、動いているサーバーの URL を BOCAGE_REDIS に設定してください"
    ),
    "no Redis server (6.2 or later, or Valkey) was found on the PATH: install the package redis-server or valkey-server, or set BOCAGE_REDIS to the URL of one that runs already": (
        "PATH に Redis サーバー（6.2 以降、または Valkey）が見つかりません。redis-server か valkey-server のパッケージを入れるか、動いているサーバーの URL を BOCAGE_REDIS に設定してください"
    ),
    "{0} was written by a newer server than {1}; install that one again": (
        "{0} は {1} より新しいサーバーが書いたものです。そのサーバーを入れ直してください"
    ),
    "the connection to Redis changed while a log was read": "記録を読んでいる間に Redis との接続が変わりました",
    "process {0} still uses {1} and cannot be stopped": "プロセス {0} が {1} を使っていて止められません",
    "{0} was written by Redis 7 or later, which {1} cannot read; install redis-server 7 or later": (
        "{0} は Redis 7 以降が書いたもので、{1} では読めません。redis-server 7 以降を入れてください"
    ),
    "{0} is in use by another service (process {1})": "{0} は別のサービス（プロセス {1}）が使っています",
    "unknown": "不明",
    "the private Redis does not start; its last words: {0}": "専用の Redis が起動しません。最後の出力: {0}",
    "{0}PROXIES: {1}": "{0}PROXIES: {1}",
    "{0}METRICS: {1} is not address:port": "{0}METRICS: {1} は「アドレス:ポート」の形ではありません",
    "{0}LIMITS: {1} is not name=value": "{0}LIMITS: {1} は name=value の形ではありません",
    "{0}LIMITS: {1}": "{0}LIMITS: {1}",
    "follows entry {0}": "記録 {0} のあとに続いています",
    "time runs backwards": "時刻が逆行しています",
    "entry 1, and no other, creates the match": "対戦を作るのは記録1だけのはずです",
    "follows the last entry": "最後の記録のあとに続いています",
    "its dice need the secret": "ダイスには秘密が必要です",
    "the secret is not the one committed to": "秘密がコミットメントと一致しません",
    "{0} has {1} seats": "{0} の席は {1} です",
    "the seat cannot be taken": "その席には着けません",
    "entry {0} cannot be taken back": "記録{0}は取り消せません",
    "the match cannot start": "対戦を始められません",
    "the match does not expire": "対戦は期限切れになりません",
    "no decision is owed": "決定すべきことがありません",
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
    "there is no strategy {0}: {1}": "戦略 {0} はありません: {1}",
    "no game {0} with rules version {1}": "ゲーム {0} のルール第{1}版はありません",
    "the log changed while it was read": "読んでいる間に記録が変わりました",
    "its fate is not known yet": "保存されたかどうか、まだわかりません",
    "not enough replicas have it": "十分な数のレプリカに届いていません",
    "the connection to Redis was lost": "Redis との接続が切れました",
    "not connected to Redis": "Redis に接続していません",
    "no server holds this slot": "このスロットを持つサーバーがありません",
    "some slots of the cluster have no server": "クラスターの一部のスロットにサーバーがありません",
    "storage is unavailable": "保存先に接続できません",
}

#: English sentence → its Japanese.
JA: dict[str, str] = {**_HELP, **_ERRORS}
