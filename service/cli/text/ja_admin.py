"""Japanese of ``bocage admin``."""

from __future__ import annotations

#: English sentence → Japanese.
ADMIN = {
    "keep order: reports, players, what was done to them": "秩序を守る：通報、プレイヤー、運営者が行ったこと",
    "Shows reports, a player, or what operators did; suspends a player or lets them play again, gives them another "
    "name, or ends all their sign-ins with links and recovery codes. Every change is written down first, with who "
    "made it and why. Nodes may run meanwhile.": (
        "通報、プレイヤー、運営者が行ったことを表示します。プレイヤーの利用停止と再開、名前の変更、"
        "すべてのログイン（リンクと回復コードを含む）の取り消しもできます。変更は、行った人と理由とともに先に記録されます。"
        "ノードは動いたままでかまいません。"
    ),
    "one of: %(choices)s": "次のどれか: %(choices)s",
    "id of the player": "プレイヤーの ID",
    "with rename: what they are called from now on": "rename のとき: 新しい名前",
    "the reason, for those who read it later": "理由（あとで読む人のため）",
    "reports and audit are about no player, all others about one": (
        "reports と audit にはプレイヤーを指定せず、ほかには必ず指定してください"
    ),
    "rename, and nothing else, wants --name": "--name は rename でだけ、必ず指定してください",
    "there is no player {0}": "プレイヤー {0} はいません",
    "{0} sign-ins, {1} recovery codes": "ログイン{0}件、回復コード{1}個",
    "a program": "プログラム",
    "suspended": "利用停止中",
}
