"""Japanese of ``bocage admin``."""

from __future__ import annotations

#: English sentence → Japanese.
ADMIN = {
    "keep order: reports, players, what was done to them": "秩序を守る：通報、プレイヤー、運営者が行ったこと",
    "Shows reports, a player, their sign-ins and passkeys, or what operators did; suspends a player and ends the "
    "matches in which others would wait for them, or lets them play again, gives them another name, ends one "
    "sign-in or all of them with links, recovery codes and passkeys; prints all that is kept about a player "
    "(export), or takes it away for good (forget); hides a match from all but its players, or shows it again. "
    "Every change is written down first, with who made it and why. Nodes may run meanwhile.": (
        "通報、プレイヤー、そのログインとパスキー、運営者が行ったことを表示します。プレイヤーの利用停止（相手を待たせる対戦は終了します）と再開、名前の変更、"
        "ログイン1件またはすべて（リンク、回復コード、パスキーを含む）の取り消し、対戦を参加者以外に非表示にすることと元に戻すこともできます。"
        "プレイヤーについて保存されている情報をすべて書き出すこと（export）と、完全に消すこと（forget）もできます。"
        "変更は、行った人と理由とともに先に記録されます。ノードは動いたままでかまいません。"
    ),
    "id of the player, or of the match": "プレイヤーまたは対戦の ID",
    "with revoke: the only one that ends": "revoke のとき: 取り消すログイン1件の ID",
    "--sign-in goes with revoke only": "--sign-in は revoke でだけ使えます",
    "{0} has no sign-in {1}": "{0} にはログイン {1} がありません",
    "there is no match {0}": "対戦 {0} はありません",
    "hidden from all but its players": "参加者以外には非表示",
    "to be seen as before": "元どおり表示",
    "passkey": "パスキー",
    "one of: %(choices)s": "次のどれか: %(choices)s",
    "with rename: what they are called from now on": "rename のとき: 新しい名前",
    "the reason, for those who read it later": "理由（あとで読む人のため）",
    "reports and audit want no id, all others one": (
        "reports と audit には ID を指定せず、ほかには必ず指定してください"
    ),
    "rename, and nothing else, wants --name": "--name は rename でだけ、必ず指定してください",
    "there is no player {0}": "プレイヤー {0} はいません",
    "{0} sign-ins, {1} recovery codes, {2} passkeys": "ログイン{0}件、回復コード{1}個、パスキー{2}個",
    "forgotten; {0} matches given up": "消去しました（放棄した対戦{0}件）",
    "a program": "プログラム",
    "suspended": "利用停止中",
    "ended": "終了",
}
