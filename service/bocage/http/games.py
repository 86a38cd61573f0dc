"""Games: descriptions, texts, facts, rules and lessons."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from bocage.http.context import ConstantAnswer, RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.guides import guide
from bocage.http.guides import rulings as rulings_of
from bocage.http.lesson import lesson_of
from bocage.http.pages import has_board, has_picture
from bocage.protocol.codes import common_text
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import GameInfo, Games, LessonLog, OptionInfo, Words
from bocage.rules.kernel import LANGUAGES, AnyGame
from bocage.rules.kernel.options import usual, values_of
from bocage.rules.kernel.registry import all_games

#: Groups of texts needed for lists of games and matches: names, options, bots.
LISTED = frozenset({"game", "option", "bot"})
UNLISTED = (".help", ".brief", ".goal")


def options_of(kind: type[msgspec.Struct]) -> list[OptionInfo]:
    """Describe the fields of an options struct for a form. Raises ``TypeError`` for a type without a form."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    defaults, values = usual(kind), values_of(kind)
    return [_option(field.name, field.type, values[field.name], defaults[field.name]) for field in info.fields]


def _option(name: str, info: msgspec.inspect.Type, values: list[Any], default: Any) -> OptionInfo:
    match info:
        case msgspec.inspect.Metadata(type=msgspec.inspect.StrType(max_length=int(longest))):
            examples = (info.extra_json_schema or {}).get("examples", UNSET)
            return OptionInfo(name, "text", default, max=longest, examples=examples)
        case msgspec.inspect.Metadata():
            return _option(name, info.type, values, default)
        case msgspec.inspect.LiteralType():
            return OptionInfo(name, "choice", default, values=values)
        case msgspec.inspect.BoolType():
            return OptionInfo(name, "flag", default)
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return OptionInfo(name, "number", default, min=least, max=most)
        case _:
            raise TypeError(f"option {name}: no form can ask for {info}")


@cache
def describe(game: AnyGame, bots: tuple[str, ...], reviews: bool = False) -> GameInfo:
    return GameInfo(
        id=game.id,
        rules=game.rules,
        seats=game.seats,
        options=options_of(game.Options),
        seat_options=options_of(game.SeatOptions),
        bots=_in_order(bots, (game.presentation.begins_with, *game.presentation.strategies)),
        lesson=game.lesson() is not None,
        exercises=len(game.exercises()),
        board=has_board(game.id),
        presentation=game.presentation,
        reviews=reviews,
        picture=has_picture(game.id),
    )


def _in_order(bots: tuple[str, ...], order: tuple[str, ...]) -> list[str]:
    """Sort the strategies: those of ``order`` first."""
    return [*(name for name in dict.fromkeys(order) if name in bots), *(name for name in bots if name not in order)]


def _described(context: RequestContext, game: AnyGame) -> GameInfo:
    state = context.state
    return describe(game, tuple(state.opponents.strategies(game.id)), state.has_engine(game.id))


async def list_games(context: RequestContext) -> Response:
    return ConstantAnswer.json(Games([_described(context, game) for game in all_games()])).to(context.request)


async def show_game(context: RequestContext) -> Response:
    return ConstantAnswer.json(_described(context, context.game(context.part("game")))).to(context.request)


# Constant within a release, so made once, on first use.


@cache
def _text(game: AnyGame, language: str) -> ConstantAnswer:
    return ConstantAnswer.json(common_text(language) | dict(game.text[language]))


@cache
def _names(language: str) -> ConstantAnswer:
    return ConstantAnswer.json({game.id: names_of(game, language) for game in all_games()})


def names_of(game: AnyGame, language: str) -> Words:
    """Return the texts of a game needed for lists of games and matches."""
    return {
        key: text
        for key, text in game.text[language].items()
        if _group(key) in LISTED and not key.endswith(UNLISTED)
    }


def _group(key: str) -> str:
    """Return the group of a text, also of one for an option's value: ``with.<option>.<value>.<key>``."""
    first, *others = key.split(".")
    return others[2] if first == "with" else first


@cache
def _facts(game: AnyGame, _: str) -> ConstantAnswer:
    return ConstantAnswer.json(game.facts())


@cache
def _rules(game: AnyGame, language: str) -> ConstantAnswer | None:
    html = guide(game.id, language)
    return ConstantAnswer(html.encode(), "text/html; charset=utf-8") if html else None


@cache
def _rulings(game: AnyGame, _: str) -> ConstantAnswer | None:
    html = rulings_of(game.id)
    return ConstantAnswer(html.encode(), "text/html; charset=utf-8") if html else None


@cache
def _lesson(game: AnyGame, _: str) -> ConstantAnswer | None:
    lesson = lesson_of(game)
    return ConstantAnswer.json(lesson) if lesson else None


def _constant(context: RequestContext, make: Callable[[AnyGame, str], ConstantAnswer | None]) -> Response:
    language = context.request.path_params.get("lang", "")
    if language and language not in LANGUAGES:
        raise RefusedError("not_found")
    made = make(context.game(context.part("game")), language)
    if made is None:
        raise RefusedError("not_found")
    return made.to(context.request)


async def text(context: RequestContext) -> Response:
    """Serve the catalogue of a game, including the texts common to all games."""
    return _constant(context, _text)


async def names(context: RequestContext) -> Response:
    """Serve the texts for lists of games and matches, of all games."""
    language = context.part("lang")
    if language not in LANGUAGES:
        raise RefusedError("not_found")
    return _names(language).to(context.request)


async def facts(context: RequestContext) -> Response:
    """Serve what is printed on the game's cards and maps."""
    return _constant(context, _facts)


async def rules(context: RequestContext) -> Response:
    return _constant(context, _rules)


async def rulings(context: RequestContext) -> Response:
    return _constant(context, _rulings)


async def lesson(context: RequestContext) -> Response:
    return _constant(context, _lesson)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games",
        handler=list_games,
        tag="Games",
        text="All games that can be played here.",
        answer=Games,
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}",
        handler=show_game,
        tag="Games",
        text="One game: seats, options, bots.",
        answer=GameInfo,
        refusals=("no_game",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/text/{lang}",
        handler=text,
        tag="Games",
        text="All texts of a game in one language (en, ja): text key → template, see docs/protocol.md.",
        answer=Words,
        refusals=("no_game", "not_found"),
    ),
    Endpoint(
        method="GET",
        path="/api/words/{lang}",
        handler=names,
        tag="Games",
        text="Texts for lists of all games in one language (en, ja): game → its names, options and bots.",
        answer=dict[str, Words],
        refusals=("not_found",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/facts",
        handler=facts,
        tag="Games",
        text="The print on cards and maps, for drawing; constant for a version of the rules.",
        answer=dict[str, Any],
        refusals=("no_game",),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/rules/{lang}",
        handler=rules,
        tag="Games",
        text="How to play, one page in one language (en, ja), as a fragment of HTML.",
        media="text/html",
        refusals=("no_game", "not_found"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/rulings",
        handler=rulings,
        tag="Games",
        text="The questions that the printed rules leave open, answered; in English, as a fragment of HTML.",
        media="text/html",
        refusals=("no_game", "not_found"),
    ),
    Endpoint(
        method="GET",
        path="/api/games/{game}/lesson",
        handler=lesson,
        tag="Games",
        text="The guided first game: a replay with the learner's moves and comments; 404 where there is none.",
        answer=LessonLog,
        refusals=("no_game", "not_found"),
    ),
)
