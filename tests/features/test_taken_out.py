"""Each feature can be taken out: the rest of the service starts and answers without it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx2
import pytest

from bocage import features
from bocage.http.app import ENDPOINTS, make_app
from bocage.http.app_state import AppState
from bocage.settings import Settings
from bocage.store import Store
from tests.http.site import Site
from tests.test_arrows import LAYERS, imports, module_of, sources

#: Modules that may import a feature besides its own: the commands for operators, and the SDK in its methods.
FREE = ("bocage.cli.", "bocage.sdk.")
#: Features that the core still calls by name: the application makes their channels and sender.
CALLED_BY_NAME = {"notices"}


def importers(name: str) -> Iterator[str]:
    """The modules that import the feature, its own left out."""
    feature = f"bocage.features.{name}"
    for path in sources(*LAYERS):
        module = module_of(path)
        if f"{module}.".startswith((f"{feature}.", *FREE)):
            continue
        if any(f"{imported}.".startswith(f"{feature}.") for imported in imports(path)):
            yield module


@pytest.mark.parametrize("name", features.NAMES)
async def test_the_service_answers_without_a_feature(
    store: Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = {(one.method, one.path) for kind in features.installed() for one in kind.endpoints}
    monkeypatch.setattr(features, "NAMES", [one for one in features.NAMES if one != name])
    missing -= {(one.method, one.path) for kind in features.installed() for one in kind.endpoints}
    site = Site(store)
    state = AppState(site.node, site.bots, features=features.make(store, Settings()))
    await site.node.start()
    try:
        for feature in state.features:
            await feature.start(state)
        async with site.client("127.0.0.1", make_app(state)) as client:
            await _core_answers(client)
            for method, path in sorted(missing):
                answer = await client.request(method, re.sub(r"{\w+}", "x", path), headers={"Accept": "text/json"})
                # A path of the core may fit as well, with the feature's word for a parameter.
                taken = any(
                    one.method == method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", one.path), path)
                    for one in ENDPOINTS
                )
                assert taken or answer.status_code in (404, 405), (method, path)
    finally:
        await site.http.aclose()
        await site.node.close()


async def _core_answers(client: httpx2.AsyncClient) -> None:
    made = (await client.post("/api/players", json={"name": "Ann"})).json()
    own = {"Authorization": f"Bearer {made['token']}"}
    wish = {"game": "omaha", "nonce": "0123456789abcdef" * 2}
    match = await client.post("/api/matches", json=wish, headers=own)
    assert match.status_code == 201
    name = match.json()["match"]
    for path in ("/readyz", "/api/games", "/api/matches", f"/api/matches/{name}/replay", "/api/openapi.json"):
        assert (await client.get(path)).status_code == 200, path
    for path in (f"/api/players/{made['player']}", "/api/matches/mine"):
        assert (await client.get(path, headers=own)).status_code == 200, path


@pytest.mark.parametrize("name", sorted({*features.NAMES} - CALLED_BY_NAME))
def test_only_commands_and_the_sdk_import_a_feature(name: str) -> None:
    assert list(importers(name)) == []
