"""Why something was refused, why a connection was closed: each code with one sentence in both languages.

Games add refusal codes of their own; their texts stand in the game's catalogue under ``refusal.<code>``.
"""

from __future__ import annotations

from types import MappingProxyType

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """A refusal code: its name on the wire, and its text. ``status``: what HTTP answers with it."""

    name: str
    status: int
    en: str
    ja: str


class Close(msgspec.Struct, frozen=True):
    """A close code of the websocket. ``again``: whether connecting again makes sense."""

    number: int
    name: str
    again: bool
    en: str
    ja: str


REFUSALS = (
    # The message itself
    Refusal("bad_message", 400, "This is no message the service knows.", "サービスが理解できないメッセージです。"),
    Refusal("hello_first", 400, "The first message must be hello.", "最初に hello を送ってください。"),
    Refusal(
        "hello_again", 400, "This connection has said hello already.", "この接続はすでに hello を送っています。"
    ),
    Refusal("bad_token", 401, "No player has this token.", "このトークンを持つプレイヤーはいません。"),
    Refusal(
        "no_token",
        401,
        "Only players may do this; say who you are.",
        "プレイヤーだけが行えます。トークンを示してください。",
    ),
    Refusal("limit", 429, "A limit was reached.", "上限に達しました。"),
    Refusal(
        "unavailable",
        503,
        "Storage cannot be reached just now; nothing was stored.",
        "ただいま保存先に接続できません。何も保存されていません。",
    ),
    Refusal(
        "draining",
        503,
        "This node is about to stop; connect again.",
        "このノードはまもなく停止します。接続し直してください。",
    ),
    Refusal(
        "internal", 500, "The service made a mistake; it is in its log.", "サービス側の不具合です。記録されました。"
    ),
    Refusal("not_found", 404, "There is nothing at this address.", "このアドレスには何もありません。"),
    Refusal(
        "bad_method", 405, "This address does not answer that method.", "このアドレスではそのメソッドは使えません。"
    ),
    Refusal("bad_request", 400, "This address takes something else.", "このアドレスの形式に合っていません。"),
    Refusal(
        "bad_key",
        400,
        "An idempotency key is 1 to 100 printable ASCII characters.",
        "Idempotency-Key は印字可能な ASCII 文字1〜100文字で指定してください。",
    ),
    Refusal(
        "key_reused",
        422,
        "This idempotency key was used for another request.",
        "この Idempotency-Key は別のリクエストに使われています。",
    ),
    Refusal("too_big", 413, "The body is too large.", "本文が大きすぎます。"),
    Refusal(
        "bad_name",
        400,
        "A name needs printable characters, and no more of them than the limit name_length.",
        "名前は表示できる文字で、上限 name_length 以内にしてください。",
    ),
    Refusal("name_reserved", 409, "This name belongs to a house bot.", "この名前はハウスボットのものです。"),
    # Finding and entering a match
    Refusal("no_match", 404, "There is no such match.", "その対戦は存在しません。"),
    Refusal("no_game", 404, "There is no such game.", "そのゲームはありません。"),
    Refusal(
        "unknown_rules",
        503,
        "This node does not know the rules this match is played by.",
        "この対戦のルールの版は、接続中のノードでは扱えません。",
    ),
    Refusal(
        "private",
        403,
        "This match is private; an invite code opens it.",
        "非公開の対戦です。招待コードが必要です。",
    ),
    Refusal(
        "too_many_open",
        429,
        "Too many of your matches wait for players. Call one off, or wait until one begins.",
        "参加者を待っている対戦が多すぎます。どれかを取りやめるか、始まるまでお待ちください。",
    ),
    Refusal(
        "address_full",
        429,
        "Too many matches from your address wait for players. Try again when one of them has begun.",
        "同じアドレスから作られた対戦が多すぎます。どれかが始まってからもう一度お試しください。",
    ),
    Refusal("bad_options", 400, "These options do not fit the game.", "このゲームでは使えない設定です。"),
    Refusal("bad_clock", 400, "No match can have this clock.", "この持ち時間は設定できません。"),
    Refusal("no_bot", 404, "The service has no such bot for this game.", "このゲームにそのボットはいません。"),
    Refusal(
        "bad_nonce",
        400,
        "A nonce is 32 to 128 hexadecimal digits.",
        "ナンスは32〜128桁の16進数で指定してください。",
    ),
    Refusal("seat_taken", 409, "This seat is taken.", "その席はすでに埋まっています。"),
    Refusal(
        "seat_kept",
        409,
        "This seat is kept for a house bot.",
        "この席はハウスボットのために空けてあります。",
    ),
    Refusal("already_seated", 409, "You have a seat in this match.", "すでにこの対戦の席に着いています。"),
    Refusal("no_seat", 404, "The match has no such seat.", "その席はありません。"),
    Refusal(
        "not_open",
        409,
        "The match does not wait for players any more.",
        "この対戦はもう参加者を待っていません。",
    ),
    Refusal(
        "not_creator",
        403,
        "Only who made the match may withdraw it.",
        "取り下げられるのは対戦を作った人だけです。",
    ),
    # Playing
    Refusal("not_seated", 403, "You have no seat in this match.", "この対戦の席に着いていません。"),
    Refusal("not_playing", 409, "The match is not being played.", "この対戦は進行中ではありません。"),
    Refusal("game_over", 409, "The match is over.", "この対戦は終了しています。"),
    Refusal("not_your_turn", 409, "Somebody else decides now.", "今は相手が決める番です。"),
    Refusal(
        "stale",
        409,
        "The match has moved on since; look again.",
        "対戦はすでに先へ進んでいます。もう一度確かめてください。",
    ),
    Refusal("malformed_action", 400, "This is no action of the game.", "このゲームの行動ではありません。"),
    Refusal("illegal_action", 409, "This action is not allowed now.", "今はその行動をとれません。"),
    Refusal(
        "no_draws", 409, "This game knows no draw by agreement.", "このゲームには合意による引き分けがありません。"
    ),
    Refusal("already_offered", 409, "You have offered a draw already.", "すでに引き分けを提案しています。"),
    # Watching
    Refusal("not_watching", 409, "You do not follow this match.", "この対戦を見ていません。"),
    Refusal("open_hands_closed", 403, "Open hands are not shown here.", "この対戦では手札の公開観戦はできません。"),
    Refusal("not_over", 409, "The match is not over yet.", "対戦はまだ終わっていません。"),
    Refusal("no_such_entry", 404, "The match has no such entry.", "その番号の記録はありません。"),
)

CLOSES = (
    Close(1000, "normal", False, "You said goodbye.", "あなたが接続を終えました。"),
    Close(
        1001,
        "going_away",
        True,
        "This node stops; connect again, you will reach another.",
        "このノードは停止します。接続し直すと別のノードにつながります。",
    ),
    Close(1002, "protocol_error", False, "The frames break RFC 6455.", "フレームが RFC 6455 に反しています。"),
    Close(1007, "not_text", False, "A text frame was not UTF-8.", "テキストフレームが UTF-8 ではありません。"),
    Close(
        1009,
        "too_big",
        False,
        "A frame was larger than the limit frame_size.",
        "フレームが上限 frame_size を超えました。",
    ),
    Close(
        1011,
        "internal",
        True,
        "The service made a mistake; it is in its log.",
        "サービス側の不具合です。記録されました。",
    ),
    Close(
        4000,
        "subprotocol",
        False,
        "No subprotocol that exists was asked for; the reason lists those that do.",
        "存在するサブプロトコルが指定されていません。理由欄に一覧があります。",
    ),
    Close(
        4001,
        "no_hello",
        False,
        "No hello came within the limit hello_time.",
        "制限時間 hello_time 内に hello が届きませんでした。",
    ),
    Close(
        4002,
        "wrong_frame",
        False,
        "The msgpack subprotocol takes binary frames, the JSON one text frames.",
        "msgpack はバイナリフレーム、JSON はテキストフレームで送ってください。",
    ),
    Close(
        4003,
        "bad_messages",
        False,
        "Too many messages were none: see the limit bad_messages.",
        "理解できないメッセージが多すぎます（上限 bad_messages）。",
    ),
    Close(
        4004,
        "flood",
        False,
        "Messages went on coming long after the limit message_rate was reached.",
        "上限 message_rate に達したあとも送信が続きました。",
    ),
    Close(
        4005,
        "too_slow",
        True,
        "You read too slowly: nothing was taken off the connection for the limit stuck_time.",
        "受信が遅すぎます（制限時間 stuck_time のあいだ受信がありませんでした）。",
    ),
    Close(
        4006,
        "too_many_sockets",
        False,
        "Your address holds as many connections as the limit address_sockets allows.",
        "同じアドレスからの接続数が上限 address_sockets に達しています。",
    ),
    Close(4007, "silent", True, "No pong came back in time.", "pong が時間内に返りませんでした。"),
)

#: By name, and by number.
REFUSAL = MappingProxyType({code.name: code for code in REFUSALS})
CLOSE = MappingProxyType({code.name: code for code in CLOSES})
CLOSE_NUMBER = MappingProxyType({code.number: code for code in CLOSES})

_COMMON = {
    # How a match ends in any game
    "outcome.resigned": ("By resignation.", "投了による決着です。"),
    "outcome.draw_agreed": ("Both sides agreed to a draw.", "双方の合意による引き分けです。"),
    "outcome.timed_out": ("The time ran out.", "時間切れです。"),
    "outcome.cancelled": ("Called off before it began.", "開始前に取りやめになりました。"),
    "outcome.expired": ("Nobody came in time.", "期限までに相手が見つかりませんでした。"),
    "outcome.closed": ("The operator of the service closed it.", "サービスの運営者が対戦を終了させました。"),
    # What the log of any match tells
    "event.seated": ("{name} sits down: {seat:seat}.", "{name}が着席（{seat:seat}）。"),
    "event.started": ("The match begins.", "対戦開始。"),
    "event.expired": (
        "Nobody came in time; the match is called off.",
        "期限までに相手が現れず、対戦は取りやめになった。",
    ),
    "event.closed": (
        "The operator of the service closes the match; nobody wins.",
        "サービスの運営者が対戦を終了させた。勝者はいない。",
    ),
    "event.timed_out": (
        "The time of {seat:seat} is up{played?; the default is played|}.",
        "{seat:seat}が時間切れ{played?になり、既定の行動がとられた|になった}。",
    ),
    "event.outage": (
        "Storage was out of reach for a while; the clock did not count it.",
        "保存先に接続できない時間があった（持ち時間には数えない）。",
    ),
    "event.resigned": ("{seat:seat} resigns.", "{seat:seat}が投了した。"),
    "event.draw_offered": ("{seat:seat} offers a draw.", "{seat:seat}が引き分けを提案した。"),
    "event.draw_accepted": ("{seat:seat} accepts the draw.", "{seat:seat}が引き分けに同意した。"),
    "event.ended": ("The match is over.", "対戦終了。"),
    "event.revealed": ("The secret of the dice is revealed.", "ダイスの秘密が公開された。"),
}


def common_text(language: str) -> dict[str, str]:
    """The catalogue that all games share: refusals, close codes, outcomes and log entries."""
    column = 0 if language == "en" else 1
    text = {key: pair[column] for key, pair in _COMMON.items()}
    text |= {f"refusal.{code.name}": getattr(code, language) for code in REFUSALS}
    text |= {f"close.{code.name}": getattr(code, language) for code in CLOSES}
    return text
