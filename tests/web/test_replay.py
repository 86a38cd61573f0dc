"""Looking at a match again: scrubbing, other eyes, moments, verification, luck, forks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Route, expect

from bocage.log.export import verify
from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.web.visitor import Size, Visitor, Visitors


async def open_replay(visitor: Visitor, match: str, rest: str = "") -> int:
    """Open a replay; the number of its last position."""
    await visitor.go(f"replay/{match}{rest}")
    await visitor.page.locator(".scrubber").wait_for()
    return int(await visitor.page.locator(".scrub").get_attribute("max") or 0)


async def place(visitor: Visitor) -> int:
    """The position that is shown, by the table, the scrub bar and the address alike."""
    seq = int(await visitor.page.locator(".scrub").input_value())
    # A step is drawn with the next frame.
    await visitor.shows(seq)
    assert visitor.page.url.split("/")[5] == str(seq)
    return seq


async def board(visitor: Visitor) -> str:
    """The table in words."""
    return await visitor.page.locator(".text-form").text_content() or ""


async def lower(visitor: Visitor) -> str:
    """The squad whose record lies below."""
    return await visitor.page.locator(".record").last.get_attribute("data-squad") or ""


async def test_scrubbing_stepping_and_playing(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await page.clock.install()
    last = await open_replay(visitor, finished["squad"])
    # It opens where there is something to see.
    assert await place(visitor) > 1
    assert await board(visitor)
    await page.keyboard.press("Home")
    # Before the table is laid there is nothing: the board would stay as it was.
    first = await place(visitor)
    assert 1 < first < last
    start = await board(visitor)
    await page.keyboard.press("ArrowLeft")
    assert await place(visitor) == first
    await page.keyboard.press("End")
    assert await place(visitor) == last
    assert await page.locator(".status").inner_text()
    assert await board(visitor) != start
    await page.keyboard.press("ArrowLeft")
    assert await place(visitor) == last - 1
    await page.keyboard.press("Shift+ArrowLeft")
    assert await place(visitor) == last - 11
    await page.locator(".scrub").fill(str(first + 9))
    await visitor.reached(first + 9)
    there = await board(visitor)
    await page.keyboard.press("Home")
    assert await place(visitor) == first
    assert await board(visitor) == start
    # Step by step one comes to the same table as by a jump.
    for _ in range(9):
        await page.get_by_role("button", name="One step on").click()
    await visitor.reached(first + 9)
    assert await place(visitor) == first + 9
    assert await board(visitor) == there
    line = page.locator(".log-lines .line").nth(3)
    await line.locator("button").click()
    assert await place(visitor) == int(await line.get_attribute("data-seq") or 0)
    await expect(page.locator(".log-lines .line.now")).not_to_have_count(0)

    await page.keyboard.press("Home")
    await page.get_by_label("Speed").select_option("4")
    # Time stands still but for four steps of a second and 0.4, four times as fast.
    await page.clock.pause_at("2100-01-01")
    await page.locator(".play").click()
    await page.clock.run_for(1400)
    assert await place(visitor) == first + 4
    assert await page.locator(".play").get_attribute("aria-label") == "Pause"
    await page.locator(".play").click()
    assert await page.locator(".play").get_attribute("aria-label") == "Play"
    await expect(page.locator(".marks .mark-turn")).not_to_have_count(0)


async def test_who_scrubs_on_does_not_come_back(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open(motion=True)
    last = await open_replay(visitor, finished["zombies"])
    await visitor.page.keyboard.press("Home")
    first = await place(visitor)
    for _ in range(4):
        await visitor.page.keyboard.press("ArrowRight")
    await visitor.page.keyboard.press("End")
    await visitor.page.keyboard.press("Home")
    for _ in range(3):
        await visitor.page.keyboard.press("ArrowRight")
    await visitor.reached(first + 3)
    assert await place(visitor) == first + 3 < last


async def test_other_eyes_and_a_link_to_the_moment(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    page = visitor.page
    last = await open_replay(visitor, finished["squad"], "/30")
    eyes = page.get_by_label("Seen by")
    hands = page.locator(".hand")
    await expect(eyes.locator("option")).to_have_count(4)
    await expect(page.locator(".replay-tools .eyes")).to_contain_text("Seen by")
    assert await hands.count() == 0
    await eyes.select_option("1")
    await page.wait_for_url("**/30/1")
    await expect(hands).to_have_count(1)
    own = await hands.inner_text()
    assert await lower(visitor) == "1.1"
    await eyes.select_option("0")
    await page.wait_for_url("**/30/0")
    assert await lower(visitor) == "0.1"
    # With all hands open, the sides stay.
    await eyes.select_option("-2")
    await page.wait_for_url("**/30/-2")
    await expect(hands).to_have_count(2)
    assert await lower(visitor) == "0.1"
    await page.locator(".replay-tools .share").click()
    link = await visitor.copied(f"{finished['squad']}/30/-2")

    other = await visitors.open(lang="ja")
    await other.page.goto(link)
    await other.page.locator(".scrubber").wait_for()
    assert await place(other) == 30 < last
    await expect(other.page.locator(".hand")).to_have_count(2)
    assert await other.page.locator(".hand").first.inner_text() != own
    # A link of an earlier release leads to the same moment.
    await other.page.goto("about:blank")
    await other.page.goto(f"{other.url}/#/replay/{finished['squad']}/31/1")
    await other.page.wait_for_url("**/replay/*/31/1")
    await other.page.locator(".scrubber").wait_for()
    assert await place(other) == 31
    await open_replay(other, finished["squad"], "/rubbish")
    await open_replay(other, finished["squad"], "/99999")
    assert await place(other) == last


async def test_download_and_verification(visitors: Visitors, finished: dict[str, str], tmp_path: Path) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await open_replay(visitor, finished["zombies"])
    async with page.expect_download() as download:
        await page.locator("button.download").click()
    file = tmp_path / "match.jsonl"
    await (await download.value).save_as(file)
    with file.open("rb") as lines:
        report = verify(lines)
    assert report.finished
    assert report.findings == []
    entries = len(file.read_bytes().splitlines()) - 1

    await page.locator("button.verify").click()
    dialog = page.locator("dialog")
    await dialog.get_by_text("Everything fits").wait_for()
    text = await dialog.inner_text()
    assert f"{entries} steps" in text
    assert report.header is not None
    assert report.header.head in text
    await visitor.close_dialog()

    async def tamper(route: Route) -> None:
        lines = file.read_text().splitlines()
        number = next(i for i, line in enumerate(lines) if i > 5 and '"draws":[[' in line)
        line = json.loads(lines[number])
        line["draws"][0][1] = (line["draws"][0][1] + 1) % line["draws"][0][0]
        lines[number] = json.dumps(line)
        await route.fulfill(body="\n".join(lines), headers={"bocage-changed": str(number)})

    await page.route("**/export", tamper)
    async with page.expect_response("**/export") as changed:
        await page.locator("button.verify").click()
    number = (await changed.value).headers["bocage-changed"]
    await dialog.get_by_text(f"Step {number} of the record does not fit").wait_for()


async def test_luck_is_drawn(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await open_replay(visitor, finished["squad"])
    await page.locator("button.luck").click()
    dialog = page.locator("dialog")
    await dialog.locator("polyline").first.wait_for()
    lines = await dialog.locator("li").all_inner_texts()
    assert len(lines) == 2
    assert all(" in " in line and "roll" in line for line in lines)
    assert await dialog.locator(".luck-value").count() >= 2
    # Every point is a roll, and leads there.
    point = dialog.locator(".luck-dot").nth(1)
    label = await point.get_attribute("aria-label") or ""
    await point.focus()
    await page.keyboard.press("Enter")
    await dialog.wait_for(state="detached")
    assert label.startswith(f"Position {await place(visitor)}:")


async def test_a_fork_is_played_on_against_a_bot(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    page = visitor.page
    last = await open_replay(visitor, finished["squad"], "/24/1")
    table = await board(visitor)
    await page.locator("button.fork").click()
    await page.locator("dialog .yes").click()
    await page.wait_for_url("**/match/**")
    await page.locator(".fork-banner").wait_for()
    assert "24" in await page.locator(".fork-banner").inner_text()
    assert visitor.match != finished["squad"]
    await visitor.begun()
    assert await board(visitor)
    played = await visitor.play(seed=2, moves=6)
    assert played["made"]
    assert last > 24
    assert table


async def test_a_running_match_is_looked_back_at_and_returned_to(visitors: Visitors, node: NodeProcess) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    match = await visitor.start("zombies")
    state = await visitor.play(seed=1, moves=3)
    # A line of the log shows its moment at the table itself, and nothing can be played there.
    story = await page.locator(".tray").inner_text()
    await page.locator("li.line").first.locator("span").last.click()
    await page.locator(".looking-back").wait_for()
    assert (await visitor.state())["seq"] < state["seq"]
    assert await page.locator(".tray").inner_text() != story
    assert await page.locator(".target").count() == 0
    await expect(page.locator(".choices")).not_to_be_visible()
    await page.locator(".looking-back button").nth(1).click()
    await page.locator(".looking-back .now").click()
    await visitor.reached(state["seq"])
    await expect(page.locator(".choices.mine")).to_be_visible()
    assert await page.locator(".looking-back").count() == 0
    # The last events are shown again, not the visited ones.
    assert await page.locator(".tray").inner_text() == story
    # Waiting events concern the present; Escape leads there, too.
    await page.locator("li.line").first.locator("span").last.click()
    await expect(page.locator(".looking-back strong")).to_have_text(re.compile("In the present"))
    await page.keyboard.press("Escape")
    await visitor.reached(state["seq"])
    await expect(page.locator(".looking-back")).to_have_count(0)
    # The replay of a running match leads back to its table.
    await visitor.move_to(f"replay/{match}")
    await page.locator(".scrubber").wait_for()
    assert await page.locator("button.verify, .eyes").count() == 0
    await page.locator(".watching a").click()
    await visitor.reached(state["seq"])
    async with Rest(node.url) as rest:
        assert (await rest.replay(match)).snapshot.seq == 1


async def test_review_marks_and_shows_better_choices(
    visitors: Visitors, finished: dict[str, str], node: NodeProcess
) -> None:
    """The service's answer is made up here: first that it is being made, then a review of two choices."""
    match = finished["zombies"]
    async with Rest(node.url) as rest:
        replay = await rest.replay(match, "0")
    owed = [(update.seq, update.decision.actions) for update in replay.updates if update.decision]
    (before, (better, played, *_)), (other, _) = [(seq, found) for seq, found in owed if found and len(found) > 2][
        :2
    ]
    choice = {"seat": 0, "action": played, "quick": 0.55, "before": 0.62, "chosen": 0.5, "after": 0.4}
    worst = {**choice, "seq": before + 1, "better": better, "why": {"theme": "ahead"}}
    review = {
        "match": match,
        "game": "zombies",
        "engine": "test",
        "choices": [worst, {**choice, "seq": other + 1, "before": 0.4, "chosen": 0.4}],
        "seats": [{"seat": 0, "choices": 2, "luck": -0.1, "given": 0.12, "skill": -0.05}],
        "costliest": [before + 1],
    }
    pending = {"code": "review_pending", "text": "Later.", "retry": 1}
    told: list[str] = []
    answers = iter([(202, {**pending, "ahead": 3}), (202, {**pending, "done": 40}), (200, review)])

    async def answer(route: Route) -> None:
        told.append(await page.locator("dialog .how-far").inner_text())
        status, body = next(answers)
        await route.fulfill(status=status, json=body)

    visitor = await visitors.open()
    page = visitor.page
    await page.route(f"**/api/matches/{match}/review", answer)
    await open_replay(visitor, match)
    await page.locator(".replay-tools .review").click()
    graph = page.locator("dialog .review-graph")
    await graph.wait_for()
    assert told == ["", "3 other reviews come first.", "So far: 40%."]
    await expect(graph.locator(".luck-dot")).to_have_count(1)
    assert "luck −10%, skill −5% (with the best choices: +7%), 2 choices" in await graph.inner_text()
    # A roll after the last choice belongs to it: the curve goes on to the end.
    assert int(await graph.locator(".luck-place").last.text_content() or 0) > other + 1
    await page.locator("dialog .costliest button").click()
    await visitor.reached(before)
    await expect(page.locator(".marks .mark-better")).to_have_count(1)
    note = page.locator(".coach-note")
    assert "62% → 50%" in await note.inner_text()
    controls, said = [await page.locator(which).bounding_box() for which in (".scrubber", ".coach-note")]
    assert controls
    assert said
    assert said["y"] >= controls["y"] + controls["height"] + 4
    await note.locator(".show-better").click()
    await page.wait_for_url(f"**/{before}/0")
    await page.locator(".table .target").first.wait_for()
    await page.keyboard.press("ArrowRight")
    await visitor.reached(before + 1)
    assert await note.count() == 0
    assert await page.locator(".table .target").count() == 0
    await page.keyboard.press("ArrowLeft")
    # The fork itself is not made: it would stand in the lobby of other tests.
    await page.route("**/fork", lambda route: route.fulfill(status=201, json={"match": match, "seat": 0}))
    async with page.expect_request("**/fork") as asked:
        await note.locator(".fork-better").click()
        await page.locator("dialog .yes").click()
    wish: Any = (await asked.value).post_data_json
    assert (wish["seq"], wish["seat"]) == (before, 0)
    await page.wait_for_url(f"**/match/{match}")
    # After the review was seen, its findings are shown from everywhere.
    await visitor.move_to(f"replay/{match}/{before}")
    await note.wait_for()


#: Targets of presses near a marked choice and farther off; distance of the marks of both ends from the bar's.
MARKED = """async () => {
  const modules = ["replay/scrubber", "parts/style_sheets"].map((name) => import(`/js/${name}.js`));
  const [{ Scrubber }, { loadSheets, TABLE_SHEETS }] = await Promise.all(modules);
  await loadSheets(...TABLE_SHEETS, "ending");
  const turn = (seq) => ({ seq, events: [{ ev: "turn" }] });
  const feed = { first: 0, last: 300, moments: [turn(0), turn(300)], at: () => ({ at: 0 }) };
  const shown = [];
  const scrubber = new Scrubber(feed, { marks: [{ event: "turn", kind: "turn" }] }, (seq) => shown.push(seq));
  document.querySelector("main").replaceChildren(scrubber.element);
  const bar = scrubber.element.querySelector(".scrub");
  const marks = [...scrubber.element.querySelectorAll(".mark-turn")];
  const [one, other] = marks.map((mark) => mark.getBoundingClientRect());
  const { left, right } = bar.getBoundingClientRect();
  scrubber.mark(new Map([[100, false]]));
  const press = (seq) => {
    bar.dispatchEvent(new PointerEvent("pointerdown"));
    bar.value = String(seq);
    bar.dispatchEvent(new Event("input"));
  };
  press(104);
  press(140);
  // Drawn on, it goes where it is drawn, once a frame.
  for (const seq of ["101", "102"]) {
    bar.value = seq;
    bar.dispatchEvent(new Event("input"));
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return [shown, (one.left + one.right) / 2 - left, right - (other.left + other.right) / 2];
}"""


async def test_press_near_a_mark_means_the_mark(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    shown, before, after = await visitor.page.evaluate(MARKED)
    assert shown == [100, 140, 102]
    # Half of a knob.
    assert abs(before - 8) < 1
    assert abs(after - 8) < 1


@pytest.mark.parametrize("size", ["flat", "tablet", "laptop"])
async def test_steps_of_a_replay_stand_in_one_row(visitors: Visitors, finished: dict[str, str], size: Size) -> None:
    visitor = await visitors.open(size=size)
    await open_replay(visitor, finished["zombies"])
    steps = await visitor.page.locator(".scrubber .row > button").all()
    boxes = [await step.bounding_box() for step in steps]
    assert len(boxes) == 5
    assert len({round(box["y"]) for box in boxes if box}) == 1


async def test_the_log_calls_fronts_as_the_board_does(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("company_commander")
    await visitor.play(seed=1, moves=3, prefer=("deploy",))
    await open_replay(visitor, page.url.split("/match/")[1], "")
    lines = " ".join(await page.locator(".log-lines .line").all_text_contents())
    assert re.search(r"(US|German) front, (left|center|right)", lines)
    # In the player's own terms: their left is the other side's right.
    assert not re.search(r"(US|German) (left|center|right)\b", lines)
