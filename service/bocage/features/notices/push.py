"""Web Push: messages that only the browser can read (RFC 8291, RFC 8188), signed by this service (RFC 8292)."""

from __future__ import annotations

import hashlib
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bocage.features.notices.message import NoticeMessage
from bocage.features.notices.webhook import Request

#: Record size in the header; a message is one record.
RECORD = 4096
#: Validity of a signature in milliseconds; at most a day is allowed.
SIGNED_FOR = 12 * 3_600_000
#: Seconds that a push service keeps a message for an offline browser.
KEPT = 86_400

_CURVE = ec.SECP256R1()
_json = msgspec.json.Encoder().encode


class BadKeysError(ValueError):
    """The keys of a subscription are invalid."""


def encoded(data: bytes) -> str:
    """Encode as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url with or without padding. Raises ``ValueError``."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Create a private key."""
    return encoded(secrets.token_bytes(32))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Decode a stored private key of 32 bytes. Raises ``ValueError``."""
    data = decoded(text)
    if len(data) != 32:
        raise ValueError("a key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(data), _CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key as an uncompressed point of 65 bytes."""
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def browser_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Decode the keys of a subscription. Raises :class:`BadKeysError`."""
    try:
        point, secret = decoded(p256dh), decoded(auth)
        if len(point) != 65 or len(secret) != 16:
            raise BadKeysError("keys of the wrong length")
        return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point), secret
    except (ValueError, InvalidKey) as error:
        raise BadKeysError(str(error)) from None


def encrypt(
    plain: bytes, p256dh: str, auth: str, sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """Encrypt the body of a push message (RFC 8291, section 3.4). ``sender``, ``salt``: random by default.

    Raises :class:`BadKeysError`.
    """
    browser, secret = browser_keys(p256dh, auth)
    sender, salt = sender or ec.generate_private_key(_CURVE), salt or secrets.token_bytes(16)
    own, there = public_bytes(sender), decoded(p256dh)
    shared = sender.exchange(ec.ECDH(), browser)
    info = b"WebPush: info\0" + there + own
    material = HKDF(hashes.SHA256(), 32, secret, info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
    head = salt + struct.pack(">IB", RECORD, len(own)) + own
    return head + AESGCM(key).encrypt(nonce, plain + b"\2", None)


class PushSigner:
    """Makes requests to push services. ``contact``: a ``mailto:`` or https URL for them."""

    def __init__(self, key: str, contact: str) -> None:
        """Raises ``ValueError`` for an invalid key."""
        self._key = private_key(key)
        self._contact = contact
        #: The ``applicationServerKey`` of browsers.
        self.public = encoded(public_bytes(self._key))

    def token(self, endpoint: str, now: int) -> str:
        """Sign a token for a push service (RFC 8292). ``now``: ms."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": (now + SIGNED_FOR) // 1000}
        if self._contact:
            claims["sub"] = self._contact
        text = f"{encoded(_json({'typ': 'JWT', 'alg': 'ES256'}))}.{encoded(_json(claims))}"
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{encoded(r.to_bytes(32) + s.to_bytes(32))}"

    def request(self, message: NoticeMessage, endpoint: str, p256dh: str, auth: str, now: int) -> Request:
        """Return headers and body. A later message about the same match replaces one that is not yet delivered.

        Raises :class:`BadKeysError`.
        """
        left = (message.deadline - now) // 1000 if message.deadline else KEPT
        about = hashlib.sha256(f"{message.match} {message.kind}".encode()).hexdigest()[:32]
        headers = {
            "Authorization": f"vapid t={self.token(endpoint, now)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, min(KEPT, left))),
            "Topic": about,
            "Urgency": "high" if message.kind in ("turn", "time", "test") else "normal",
        }
        return headers, encrypt(_json(message), p256dh, auth)
