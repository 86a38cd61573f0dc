"""Settings of cold storage."""

from __future__ import annotations

import pytest

from bocage.settings import SettingsError
from tests.http.test_settings import parsed


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"COLD_STORAGE": "ftp://there"}, "BOCAGE_COLD_STORAGE: "),
        ({"COLD_AFTER": "9", "COLD_DELETE": "9"}, "BOCAGE_COLD_DELETE: 9 is not after BOCAGE_COLD_AFTER"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        parsed(**environment)
