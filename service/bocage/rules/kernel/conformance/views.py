"""Views: allow-lists of plain data that match the declared TypedDict exactly, and can be patched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.protocol import patch
from bocage.rules.kernel.conformance.coverage import Coverage
from bocage.rules.kernel.conformance.moment import (
    BrokenError,
    Moment,
    decode_json,
    encode,
    encode_json,
    viewers,
)
from bocage.rules.kernel.convert import converter
from bocage.rules.kernel.game import OPEN, PUBLIC, AnyGame, Viewer

#: Integers beyond this lose digits in a browser.
_SAFE = 2**53 - 1
_sorted = msgspec.json.Encoder(order="sorted").encode


def name_of(viewer: Viewer) -> str:
    """A viewer's name in messages and goldens."""
    return {PUBLIC: "public", OPEN: "open"}.get(viewer, f"seat {viewer}")


def check_views(moment: Moment, coverage: Coverage) -> None:
    """The views after a step, for every viewer: well-formed, and linked to those before it by a merge patch."""
    game = moment.game
    for viewer in viewers(game):
        before = game.view(moment.state, viewer)
        after = check_view(game, moment.after.state, viewer)
        change = patch.diff(before, after)
        sent = encode_json(change)
        if patch.apply(decode_json(encode_json(before)), decode_json(sent)) != decode_json(encode_json(after)):
            raise BrokenError(f"the patch {sent.decode()} does not lead from view to view of {name_of(viewer)}")
        if _change_of_parts(moment, viewer) != change:
            raise BrokenError(f"the patches of both parts of a view are not that of the view of {name_of(viewer)}")
        coverage.patch_sizes.setdefault(name_of(viewer), []).append(len(encode(change)))


def _change_of_parts(moment: Moment, viewer: Viewer) -> Mapping[str, object]:
    """The patch from view to view as a room makes it: of the part that all see, and of the viewer's own."""
    game, before, after = moment.game, moment.state, moment.after.state
    common = patch.diff(game.public_part(before), game.public_part(after))
    return patch.merge(common, patch.diff(game.own_part(before, viewer), game.own_part(after, viewer)))


def check_view(game: AnyGame, state: msgspec.Struct, viewer: Viewer) -> Mapping[str, object]:
    """One view: plain, without None, exact against ``Game.View``, the same when asked again."""
    view = game.view(state, viewer)
    who = name_of(viewer)
    if type(view) is not dict:
        raise BrokenError(f"the view of {who} is not a dict")
    if not _is_plain(view):
        _say_what_is_not_plain(view, f"view of {who}")
    try:
        known = converter(game.View)(view)
    except msgspec.ValidationError as problem:
        raise BrokenError(f"the view of {who} does not match View: {problem}") from None
    if _sorted(known) != _sorted(view):
        raise BrokenError(f"the view of {who} holds keys that View does not declare: {unknown_keys(view, known)}")
    if encode(game.view(state, viewer)) != encode(view):
        raise BrokenError(f"two views of the same state differ for {who}")
    return view


def unknown_keys(view: object, known: object, path: str = "") -> list[str]:
    """Paths that are in ``view`` and were dropped from ``known``."""
    if isinstance(view, dict) and isinstance(known, dict):
        found: list[str] = []
        for key, value in view.items():
            where = f"{path}/{key}"
            found += unknown_keys(value, known[key], where) if key in known else [where]
        return found
    if isinstance(view, (list, tuple)) and isinstance(known, (list, tuple)) and len(view) == len(known):
        pairs = enumerate(zip(view, known, strict=True))
        return [key for at, (one, other) in pairs for key in unknown_keys(one, other, f"{path}/{at}")]
    return []


def _is_plain(value: Any) -> bool:
    """True if plain data: the quick look, which does not say where."""
    kind = type(value)
    if kind is str or kind is bool:
        return True
    if kind is int:
        return bool(-_SAFE <= value <= _SAFE)
    if kind is dict:
        return all(type(key) is str and _is_plain(item) for key, item in value.items())
    if kind is list or kind is tuple:
        return all(_is_plain(item) for item in value)
    return kind is float


def _say_what_is_not_plain(value: Any, where: str) -> None:
    kind = type(value)
    if kind is dict:
        for key, item in value.items():
            if type(key) is not str:
                raise BrokenError(f"{where}: the key {key!r} is not a string")
            _say_what_is_not_plain(item, f"{where}/{key}")
    elif kind is list or kind is tuple:
        for at, item in enumerate(value):
            _say_what_is_not_plain(item, f"{where}/{at}")
    elif value is None:
        raise BrokenError(f"{where} is None; leave the key out instead")
    elif kind is int and abs(value) > _SAFE:
        raise BrokenError(f"{where}: {value} is too large for a browser")
    elif not _is_plain(value):
        raise BrokenError(f"{where} is a {kind.__name__}; views hold plain data only")
