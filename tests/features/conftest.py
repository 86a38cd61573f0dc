"""Features on a node without limits, over a real Redis, with a game of any length."""

from __future__ import annotations

from tests.http.conftest import known_dice as known_dice
from tests.http.conftest import site as site
from tests.live.node.conftest import tally_is_installed as tally_is_installed
