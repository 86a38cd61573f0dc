# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of ``bocage doctor``."""

from __future__ import annotations

#: English sentence → its Japanese.
DOCTOR: dict[str, str] = {
    "say whether a service can run here as it is set up": "この設定でサービスが問題なく動くか調べる",
    "Looks at settings, Redis, durability, descriptors, clocks, disk and proxies, and says what is wrong. Takes the settings of bocage serve, changes nothing, and may run beside it. Exit code 1: something is wrong.": (
        "設定、Redis、保存の確実さ、ファイル記述子、時計、ディスク、プロキシを調べ、問題を報告します。設定は bocage serve と同じです。"
        "何も変更せず、サービスの稼働中にも実行できます。終了コード 1: 問題があります。"
    ),
    "WRONG": "問題",
    "look": "注意",
    "fine": "良好",
    "{0} is no setting of this service": "{0} という設定はありません",
    "{0} workers share {1} processor cores: they do no more than {2}": (
        "{0} 個のワーカーが {1} 個のコアを分け合っています。{2} 個分の仕事しかできません"
    ),
    "{0} of {1} processor cores are used": "使うコアは {0} 個です（全 {1} 個）",
    "BOCAGE_PROXIES=* believes the addresses that anybody names: let nobody but the one proxy reach the port": (
        "BOCAGE_PROXIES=* では誰が名乗るアドレスも信用します。そのプロキシ以外からポートに届かないようにしてください"
    ),
    "addresses are believed that these proxies name: {0}": "次のプロキシが伝えるアドレスを信用します: {0}",
    "the service listens at all addresses without TLS, and no proxy is named: put one before it and name it in BOCAGE_PROXIES": (
        "すべてのアドレスで TLS なしに待ち受けていて、プロキシの指定がありません。前段にプロキシを置き、BOCAGE_PROXIES に指定してください"
    ),
    "only {0} is listened at, and no proxy is believed": "{0} だけで待ち受けています。信用するプロキシはありません",
    "metrics are served nowhere: BOCAGE_METRICS=127.0.0.1:9464 serves them for Prometheus": (
        "メトリクスを出していません。BOCAGE_METRICS=127.0.0.1:9464 で Prometheus 向けに出せます"
    ),
    "metrics are served at all addresses: only the operator should reach their port": (
        "メトリクスをすべてのアドレスで出しています。運用者以外からポートに届かないようにしてください"
    ),
    "metrics are served at {0}": "メトリクスは {0} で出しています",
    "a process may have {0} files open, one per connection: raise the limit (ulimit -Hn, LimitNOFILE)": (
        "1つのプロセスが開けるファイルは {0} 個で、接続ごとに1つ使います。上限を上げてください（ulimit -Hn、LimitNOFILE）"
    ),
    "a process may have {0} files open": "1つのプロセスが開けるファイルは {0} 個です",
    "this account is root: give the service an account of its own": (
        "root で実行しています。サービス専用のアカウントを用意してください"
    ),
    "only {0} of disk are free in {1}: soon nothing can be stored": (
        "{1} のディスクの空きは {0} だけです。まもなく保存できなくなります"
    ),
    "only {0} of disk are free in {1}, of {2}": "{1} のディスクの空きは {0} です（全体 {2}）",
    "{0} of disk are free in {1}": "{1} のディスクの空きは {0} です",
    "{0} requests came through a proxy that is not believed, and count as those of one caller: the log of the service "
    "names its address; add it to BOCAGE_PROXIES": (
        "{0}件のリクエストが、信頼されていないプロキシから届いています。すべて1人からのものとして数えられます。"
        "サービスのログにあるアドレスを BOCAGE_PROXIES に追加してください"
    ),
    "the folder {0} belongs to another account: the service will not use it": (
        "フォルダー {0} は別のアカウントのものです。サービスはこれを使いません"
    ),
    "others may read the folder {0}: the next start takes that from them": (
        "フォルダー {0} をほかのアカウントが読めます。次の起動時に読めなくします"
    ),
    "this is {0}: at least Redis 6.2 or Valkey is needed": "サーバーは {0} です。Redis 6.2 以降か Valkey が必要です",
    "this is {0}: with 7.0, a cluster sends less between its servers": (
        "サーバーは {0} です。7.0 以降なら、クラスター内の通信が減ります"
    ),
    "this is {0}": "サーバーは {0} です",
    "the account lacks rights in Redis: {0}": "このアカウントには Redis で次の権限がありません: {0}",
    "the account lacks rights in Redis: {0} (see docs/operations.md)": (
        "このアカウントには Redis で次の権限がありません: {0}（docs/operations.md を参照）"
    ),
    "Redis does not let the account {0} in: {1}": "Redis がアカウント {0} の接続を拒みました: {1}",
    "the account has all rights in Redis that the service needs": (
        "このアカウントには、サービスが Redis で必要とする権限がすべてあります"
    ),
    "this Redis refuses all writes, so nobody can act: {0}": (
        "この Redis はすべての書き込みを拒んでいて、誰も操作できません: {0}"
    ),
    "this Redis does not tell of its memory and replicas (INFO): they were not looked at": (
        "この Redis はメモリーとレプリカについて答えません（INFO）。調べていません"
    ),
    "this Redis lacks the Lua fixes of October 2025 (CVE-2025-49844): update it": (
        "この Redis には 2025 年 10 月の Lua の修正（CVE-2025-49844）がありません。更新してください"
    ),
    "this Redis is a replica: nothing can be written there; name its master": (
        "この Redis はレプリカで、書き込めません。マスターを指定してください"
    ),
    "the clocks of Redis and of this machine differ by {0} s: matches go by that of Redis": (
        "Redis とこのマシンの時計が {0} 秒ずれています。対戦は Redis の時計に従います"
    ),
    "the clocks of Redis and of this machine agree": "Redis とこのマシンの時計は合っています",
    "Redis takes {0} ms to answer: every action waits as long": (
        "Redis の応答に {0} ミリ秒かかります。すべての操作がその分待たされます"
    ),
    "Redis answers within {0} ms": "Redis の応答は {0} ミリ秒です",
    "this Redis does not tell its configuration: see to it that it is like deploy/redis.conf": (
        "この Redis は構成を答えません。deploy/redis.conf と同じ内容になっているか確かめてください"
    ),
    "this Redis has no append-only file (appendonly no): a crash loses matches": (
        "この Redis には追記ファイルがありません（appendonly no）。異常終了すると対戦が失われます"
    ),
    "this Redis leaves to the system when it writes to disk (appendfsync no)": (
        "この Redis はディスクに書く時機をシステム任せにしています（appendfsync no）"
    ),
    "every entry is on disk before it is acknowledged": "どの記録も応答の前にディスクへ書かれます",
    "a crash of the machine loses two seconds at most (BOCAGE_DURABILITY=everysec)": (
        "マシンが異常終了しても、失うのは最大2秒です（BOCAGE_DURABILITY=everysec）"
    ),
    "while this Redis rewrites its file a crash may lose half a minute (no-appendfsync-on-rewrite yes)": (
        "この Redis がファイルを書き直している間に異常終了すると、30秒ほど失うことがあります（no-appendfsync-on-rewrite yes）"
    ),
    "the last write of this Redis to its disk failed: it takes no entries": (
        "この Redis は直前のディスク書き込みに失敗していて、記録を受け付けません"
    ),
    "this Redis could not rewrite its append-only file: is there room on its disk?": (
        "この Redis は追記ファイルを書き直せませんでした。ディスクに空きがあるか確かめてください"
    ),
    "{0} replicas must have each entry, and {1} are there: nobody can act": (
        "どの記録も {0} 個のレプリカに必要ですが、{1} 個しかありません。誰も操作できません"
    ),
    "{0} replicas are there, and {1} must have each entry": (
        "レプリカは {0} 個あり、どの記録もそのうち {1} 個に必要です"
    ),
    "this Redis throws matches away when its memory is full (maxmemory-policy {0})": (
        "この Redis はメモリーがいっぱいになると対戦を捨てます（maxmemory-policy {0}）"
    ),
    "this Redis uses {0} of {1} of memory": "この Redis は {1} のメモリーのうち {0} を使っています",
    "this Redis uses {0} of memory": "この Redis のメモリー使用量は {0} です",
    "BOCAGE_REDIS is no address of a Redis: {0}": "BOCAGE_REDIS が Redis のアドレスではありません: {0}",
    "no answer from {0}": "{0} から応答がありません",
    "Redis does not answer: {0}": "Redis が応答しません: {0}",
    "the private Redis does not run now; it will be {0}, version {1}": (
        "専用の Redis は今は動いていません。起動時に使うのは {0}（バージョン {1}）です"
    ),
}
