"""A service below a path of its host: the proxy takes the path off, or leaves it on and BOCAGE_SITE names it."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

import pytest

from bocage.http import link_previews
from bocage.settings import OWN_PATHS
from bocage.store import Store
from tests.http.endpoints import ALL_ENDPOINTS
from tests.http.site import NO_LIMITS, Site

FOLDER = "/games/bocage"
SCREENS = ["/", "/move", "/match/abc", "/rules/squad", "/exercise/squad/3", "/api"]


@pytest.fixture
async def below(store: Store) -> Site:
    """A node that people reach below a path."""
    return Site(store, NO_LIMITS, address=f"https://club.example{FOLDER}")


async def linked_in(site: Site, address: str, asked: str) -> set[str]:
    """The addresses that the answer to ``asked`` holds, for a browser that got it from ``address``."""
    page = await site.http.get(asked)
    assert page.status_code == 200
    return {urljoin(address, name) for name in re.findall(r'(?:href|src)="([^"#]+)"', page.text)}


@pytest.mark.parametrize("path", SCREENS)
async def test_a_page_without_its_path_finds_its_files(site: Site, path: str) -> None:
    found = await linked_in(site, f"https://club.example{FOLDER}{path}", path)
    assert len(found) >= 3
    for address in found:
        asked = urlsplit(address).path
        assert asked.startswith(f"{FOLDER}/")
        assert (await site.http.get(asked.removeprefix(FOLDER))).status_code == 200


@pytest.mark.parametrize("path", SCREENS)
async def test_a_page_that_keeps_its_path_finds_its_files(below: Site, path: str) -> None:
    for address in await linked_in(below, f"https://club.example{FOLDER}{path}", FOLDER + path):
        assert (await below.http.get(urlsplit(address).path)).status_code == 200


@pytest.mark.parametrize("path", SCREENS)
async def test_a_page_with_nothing_above_it_asks_at_the_root(below: Site, path: str) -> None:
    for address in await linked_in(below, f"http://10.0.0.7{path}", path):
        assert (await below.http.get(urlsplit(address).path)).status_code == 200
        assert not address.startswith(f"http://10.0.0.7{FOLDER}")


async def test_the_manifest_begins_in_its_own_folder(site: Site) -> None:
    [name] = [one for one in (await site.http.get("/files.json")).json()["files"] if one.endswith(".webmanifest")]
    at = f"https://club.example{FOLDER}{name}"
    manifest = (await site.http.get(name)).json()
    whole = [urljoin(at, one) for one in (manifest["start_url"], manifest["scope"])]
    assert whole == [f"https://club.example{FOLDER}/"] * 2
    for icon in manifest["icons"]:
        asked = urlsplit(urljoin(at, icon["src"])).path.removeprefix(FOLDER)
        assert (await site.http.get(asked)).headers["content-type"].startswith(icon["type"])


async def test_the_path_without_its_slash_leads_to_the_page(below: Site) -> None:
    answer = await below.http.get(f"{FOLDER}?from=club")
    assert answer.status_code == 308
    assert urljoin(f"https://club.example{FOLDER}", answer.headers["location"]).endswith("/games/bocage/?from=club")


async def test_neighbours_of_the_path_are_not_found(below: Site) -> None:
    assert (await below.http.get(f"{FOLDER}s/")).status_code == 404
    assert (await below.http.get(f"{FOLDER}/nothing")).status_code == 404


async def test_a_wrong_address_leads_back_to_the_page(below: Site) -> None:
    answer = await below.http.get(f"{FOLDER}/no/such/page", headers={"Accept": "text/html"})
    found = {urljoin(str(answer.url), name) for name in re.findall(r'href="([^"]*)"', answer.text)}
    assert {f"http://bocage{FOLDER}/{name}" for name in ("", "icon.svg", "api/style.css")} == found


async def test_rest_answers_below_the_path(below: Site) -> None:
    made = await below.http.post(f"{FOLDER}/api/players", json={"name": "Ann"})
    assert made.status_code == 201
    told = await below.http.get(
        f"{FOLDER}/api/players/me", headers={"Authorization": f"Bearer {made.json()['token']}"}
    )
    assert told.json()["name"] == "Ann"


async def test_the_description_names_the_path(below: Site, site: Site) -> None:
    assert (await below.http.get("/api/openapi.json")).json()["servers"] == [{"url": FOLDER}]
    assert "servers" not in (await site.http.get("/api/openapi.json")).json()


def test_addresses_of_the_service_are_no_path_to_be_below() -> None:
    screens = {*link_previews.ABOUT_GAMES, *link_previews.ABOUT_MATCHES, *filter(None, link_previews.OTHER_SCREENS)}
    firsts = {endpoint.path.split("/")[1] for endpoint in ALL_ENDPOINTS}
    assert screens | firsts | {"ws", "metrics"} <= OWN_PATHS
