"""Web Push against the vector of RFC 8291, and against a browser's side of its own."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag

from bocage.features.notices.message import of_test
from bocage.features.notices.push import (
    KEPT,
    SIGNED_FOR,
    BadKeysError,
    PushSigner,
    browser_keys,
    decoded,
    encoded,
    encrypt,
    new_key,
    private_key,
    public_bytes,
)
from tests.features.notices.browser import Browser, claims_of, plain, text_of

#: RFC 8291, section 5 and appendix A.
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
TEXT = b"When I grow up, I want to be a watermelon"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
NOW = 1_800_000_000_000
ENDPOINT = "https://push.example:8443/send/abc?x=1"


@pytest.fixture
def browser() -> Browser:
    return Browser(plain(RECEIVER), plain(AUTH))


def test_the_body_is_that_of_the_rfc(browser: Browser) -> None:
    body = encrypt(TEXT, P256DH, AUTH, private_key(SENDER), plain(SALT))
    assert text_of(body) == BODY
    assert browser.keys == {"p256dh": P256DH, "auth": AUTH}
    assert browser.decrypt(body) == TEXT


def test_each_message_has_keys_of_its_own(browser: Browser) -> None:
    one, two = encrypt(TEXT, P256DH, AUTH), encrypt(TEXT, P256DH, AUTH)
    assert one[:86] != two[:86]
    assert browser.decrypt(one) == browser.decrypt(two) == TEXT
    with pytest.raises(InvalidTag):
        browser.decrypt(one[:-1] + bytes([one[-1] ^ 1]))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        (P256DH, ""),
        (P256DH, AUTH + "AAAA"),
        (P256DH[:-4], AUTH),
        ("é" * 87, AUTH),
        # A point that does not lie on the curve, and the point at infinity.
        ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8", AUTH),
        (text_of(b"\0" * 65), AUTH),
    ],
)
def test_keys_that_are_none(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKeysError):
        browser_keys(p256dh, auth)


def test_a_request_says_who_sends_it_and_for_how_long(browser: Browser) -> None:
    key = new_key()
    signer = PushSigner(key, "mailto:me@bocage.example")
    assert signer.public == text_of(public_bytes(private_key(key)))
    message = of_test("id", "en", "https://here", NOW)
    headers, body = signer.request(message, ENDPOINT, P256DH, AUTH, NOW)
    assert claims_of(headers["Authorization"], signer.public) == {
        "aud": "https://push.example:8443",
        "exp": (NOW + SIGNED_FOR) // 1000,
        "sub": "mailto:me@bocage.example",
    }
    assert headers["TTL"] == str(KEPT)
    assert len(headers["Topic"]) == 32
    assert b'"kind":"test"' in browser.decrypt(body)
    other = PushSigner(new_key(), "")
    with pytest.raises(InvalidSignature):
        claims_of(headers["Authorization"].replace(signer.public, other.public), other.public)


@pytest.mark.parametrize("length", range(1, 7))
def test_bytes_are_read_as_they_were_written_filled_or_not(length: int) -> None:
    data = bytes(range(250, 250 + length))
    text = encoded(data)
    assert "=" not in text
    assert [decoded(text), decoded(text + "=" * (-len(text) % 4))] == [data, data]


def test_a_key_has_32_bytes() -> None:
    assert len(plain(new_key())) == 32
    for text in ("", "abc", "A" * 44, "!" * 43):
        with pytest.raises(ValueError, match=r".+"):
            private_key(text)
