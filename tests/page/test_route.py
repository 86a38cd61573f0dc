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
def test_a_path_and_its_address_mean_each_other_and_old_links_the_same(path: str, address: str) -> None:
    assert run_module(SOURCE, path) == [address, path.split("/"), path.split("/")]
