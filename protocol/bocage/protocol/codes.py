"""Refusal codes, each with its HTTP status and a sentence in both languages.

Games add codes of their own; their texts are in the game's catalogue under ``refusal.<code>``.
"""

from __future__ import annotations

from types import MappingProxyType

import msgspec

from bocage.protocol.close_codes import CLOSES as CLOSES
from bocage.protocol.close_codes import CloseCode as CloseCode
from bocage.protocol.common_words import COMMON
from bocage.protocol.why import HINTS, WHY


class RefusalCode(msgspec.Struct, frozen=True):
    """A refusal code: name on the wire, HTTP ``status``, text."""

    name: str
    status: int
    en: str
    ja: str


#: All refusal codes of the service.
REFUSALS = (
    # The message itself
    RefusalCode("bad_message", 400, "Unknown message.", "不明なメッセージです。"),
    RefusalCode(
        "bad_text",
        400,
        "This text holds characters that cannot be shown, or that would hide or reorder other text.",
        "表示できない文字、またはほかの文字を隠したり並べ替えたりする文字が含まれています。",
    ),
    RefusalCode("hello_first", 400, "The first message must be hello.", "最初に hello を送ってください。"),
    RefusalCode(
        "hello_again", 400, "This connection has already sent hello.", "この接続はすでに hello を送っています。"
    ),
    RefusalCode("bad_token", 401, "Invalid token.", "トークンが無効です。"),
    RefusalCode(
        "suspended",
        403,
        "The operator of this service has suspended you.",
        "このサービスの運営者により、利用が停止されています。",
    ),
    RefusalCode(
        "no_token",
        401,
        "A player's token is required.",
        "プレイヤーのトークンが必要です。",
    ),
    RefusalCode(
        "bad_code",
        403,
        "This code does not work: it was used before, is too old, was replaced, or never existed.",
        "このコードは使えません（使用済み、期限切れ、取り消し済み、または誤りです）。",
    ),
    RefusalCode(
        "bad_passkey",
        403,
        "This passkey does not work: it is not known here (any more), or took too long. Please try again.",
        "このパスキーは使えません（登録されていない、削除済み、または時間切れです）。もう一度お試しください。",
    ),
    RefusalCode(
        "no_passkeys",
        409,
        "This service offers no passkeys.",
        "このサービスではパスキーを使えません。",
    ),
    RefusalCode(
        "out_of_scope",
        403,
        "This token does not allow that: it was made with limits.",
        "このトークンには、その操作が許可されていません。",
    ),
    RefusalCode(
        "met_people",
        409,
        "A player who has played with people cannot become a program.",
        "人と対戦したことのあるプレイヤーは、プログラムになれません。",
    ),
    RefusalCode("limit", 429, "Limit reached.", "上限に達しました。"),
    RefusalCode(
        "unavailable",
        503,
        "Storage cannot be reached right now. Nothing was stored.",
        "ただいま保存先に接続できません。何も保存されていません。",
    ),
    RefusalCode(
        "cold_unavailable",
        503,
        "This finished match lies in cold storage, which cannot be read right now. Please try again later.",
        "この終了した対戦は保管用ストレージにあり、ただいま読み出せません。しばらくしてからもう一度お試しください。",
    ),
    RefusalCode(
        "record_lost",
        410,
        "The record of this finished match is missing or damaged. Only the operator can bring it back.",
        "この終了した対戦の記録は失われているか、壊れています。復元できるのは運営者だけです。",
    ),
    RefusalCode(
        "draining",
        503,
        "This node is shutting down. Please reconnect.",
        "このノードはまもなく停止します。接続し直してください。",
    ),
    RefusalCode(
        "internal", 500, "Internal error. It has been logged.", "内部エラーが発生しました。記録されています。"
    ),
    RefusalCode("not_found", 404, "Address not found.", "アドレスが見つかりません。"),
    RefusalCode(
        "bad_method",
        405,
        "This method is not allowed at this address.",
        "このアドレスではそのメソッドは使えません。",
    ),
    RefusalCode(
        "websocket_only",
        426,
        "This address takes websockets alone. If you asked for one, a proxy on the way has removed the request to"
        " upgrade.",
        "このアドレスは WebSocket 専用です。WebSocket を求めた場合は、途中のプロキシがアップグレード要求を"
        "取り除いています。",
    ),
    RefusalCode("bad_request", 400, "Invalid request.", "リクエストが正しくありません。"),
    RefusalCode(
        "bad_key",
        400,
        "An idempotency key must be 1 to 100 printable ASCII characters.",
        "Idempotency-Key は印字可能な ASCII 文字1〜100文字で指定してください。",
    ),
    RefusalCode(
        "key_reused",
        422,
        "This idempotency key was already used for another request.",
        "この Idempotency-Key は別のリクエストに使われています。",
    ),
    RefusalCode("too_big", 413, "The request body is too large.", "リクエスト本文が大きすぎます。"),
    RefusalCode(
        "bad_name",
        400,
        "A name must be no longer than the limit name_length, without characters that cannot be shown or that would"
        " hide or reorder other text.",
        "名前は上限 name_length 以内にしてください。"
        "表示できない文字や、ほかの文字を隠したり並べ替えたりする文字は使えません。",
    ),
    RefusalCode(
        "name_reserved", 409, "This name belongs to a house bot.", "この名前はサービスのボットのものです。"
    ),
    RefusalCode("name_refused", 400, "This name is not allowed here.", "この名前はここでは使えません。"),
    # Notices
    RefusalCode(
        "bad_address", 400, "No notices can be sent to this address.", "このアドレスには通知を送れません。"
    ),
    RefusalCode(
        "not_offered_here",
        400,
        "This service sends no notices of that kind.",
        "このサービスは、その種類の通知を送りません。",
    ),
    RefusalCode(
        "too_many_channels",
        409,
        "Your notices go to too many channels already. Remove one first.",
        "通知の送り先が多すぎます。先にどれかを削除してください。",
    ),
    RefusalCode(
        "written_lately",
        429,
        "A mail with a code went to this address within the last hour. Use that code, or try again later.",
        "このアドレスには1時間以内に確認コードを送っています。そのコードを使うか、しばらくしてからお試しください。",
    ),
    RefusalCode("no_channel", 404, "There is no such channel for notices.", "その送り先はありません。"),
    RefusalCode(
        "not_confirmed",
        409,
        "This address is not confirmed yet: enter the code that was sent there.",
        "このアドレスは未確認です。届いたコードを入力してください。",
    ),
    # Finding and entering a match
    RefusalCode("no_match", 404, "Match not found.", "対戦が見つかりません。"),
    RefusalCode("no_deal", 404, "There is no deal of that day.", "その日の対局はありません。"),
    RefusalCode("no_duplicate", 404, "There is no such duplicate.", "その勝負はありません。"),
    RefusalCode(
        "duplicate_taken",
        409,
        "Two others play this duplicate already.",
        "この勝負は、すでにほかの2人が行っています。",
    ),
    RefusalCode("duplicate_over", 409, "The time of this duplicate is over.", "この勝負の期間は終わりました。"),
    # Maps drawn by players
    RefusalCode(
        "no_map", 404, "There is no such map, or it is not shared.", "そのマップはないか、公開されていません。"
    ),
    RefusalCode(
        "no_fairness",
        404,
        "No games have been played on this map to see how fair it is.",
        "このマップの公平さは、まだ調べられていません。",
    ),
    RefusalCode(
        "no_engine", 409, "There is no engine here for this game.", "このゲームのエンジンはここにはありません。"
    ),
    RefusalCode("bad_map", 400, "This is not a valid map.", "マップとして正しくありません。"),
    RefusalCode(
        "bad_map_name",
        400,
        "The name of a map must not be empty nor longer than the limit map_name_length, without < and > and without"
        " characters that cannot be shown or that would hide or reorder other text.",
        "マップの名前は空にせず、上限 map_name_length 以内にしてください。< と >、"
        "表示できない文字、ほかの文字を隠したり並べ替えたりする文字は使えません。",
    ),
    RefusalCode(
        "no_profile",
        404,
        "There is no such player, or you may not see their record.",
        "該当するプレイヤーがいないか、戦績があなたには公開されていません。",
    ),
    RefusalCode("no_program", 404, "There is no such program.", "該当するプログラムがありません。"),
    RefusalCode("no_player", 404, "There is no such player.", "該当するプレイヤーがいません。"),
    RefusalCode(
        "no_challenge",
        404,
        "There is no such challenge to or from you.",
        "該当する挑戦がありません。",
    ),
    RefusalCode(
        "challenge_over",
        409,
        "This challenge was answered, cancelled, or has expired.",
        "この挑戦は、返答済みか、取り消されたか、期限切れです。",
    ),
    RefusalCode("offline", 409, "This program is not online.", "このプログラムは接続していません。"),
    RefusalCode("no_game", 404, "Game not found.", "ゲームが見つかりません。"),
    RefusalCode(
        "unknown_rules",
        503,
        "This node does not know the rules this match is played by.",
        "この対戦のルールの版は、接続中のノードでは扱えません。",
    ),
    RefusalCode(
        "private",
        403,
        "This match is private. You need an invite code.",
        "非公開の対戦です。招待コードが必要です。",
    ),
    RefusalCode(
        "too_many_open",
        429,
        "Too many of your matches wait for players. Call one off, or wait until one begins.",
        "参加者を待っている対戦が多すぎます。どれかを取りやめるか、始まるまでお待ちください。",
    ),
    RefusalCode(
        "address_full",
        429,
        "Too many matches from your address wait for players. Try again when one of them has begun.",
        "同じアドレスから作られた対戦が多すぎます。どれかが始まってからもう一度お試しください。",
    ),
    RefusalCode(
        "bad_options", 400, "These options are not valid for this game.", "このゲームでは使えない設定です。"
    ),
    RefusalCode("bad_clock", 400, "This clock is not valid.", "この持ち時間は設定できません。"),
    RefusalCode("no_bot", 404, "There is no such house bot for this game.", "このゲームにそのボットはいません。"),
    RefusalCode(
        "bad_nonce",
        400,
        "A nonce must be 32 to 128 hexadecimal digits.",
        "ナンスは32〜128桁の16進数で指定してください。",
    ),
    RefusalCode(
        "not_ratable",
        400,
        "Only a match of two players with a clock, without a house bot and without open hands, can be rated.",
        "レート戦にできるのは、持ち時間のある2人用の対戦だけです（サービスのボットとの対戦、手札を公開する対戦は除きます）。",
    ),
    RefusalCode(
        "not_solo",
        400,
        "Only the dice of a solo game can follow from a key.",
        "鍵でダイスを決められるのは、1人用のゲームだけです。",
    ),
    RefusalCode(
        "not_agreed",
        409,
        "This match is rated: its result counts for the ratings of both players. Say that you agree.",
        "レート戦です。結果は両者のレートに反映されます。同意したうえで参加してください。",
    ),
    RefusalCode(
        "not_kept",
        403,
        "Rated matches need an identity that you can get back: by a passkey, recovery codes, or a second device.",
        "レート戦には、取り戻せるプレイヤーであることが必要です。パスキーか回復コードを作るか、別の端末でもログインしてください。",
    ),
    RefusalCode(
        "other_ladder",
        409,
        "Rated matches are played by two people, or by two programs whose accounts say so.",
        "レート戦は、人どうし、またはボットとして登録したアカウントどうしで行います。",
    ),
    RefusalCode(
        "rated_goes_on",
        409,
        "This match is rated. Nobody plays on from it before it is over.",
        "レート戦です。終わるまで、途中から別の対戦を始めることはできません。",
    ),
    RefusalCode(
        "apart",
        403,
        "You and a player at this match do not play together: one of you has blocked the other.",
        "この対戦にいるプレイヤーとは、どちらかがブロックしているため、対戦できません。",
    ),
    RefusalCode(
        "player_left",
        409,
        "The other player has left this service for good.",
        "相手はこのサービスを退会しました。",
    ),
    RefusalCode(
        "same_address",
        409,
        "The other player of this rated match came from your address. Invite them to a private one.",
        "このレート戦の相手は、同じアドレスから参加しています。非公開の対戦に招待してください。",
    ),
    RefusalCode("seat_taken", 409, "This seat is taken.", "その席はすでに埋まっています。"),
    RefusalCode(
        "seat_kept",
        409,
        "This seat is kept for a house bot.",
        "この席はボットのために空けてあります。",
    ),
    RefusalCode(
        "already_seated", 409, "You already have a seat in this match.", "すでにこの対戦に参加しています。"
    ),
    RefusalCode("no_seat", 404, "This match has no such seat.", "その席はありません。"),
    RefusalCode(
        "not_open",
        409,
        "This match is no longer waiting for players.",
        "この対戦はもう参加者を待っていません。",
    ),
    RefusalCode(
        "not_creator",
        403,
        "Only the player who made the match can call it off.",
        "対戦を取りやめられるのは、作った人だけです。",
    ),
    # Agreeing
    RefusalCode(
        "not_negotiable",
        409,
        "These options of the match cannot be changed any more.",
        "この対戦のその設定は、もう変更できません。",
    ),
    RefusalCode("same_terms", 409, "These are the present terms.", "今の条件と同じです。"),
    RefusalCode(
        "too_many_proposals",
        409,
        "Too many terms were proposed for this match. Accept the last ones, or leave.",
        "この対戦では提案が多すぎます。最後の条件を受け入れるか、退出してください。",
    ),
    # Playing
    RefusalCode("not_seated", 403, "You have no seat in this match.", "この対戦に参加していません。"),
    RefusalCode("not_playing", 409, "This match is not being played.", "この対戦は進行中ではありません。"),
    RefusalCode("game_over", 409, "The match is over.", "この対戦は終了しています。"),
    RefusalCode("not_your_turn", 409, "It is not your turn.", "あなたの番ではありません。"),
    RefusalCode(
        "stale",
        409,
        "The match has moved on. Look at it again.",
        "対戦はすでに先へ進んでいます。もう一度確認してください。",
    ),
    RefusalCode("malformed_action", 400, "Invalid action.", "行動の形式が正しくありません。"),
    RefusalCode("illegal_action", 409, "This action is not allowed now.", "今はその行動をとれません。"),
    RefusalCode(
        "no_draws", 409, "This match has no draw by agreement.", "この対戦には合意による引き分けがありません。"
    ),
    RefusalCode("already_offered", 409, "You have already offered a draw.", "すでに引き分けを提案しています。"),
    RefusalCode("not_offered", 409, "No draw is offered to you.", "引き分けは提案されていません。"),
    RefusalCode("no_undo", 409, "Nothing is taken back in this match.", "この対戦では行動を取り消せません。"),
    RefusalCode(
        "cannot_undo",
        409,
        "Your last action cannot be taken back: dice or cards came into play, or somebody else has acted.",
        "ダイスを振った、カードを引いた・公開した、またはほかの人が行動した後なので、取り消せません。",
    ),
    RefusalCode(
        "final",
        409,
        "This action could not be taken back: confirm it.",
        "この行動は取り消せません。確認してから行ってください。",
    ),
    RefusalCode("no_hints", 409, "This match is played without hints.", "この対戦ではヒントを使えません。"),
    RefusalCode("no_hint", 404, "The engine has nothing to say here.", "この局面のヒントはありません。"),
    RefusalCode(
        "hint_busy",
        503,
        "The engine is busy with other hints. Ask again in a moment.",
        "ヒントの依頼が混み合っています。少し待ってからもう一度お試しください。",
    ),
    RefusalCode("already_asked", 409, "You have already asked to take it back.", "すでに取り消しを求めています。"),
    RefusalCode(
        "not_asked", 409, "Nobody asks you to let them take anything back.", "行動の取り消しは求められていません。"
    ),
    # Watching
    RefusalCode("not_watching", 409, "You are not following this match.", "この対戦を見ていません。"),
    RefusalCode(
        "open_hands_closed", 403, "Open hands are not available here.", "ここでは手札を公開した観戦はできません。"
    ),
    RefusalCode("not_over", 409, "The match is not over yet.", "対戦はまだ終わっていません。"),
    RefusalCode("no_review", 404, "There is no review of this match.", "この対戦の振り返りはありません。"),
    RefusalCode(
        "review_pending",
        202,
        "The review of this match is being made; ask again later.",
        "この対戦の振り返りを作成中です。しばらくしてからもう一度お試しください。",
    ),
    RefusalCode("no_such_entry", 404, "This match has no such entry.", "その番号の記録はありません。"),
)

#: Name → refusal code.
REFUSAL = MappingProxyType({code.name: code for code in REFUSALS})
#: ``unavailable`` for a request that may have been carried out.
RESULT_UNKNOWN = RefusalCode(
    "unavailable",
    503,
    "Storage cannot be reached right now. Whether this was stored is not known yet.",
    "ただいま保存先に接続できません。保存されたかどうかはまだ分かりません。",
)
#: Name → close code.
CLOSE = MappingProxyType({code.name: code for code in CLOSES})
#: Number → close code.
CLOSE_NUMBER = MappingProxyType({code.number: code for code in CLOSES})


def common_text(language: str) -> dict[str, str]:
    """The catalogue that all games share: refusals, close codes, outcomes, log entries, reasons, hints."""
    column = 0 if language == "en" else 1
    text = {key: pair[column] for key, pair in (*COMMON.items(), *WHY.items(), *HINTS.items())}
    text |= {f"refusal.{code.name}": getattr(code, language) for code in REFUSALS}
    text |= {f"close.{code.name}": getattr(code, language) for code in CLOSES}
    return text
