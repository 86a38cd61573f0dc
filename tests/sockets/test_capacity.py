"""Places at the gates: nothing is kept of an address from which nobody is there any more."""

from __future__ import annotations

from service.sockets.capacity import Admission, Capacity


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
