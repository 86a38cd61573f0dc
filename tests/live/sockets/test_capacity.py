"""How many places there are, and that nothing is kept of an address from which nobody is there any more."""

from __future__ import annotations

import resource

import pytest

from bocage.live.capacity import (
    OWN,
    PLENTY,
    RESERVED,
    Admission,
    Capacity,
    descriptors,
    raise_descriptor_limit,
)

NO_LIMIT = resource.RLIM_INFINITY


def test_who_is_gone_leaves_nothing_behind() -> None:
    capacity: Capacity[int] = Capacity(per_address=2, most=10)
    for gate in range(100):
        assert capacity.enter(gate, f"address {gate // 2}", 2) is Admission.FREE
        if gate % 2:
            assert capacity.enter(-1, f"address {gate // 2}", 3) is Admission.TOO_MANY
            capacity.leave(gate - 1, f"address {gate // 2}")
            assert len(capacity._addresses) == 1
            capacity.leave(gate, f"address {gate // 2}")
        assert len(capacity._addresses) == (gate + 1) % 2


@pytest.mark.parametrize(
    ("most", "limit", "share"),
    [(100, 24, 24), (100, 25, 25), (100, 26, 25), (103, 300, 25), (104, 300, 26), (3, 300, 1), (0, 5, 1)],
)
def test_one_address_leaves_three_quarters_to_others(most: int, limit: int, share: int) -> None:
    assert Capacity[int](per_address=1, most=most).share(limit) == share


@pytest.mark.parametrize(
    ("connections", "admission"),
    [
        (1, Admission.FREE),
        (10, Admission.FREE),
        (11, Admission.RESERVED),
        (10 + RESERVED, Admission.RESERVED),
        (11 + RESERVED, Admission.FULL),
    ],
)
def test_newcomers_share_depends_on_the_number_present(connections: int, admission: Admission) -> None:
    capacity: Capacity[str] = Capacity(per_address=9, most=10)
    assert capacity.enter("gate", "address", connections) is admission
    taken_in = admission is not Admission.FULL
    assert (capacity.gates, capacity._addresses) == (({"gate"}, {"address": 1}) if taken_in else (set(), {}))
    if admission is Admission.RESERVED:
        assert capacity.give_way(11 + RESERVED) == "gate"
    assert capacity.give_way(10 + RESERVED) is None
    # Whoever leaves twice is missed once; whoever never came in, not at all.
    capacity.enter("other", "address", 1)
    for gate in ("gate", "gate", "stranger"):
        capacity.leave(gate, "address")
    assert (capacity.gates, capacity._addresses) == ({"other"}, {"address": 1})
    assert capacity._kept == {}


def test_a_proxy_has_as_many_places_as_there_are() -> None:
    capacity: Capacity[int] = Capacity(per_address=1, most=8)
    assert [capacity.enter(number, "", number) for number in range(1, 9)] == [Admission.FREE] * 8
    assert capacity._addresses == {}
    capacity.leave(3, "")
    assert (capacity.gates, capacity._addresses) == (set(range(1, 9)) - {3}, {})


@pytest.mark.parametrize(
    ("soft", "there", "places"),
    [
        (1000, 1000, 1000 - OWN - RESERVED),
        (NO_LIMIT, PLENTY, PLENTY - OWN - RESERVED),
        # However few there are, there are places for the operator and for as many others.
        (OWN + 2 * RESERVED - 1, OWN + 2 * RESERVED - 1, RESERVED),
        (OWN + 2 * RESERVED + 1, OWN + 2 * RESERVED + 1, RESERVED + 1),
        (8, 8, RESERVED),
    ],
)
def test_places_are_the_descriptors_but_our_own(
    soft: int, there: int, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, NO_LIMIT))
    assert descriptors() == there
    assert Capacity[int](per_address=3).most == places


@pytest.mark.parametrize(
    ("soft", "hard", "asked"),
    [
        (1024, 4096, [(4096, 4096)]),
        (4096, 4096, []),
        (1024, NO_LIMIT, [(PLENTY, NO_LIMIT)]),
        (1024, 10 * PLENTY, [(PLENTY, 10 * PLENTY)]),
        (PLENTY, NO_LIMIT, []),
        (PLENTY + 1, 10 * PLENTY, []),
        (NO_LIMIT, NO_LIMIT, []),
    ],
)
def test_as_many_descriptors_are_asked_for_as_are_of_use(
    soft: int, hard: int, asked: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: heard.append(limits))
    raise_descriptor_limit()
    assert heard == asked


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_a_system_that_does_not_give_them_is_lived_with(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(what: int, limits: tuple[int, int]) -> None:
        raise error

    monkeypatch.setattr(resource, "getrlimit", lambda what: (8, 4096))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    raise_descriptor_limit()
