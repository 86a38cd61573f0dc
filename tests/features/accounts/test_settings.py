"""Settings of passkeys."""

from __future__ import annotations

import pytest

from bocage.settings import SettingsError
from tests.http.test_settings import parsed


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"PASSKEY_DOMAIN": "https://x.example"}, "BOCAGE_PASSKEY_DOMAIN: 'https://x.example' is not like"),
        ({"PASSKEY_ORIGINS": "x.example"}, "BOCAGE_PASSKEY_ORIGINS: 'x.example' is not like https://"),
        ({"PASSKEY_ORIGINS": "https://a.example", "SITE": "https://b.example"}, "https://a.example is not of b.ex"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        parsed(**environment)
