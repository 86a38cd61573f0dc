"""The sentences of notices, in both languages. They say only what everybody at the table may know."""

from __future__ import annotations

from types import MappingProxyType

from bocage.protocol.messages import Language

_EN = {
    "turn": "Your turn: {game}",
    "turn.text": "Against {others}. You have {time}.",
    "time": "Your time runs out: {game}",
    "time.text": "Against {others}. You have {time} left.",
    "joined": "{others} joined your match",
    "joined.text": "{game}: your opponent is here.",
    "terms": "{others} proposed other terms: {game}",
    "terms.text": "Accept them, or propose others. Play begins when you agree.",
    "over.won": "You won: {game}",
    "over.lost": "You lost: {game}",
    "over.draw": "A draw: {game}",
    "over.closed": "No winner: {game}",
    "over.text": "Against {others}. The match is over.",
    "test": "Notices arrive here",
    "test.text": "You asked Bocage for this message.",
    "confirm": "Confirm this address",
    "confirm.text": "Somebody wants notices of their matches on Bocage sent here. If that is you, enter this"
    " code there: {code}. If not, do nothing: no further message comes.",
    "stop": "To stop these messages, open your name on Bocage, then Notices.",
    "and": " and ",
    "between": " ",
    "day": "1 day",
    "days": "{n} days",
    "hour": "1 hour",
    "hours": "{n} hours",
    "minute": "1 minute",
    "minutes": "{n} minutes",
    "second": "1 second",
    "seconds": "{n} seconds",
}
_JA = {
    "turn": "あなたの番です：{game}",
    "turn.text": "相手は{others}さん。持ち時間は{time}です。",
    "time": "まもなく時間切れです：{game}",
    "time.text": "相手は{others}さん。残り{time}です。",
    "joined": "{others}さんがあなたの対戦に参加しました",
    "joined.text": "{game}：相手がそろいました。",
    "terms": "{others}さんが別の条件を提案しました：{game}",
    "terms.text": "承諾するか、別の条件を提案してください。合意すると対戦が始まります。",
    "over.won": "あなたの勝ちです：{game}",
    "over.lost": "あなたの負けです：{game}",
    "over.draw": "引き分けです：{game}",
    "over.closed": "勝者なし：{game}",
    "over.text": "相手は{others}さん。対戦は終了しました。",
    "test": "通知はここに届きます",
    "test.text": "Bocageで送信テストが行われました。",
    "confirm": "メールアドレスの確認",
    "confirm.text": "Bocageの対戦の通知を、このアドレスで受け取る設定が行われました。"
    "ご本人の場合は、次のコードを画面に入力してください：{code}。"
    "心当たりがなければ何もしないでください。以後メールは届きません。",
    "stop": "配信を止めるには、Bocageで自分の名前を開き、「通知」で変更してください。",
    "and": "、",
    "between": "",
    "day": "1日",
    "days": "{n}日",
    "hour": "1時間",
    "hours": "{n}時間",
    "minute": "1分",
    "minutes": "{n}分",
    "second": "1秒",
    "seconds": "{n}秒",
}
#: Language → sentence by name.
WORDS: MappingProxyType[Language, dict[str, str]] = MappingProxyType({"en": _EN, "ja": _JA})

#: Unit → milliseconds, the largest first.
_UNITS = {"day": 86_400_000, "hour": 3_600_000, "minute": 60_000, "second": 1000}


def duration(milliseconds: int, lang: Language) -> str:
    """Time that is left, as the page says it: to the hour where there are more than ten, to the minute where there
    is more than one, else to the second; at least a second. Rounded to the nearest: of three days there are three.
    """
    say = WORDS[lang]
    to = _UNITS["second"]
    if milliseconds >= _UNITS["minute"]:
        to = _UNITS["hour" if milliseconds >= 10 * _UNITS["hour"] else "minute"]
    rest = max(_UNITS["second"], (milliseconds + to // 2) // to * to)
    parts = []
    for unit, size in _UNITS.items():
        n, rest = divmod(rest, size)
        if n:
            parts.append(say[unit if n == 1 else f"{unit}s"].format(n=n))
    return say["between"].join(parts)
