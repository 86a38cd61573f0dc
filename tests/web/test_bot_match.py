"""A match against the house bot; own matches are found again."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.visitor import Visitors


async def test_bot_match_is_found_again_and_given_up(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    match = await visitor.start("company_commander")
    await expect(page.locator(".seat")).to_have_count(2)
    await expect(page.locator(".seat", has_text="(house bot)")).to_have_count(1)
    played = await visitor.play(seed=7, moves=12)
    assert played["made"] == 12 or played["status"] == "ended"

    await visitor.lobby()
    row = page.locator(f'.go-on a[href="/match/{match}"]')
    await row.wait_for()
    await page.reload()
    await row.click()
    await visitor.reached(played["seq"])
    if (await visitor.state())["status"] == "playing":
        await visitor.resign()
    await visitor.ended()
    assert await page.locator(".status").inner_text()

    await visitor.lobby()
    await page.locator(f'.mine a[href^="/replay/{match}/"]').click()
    await page.locator(".scrubber").wait_for()


async def test_two_people_who_look_for_an_opponent_are_paired(visitors: Visitors) -> None:
    first, second = await visitors.open(), await visitors.open()
    for visitor in (first, second):
        # Namesakes are two people.
        await visitor.lobby()
        await visitor.page.locator("button.name").click()
        await visitor.page.locator("dialog input").fill("Player 7")
        await visitor.page.locator("dialog .primary").click()
        await visitor.page.get_by_role("button", name="Player 7", exact=True).wait_for()
    await first.look_for_an_opponent("squad")
    await first.page.locator(".invite input").wait_for()
    # A new visit continues waiting at the same table.
    match = first.match
    await first.lobby()
    await first.page.locator(f'.rows.live a[href="/match/{match}"] .tag', has_text="yours").wait_for()
    await first.look_for_an_opponent("squad")
    await first.page.locator(".invite input").wait_for()
    assert first.match == match

    await second.page.locator(f'.rows a[href="/match/{match}"] .tag', has_text="seat free").wait_for()
    await second.look_for_an_opponent("squad")
    await second.begun()
    await first.begun()
    assert second.match == match
    seats = await first.page.locator(".seat .who").all_inner_texts()
    assert seats == ["Player 7", "Player 7"]


async def test_my_matches_say_whom_they_wait_for(visitors: Visitors) -> None:
    first, second = await visitors.open(), await visitors.open()
    await first.lobby()
    await first.start("omaha")
    await first.lobby()
    await first.look_for_an_opponent("company_commander")
    await first.page.locator(".invite input").wait_for()
    match = first.match
    await second.go(f"match/{match}")
    await second.page.locator(".join").click()
    await second.begun()
    row = f'.go-on a[href="/match/{match}"]'
    kinds = []
    for visitor in (first, second):
        await visitor.lobby()
        mine = visitor.page.locator(f"{row}.yours, {row}.theirs")
        await mine.wait_for()
        kinds.append("yours" if await visitor.page.locator(f"{row}.yours").count() else "theirs")
    assert sorted(kinds) == ["theirs", "yours"]
    # As soon as each of them has been looked at.
    await first.page.locator(".go-on-card.playing").wait_for(state="detached")
    # A match that waits for me comes first, and the title says so.
    waiting = await first.page.locator(".go-on-card").evaluate_all("(rows) => rows.map((row) => row.classList[1])")
    assert waiting == sorted(waiting, key=["yours", "theirs"].index)
    assert (await first.page.title()).startswith("● ")
    # The opponent's resignation is shown without a request.
    await second.go(f"match/{match}")
    await second.resign()
    await second.ended()
    await first.page.locator(f'.mine a[href^="/replay/{match}/"].won').wait_for()


async def test_a_match_that_waits_is_called_off(visitors: Visitors) -> None:
    visitor, other = await visitors.open(), await visitors.open(lang="ja")
    await visitor.lobby()
    await visitor.look_for_an_opponent("squad")
    await visitor.page.locator(".invite input").wait_for()
    match = visitor.match
    await other.lobby()
    waiting = other.page.locator(f'.rows a[href="/match/{match}"]')
    await waiting.wait_for()
    assert "waits until" in await visitor.page.locator(".invite").inner_text()
    await visitor.page.locator(".withdraw").click()
    await visitor.page.locator(".ending", has_text="Called off before it began.").wait_for()
    await waiting.wait_for(state="detached")


#: Two absent seats, a person's and a house bot's: those reported.
ABSENT = """async () => {
  const modules = ["table/status_line", "words/words"].map((name) => import(`/js/${name}.js`));
  const [{ StatusLine }, { gameWords }] = await Promise.all(modules);
  const line = new StatusLine(await gameWords("squad"), { seat: () => -1, now: () => 0 });
  const seats = { 0: { name: "Ann", player: "a" }, 1: { name: "sergeant", player: "b", bot: true, house: true } };
  line.presence(new Map([[0, 5], [1, 5]]));
  line.show({ seats, clock: {}, status: "playing", turn: 0 }, [], [], "");
  return [...line.element.querySelectorAll(".seat:has(.away)")].map((seat) => seat.dataset.seat);
}"""


async def test_a_house_bot_is_never_away(visitors: Visitors) -> None:
    """It leaves before the last hit is shown."""
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(ABSENT) == ["0"]
