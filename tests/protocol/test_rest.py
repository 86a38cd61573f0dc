"""Bodies of REST: what is usual is left out, and what cannot be is refused when it is read."""

from __future__ import annotations

import msgspec
import pytest

from bocage.protocol import presentation, rest, sign_ins
from bocage.protocol.codes import common_text
from bocage.protocol.sign_ins import sign_in_id


@pytest.mark.parametrize("delay", [-1, rest.LEAST_DELAY, rest.LEAST_DELAY + 1, rest.LONGEST_DELAY])
def test_open_hands_come_late_or_not_before_the_end(delay: int) -> None:
    wish = msgspec.json.decode(b'{"open_delay":%d}' % delay, type=rest.AccessWish)
    assert wish.open_delay == delay


@pytest.mark.parametrize("delay", [-2, 0, 1, rest.LEAST_DELAY - 1, rest.LONGEST_DELAY + 1])
def test_hands_that_are_open_at_once_are_none(delay: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"open_delay":%d}' % delay, type=rest.AccessWish)


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in vars(rest).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == rest.__name__
        and not any(field.required for field in msgspec.structs.fields(kind))
    ],
    ids=lambda kind: kind.__name__,
)
def test_a_body_that_says_nothing_wishes_what_is_usual(kind: type[msgspec.Struct]) -> None:
    read = msgspec.json.decode(b"{}", type=kind)
    assert read == kind()
    assert msgspec.json.decode(msgspec.json.encode(read), type=kind) == read


def test_common_texts_are_in_the_language_that_is_asked_for() -> None:
    english, japanese = common_text("en"), common_text("ja")
    assert english.keys() == japanese.keys()
    assert sum(english[key] != japanese[key] for key in english) > 0.9 * len(english)
    assert english["event.expired"] != japanese["event.expired"]
    assert "。" in "".join(japanese.values())
    assert "。" not in "".join(english.values())


def test_sign_in_id_hides_its_token() -> None:
    one, other = sign_in_id("player.secret"), sign_in_id("player.secres")
    assert one == sign_in_id("player.secret") != other
    assert (len(one), "secret" in one) == (16, False)


#: Bodies that clients send.
SENT = [
    kind
    for module in (rest, sign_ins)
    for kind in vars(module).values()
    if isinstance(kind, type)
    and issubclass(kind, msgspec.Struct)
    and kind.__module__ == module.__name__
    and kind.__struct_config__.forbid_unknown_fields
]
#: The node's limit of names holds for them, which operators may set.
NAMES = {("NewName", "name"), ("NewGuest", "name")}


@pytest.mark.parametrize("kind", SENT, ids=lambda kind: kind.__name__)
def test_sent_texts_are_bounded_and_fields_explained(kind: type[msgspec.Struct]) -> None:
    _, parts = msgspec.json.schema_components([kind])
    for name, field in parts[kind.__name__]["properties"].items():
        if field.get("type") == "string" and (kind.__name__, name) not in NAMES:
            assert 16 <= field["maxLength"] <= 200, name
        if kind is not rest.ClockRules and "$ref" not in field:
            assert field["description"].endswith("."), name


def test_open_hands_lag_by_half_a_minute_to_a_day() -> None:
    assert (rest.LEAST_DELAY, rest.LONGEST_DELAY) == (30, 86_400)


def test_bodies_are_looked_at() -> None:
    assert {"NewMatch", "Join", "ForkWish", "NewGuest"} <= {kind.__name__ for kind in SENT}


def test_what_a_game_does_not_say_of_itself_is_nothing() -> None:
    """Shapes lie where their path says, and nothing is counted that was not asked for."""
    shape = presentation.Shape("ink")
    assert (shape.path, shape.text, shape.x, shape.y) == ("", "", 0, 0)
    kinds = [kind for kind in vars(presentation).values() if isinstance(kind, type)]
    numbers = {
        (kind.__name__, field.name): field.default
        for kind in kinds
        if issubclass(kind, msgspec.Struct)
        for field in msgspec.structs.fields(kind)
        if isinstance(field.default, int | float)
    }
    assert {("Shape", "x"), ("Brought", "at_least"), ("Roll", "letters")} <= numbers.keys()
    assert set(numbers.values()) == {0}


#: Fields of answers whose names say it all.
PLAIN = {
    *("LimitTable.limits", "Health.status", "Health.version", "GameInfo.id", "Games.games", "LessonLog.updates"),
    *("MatchCreated.seat", "SeatTaken.seat", "EntryStored.seq", "Matches.matches", "Recording.updates"),
    *("Comment.en", "Comment.ja"),
    *("ClockRules.kind", "ClockRules.base", "ClockRules.increment", "ClockRules.on_timeout"),
}


def test_all_other_fields_of_bodies_are_explained() -> None:
    kinds = [
        kind
        for module in (rest, sign_ins)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    ]
    _, parts = msgspec.json.schema_components(kinds)
    bare = {
        f"{kind.__name__}.{name}"
        for kind in kinds
        for name, field in parts[kind.__name__]["properties"].items()
        if not field.get("description") and "$ref" not in field
    }
    assert bare <= PLAIN
