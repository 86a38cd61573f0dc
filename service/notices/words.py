"""The sentences of notices, in both languages. They say only what everybody at the table may know."""

from __future__ import annotations

from types import MappingProxyType

from protocol.messages import Language

_EN = {
    "turn": "Your turn: {game}",
    "turn.text": "Against {others}. You have {time}.",
    "time": "Your time runs out: {game}",
    "time.text": "Against {others}. You have {time} left.",
    "joined": "{others} joined your match",
    "joined.text": "{game}: your opponent is here.",
    "over.won": "You won: {game}",
    "over.lost": "You lost: {game}",
    "over.draw": "A draw: {game}",
    "over.closed": "No winner: {game}",
    "over.text": "Against {others}. The match is over.",
    "daily": "The deal of the day is ready",
    "daily.text": "{games}: the same dice and cards for everybody.",
    "friend": "{others} wants to be friends",
    "friend.text": "Agree or decline on your record.",
    "test": "Notices arrive here",
    "test.text": "You asked Bocage for this message.",
    "confirm": "Confirm this address",
    "confirm.text": "Somebody wants notices of their matches on Bocage sent here. If that is you, enter this"
    " code there: {code}. If not, do nothing: no further message comes.",
    "stop": "To stop these messages, open your name on Bocage, then Notices.",
    "and": " and ",
    "days": "{n} days",
    "hours": "{n} hours",
    "hour": "one hour",
    "minutes": "{n} minutes",
}
_JA = {
    "turn": "あなたの番です：{game}",
    "turn.text": "相手は{others}さん。持ち時間は{time}です。",
    "time": "まもなく時間切れです：{game}",
    "time.text": "相手は{others}さん。残り{time}です。",
    "joined": "{others}さんがあなたの対戦に参加しました",
    "joined.text": "{game}：相手がそろいました。",
    "over.won": "あなたの勝ちです：{game}",
    "over.lost": "あなたの負けです：{game}",
    "over.draw": "引き分けです：{game}",
    "over.closed": "勝者なし：{game}",
    "over.text": "相手は{others}さん。対戦は終了しました。",
    "daily": "今日の一戦の準備ができました",
    "daily.text": "{games}：全員が同じダイスとカードで挑みます。",
    "friend": "{others}さんから友だち申請が届きました",
    "friend.text": "戦績の画面で承認するか断るかを選べます。",
    "test": "通知はここに届きます",
    "test.text": "Bocageで送信テストが行われました。",
    "confirm": "メールアドレスの確認",
    "confirm.text": "Bocageの対戦の通知を、このアドレスで受け取る設定が行われました。"
    "ご本人の場合は、次のコードを画面に入力してください：{code}。"
    "心当たりがなければ何もしないでください。以後メールは届きません。",
    "stop": "配信を止めるには、Bocageで自分の名前を開き、「通知」で変更してください。",
    "and": "、",
    "days": "{n}日",
    "hours": "{n}時間",
    "hour": "1時間",
    "minutes": "{n}分",
}
#: Language → sentence by name.
WORDS: MappingProxyType[Language, dict[str, str]] = MappingProxyType({"en": _EN, "ja": _JA})

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000


def duration(milliseconds: int, lang: Language) -> str:
    """A time in its largest fitting unit, rounded down: what is promised is there."""
    say = WORDS[lang]
    if milliseconds >= 2 * _DAY:
        return say["days"].format(n=milliseconds // _DAY)
    if milliseconds >= 2 * _HOUR:
        return say["hours"].format(n=milliseconds // _HOUR)
    if milliseconds >= _HOUR:
        return say["hour"]
    return say["minutes"].format(n=max(1, milliseconds // _MINUTE))
