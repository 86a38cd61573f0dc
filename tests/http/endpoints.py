"""Every endpoint of the service, those of features among them."""

from __future__ import annotations

from bocage import features
from bocage.http.app import endpoints_of

ALL_ENDPOINTS = endpoints_of(features.installed())
