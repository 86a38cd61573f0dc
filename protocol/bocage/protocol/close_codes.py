"""Close codes of the websocket, with a sentence for each in both languages."""

from __future__ import annotations

import msgspec


class CloseCode(msgspec.Struct, frozen=True):
    """A close code of the websocket. ``again``: whether a client should reconnect."""

    number: int
    name: str
    again: bool
    en: str
    ja: str


#: All close codes of the websocket.
CLOSES = (
    CloseCode(1000, "normal", False, "You closed the connection.", "接続を終了しました。"),
    CloseCode(
        1001,
        "going_away",
        True,
        "This node is shutting down. Reconnect and you will reach another.",
        "このノードは停止します。接続し直すと別のノードにつながります。",
    ),
    CloseCode(
        1002, "protocol_error", False, "The frames violate RFC 6455.", "フレームが RFC 6455 に反しています。"
    ),
    CloseCode(
        1007, "not_text", False, "A text frame was not valid UTF-8.", "テキストフレームが UTF-8 ではありません。"
    ),
    CloseCode(
        1009,
        "too_big",
        False,
        "A message was larger than the limit frame_size.",
        "メッセージが上限 frame_size を超えました。",
    ),
    CloseCode(
        1011,
        "internal",
        True,
        "Internal error. It has been logged.",
        "内部エラーが発生しました。記録されています。",
    ),
    CloseCode(
        4000,
        "subprotocol",
        False,
        "None of the requested subprotocols exists. The reason lists those that do.",
        "指定されたサブプロトコルには対応していません。使えるものは理由欄にあります。",
    ),
    CloseCode(
        4001,
        "no_hello",
        # A client or a node that was too slow once may be in time on the next attempt.
        True,
        "No hello arrived within the limit hello_time.",
        "制限時間 hello_time 内に hello が届きませんでした。",
    ),
    CloseCode(
        4002,
        "wrong_frame",
        False,
        "Send binary frames with msgpack, text frames with JSON.",
        "msgpack はバイナリフレーム、JSON はテキストフレームで送ってください。",
    ),
    CloseCode(
        4003,
        "bad_messages",
        False,
        "Too many unknown messages (limit bad_messages).",
        "不明なメッセージが多すぎます（上限 bad_messages）。",
    ),
    CloseCode(
        4004,
        "flood",
        False,
        "Too many messages were sent after the limit message_rate was reached.",
        "上限 message_rate に達したあとも送信が続きました。",
    ),
    CloseCode(
        4005,
        "too_slow",
        True,
        "You read too slowly: nothing was received within the limit stuck_time.",
        "受信が遅すぎます（制限時間 stuck_time のあいだ受信がありませんでした）。",
    ),
    CloseCode(
        4006,
        "too_many_sockets",
        False,
        "Too many connections from your address (limit address_sockets), or of your program (account_sockets).",
        "同じアドレス（上限 address_sockets）またはプログラム（account_sockets）の接続数が上限に達しています。",
    ),
    CloseCode(4007, "silent", True, "No pong arrived in time.", "pong が時間内に返りませんでした。"),
    CloseCode(
        4008,
        "signed_out",
        False,
        "This sign-in has ended: its token is void.",
        "このログインは終了しました（トークンは無効です）。",
    ),
)
