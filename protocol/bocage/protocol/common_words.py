"""Texts shared by all games, in English and Japanese: how a match ends, and the entries of its log."""

from __future__ import annotations

#: Text by key: English, Japanese.
COMMON = {
    # How a match ends in any game
    "outcome.resigned": ("By resignation.", "投了による決着です。"),
    "outcome.draw_agreed": ("Both sides agreed to a draw.", "双方の合意による引き分けです。"),
    "outcome.timed_out": ("The time ran out.", "時間切れです。"),
    "outcome.cancelled": ("Called off before it began.", "開始前に取りやめになりました。"),
    "outcome.expired": (
        "Its players were not ready in time.",
        "期限までに対戦を始められませんでした。",
    ),
    "outcome.closed": ("The operator of the service closed it.", "サービスの運営者が対戦を終了させました。"),
    # Entries of the log of any match
    "player.left": ("A player who left", "退会したプレイヤー"),
    "event.seated": ("{name} sits down: {seat:seat}.", "{name}が参加（{seat:seat}）。"),
    "event.terms_proposed": (
        "{seat:seat} proposes other terms.",
        "{seat:seat}が別の条件を提案した。",
    ),
    "event.terms_accepted": ("{seat:seat} accepts the terms.", "{seat:seat}が条件を受け入れた。"),
    "event.started": ("The match begins.", "対戦開始。"),
    "event.expired": (
        "Nobody came in time, or the terms were not agreed; the match is called off.",
        "期限までに相手が現れないか、条件がまとまらなかったため、対戦は取りやめになった。",
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
    "event.vacation": (
        "{seat:seat} is on vacation; meanwhile their own time stands still.",
        "{seat:seat}が休暇に入った（その間、本人の持ち時間は止まる）。",
    ),
    "event.back": ("{seat:seat} is back from vacation.", "{seat:seat}が休暇から戻った。"),
    "event.resigned": ("{seat:seat} resigns.", "{seat:seat}が投了した。"),
    "event.draw_offered": ("{seat:seat} offers a draw.", "{seat:seat}が引き分けを提案した。"),
    "event.draw_accepted": ("{seat:seat} accepts the draw.", "{seat:seat}が引き分けに同意した。"),
    "event.draw_declined": ("{seat:seat} declines the draw.", "{seat:seat}が引き分けを断った。"),
    "event.undo_asked": (
        "{seat:seat} asks to take the last action back.",
        "{seat:seat}が直前の行動の取り消しを求めた。",
    ),
    "event.undo_declined": (
        "{seat:seat} declines; the action stands.",
        "{seat:seat}は取り消しを断った。行動はそのまま有効。",
    ),
    "event.undone": ("{seat:seat} takes the last action back.", "{seat:seat}が直前の行動を取り消した。"),
    "event.hinted": (
        "{seat:seat} takes a hint{theme?: {theme:hint}|.}",
        "{seat:seat}がヒントを見た{theme?：{theme:hint}|。}",
    ),
    "event.ended": ("The match is over.", "対戦終了。"),
    "event.revealed": ("From now on everybody can verify this match.", "これ以降、誰でもこの対戦を検証できる。"),
}
