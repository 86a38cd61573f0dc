"""The page's pure modules give what the service's own give."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.protocol.patch import apply
from bocage.rules.dice import Key, draw
from tests.page.node import WEB, run_module

PROTOCOL = Path(__file__).parents[1] / "protocol"

VALUES = st.recursive(
    st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text("abc", min_size=1, max_size=1), inner, max_size=3)
    ),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(st.text("abc", min_size=1, max_size=1), VALUES, max_size=3)
PATCHES = st.dictionaries(st.text("abc", min_size=1, max_size=1), VALUES | st.none(), max_size=3)


def test_templates_render_as_in_python() -> None:
    vectors = json.loads((PROTOCOL / "text_vectors.json").read_text(encoding="utf-8"))
    source = """
    import { render } from "WEB/js/words/template.js";
    console.log(JSON.stringify(given.map((c) => render(c.ja ?? c.en, c.key, c.fields, c.ja ? "ja" : "en"))));
    """
    assert run_module(source, vectors) == [vector["text"] for vector in vectors]


def test_patches_merge_as_the_rfc_says() -> None:
    vectors = json.loads((PROTOCOL / "patch_vectors.json").read_text(encoding="utf-8"))
    assert merged([(vector["target"], vector["patch"]) for vector in vectors]) == [
        vector["result"] for vector in vectors
    ]


@settings(max_examples=5, deadline=None)
@given(st.lists(st.tuples(DOCUMENTS, PATCHES), min_size=40, max_size=40))
def test_patches_merge_as_in_python(pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    assert merged(pairs) == [apply(target, patch) for target, patch in pairs]


def merged(pairs: list[tuple[Any, Any]]) -> Any:
    source = """
    import { merge } from "WEB/js/client/patch.js";
    console.log(JSON.stringify(given.map(([target, patch]) => merge(target, patch))));
    """
    return run_module(source, pairs)


def test_draws_are_the_services() -> None:
    wanted = [(seq, n, bound) for seq in (1, 2, 300) for n in (0, 7) for bound in (2, 6, 121, 3_000_000_000)]
    key = bytes(range(32))
    source = """
    import { draw } from "WEB/js/client/verify.js";
    const raw = Uint8Array.from(given.key);
    const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    console.log(JSON.stringify(await Promise.all(given.wanted.map(([seq, n, bound]) => draw(key, seq, n, bound)))));
    """
    drawn = run_module(source, {"key": list(key), "wanted": wanted})
    assert drawn == [draw(Key(key), seq, n, bound) for seq, n, bound in wanted]


#: The page's own words: those that every screen may need, and those that are loaded when they are wanted.
CATALOGUES = [
    "words/lobby",
    "words/other_screens",
    "identity/words",
    *sorted(
        path.relative_to(WEB / "js").as_posix().removesuffix("_en.js")
        for path in WEB.glob("js/features/*/words_en.js")
    ),
]


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_both_languages_have_the_same_words(catalogue: str) -> None:
    source = """
    const [{ EN }, { JA }] = await Promise.all(["en", "ja"].map((lang) => import(`WEB/js/${given}_${lang}.js`)));
    console.log(JSON.stringify([EN, JA]));
    """
    en, ja = run_module(source, catalogue)
    assert en.keys() == ja.keys()
    holes = re.compile(r"\{(\w+)")
    for key, text in en.items():
        assert set(holes.findall(text)) == set(holes.findall(ja[key])), key


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_word_of_the_page_is_used(catalogue: str) -> None:
    """An unused key would be kept and translated for nothing; keys made from parts are found by prefix."""
    sources = "\n".join(
        path.read_text() for path in (WEB / "js").rglob("*.js") if not path.stem.endswith(("_en", "_ja"))
    )
    asked = set(re.findall(r"[\"'`]([a-z]+(?:[._a-z]*)*)[\"'`$]", sources))
    prefixes = tuple(key for key in re.findall(r"`([a-z_.]+\.)\$\{", sources))
    source = "const { EN } = await import(`WEB/js/${given}_en.js`); console.log(JSON.stringify(Object.keys(EN)));"
    unused = [key for key in run_module(source, catalogue) if key not in asked and not key.startswith(prefixes)]
    assert unused == []
