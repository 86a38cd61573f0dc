# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of the commands that list, play, watch, export and check matches."""

from __future__ import annotations

#: English sentence → its Japanese.
PLAY: dict[str, str] = {
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
}
