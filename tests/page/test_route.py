"""Addresses of the page: real paths, invite codes behind the #, and the links of earlier releases."""

from __future__ import annotations

import pytest

from tests.page.node import run_module

SOURCE = """
const { addressOf, pathOf } = await import("WEB/js/route.js");
const address = addressOf(given);
const [pathname, code = ""] = address.split("#");
const [now, old] = [{ pathname, hash: code && `#${code}` }, { pathname: "/", hash: `#/${given}` }];
console.log(JSON.stringify([address, pathOf(now), pathOf(old)]));
"""


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("", "/"),
        ("match/abc", "/match/abc"),
        ("match/abc/c0de", "/match/abc#c0de"),
        ("match/abc/c0de/open", "/match/abc/open#c0de"),
        ("match/abc//open", "/match/abc/open"),
        ("replay/abc", "/replay/abc"),
        ("replay/abc/30", "/replay/abc/30"),
        ("replay/abc/30/-2", "/replay/abc/30/-2"),
        ("replay/abc/30/-2/c0de", "/replay/abc/30/-2#c0de"),
        ("rules/squad", "/rules/squad"),
        ("move", "/move"),
        ("daily", "/daily"),
        ("daily/2026-11-22", "/daily/2026-11-22"),
        ("daily/2026-11-22/omaha", "/daily/2026-11-22/omaha"),
        ("ladder/squad", "/ladder/squad"),
        ("player", "/player"),
        ("player/abc", "/player/abc"),
        ("move/c0de", "/move#c0de"),
    ],
)
def test_paths_addresses_and_old_links_agree(path: str, address: str) -> None:
    assert run_module(SOURCE, path) == [address, path.split("/"), path.split("/")]


BELOW = """
const { addressOf, folderOf, pathOf } = await import("WEB/js/route.js");
const folder = folderOf(given);
const path = pathOf({ pathname: `${folder}match/abc`, hash: "" }, folder);
console.log(JSON.stringify([folder, addressOf("match/abc/c0de", folder), path]));
"""


@pytest.mark.parametrize(
    ("script", "folder"),
    [
        ("https://here.example/files-ab12/js/route.js", "/"),
        ("https://here.example/js/route.js", "/"),
        ("https://club.example/games/bocage/files-ab12/js/route.js", "/games/bocage/"),
        ("https://club.example/games/bocage/js/route.js", "/games/bocage/"),
        ("https://club.example/js/js/route.js", "/js/"),
        ("file:///home/ann/clients/web/js/route.js", "/"),
    ],
)
def test_addresses_are_below_the_folder_of_the_scripts(script: str, folder: str) -> None:
    assert run_module(BELOW, script) == [folder, f"{folder}match/abc#c0de", ["match", "abc"]]
