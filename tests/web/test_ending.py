"""The end of a match: what it says, and where one goes from there."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.async_api import expect

from bocage.sdk.rest import Rest
from tests.web.pairs import pairs
from tests.web.visitor import SIZES, Visitor, Visitors


async def give_up(visitor: Visitor) -> None:
    await visitor.resign()
    await visitor.ended()


async def own_seat(visitor: Visitor) -> str:
    seat = visitor.page.locator(".seat", has_text="(you)")
    await seat.wait_for()
    return await seat.get_attribute("data-seat") or ""


async def test_solo_game_ends_in_words_and_restarts(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    match = await visitor.start("omaha")
    await visitor.play(seed=5)
    panel = page.locator(".ending")
    await panel.wait_for()
    assert await panel.locator("h2").inner_text() in ("You won", "You lost")
    # Looking back, one sees what one saw: everything open, what lay face down seems to have been known.
    await panel.locator(".swing a").wait_for()
    links = await panel.locator('a[href^="/replay/"]').evaluate_all("(all) => all.map((link) => link.pathname)")
    assert len(links) == 2
    assert all(link.endswith("/0") for link in links)
    await panel.locator(".rematch").click()
    await visitor.begun()
    await visitor.turn()
    assert visitor.match != match
    # So it is from the front page.
    await visitor.lobby()
    await page.locator(f'.row-link[href="/replay/{match}/0/0"]').wait_for()


async def test_the_end_says_how_lucky_everybody_was(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    page = visitor.page
    match = finished["squad"]
    await visitor.go(f"match/{match}")
    panel = page.locator(".ending")
    await panel.locator("li").nth(1).wait_for()
    assert await panel.locator(".rematch").count() == 0
    assert await panel.locator("h2").inner_text() in ("Player 0 won", "Player 1 won", "A draw")
    assert "second" in await panel.locator(".facts").inner_text()
    # The leader, and in what: a review's curve has another subject.
    led = await panel.locator(".swing b").inner_text()
    assert re.fullmatch(r"From turn \d+ to the end, Player [01] had more objectives:", led), led
    # A fork is asked about: the button may lie where another was pressed just before.
    await panel.locator(".swing .fork").click()
    await expect(page.locator("dialog")).to_contain_text("A match of your own begins")
    await page.locator("dialog .no").click()
    assert f"match/{match}" in page.url
    await panel.locator(".more-doors summary").click()
    await panel.locator(".luck").click()
    await page.locator("dialog polyline").first.wait_for()
    await page.locator("dialog .luck-dot").first.click()
    await page.locator(".scrubber").wait_for()
    assert f"{match}/" in page.url
    await visitor.go(f"match/{match}")
    await panel.locator(".more-doors summary").click()
    await panel.locator(".verify").click()
    await page.locator("dialog").get_by_text("Everything fits").wait_for()
    await visitor.close_dialog()
    async with page.expect_download() as download:
        await panel.locator(".download").click()
    assert (await download.value).suggested_filename == f"{match}.jsonl"
    async with page.expect_download() as download:
        await panel.locator(".picture-png").click()
    assert (await download.value).suggested_filename == f"bocage-{match}.png"
    assert (await (await download.value).path()).read_bytes().startswith(b"\x89PNG")


async def test_a_rematch_with_a_bot_changes_sides(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    dialog = await visitor.options("squad", "A house bot")
    for name, wish in (("Nation", "Germans"), ("Which bot", "random")):
        await dialog.get_by_text(name, exact=True).locator("..").locator("select").select_option(label=wish)
    await dialog.locator("button.primary").click()
    await visitor.begun()
    await visitor.turn()
    assert await own_seat(visitor) == "0"
    await give_up(visitor)
    assert await page.locator(".ending.lost h2").inner_text() == "You lost"
    match = visitor.match
    # One looks back with the eyes that one had.
    assert await page.locator(".ending .replay").get_attribute("href") == f"/replay/{match}/0/0"
    await page.locator(".rematch").click()
    await page.wait_for_function("(match) => !location.href.includes(match)", arg=match)
    await visitor.begun()
    assert await own_seat(visitor) == "1"
    token = await page.evaluate("JSON.parse(localStorage['bocage.identity']).token")
    async with Rest(visitor.url, token=token) as rest:
        options = (await rest.replay(visitor.match)).snapshot.view["options"]
    # The Germans are led by the other seat now: the one that the bot took.
    assert options["nation_0"] == "de"
    assert options["nation_1"] != "open"


async def test_a_rematch_is_asked_for_and_granted(visitors: Visitors) -> None:
    host, guest = await visitors.open(), await visitors.open(lang="ja")
    await host.lobby()
    link = await host.invite("company_commander")
    await guest.page.goto(link)
    await guest.page.locator(".join").click()
    await guest.begun()
    await host.begun()
    match = host.match
    await give_up(host)
    await guest.ended()
    assert await guest.page.locator(".ending.won h2").inner_text() == "あなたの勝ち"
    await guest.page.locator(".rematch").click()
    # A requester need not send anything, and stays at the table.
    await guest.page.locator(".ending [role=status]", has_text="に申し込みました").wait_for()
    assert guest.match == match
    # Later visitors see it too.
    await host.page.reload()
    await host.page.locator(".ending [role=status]", has_text="would like a rematch").wait_for()
    await host.page.locator(".rematch").click()
    await host.begun()
    await guest.begun()
    await guest.page.wait_for_url(f"**/match/{host.match}*")
    assert host.match != match
    assert await own_seat(host) == "1"


async def test_cancelled_match_is_no_draw(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.invite("squad")
    await page.locator(".withdraw").click()
    panel = page.locator(".ending.off")
    await panel.wait_for()
    assert await panel.locator("h2").inner_text() == "Called off"
    assert "draw" not in (await page.locator("main").inner_text()).lower()
    assert await panel.locator(".rematch, .replay").count() == 0
    await panel.locator(".another").click()
    await page.locator(".game-card").first.wait_for()


async def test_the_moment_is_shared(visitors: Visitors) -> None:
    desk, phone = await visitors.open(), await visitors.open(size="phone")
    for visitor in (desk, phone):
        await visitor.page.add_init_script("navigator.share = async (what) => { globalThis.shared = what; };")
        await visitor.lobby()
        await visitor.start("zombies")
        await give_up(visitor)
        await visitor.page.locator(".more-doors summary").click()
        await visitor.page.locator(".ending .share").click()
    await desk.copied(f"/replay/{desk.match}/")
    shared = await phone.page.evaluate("shared")
    assert f"/replay/{phone.match}/" in shared["url"]
    assert "lost" in shared["text"]
    assert await phone.sideways() == 0
    await desk.page.goto(shared["url"])
    await desk.page.locator(".scrubber").wait_for()
    assert (await desk.state())["status"] == "ended"


OVERLAPS = """() => {
  const shown = (selector) => document.querySelector(selector);
  const split = getComputedStyle(shown(".ending-text")).display === "contents";
  const names = [...(split ? [".ending-head", ".ending-body"] : [".ending-text"]), ".ending > .doors"];
  const boxes = names.map((name) => [name, shown(name).getBoundingClientRect()]);
  const whole = shown(".ending").getBoundingClientRect();
  const found = [];
  const within = (from, to, low, high) => from < high - 1 && low < to - 1;
  const meet = (a, b) =>
    within(a.left, a.right, b.left, b.right) && within(a.top, a.bottom, b.top, b.bottom);
  boxes.forEach(([name, box], i) => {
    const sideways = box.left < whole.left - 1 || box.right > whole.right + 1;
    if (box.height < 40) found.push(`${name} is ${box.height} high`);
    if (sideways || box.top < whole.top - 1 || box.bottom > innerHeight + 1) found.push(`${name} is not inside`);
    for (const [other, its] of boxes.slice(i + 1)) if (meet(box, its)) found.push(`${name} lies on ${other}`);
  });
  return found;
}"""


@pytest.mark.parametrize(
    ("visitors", "lang"),
    # By day the longest of each language: English in wide letters, in Japanese hardly a letter is wider.
    [
        pytest.param(fonts, lang, marks=pytest.mark.night if (fonts == "wide") == (lang == "ja") else ())
        for fonts in ("plain", "wide")
        for lang in ("en", "ja")
    ],
    indirect=["visitors"],
)
async def test_the_end_lies_beside_its_buttons(
    visitors: Visitors, finished: dict[str, str], lang: Literal["en", "ja"]
) -> None:
    visitor = await visitors.open(lang=lang)
    for opened in ("rematch", "watching"):
        if opened == "rematch":
            await visitor.lobby()
            await visitor.start("company_commander")
            await give_up(visitor)
        else:
            await visitor.go(f"match/{finished['squad']}")
            await visitor.page.locator(".swing p").wait_for()
        for width, height in SIZES.values():
            await visitor.page.set_viewport_size({"width": width, "height": height})
            assert await visitor.page.evaluate(OVERLAPS) == [], (opened, width)
        await visitor.page.set_viewport_size({"width": 1440, "height": 900})


#: Clipped or covered texts of an end; number of bars above it.
UNSEEN = """() => {
  const shown = (selector) => document.querySelector(selector);
  const body = shown(".ending-body").getBoundingClientRect();
  const cut = [...document.querySelectorAll(".swing > *, .luck-short > *, .more-doors > summary")]
    .filter((one) => one.getBoundingClientRect().bottom > body.bottom + 1)
    .map((one) => one.textContent);
  const bars = [".ask", ".ending"].filter((one) => parseFloat(getComputedStyle(shown(one)).borderTopWidth));
  return [cut, bars];
}"""


@pytest.mark.parametrize(("game", "lang"), pairs(["squad", "company_commander"], ["en", "ja"]))
async def test_on_a_tablet_an_end_is_seen_whole(
    visitors: Visitors, finished: dict[str, str], game: str, lang: Literal["en", "ja"]
) -> None:
    visitor = await visitors.open(size="tablet", lang=lang)
    page = visitor.page
    await visitor.go(f"match/{finished[game]}")
    await page.locator(".swing p").wait_for()
    assert await page.evaluate(UNSEEN) == [[], [".ending"]]
    # Sentences stand apart in English only.
    assert not re.search("[。：] ", await page.locator(".swing").inner_text())
