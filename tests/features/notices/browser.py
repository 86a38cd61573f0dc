"""A browser's and a push service's side of Web Push, as RFC 8291 and RFC 8292 describe them."""

from __future__ import annotations

import hashlib
import hmac
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "==")


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _expand(key: bytes, info: bytes, size: int) -> bytes:
    return hmac.new(key, info + b"\1", hashlib.sha256).digest()[:size]


class Browser:
    """One subscription. ``private``: its key, 32 bytes."""

    def __init__(self, private: bytes, auth: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(private), ec.SECP256R1())
        self._auth = auth
        self.public = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": text_of(self.public), "auth": text_of(self._auth)}

    def decrypt(self, body: bytes) -> bytes:
        salt, (size, length) = body[:16], struct.unpack(">IB", body[16:21])
        assert size >= len(body) - 21 - length
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        first = hmac.new(self._auth, self._key.exchange(ec.ECDH(), point), hashlib.sha256).digest()
        material = _expand(first, b"WebPush: info\0" + self.public + sender, 32)
        second = hmac.new(salt, material, hashlib.sha256).digest()
        key = _expand(second, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(second, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        text, mark, _ = padded.rpartition(b"\2")
        assert mark
        return text


def claims_of(authorization: str, key: str) -> Any:
    """What a push service reads in the header; it fails for a signature that is not of ``key``."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert fields["k"] == key
    signed, _, signature = fields["t"].rpartition(".")
    raw = plain(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (msgspec.json.decode(plain(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims
