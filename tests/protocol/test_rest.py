"""Bodies of REST: what is usual is left out, and what cannot be is refused when it is read."""

from __future__ import annotations

import msgspec
import pytest

from protocol import rest
from protocol.codes import common_text
from protocol.sign_ins import sign_in_id


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


def test_a_sign_in_is_known_by_its_token_and_does_not_tell_it() -> None:
    one, other = sign_in_id("player.secret"), sign_in_id("player.secres")
    assert one == sign_in_id("player.secret") != other
    assert (len(one), "secret" in one) == (16, False)
