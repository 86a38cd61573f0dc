"""Japanese of the commands for authors of games and bots: ``new-game``, ``schema``."""

from __future__ import annotations

#: English sentence → its Japanese.
AUTHORS: dict[str, str] = {
    # new-game
    "Writes a small game with everything that a game needs, to be changed into yours.": (
        "ゲームに必要なものがすべてそろった小さなゲームを書き出します。自分のゲームに作り変えてください。"
    ),
    "its id: small letters, digits and single underscores": "ID（英小文字、数字、単独の下線）",
    "folder to write into (default: this checkout; with --open the working folder)": (
        "書き出し先のフォルダー（既定: このチェックアウト。--open のときは作業フォルダー）"
    ),
    "write a game that hides nothing, one short file in a distribution of its own, outside of a checkout": (
        "隠し情報のないゲームを、独立した配布物の短い1ファイルとして、チェックアウトの外に書き出します"
    ),
    "there is a game {0} already": "ゲーム {0} はすでにあります",
    "an id is small letters, digits and single underscores, not {0}": (
        "IDに使えるのは英小文字、数字、単独の下線です: {0}"
    ),
    "{0} is no checkout of Bocage: write an open game (--open), or name one (--into)": (
        "{0} はBocageのチェックアウトではありません。"
        "--open で公開情報だけのゲームを書き出すか、--into で指定してください"
    ),
    "there is something named {0} in {1} already": "{1} にはすでに {0} があります",
    "{0} is there already": "{0} はすでにあります",
    "{0} failed; when that is mended: make goldens client-types": (
        "{0} に失敗しました。直したら make goldens client-types を実行してください"
    ),
    # schema
    "Prints one JSON Schema (2020-12) with every message of the websocket, for both directions.": (
        "websocket の両方向の全メッセージを含む JSON Schema（2020-12）を表示します。"
    ),
}
