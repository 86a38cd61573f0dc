# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of ``bocage serve`` and its settings, ``close`` and ``rebuild``."""

from __future__ import annotations

#: English sentence → its Japanese.
SERVE: dict[str, str] = {
    # serve
    "Starts one node, or several that share a port, and prints the address. Without --redis they have a private Redis, "
    "stopped when they stop. SIGINT (Ctrl-C) and SIGTERM take leave of clients first. SIGHUP replaces several nodes one "
    "after the other; a single one refuses it. Every argument is a variable as well.": (
        "ノードを1つ、または1つのポートを共有する複数のノードを起動し、アドレスを表示します。--redis がなければ専用の Redis を起動し、"
        "終了時に止めます。SIGINT（Ctrl-C）と SIGTERM では、クライアントに通知してから終了します。SIGHUP では、複数のノードを1つずつ"
        "順に入れ替えます（1つだけの場合は行わず、ログに記録します）。どの引数も環境変数で指定できます。"
    ),
    "file with a variable in each line, NAME=value; variables that are set already win over it": (
        "1行に1つずつ変数を「名前=値」の形で書いたファイル。すでに設定されている変数が優先されます"
    ),
    "{0} cannot be read: {1}": "{0} を読み込めません: {1}",
    "{0} is no text in UTF-8": "{0} は UTF-8 のテキストではありません",
    "{0}, line {1}: not NAME=value": "{0} の {1}行目: 「名前=値」の形ではありません",
    "{0}: a value cannot hold a zero byte": "{0}: 値にヌル文字は使えません",
    "{0}: the quotes do not enclose the whole value": "{0}: 引用符が値全体を囲んでいません",
    "How many nodes serve at this port, each a process of its own; 0: one per processor core.": (
        "このポートで働くノードの数。それぞれ別のプロセスになります。0 ならプロセッサーのコアごとに1つ。"
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
    "Collector of OpenTelemetry traces (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces; it is told how long each step of an action took. Empty: none.": (
        "OpenTelemetry のトレースの送り先（OTLP/HTTP、例 http://127.0.0.1:4318/v1/traces）。1手の各段階にかかった時間を送ります。空なら送りません。"
    ),
    "Which share of all actions is traced; 1: all of them.": "すべての手のうちトレースする割合。1 ですべて。",
    "{0}SITE: {1} is not like https://club.example/games/bocage": (
        "{0}SITE: {1} は https://club.example/games/bocage のような形ではありません"
    ),
    "{0}SITE: /{1} is an address of the service itself": "{0}SITE: /{1} はこのサービス自身のアドレスです",
    "{0}TRACES: {1} does not begin with http:// or https://": "{0}TRACES: {1} は http:// または https:// で始まっていません",
    "Address and port at which /metrics is served, such as 127.0.0.1:9464; empty: nowhere. Only the operator of the service should reach it.": (
        "/metrics を出すアドレスとポート（例 127.0.0.1:9464）。空なら出しません。サービスの運用者以外から届かないようにしてください。"
    ),
    "Addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by commas; * for one "
    "proxy at any address.": (
        "X-Forwarded-For を信用するリバースプロキシのアドレスまたはネットワーク（カンマ区切り）。* なら任意のアドレスのプロキシ1つ。"
    ),
    "Address by which people reach this service, such as https://bocage.example or "
    "https://club.example/games/bocage: notices lead there. A proxy may leave its path on or take it off. Empty: the "
    "address that it listens at.": (
        "利用者がこのサービスを開くアドレス（例 https://bocage.example、https://club.example/games/bocage）。通知のリンク先になります。"
        "パスの部分は、プロキシが残しても取り除いても構いません。空なら待ち受けアドレス。"
    ),
    "Domain that passkeys are made for (the id of the relying party); it must not change later, or they are lost. "
    "Empty: that of BOCAGE_SITE, or localhost.": (
        "パスキーを登録するドメイン（リライング・パーティーの ID）。あとで変えると、登録済みのパスキーは使えなくなります。"
        "空なら BOCAGE_SITE のドメイン、なければ localhost。"
    ),
    "Addresses of pages at which passkeys are used, such as https://play.bocage.example, with commas between them. "
    "Empty: BOCAGE_SITE, or localhost with the port.": (
        "パスキーを使うページのアドレス（例 https://play.bocage.example、カンマ区切り）。"
        "空なら BOCAGE_SITE、なければ localhost とポート番号。"
    ),
    "To whom push services may write about this service: mailto:somebody@bocage.example, or an https address. Empty: "
    "BOCAGE_SITE.": (
        "プッシュサービスからの連絡先。mailto:somebody@bocage.example の形か https のアドレス。空なら BOCAGE_SITE。"
    ),
    "Private key by which push services know this service: 32 bytes, base64url. Empty: one is made at the first start "
    "and kept in Redis.": (
        "プッシュサービスに対してこのサービスを証明する秘密鍵（32バイト、base64url）。空なら初回起動時に作り、Redis に保存します。"
    ),
    "Server that takes notices by e-mail: smtp://user:password@host:587 (STARTTLS), or smtps://. Empty: there is no "
    "e-mail.": (
        "通知メールを送るサーバー。smtp://user:password@host:587（STARTTLS）または smtps://。空ならメールは使いません。"
    ),
    "E-mail address that notices come from.": "通知メールの差出人アドレス。",
    "on: notices may go to addresses that are not public, and without TLS. For tests, and for networks whose people "
    "are all trusted.": (
        "on にすると、公開されていないアドレスや TLS なしの宛先にも通知を送ります。テストや、信頼できる人だけのネットワーク用です。"
    ),
    "What covers insults in chat and refuses names with them: small (a short list in English and Japanese), off, or module:function, which gives a text as others may read it.": (
        "チャットの暴言を伏せ字にし、暴言を含む名前を断るフィルター。small（英語と日本語の短い一覧）、off、または module:function（表示してよい文を返す関数）。"
    ),
    "Limits that differ from their defaults: name=value, separated by commas.": (
        "既定と異なる上限。name=value をカンマ区切りで。"
    ),
    "Whether this node runs the house bots that people may play against, and the engine that reviews finished matches and gives hints.": (
        "対戦相手になるハウスボットと、終わった対戦の分析やヒントを受け持つエンジンをこのノードで動かすかどうか。"
    ),
    "For how many seconds at most a node that stops takes leave of clients.": (
        "終了するノードがクライアントの退出にかける最大の秒数。"
    ),
    "Log lines on standard error for people, or one JSON object each.": (
        "標準エラー出力のログを、人が読む形にするか、1行1つの JSON にするか。"
    ),
    "The least important lines that are logged.": "ログに残す重要度の下限。",
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
}
