# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of what can go wrong, on the command line and below it."""

from __future__ import annotations

#: English sentence → its Japanese.
ERRORS: dict[str, str] = {
    "say either which game to play or which match to join": "遊ぶゲームか参加する対戦の、どちらか一方を指定してください",
    "bocage {0} needs the package {1}: pip install 'bocage[serve]' brings it": (
        "bocage {0} にはパッケージ {1} が必要です。pip install 'bocage[serve]' で入ります"
    ),
    "the match is not over": "対戦はまだ終わっていません",
    "nothing was played in this match": "この対戦では何もプレイされていません",
    "there is no engine for {0}": "{0} にはエンジンがありません",
    "--nodes is a number from 0": "--nodes は 0 以上の数です",
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
    "{0} belongs to account {1}, and this is root, whose files that account could not read: start the service as that "
    "account": (
        "{0} はアカウント {1} のものですが、root で実行されています。root が作るファイルはそのアカウントから読めません。"
        "そのアカウントでサービスを起動してください"
    ),
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
    "{0}SITE: {1} does not begin with http:// or https://": "{0}SITE: {1} は http:// か https:// で始まっていません",
    "{0}WORD_FILTER: {1}": "{0}WORD_FILTER: {1}",
    "{0} is neither small, off nor module:function": "{0} は small、off、module:function のどれでもありません",
    "{0} cannot be found: {1}": "{0} が見つかりません：{1}",
    "{0} does not give a text for a text": "{0} は文を受け取って文を返す関数ではありません",
    "{0}CONTACT: {1} is neither mailto: nor https:": "{0}CONTACT: {1} は mailto: でも https: でもありません",
    "{0}PASSKEY_ORIGINS: {1} is not like https://bocage.example": (
        "{0}PASSKEY_ORIGINS: {1} は https://bocage.example のような形ではありません"
    ),
    "{0}PASSKEY_DOMAIN: {1} is not like bocage.example": (
        "{0}PASSKEY_DOMAIN: {1} は bocage.example のような形ではありません"
    ),
    "{0}PASSKEY_DOMAIN: {1} is not of {2}": "{0}PASSKEY_DOMAIN: {1} は {2} に属していません",
    "{0}PUSH_KEY: not a key of 32 bytes in base64url": "{0}PUSH_KEY: base64url で書かれた32バイトの鍵ではありません",
    "{0}SMTP: not smtp://host:port or smtps://host:port": (
        "{0}SMTP: smtp://ホスト:ポート か smtps://ホスト:ポート の形ではありません"
    ),
    "{0}MAIL_FROM: {1} is no e-mail address": "{0}MAIL_FROM: {1} はメールアドレスではありません",
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
    "the log changed while it was read": "読んでいる間に記録が変わりました",
    "its fate is not known yet": "保存されたかどうか、まだわかりません",
    "not enough replicas have it": "十分な数のレプリカに届いていません",
    "the connection to Redis was lost": "Redis との接続が切れました",
    "not connected to Redis": "Redis に接続していません",
    "no server holds this slot": "このスロットを持つサーバーがありません",
    "some slots of the cluster have no server": "クラスターの一部のスロットにサーバーがありません",
    "storage is unavailable": "保存先に接続できません",
}
