"""The head of the page: title, description and picture for link previews."""

from __future__ import annotations

import contextlib
from html import escape

from starlette.requests import Request

from bocage.http.app_state import AppState
from bocage.http.errors import language_of
from bocage.http.feature import Head, Screen
from bocage.live.stored_matches import check_hidden
from bocage.log.match import Match
from bocage.log.names import called
from bocage.protocol.codes import common_text
from bocage.protocol.messages import Language
from bocage.protocol.refusal import RefusedError
from bocage.protocol.text import ending, render
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.registry import UnknownGameError, find_game
from bocage.store import StoreError

#: The exercises of a game: the only screen of a game with a second path segment.
EXERCISES = "exercise"
#: First path segments of screens about a game.
ABOUT_GAMES = ("learn", "rules", "rulings", EXERCISES)
ABOUT_MATCHES = ("match", "replay")
#: The other screens.
OTHER_SCREENS = ("", "move")
#: As in ``RequestContext``.
LONGEST_ID = 40

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "site": "Four WWII table games, played live in the browser against people or bots. No account needed.",
        "learn": "{game}: guided first game",
        "exercise": "{game}: find the better move",
        "rules": "{game}: how to play",
        "rulings": "{game}: rulings",
        "invites": "{name} invites you to {game}",
        "invitation": "An invitation to {game}",
        "inviting": "{tagline} {takes} Open the link and sit down; no account needed.",
        "takes": "About {minutes} minutes.",
        "takes.one": "About a minute.",
        "ranging": "A game takes {minutes}–{most} minutes.",
        "title": "{game}: {names}",
        "versus": " against ",
        "private": "{game}: a private match",
        "playing": "Being played now: watch it live. {tagline}",
        "ended": "{verdict} {reason}",
        "won": "{name} won.",
        "lost": "{name} lost.",
        "draw": "A draw.",
        "replay": "Replay: {title}",
        "at": "Replay, position {seq}: {title}",
    },
    "ja": {
        "site": "第二次世界大戦のテーブルゲーム4種を、ブラウザで人やボットとリアルタイムに。登録は不要です。",
        "learn": "はじめての一戦：{game}",
        "exercise": "次の一手：{game}",
        "rules": "{game}：遊び方",
        "rulings": "{game}：裁定集",
        "invites": "{name}さんからの{game}への招待",
        "invitation": "{game}への招待",
        "inviting": "{tagline} {takes}リンクを開いて参加するだけ、登録は不要です。",
        "takes": "所要時間は約{minutes}分。",
        "takes.one": "所要時間は約1分。",
        "ranging": "所要時間は{minutes}～{most}分。",
        "title": "{game}：{names}",
        "versus": " 対 ",
        "private": "{game}：非公開の対戦",
        "playing": "対戦中です。観戦できます。{tagline}",
        "ended": "{verdict}{reason}",
        "won": "{name}の勝ち。",
        "lost": "{name}の負け。",
        "draw": "引き分け。",
        "replay": "リプレイ：{title}",
        "at": "リプレイ {seq}手目：{title}",
    },
}


async def head_of(state: AppState, request: Request) -> str:
    """Return the head for an address; empty: no screen has it. Reveals nothing of hidden or private matches."""
    first, *rest = request.url.path[1:].split("/")
    lang = language_of(request)
    head = Head("Bocage", WORDS[lang]["site"])
    if first in ABOUT_GAMES:
        if len(rest) != 1 and not (first == EXERCISES and len(rest) == 2 and rest[1].isdecimal()):
            return ""
        with contextlib.suppress(UnknownGameError):
            head = _of_game(find_game(rest[0]), first, lang)
    elif first in ABOUT_MATCHES:
        name = rest[0] if rest else ""
        if not (0 < len(name) <= LONGEST_ID and name.isascii() and name.isalnum()):
            return ""
        with contextlib.suppress(RefusedError, StoreError, UnknownGameError):
            state.take("request_rate", _address(state, request))
            await check_hidden(state.node.store, name, "")
            match = await state.node.rooms.match_or_outline(name)
            head = _of_match(match, lang, _position(first, rest))
    elif first == "player":
        # Without the player's name: most records are not public.
        if len(rest) > 1:
            return ""
    elif (screen := _screens(state).get(first)) is not None:
        if len(rest) > screen.parts:
            return ""
        head = Head(*screen.words[lang])
        with contextlib.suppress(RefusedError, StoreError):
            head = await _of_part(state, request, first, rest, lang) or head
    elif rest or first not in OTHER_SCREENS:
        return ""
    # Previews of the page never use the client's Host header. Below a prefix, base_url may lack it.
    from_site = not head.game or state.folder
    picture = next(filter(None, (feature.picture(head.game) for feature in state.features)), "")
    return _html(head, picture, state.site if from_site else str(request.base_url).rstrip("/"))


def _screens(state: AppState) -> dict[str, Screen]:
    """Return the screens of features by the first path segment."""
    return {first: screen for feature in state.features for first, screen in feature.screens.items()}


async def _of_part(state: AppState, request: Request, screen: str, rest: list[str], lang: Language) -> Head | None:
    """Return what a feature says about an address below its screen."""
    if len(rest) != 1:
        return None
    state.take("request_rate", _address(state, request))
    found = [await feature.head(screen, rest[0], lang) for feature in state.features]
    return next(filter(None, found), None)


def _address(state: AppState, request: Request) -> str:
    client = request.client
    return state.node.ingress.proxies.caller(
        client.host if client else "", request.headers.getlist("x-forwarded-for")
    )


def _position(first: str, rest: list[str]) -> int:
    """Return 0 for a match, -1 for a replay from its start, else the position in a replay."""
    if first == "match":
        return 0
    text = rest[1] if len(rest) > 1 else ""
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 9 else -1


def _of_game(game: AnyGame, screen: str, lang: Language) -> Head:
    words = game.text[lang]
    title = WORDS[lang][screen].format(game=words["game.name"])
    return Head(title, words["game.tagline"], game.id)


def _of_match(match: Match, lang: Language, seq: int) -> Head:
    """``seq`` as from :func:`_position`. Of a private match only the game is shown: its address alone is no
    invitation.
    """
    say = WORDS[lang]
    created = match.created
    game = find_game(created.game)
    words = game.text[lang]
    name, tagline = words["game.name"], words["game.tagline"]
    names = [called(match.names, seated, lang) for seated in match.seats if seated is not None]
    shown = game.presentation
    one = "takes.one" if shown.minutes == 1 else "takes"
    takes = say["ranging" if shown.minutes_most else one].format(minutes=shown.minutes, most=shown.minutes_most)
    inviting = say["inviting"].format(tagline=tagline, takes=takes if shown.minutes else "")
    if created.access.private:
        title = say["invitation" if match.status == "open" else "private"].format(game=name)
        return Head(title, inviting if match.status == "open" else tagline, game.id)
    if match.status == "open":
        return Head(say["invites"].format(name=names[0] if names else "?", game=name), inviting, game.id)
    title = say["title"].format(game=name, names=say["versus"].join(names))
    if seq:
        title = say["replay"].format(title=title) if seq < 0 else say["at"].format(seq=seq, title=title)
    return Head(title, _standing(match, lang) or say["playing"].format(tagline=tagline), game.id)


def _standing(match: Match, lang: Language) -> str:
    """Return who won and why; empty: the match goes on."""
    outcome = match.outcome
    if match.status != "ended" or outcome is None or not match.begun:
        return ""
    say, names = WORDS[lang], [called(match.names, seated, lang) if seated else "" for seated in match.seats]
    if outcome.winners:
        verdict = say["won"].format(name=", ".join(names[seat] for seat in outcome.winners))
    else:
        verdict = say["lost"].format(name=names[0]) if len(names) == 1 else say["draw"]
    words = {**common_text(lang), **match.game.text[lang]}
    reason = render(words, *ending(outcome.reason, outcome.winners, len(names)), lang)
    return say["ended"].format(verdict=verdict, reason=reason)


def _html(head: Head, picture: str, origin: str) -> str:
    title = head.title if head.title == "Bocage" else f"{head.title} · Bocage"
    told = {
        "og:site_name": "Bocage",
        "og:type": "website",
        "og:title": head.title,
        "og:description": head.text,
    }
    if picture:
        told |= {"og:image": origin + picture, "og:image:width": "800", "og:image:height": "420"}
    lines = [f"<title>{escape(title)}</title>", f'<meta name="description" content="{escape(head.text)}">']
    lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()]
    if picture:
        lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n    ".join(lines)
