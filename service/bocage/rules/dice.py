"""Keyed, counter-based chance: the only source of randomness that rules may use.

Draw number ``n`` of the log entry ``seq`` is a pure function of (match key, seq, n, bound):

    block  = HMAC-SHA256(key, be64(seq) || be32(n div 8) || be32(attempt))     (RFC 2104, FIPS 180-4)
    word   = big-endian 32-bit word number (n mod 8) of the block, attempt counting from 0
    value  = word modulo bound, for the first attempt whose word is below the largest
             multiple of ``bound`` that 32 bits hold

So no earlier event shifts a later draw, the result is unbiased, and any draw can be recomputed after the match, in
any language. One block serves eight draws: a handful of dice costs one hash. Test vectors:
tests/rules/dice_vectors.json.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import MutableSequence, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_WORDS = struct.Struct(">8I")
_COUNTERS = struct.Struct(">QII")
_BLOCK_SIZE = 64
_RANGE = 1 << 32


class Key:
    """A match key prepared for many HMACs: both padded SHA-256 states are kept (RFC 2104, section 4)."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        """Prepare ``key`` (at most 64 bytes; longer ones raise ``ValueError``)."""
        if len(key) > _BLOCK_SIZE:
            raise ValueError("a match key has at most 64 bytes")
        padded = key.ljust(_BLOCK_SIZE, b"\0")
        self._inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded))
        self._outer = hashlib.sha256(bytes(b ^ 0x5C for b in padded))

    def digest(self, message: bytes) -> bytes:
        """HMAC-SHA256 of ``message``, 32 bytes."""
        inner = self._inner.copy()
        inner.update(message)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()


class Chance(Protocol):
    """Source of randomness for rules. Every draw is numbered from 0 within one log entry."""

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""

    def d6(self) -> int:
        """One six-sided die, 1 to 6."""

    def roll(self, count: int) -> list[int]:
        """``count`` six-sided dice, in the order rolled."""

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``; draws nothing when there is only one."""

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher-Yates in place: from the last index down, partner uniform in 0..i."""


class Drawing:
    """The derived draws, written once for keyed and scripted dice."""

    __slots__ = ("draws",)

    def __init__(self) -> None:
        #: (bound, value) of every draw so far, in order: what an audit recomputes.
        self.draws: list[tuple[int, int]] = []

    def below(self, bound: int) -> int:
        """As :meth:`Chance.below`."""
        raise NotImplementedError

    def d6(self) -> int:
        """As :meth:`Chance.d6`."""
        return self.below(6) + 1

    def roll(self, count: int) -> list[int]:
        """As :meth:`Chance.roll`."""
        return [self.below(6) + 1 for _ in range(count)]

    def pick(self, items: Sequence[T]) -> T:
        """As :meth:`Chance.pick`."""
        return items[0] if len(items) == 1 else items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """As :meth:`Chance.shuffle`."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Dice(Drawing):
    """The dice of one log entry."""

    __slots__ = ("_block", "_key", "_seq")

    def __init__(self, key: Key | bytes, seq: int) -> None:
        """``key``: the match key; ``seq``: the number of the log entry that these dice belong to."""
        self.draws = []
        self._key = key if type(key) is Key else Key(key)  # type: ignore[arg-type]
        self._seq = seq
        self._block: tuple[int, ...] = ()

    def below(self, bound: int) -> int:
        """As :meth:`Chance.below`."""
        draws = self.draws
        number = len(draws)
        at = number & 7
        if at == 0:
            self._block = _WORDS.unpack(self._key.digest(_COUNTERS.pack(self._seq, number >> 3, 0)))
        word = self._block[at]
        if 0 < bound <= _RANGE and word < _RANGE - _RANGE % bound:
            value = word % bound
        else:
            value = draw(self._key, self._seq, number, bound)
        draws.append((bound, value))
        return value


def draw(key: Key, seq: int, number: int, bound: int) -> int:
    """Draw ``number`` of entry ``seq``: 0 to ``bound - 1``. Raises ``ValueError`` for a bound outside 1..2**32."""
    if not 1 <= bound <= _RANGE:
        raise ValueError("bound must be from 1 to 2**32")
    limit = _RANGE - _RANGE % bound
    attempt = 0
    while True:
        word: int = _WORDS.unpack(key.digest(_COUNTERS.pack(seq, number >> 3, attempt)))[number & 7]
        if word < limit:
            return word % bound
        attempt += 1


class ScriptedDice(Drawing):
    """Dice for tests: the given faces first, in order; then those of ``then`` (an error when there is none).

    Faces are 1-based, as printed on a die: ``ScriptedDice([6, 1])`` makes ``d6()`` return 6, then 1.
    A shuffle or pick consumes faces as any other draw does (face - 1 is the index drawn), unless
    ``keep_order`` is set: then shuffles leave the order alone and consume nothing.
    """

    __slots__ = ("_faces", "_keep_order", "_then")

    def __init__(self, faces: Sequence[int] = (), then: Chance | None = None, keep_order: bool = False) -> None:
        super().__init__()
        self._faces = list(faces)
        self._then = then
        self._keep_order = keep_order

    @property
    def left(self) -> int:
        """Number of scripted faces not used."""
        return len(self._faces)

    def below(self, bound: int) -> int:
        """As :meth:`Chance.below`."""
        if self._faces:
            value = self._faces.pop(0) - 1
            if not 0 <= value < bound:
                raise ValueError(f"scripted face {value + 1} does not fit a draw from {bound}")
        elif self._then is not None:
            value = self._then.below(bound)
        else:
            raise LookupError("the script holds no further face")
        self.draws.append((bound, value))
        return value

    def shuffle(self, items: MutableSequence[T]) -> None:
        """As :meth:`Chance.shuffle`."""
        if not self._keep_order:
            super().shuffle(items)
