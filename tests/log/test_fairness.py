"""Commitment, nonces, key, chain: fixed values, so that other implementations can check themselves."""

from __future__ import annotations

import base64
import hashlib
import hmac

from bocage.log.chain import GENESIS, digest, digests, link
from bocage.log.fairness import commitment, invite_code, is_nonce, match_key, new_nonce, new_secret
from bocage.log.records import Entry
from bocage.rules.dice import Dice, Key

SECRET = bytes(range(32))


def test_vectors() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    key = match_key(SECRET, "abcdefghijkl", ["00" * 16, "11" * 16])
    message = b"abcdefghijkl\n" + b"00" * 16 + b"\n" + b"11" * 16
    assert key == hmac.new(SECRET, message, hashlib.sha256).digest()
    assert (
        link(GENESIS, 1, 2, b"{}")
        == hashlib.sha256(bytes(32) + (1).to_bytes(8, "big") + (2).to_bytes(8, "big") + b"{}").digest()
    )


def test_digest_needs_the_secret() -> None:
    logs = [[Entry(1, 2, b"{}"), Entry(2, 3, b"{}")], [Entry(1, 2, b"[]"), Entry(2, 3, b"{}")]]
    told = [digests(log, secret) for log in logs for secret in (SECRET, bytes(32))]
    assert len({one for each in told for one in each.values()}) == 8
    head = link(link(GENESIS, 1, 2, b"{}"), 2, 3, b"{}")
    expected = hashlib.blake2b(head, digest_size=6, key=SECRET).digest()
    assert told[0][2] == digest(head, SECRET) == base64.urlsafe_b64encode(expected).decode()
    assert len(told[0][2]) == 8


def test_every_part_changes_the_key() -> None:
    parts = [
        (SECRET, "a", ["00", "11"]),
        (bytes(32), "a", ["00", "11"]),
        (SECRET, "b", ["00", "11"]),
        (SECRET, "a", ["11", "00"]),
        (SECRET, "a", ["00", "12"]),
        (SECRET, "a", ["00"]),
    ]
    assert len({match_key(*part) for part in parts}) == len(parts)
    rolls = [Dice(Key(match_key(*part)), 4).roll(20) for part in parts]
    assert len({tuple(roll) for roll in rolls}) == len(parts)


def test_nonces() -> None:
    assert is_nonce(new_nonce())
    assert new_nonce() != new_nonce()
    assert not any(map(is_nonce, ("", "0" * 31, "0" * 129, "g" * 32, "0" * 31 + "\n", "A" * 32)))


def test_secrets_are_fresh_and_invite_codes_follow_from_them() -> None:
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()
    assert invite_code(SECRET) == invite_code(SECRET) != invite_code(bytes(32))
    assert SECRET.hex() not in invite_code(SECRET)


def test_derived_keys_have_their_length() -> None:
    assert len(new_nonce()) == 32
    assert invite_code(SECRET) == "ae63exh3kthmiqde"
    assert is_nonce("0" * 32)
    assert is_nonce("f" * 128)
