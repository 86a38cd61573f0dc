"""Text templates for actions, events and cards, rendered by the client in any language.

A catalogue maps keys to templates; a template is plain text with placeholders, filled from an object's fields:

    {n}              the field; a negative number with a minus sign; a list: its items joined
    {n:+}            a signed number: +2, −1, 0 (an absent field counts as 0)
    {chance:%}       a chance, a pair [ways, all ways], in per cent: 33%; <1% if not 0, >99% if not 1
    {card:card}      the catalogue's entry ``card.<value>``; a list: each item looked up and joined;
                     a list of [code, number] pairs: "+1 rifle, −2 woods"
    {action:action}  an action: the catalogue's entry ``action.<do>``, filled with the action's own fields
    {flag}           a truth value: true or false, as in JSON
    {moved?yes|no}   the first template if the field is present and not 0, empty or false, else the second
    {n#man|men}      the first template if the number is 1, else the second

Branches may contain placeholders. The page has the same in JavaScript; both are tested with the vectors in
tests/protocol/text_vectors.json.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Catalogue = Mapping[str, str]

#: Begins the keys of texts for matches with a certain option: with.<option>.<value>.<key>
_WITH = "with."

_JOINERS = {"en": ", ", "ja": "、"}


def render(catalogue: Catalogue, key: str, fields: Mapping[str, object], language: str = "en") -> str:
    """Fill the template ``key`` with ``fields``.

    A key that the catalogue lacks, as of a later release, is rendered as words made of the key.
    """
    template = catalogue.get(key)
    if template is None:
        return key.rpartition(".")[2].replace("_", " ")
    return fill(catalogue, template, fields, language)


def in_match(catalogue: Catalogue, options: Mapping[str, object]) -> Catalogue:
    """The catalogue as it reads in a match with these options.

    A text under ``with.<option>.<value>.<key>`` replaces that of ``<key>``.
    """
    prefixes = tuple(f"{_WITH}{name}.{_plain(value)}." for name, value in options.items())
    found = ((key, next(filter(key.startswith, prefixes), "")) for key in catalogue if key.startswith(_WITH))
    replaced = {key.removeprefix(prefix): catalogue[key] for key, prefix in found if prefix}
    return {**catalogue, **replaced} if replaced else catalogue


def ending(reason: str, winners: Sequence[int], seats: int) -> tuple[str, dict[str, object]]:
    """Return key and fields of the sentence on why a match ended, with winner and loser if there are two seats."""
    # As strings: in a template the number 0 is false.
    losers = [str(seat) for seat in range(seats) if seat not in winners]
    one = len(winners) == len(losers) == 1
    return f"outcome.{reason}", {"winner": str(winners[0]), "loser": losers[0]} if one else {}


def fill(catalogue: Catalogue, template: str, fields: Mapping[str, object], language: str = "en") -> str:
    """Fill ``template`` with ``fields``. Raises ``ValueError`` for an unclosed placeholder."""
    parts: list[str] = []
    at = 0
    while (start := template.find("{", at)) >= 0:
        parts.append(template[at:start])
        end = _closing(template, start)
        parts.append(_hole(catalogue, template[start + 1 : end], fields, language))
        at = end + 1
    parts.append(template[at:])
    return "".join(parts)


def _closing(template: str, start: int) -> int:
    depth = 0
    for i in range(start, len(template)):
        if template[i] == "{":
            depth += 1
        elif template[i] == "}":
            depth -= 1
            if depth == 0:
                return i
    raise ValueError(f"hole not closed: {template!r}")


def _hole(catalogue: Catalogue, hole: str, fields: Mapping[str, Any], language: str) -> str:
    size = next((i for i, char in enumerate(hole) if char in ":?#"), len(hole))
    value = fields.get(hole[:size])
    mark, rest = hole[size : size + 1], hole[size + 1 :]
    if mark in ("?", "#"):
        first, second = _branches(rest)
        return fill(catalogue, first if (value if mark == "?" else value == 1) else second, fields, language)
    if mark == ":" and rest == "+":
        return _signed(value)
    if mark == ":" and rest == "%":
        return _percent(value)
    if isinstance(value, (list, tuple)):
        return _JOINERS.get(language, ", ").join(_item(catalogue, item, rest, fields, language) for item in value)
    return _item(catalogue, value, rest, fields, language)


def _branches(text: str) -> tuple[str, str]:
    depth = 0
    for i, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if char == "|" and depth == 0:
            return text[:i], text[i + 1 :]
    return text, ""


def _item(catalogue: Catalogue, value: Any, namespace: str, fields: Mapping[str, Any], language: str) -> str:
    if isinstance(value, Mapping):
        return render(catalogue, f"{namespace}.{_plain(value.get('do'))}", value, language)
    if isinstance(value, (list, tuple)) and len(value) == 2:
        return f"{_signed(value[1])} {_item(catalogue, value[0], namespace, fields, language)}"
    if not namespace:
        return _signed(value) if isinstance(value, int) and value < 0 else _plain(value)
    return render(catalogue, f"{namespace}.{_plain(value)}", fields, language)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _percent(value: Any) -> str:
    if not value:
        return ""
    ways, of = value
    percent = (200 * ways + of) // (2 * of)
    if percent == 0 and ways:
        return "<1%"
    return ">99%" if percent == 100 and ways < of else f"{percent}%"


def _signed(value: Any) -> str:
    if not value:
        return "0"
    return f"+{value}" if value > 0 else f"−{-value}"
