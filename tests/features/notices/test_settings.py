"""Settings of notices."""

from __future__ import annotations

import pytest

from bocage.features.notices.feature import NoticesFeature
from bocage.features.notices.settings import push_contact
from bocage.limits import Limits
from bocage.settings import Settings, SettingsError
from bocage.store import Store
from tests.http.site import Site
from tests.http.test_settings import parsed


@pytest.mark.parametrize(
    ("environment", "contact"),
    [
        ({}, ""),
        ({"SITE": "https://bocage.example"}, "https://bocage.example"),
        ({"SITE": "http://bocage.example"}, ""),
        ({"SITE": "https://club.example/games/bocage/"}, "https://club.example/games/bocage/"),
        ({"SITE": "https://bocage.example", "CONTACT": "mailto:me@bocage.example"}, "mailto:me@bocage.example"),
    ],
)
def test_push_contact_is_the_setting_or_an_https_site(environment: dict[str, str], contact: str) -> None:
    assert push_contact(parsed(**environment)) == contact


async def test_the_means_of_delivery_follow_from_settings_and_limits(store: Store) -> None:
    environment = {
        "SMTP": "smtp://mail.bocage.example",
        "MAIL_FROM": "bocage@bocage.example",
        "PUSH_KEY": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
        "NOTICES_ANYWHERE": "on",
    }
    feature, usual = NoticesFeature(store, parsed(**environment)), NoticesFeature(store, Settings())
    channels = feature.channels
    assert (channels.reach.inner, channels.push_key[:8], channels.mailer is None) == (True, "BP4z9KsN", False)
    assert (usual.channels.reach.inner, usual.channels.push_key, usual.channels.mailer) == (False, "", None)
    site = Site(store, Limits(notice_host_rate=30, notice_host_burst=2))
    await feature.start(site.state)
    assert [channels._wait("host") for _ in range(4)] == [0, 0, 2, 2]


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"CONTACT": "me@bocage.example"}, "BOCAGE_CONTACT: 'me@bocage.example' is neither"),
        ({"PUSH_KEY": "AAAA"}, "BOCAGE_PUSH_KEY: not a key of 32 bytes"),
        ({"PUSH_KEY": "A"}, "BOCAGE_PUSH_KEY: not a key of 32 bytes"),
        ({"SMTP": "mail.example"}, "BOCAGE_SMTP: not smtp://"),
        ({"SMTP": "smtp://mail.example", "MAIL_FROM": "me"}, "BOCAGE_MAIL_FROM: 'me' is no e-mail"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        parsed(**environment)
