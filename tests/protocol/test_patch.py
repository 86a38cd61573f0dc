"""Merge patches: every example of RFC 7396, appendix A, and what holds for any two documents without null."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.protocol.patch import apply, diff, merge

VECTORS = json.loads(Path(__file__).with_name("patch_vectors.json").read_text())

#: Truth values and numbers that are equal to them do not meet: see diff() about equal things.
leaves = st.booleans() | st.integers(2, 5) | st.text("ab", max_size=2) | st.just(0.5)
lists = st.lists(leaves | st.lists(leaves, max_size=2), max_size=3)
values = st.recursive(
    leaves | lists,
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)
documents = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


def exact(value: Any) -> str:
    """JSON text, keys sorted: tells 1 from true and from 1.0, as any client does."""
    return json.dumps(value, sort_keys=True)


def test_the_appendix_is_complete() -> None:
    assert len(VECTORS) == 15


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: json.dumps(vector["patch"]))
def test_rfc_7396_appendix_a(vector: dict[str, Any]) -> None:
    target = copy.deepcopy(vector["target"])
    assert exact(apply(target, vector["patch"])) == exact(vector["result"])
    assert target == vector["target"]


def test_rfc_7396_section_3_example() -> None:
    before = {
        "title": "Goodbye!",
        "author": {"givenName": "John", "familyName": "Doe"},
        "tags": ["example", "sample"],
        "content": "This will be unchanged",
    }
    patch = {
        "title": "Hello!",
        "phoneNumber": "+01-123-456-7890",
        "author": {"familyName": None},
        "tags": ["example"],
    }
    after = {
        "title": "Hello!",
        "author": {"givenName": "John"},
        "tags": ["example"],
        "content": "This will be unchanged",
        "phoneNumber": "+01-123-456-7890",
    }
    assert apply(before, patch) == after
    assert diff(before, after) == patch


@given(documents, documents)
def test_applying_the_difference_gives_the_other_document(before: dict[str, Any], after: dict[str, Any]) -> None:
    patch = diff(before, after)
    assert exact(apply(before, patch)) == exact(after)
    assert exact(apply(json.loads(json.dumps(before)), json.loads(json.dumps(patch)))) == exact(after)


@given(documents, documents)
def test_neither_document_is_changed(before: dict[str, Any], after: dict[str, Any]) -> None:
    before_was, after_was = exact(before), exact(after)
    apply(before, diff(before, after))
    assert (exact(before), exact(after)) == (before_was, after_was)


@given(documents)
def test_nothing_changed_means_nothing_sent(document: dict[str, Any]) -> None:
    assert diff(document, copy.deepcopy(document)) == {}
    assert apply(document, {}) == document


@given(documents, documents)
def test_a_patch_names_only_what_changed(before: dict[str, Any], after: dict[str, Any]) -> None:
    for key, value in diff(before, after).items():
        if value is None:
            assert key in before
            assert key not in after
        else:
            assert exact(before.get(key)) != exact(after[key])


def test_a_view_may_hold_tuples() -> None:
    assert diff({"a": (1, 2)}, {"a": (1, 2)}) == {}
    assert diff({"a": (1, 2)}, {"a": (1, 3)}) == {"a": (1, 3)}


@given(documents, documents, documents, documents)
def test_patches_of_two_parts_are_a_patch_of_the_whole(
    one: dict[str, Any], one_after: dict[str, Any], other: dict[str, Any], other_after: dict[str, Any]
) -> None:
    before, after = (
        {"both": {"a": first}, "b": second} for first, second in ((one, other), (one_after, other_after))
    )
    own, own_after = ({"both": {"c": second}} for second in (other, other_after))
    patch = merge(diff(before, after), diff(own, own_after))
    assert patch == diff(dict(merge(before, own)), dict(merge(after, own_after)))
    assert exact(apply(merge(before, own), patch)) == exact(merge(after, own_after))


def test_what_is_merged_is_not_changed() -> None:
    one, other = {"a": {"b": 1}}, {"a": {"c": 2}, "d": None}
    assert merge(one, other) == {"a": {"b": 1, "c": 2}, "d": None}
    assert (one, other) == ({"a": {"b": 1}}, {"a": {"c": 2}, "d": None})
    assert merge({"a": 1, "b": {"c": 1}}, {"a": {"c": 2}, "b": 2}) == {"a": {"c": 2}, "b": 2}
    assert merge(one, {}) is one
    assert merge({}, other) is other
