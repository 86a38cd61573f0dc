"""The page and the notices say alike how much time is left."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from bocage.features.notices.words import duration
from bocage.protocol.messages import Language
from tests.page.node import WEB, run_module

SOURCE = """
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.document = { documentElement: {}, addEventListener: () => {} };
await import("WORLD");
const { speak } = await import("WEB/js/words/words.js");
const { leftInWords } = await import("WEB/js/table/clock.js");
await speak(given.lang);
console.log(JSON.stringify(given.times.map(leftInWords)));
"""


@pytest.mark.parametrize("lang", get_args(Language))
def test_page_and_notices_say_alike_what_is_left(lang: Language) -> None:
    rng = random.Random(38)
    times = [int(10 ** rng.uniform(0, 9.5)) for _ in range(2000)]
    world = (WEB.parents[1] / "tests" / "page" / "world.mjs").as_posix()
    said = run_module(SOURCE.replace("WORLD", world), {"lang": lang, "times": times})
    assert said == [duration(ms, lang) for ms in times]
