"""The table of limits. GET /api/limits shows it; refusals name its rows."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import LimitRow


def _row(unit: str, en: str, ja: str, least: int, most: int) -> Any:
    return Meta(ge=least, le=most, description=en, extra={"unit": unit, "ja": ja})


#: Cost, in messages, of a request that may have to read a log.
READING = 10


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field per limit, with its texts and bounds in the annotation."""

    # A connection
    # Frames with a 64-bit length are never read, hence the maximum.
    frame_size: Annotated[
        int,
        _row("bytes", "Largest message a client may send.", "クライアントが送れる最大メッセージ。", 1024, 65535),
    ] = 16_384
    hello_time: Annotated[int, _row("s", "Timeout for hello.", "hello が届くまでの制限時間。", 1, 600)] = 10
    message_rate: Annotated[
        int,
        _row(
            "messages/s",
            "Average messages per connection. Following a match counts as 10 if its log must be read.",
            "接続ごとの平均メッセージ数。記録を読み直す観戦や再開は10通と数えます。",
            1,
            10**9,
        ),
    ] = 50
    message_burst: Annotated[
        int,
        _row("messages", "Messages at once after a pause.", "間をおいたあと一度に送れる数。", 1, 10**9),
    ] = 150
    bad_messages: Annotated[
        int,
        _row(
            "messages",
            "Unknown messages after which the connection is closed.",
            "不明なメッセージがこの数に達すると切断。",
            1,
            10**6,
        ),
    ] = 20
    outbox_size: Annotated[
        int,
        _row(
            "bytes",
            "Data queued for a slow reader; beyond that, updates are dropped and a snapshot is sent later.",
            "受信の遅い相手のためにためておく量。超えると更新は破棄され、あとで全体が送られます。",
            4096,
            1 << 26,
        ),
    ] = 262_144
    stuck_time: Annotated[
        int,
        _row("s", "Timeout for draining a full outbox.", "たまった送信分がはけるまでの制限時間。", 1, 3600),
    ] = 30
    matches_per_socket: Annotated[
        int, _row("matches", "Matches one connection may follow.", "1接続で見られる対戦の数。", 1, 10**6)
    ] = 100
    address_sockets: Annotated[
        int, _row("connections", "Connections from one address.", "同じアドレスからの接続数。", 1, 10**6)
    ] = 300
    account_sockets: Annotated[
        int,
        _row(
            "connections",
            "Connections of one program, which do not count for its address.",
            "プログラム1つの接続数（アドレスごとの接続数には数えません）。",
            1,
            10**6,
        ),
    ] = 200
    address_connections: Annotated[
        int,
        _row(
            "connections",
            "Connections from one address that are not (yet) websockets.",
            "同じアドレスからの、WebSocket以外の接続数（WebSocketになる前も含む）。",
            1,
            10**6,
        ),
    ] = 300
    request_time: Annotated[
        int,
        _row(
            "s",
            "Timeout for the first request of a connection, and between requests.",
            "接続してから、または応答のあと、次のリクエストが届くまでの制限時間。",
            1,
            600,
        ),
    ] = 10
    address_rate: Annotated[
        int,
        _row(
            "frames/s",
            "Average frames from all websockets of one address, or of one program; excess frames wait.",
            "同じアドレス（プログラムの場合は同じプログラム）の全WebSocketからの平均フレーム数。超えた分は順番を待ちます。",
            1,
            10**9,
        ),
    ] = 1000
    address_burst: Annotated[
        int,
        _row(
            "frames",
            "Frames from one address or program at once after a pause.",
            "同じアドレスまたはプログラムから、間をおいたあと一度に送れる数。",
            1,
            10**9,
        ),
    ] = 3000
    resume_span: Annotated[
        int,
        _row(
            "entries",
            "Entries sent as updates after a resume; a client that missed more gets a snapshot.",
            "再開時に差分で送る記録の数。それより多いと全体が送られます。",
            0,
            10**6,
        ),
    ] = 300
    # Talk
    chat_length: Annotated[
        int, _row("characters", "Longest line of chat.", "チャット1行の最大文字数。", 1, 10_000)
    ] = 300
    chat_rate: Annotated[
        int, _row("lines/min", "Lines of chat per player.", "プレイヤーごとの発言数。", 1, 10**6)
    ] = 30
    chat_burst: Annotated[int, _row("lines", "Lines of chat at once.", "一度に発言できる数。", 1, 10**6)] = 6
    # HTTP requests
    body_size: Annotated[
        int, _row("bytes", "Largest body of a request.", "リクエスト本文の最大量。", 256, 1 << 24)
    ] = 65_536
    request_rate: Annotated[
        int, _row("requests/s", "Requests from one address.", "同じアドレスからのリクエスト数。", 1, 10**9)
    ] = 30
    request_burst: Annotated[int, _row("requests", "Requests at once.", "一度に送れるリクエスト数。", 1, 10**9)] = (
        300
    )
    player_rate: Annotated[
        int, _row("players/min", "New players from one address.", "同じアドレスからの新規プレイヤー数。", 1, 10**9)
    ] = 20
    player_burst: Annotated[
        int, _row("players", "New players at once.", "一度に作れるプレイヤー数。", 1, 10**9)
    ] = 50
    blocks: Annotated[
        int, _row("players", "Players that one player may block.", "1人がブロックできるプレイヤーの数。", 1, 10**6)
    ] = 500
    friends: Annotated[
        int,
        _row(
            "players", "Friends of a player, including pending requests.", "友だちの数（申請中を含む）。", 1, 10**4
        ),
    ] = 100
    friend_requests: Annotated[
        int, _row("requests/day", "Friend requests per player and address.", "友だち申請の数。", 1, 10**9)
    ] = 20
    vacation_days: Annotated[
        int,
        _row(
            "days/year",
            "Vacation of one player within 365 days; a day begun counts.",
            "365日間にとれる休暇の日数（1日未満も1日と数えます）。",
            0,
            366,
        ),
    ] = 30
    vacation_changes: Annotated[
        int,
        _row(
            "changes/day",
            "Vacations that one player may start, change or end.",
            "プレイヤーごとに休暇を開始・変更・終了できる回数。",
            1,
            10**9,
        ),
    ] = 20
    data_rate: Annotated[
        int,
        _row(
            "exports/hour",
            "Exports of all data about one player.",
            "プレイヤーごとに、保存されている全データを請求できる回数。",
            1,
            10**9,
        ),
    ] = 6
    report_rate: Annotated[
        int,
        _row(
            "reports/min", "Reports from one player or address.", "プレイヤーごと、アドレスごとの通報数。", 1, 10**9
        ),
    ] = 1
    report_burst: Annotated[int, _row("reports", "Reports at once.", "そのうち一度に行える数。", 1, 10**9)] = 5
    profile_rate: Annotated[
        int,
        _row(
            "records/min", "Players' records read from one address.", "同じアドレスから見られる戦績の数。", 1, 10**9
        ),
    ] = 60
    profile_burst: Annotated[int, _row("records", "Records at once.", "そのうち一度に見られる数。", 1, 10**9)] = 30
    sign_in_rate: Annotated[
        int,
        _row(
            "tries/min",
            "Codes tried from one address, and links and codes made by one player.",
            "同じアドレスから試せるコードの数。プレイヤーごとに作れるリンクとコードの数も同じです。",
            1,
            10**9,
        ),
    ] = 6
    sign_in_burst: Annotated[
        int,
        _row("tries", "Tries at once.", "そのうち一度に行える数。", 1, 10**9),
    ] = 12
    sign_ins: Annotated[
        int,
        _row(
            "devices",
            "Devices with a sign-in of one player; beyond that, the least recently used one is signed out.",
            "同じプレイヤーがログインできる端末の数。超えると、最も長く使っていない端末がログアウトします。",
            2,
            1000,
        ),
    ] = 20
    programs: Annotated[
        int, _row("programs", "Programs of one player.", "1人が持てるプログラムの数。", 1, 1000)
    ] = 10
    challenges: Annotated[
        int,
        _row(
            "challenges",
            "Challenges to and from one player that wait for an answer.",
            "プレイヤーごとの、返答待ちの挑戦の数（受けたものと申し込んだものの合計）。",
            1,
            10**6,
        ),
    ] = 50
    challenge_rate: Annotated[
        int, _row("challenges/min", "Challenges by one player.", "プレイヤーごとに申し込める挑戦の数。", 1, 10**9)
    ] = 20
    challenge_burst: Annotated[
        int, _row("challenges", "Challenges at once.", "そのうち一度に申し込める数。", 1, 10**9)
    ] = 30
    ladder_matches: Annotated[
        int,
        _row(
            "matches",
            "Matches of programs that the service arranges at the same time.",
            "サービスが同時に組むプログラムどうしの対戦の数。",
            0,
            10**6,
        ),
    ] = 20
    ladder_people: Annotated[
        int,
        _row(
            "connections",
            "Connections of people to a node above which it arranges no matches of programs.",
            "ノードへの人の接続がこの数を超えるあいだ、プログラムどうしの対戦は組みません。",
            0,
            10**6,
        ),
    ] = 200
    passkeys: Annotated[
        int, _row("passkeys", "Passkeys of one player.", "同じプレイヤーのパスキーの数。", 1, 1000)
    ] = 10
    notice_channels: Annotated[
        int,
        _row("channels", "Channels for one player's notices.", "プレイヤーごとの通知の送り先の数。", 1, 100),
    ] = 10
    notice_rate: Annotated[
        int,
        _row(
            "changes/min",
            "Changes and tests of one player's notices; new channels and tests also count per address.",
            "プレイヤーごとに行える通知の設定変更と送信テストの数。送り先の追加とテストは、同じアドレスからの合計も数えます。",
            1,
            10**9,
        ),
    ] = 20
    notice_burst: Annotated[int, _row("changes", "Changes at once.", "そのうち一度に行える数。", 1, 10**9)] = 30
    notice_host_rate: Annotated[
        int,
        _row(
            "notices/min",
            "Notices to all addresses of one host, sent by one node; excess notices wait.",
            "同じホストあてに1つのノードが送る通知の数。超えた分は後で送ります。",
            1,
            10**9,
        ),
    ] = 1200
    notice_host_burst: Annotated[int, _row("notices", "Notices at once.", "そのうち一度に送れる数。", 1, 10**9)] = (
        600
    )
    match_rate: Annotated[
        int, _row("matches/min", "New matches by one player.", "プレイヤーごとの新しい対戦の数。", 1, 10**9)
    ] = 20
    match_burst: Annotated[int, _row("matches", "New matches at once.", "一度に作れる対戦の数。", 1, 10**9)] = 30
    address_match_rate: Annotated[
        int, _row("matches/min", "New matches from one address.", "同じアドレスからの新しい対戦の数。", 1, 10**9)
    ] = 60
    address_match_burst: Annotated[
        int,
        _row(
            "matches",
            "New matches from one address at once.",
            "同じアドレスから一度に作れる対戦の数。",
            1,
            10**9,
        ),
    ] = 100
    # Maps drawn by players
    maps: Annotated[
        int, _row("maps", "Maps that one player may keep.", "1人が保存できるマップの数。", 1, 10**4)
    ] = 100
    map_rate: Annotated[
        int,
        _row(
            "maps/min",
            "Maps kept or changed by one player.",
            "プレイヤーごとに保存・変更できるマップの数。",
            1,
            10**9,
        ),
    ] = 30
    map_name_length: Annotated[
        int, _row("characters", "Longest name of a map.", "マップの名前の最大文字数。", 1, 200)
    ] = 60
    map_games_waiting: Annotated[
        int,
        _row(
            "maps",
            "Maps of one player for which games of the engine are pending.",
            "プレイヤーごとの、エンジンの対局を待てるマップの数。",
            1,
            10**6,
        ),
    ] = 2
    # Hints and reviews by the engine
    hint_rate: Annotated[int, _row("hints/min", "Hints per player.", "プレイヤーごとのヒントの数。", 1, 10**9)] = 10
    hint_burst: Annotated[int, _row("hints", "Hints at once.", "一度に見られるヒントの数。", 1, 10**9)] = 10
    address_hint_rate: Annotated[
        int, _row("hints/min", "Hints for one address.", "同じアドレスから見られるヒントの数。", 1, 10**9)
    ] = 60
    address_hint_burst: Annotated[
        int,
        _row("hints", "Hints for one address at once.", "同じアドレスから一度に見られるヒントの数。", 1, 10**9),
    ] = 60
    reviews_waiting: Annotated[
        int,
        _row(
            "reviews",
            "Pending reviews requested by one player.",
            "プレイヤーごとの、作成を待てる振り返りの数。",
            1,
            10**6,
        ),
    ] = 3
    address_reviews_waiting: Annotated[
        int,
        _row(
            "reviews",
            "Pending reviews requested from one address.",
            "同じアドレスから依頼され、作成を待てる振り返りの数。",
            1,
            10**6,
        ),
    ] = 8
    # Matches that wait for players
    open_matches: Annotated[
        int,
        _row(
            "matches",
            "Matches of one player waiting for players at the same time, on all nodes.",
            "参加者を待てる対戦の、プレイヤーごとの数（全ノードの合計）。",
            1,
            10**6,
        ),
    ] = 20
    address_open_matches: Annotated[
        int,
        _row(
            "matches",
            "Matches from one address waiting for players at the same time, on all nodes.",
            "参加者を待てる対戦の、同じアドレスごとの数（全ノードの合計）。",
            1,
            10**6,
        ),
    ] = 60
    open_time: Annotated[
        int,
        _row(
            "s",
            "Time for which a match waits for players before it expires.",
            "対戦が参加者を待つ時間。過ぎると取りやめになります。",
            1,
            10**9,
        ),
    ] = 86_400
    open_time_days: Annotated[
        int,
        _row(
            "s",
            "The same for clocks with days per move.",
            "1手ごとの日数制の対戦が参加者を待つ時間。",
            1,
            10**9,
        ),
    ] = 14 * 86_400
    name_length: Annotated[int, _row("characters", "Longest name of a player.", "名前の最大文字数。", 1, 200)] = 24


def rows(limits: Limits) -> list[LimitRow]:
    """Return all limits with their texts."""
    found = []
    info = msgspec.inspect.type_info(Limits)
    assert isinstance(info, msgspec.inspect.StructType)
    for field in info.fields:
        about = field.type
        assert isinstance(about, msgspec.inspect.Metadata)
        extra = about.extra or {}
        help_en = (about.extra_json_schema or {})["description"]
        found.append(
            LimitRow(field.name, getattr(limits, field.name), extra["unit"], {"en": help_en, "ja": extra["ja"]})
        )
    return found


def over_limit(limit: str, retry: float = 0.0) -> RefusedError:
    """Create the refusal that names a limit. ``retry`` in seconds."""
    return RefusedError("limit", limit, limit=limit, retry=int(retry * 1000) + 1 if retry else 0)
