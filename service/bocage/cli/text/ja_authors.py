# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of the commands for authors of games and bots: ``report``, ``arena``, ``new-game``, ``schema``."""

from __future__ import annotations

#: English sentence → its Japanese.
AUTHORS: dict[str, str] = {
    # arena
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
    "rating": "レーティング",
    "points of the first one (pairs)": "先に挙げた戦略の得点率（組数）",
    "a picture (SVG) of all scores and ratings with their intervals": (
        "すべての得点率とレーティングを区間つきで図（SVG）に保存するファイル"
    ),
    # new-game
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
    # report
    "Plays many games in process and prints who wins, how, and how long it takes.": (
        "多数のゲームをこの場で試行し、勝者・勝ち方・長さを表示します。"
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
