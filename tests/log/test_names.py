"""What players are called: it goes with a match and is no part of its log."""

from __future__ import annotations

import msgspec

from bocage.log import judge
from bocage.log.entries import Resigned, Seated, decode
from bocage.log.names import call, has_left, name_of, players_of, unknown, without_name
from bocage.log.records import Row, named
from bocage.log.view import view
from bocage.rules.kernel import PUBLIC
from tests.log.logs import Play

ANN = Seated(0, "ann", "As she was", "0" * 32)


def test_known_name_precedes_the_logged_one() -> None:
    assert name_of({}, ANN) == "As she was"
    assert name_of({"ann": "Ann", "bob": "Bob"}, ANN) == "Ann"
    assert name_of({"ann": ""}, ANN) == ""
    assert [has_left(names, "ann") for names in ({}, {"ann": "Ann"}, {"ann": ""}, {"bob": ""})] == [
        False,
        False,
        True,
        False,
    ]


def test_no_name_is_stored() -> None:
    assert without_name(ANN) == msgspec.structs.replace(ANN, name="")
    play = Play().begin()
    bodies = [decode(entry.raw) for entry in play.entries]
    assert [body.name for body in bodies if isinstance(body, Seated)] == ["", ""]


def test_names_that_change_are_shown_from_then_on() -> None:
    play = Play()
    match = play.match
    assert (players_of(match), unknown(match)) == ((), ())
    play.append(judge.sit(match, "ann", "Ann", 1))
    match.names = {}
    assert (players_of(match), unknown(match)) == (("ann",), ("ann",))
    assert view(match, PUBLIC)["seats"]["1"]["name"] == ""
    assert call(match, {"ann": "Ann", "bob": "Bob"})
    assert (dict(match.names), unknown(match)) == ({"ann": "Ann"}, ())
    assert view(match, PUBLIC)["seats"]["1"]["name"] == "Ann"
    before = match.names
    for nothing in ({}, {"ann": "Ann"}, {"bob": "Bob"}, {"ann": "Ann", "bob": "Robert"}):
        assert not call(match, nothing)
        assert match.names is before
    play.append(judge.sit(match, "bob", "Bob"))
    assert players_of(match) == ("bob", "ann")
    assert call(match, {"bob": ""})
    assert dict(match.names) == {"ann": "Ann", "bob": ""}
    assert before == {"ann": "Ann"}
    assert view(match, PUBLIC)["seats"] == {
        "0": {"player": "bob", "name": "", "left": True},
        "1": {"player": "ann", "name": "Ann"},
    }
    assert judge.left(match) == Resigned(0)


def test_rows_are_named_when_they_are_read() -> None:
    row = Row("m", "toy", "open", ["", "kept"], ["ann", ""])
    assert named(row, {"ann": "Ann"}) == Row("m", "toy", "open", ["Ann", "kept"], ["ann", ""])
    assert named(row, {"ann": "Ann", "": "Nobody"}).names == ["Ann", "Nobody"]
    for nothing in ({}, {"ann": ""}, {"bob": "Bob"}):
        assert named(row, nothing) is row
    # A row that says less than it should is left as it is.
    short = Row("m", "toy", "open", ["x"], ["ann", "bob"])
    assert named(short, {"ann": "Ann"}) is short
