"""The story of a COMPANY COMMANDER match: rolls, turns, room of the tray, words of the end."""

from __future__ import annotations

import pytest

from tests.web.contrast import contrasts
from tests.web.positions import at_table, resize
from tests.web.visitor import Size, Visitors

#: Show the decision at which most counters are on the table.
FULLEST = """() => {
  const count = ({ view }) => Object.keys(view.table.units ?? {}).length;
  layout.show(layout.decisions().reduce((most, moment) => (count(moment) > count(most) ? moment : most)));
}"""


#: An armour roll: what it came to, and the sum where something is added.
ARMOUR = """async () => {
  const { rolls } = await import("/js/games/company_commander/rolls.js");
  const roll = rolls({ say: (key) => key });
  const event = { ev: "hit", target: "a", armour: 4, mods: [], total: 4 };
  const tank = { total: 6, mods: [["armour", 2]] };
  const told = (more) => [...roll({ ...event, ...more }).children].slice(-2).map((part) => part.textContent);
  return [
    { result: "casualty", effect: "pin", ...tank },
    { result: "pin", effect: "ignored", ...tank },
    { result: "casualty", effect: "casualty" }].map(told);
}"""


async def test_armour_roll_tells_sum_and_result(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    saved, stopped, pierced = await visitor.page.evaluate(ARMOUR)
    assert saved == ["= 6", "armour.pin"]
    assert stopped == ["= 6", "armour.ignored"]
    assert pierced == ["", "effect.casualty"]


#: The marked seat: at a question in the other side's turn; while it is told what follows; at what is shown
#: meanwhile; at what the other side is asked.
MARKED = """() => {
  const { shell, feed } = layout;
  const asked = layout.decisions().find(({ view }) => view.table.seats[view.table.active] === 1);
  const is = (seat) => seat.ariaCurrent === "true" && seat.querySelector(".seat-mark").textContent === "▶";
  const marked = () => [...document.querySelectorAll(".seat")].filter(is).map((seat) => seat.dataset.seat).join();
  layout.show(asked);
  const found = [marked()];
  shell.tell();
  found.push(marked());
  shell.show(asked.view, undefined, asked.seq);
  found.push(marked());
  const theirs = feed.moments.find(({ view }) => view.status === "playing" && view.turn === 1);
  layout.show(theirs);
  return [...found, marked()];
}"""


async def test_turn_mark_stays_right_while_the_story_runs(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["company_commander"])
    assert await visitor.page.evaluate(MARKED) == ["0", "1", "1", "1"]


#: Width and height of the board, and its largest counter, with the log beside it and folded.
FOLDED = """async () => {
  const size = async () => {
    await layout.painted();
    const { clientWidth, clientHeight } = document.querySelector(".board-place");
    const pieces = document.querySelectorAll(".front .unit-box");
    return [clientWidth, clientHeight, Math.max(0, ...[...pieces].map((piece) => piece.offsetWidth))];
  };
  const open = await size();
  layout.shell.side.toggle(false);
  const folded = await size();
  const wrong = layout.problems();
  layout.shell.side.toggle(true);
  return [open, folded, wrong];
}"""


@pytest.mark.parametrize("game", ["company_commander", "squad", "zombies"])
async def test_folding_the_log_makes_nothing_on_the_board_smaller(
    visitors: Visitors, finished: dict[str, str], game: str
) -> None:
    visitor = await at_table(visitors, finished[game])
    await visitor.page.evaluate(FULLEST)
    sizes: tuple[Size, ...] = ("desktop", "laptop")
    for size in sizes:
        await resize(visitor, size)
        beside, folded, wrong = await visitor.page.evaluate(FOLDED)
        assert all(after >= before for before, after in zip(beside, folded, strict=True)), (size, beside, folded)
        assert wrong == [], size


#: Heading of a phase that can only be ended, of one with more to do, and the text below the first.
ASKED = """() => {
  const ends = ({ decision }) => decision.kind === "tactics" && decision.actions.length === 1;
  const begun = layout.decisions().filter(({ decision }) => decision.kind === "tactics");
  const asked = (moment) => {
    layout.show(moment);
    return document.querySelector(".prompt").textContent;
  };
  const more = asked(begun.find((moment) => !ends(moment)));
  return [asked(begun.find(ends)), document.querySelector(".facts .nothing")?.textContent, more];
}"""


async def test_a_phase_that_can_only_be_ended_asks_nothing(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["company_commander"])
    over, nothing, more = await visitor.page.evaluate(ASKED)
    assert over == "Tactics"
    assert nothing == "Nothing else is possible now."
    assert more == "Tactics: any card?"


#: Distance of the hand from the end of its place at any question, and how often it lay beside undeployed units.
NEAREST = """() => {
  const slot = document.querySelector(".hand-slot").getBoundingClientRect();
  const left = layout.decisions().filter(({ view }) => view.table.pending.length).map((moment) => {
    layout.show(moment);
    const rights = [...document.querySelectorAll(".hand-card")].map((card) => card.getBoundingClientRect().right);
    return slot.right - Math.max(...rights);
  });
  return [Math.min(...left), left.length];
}"""


async def test_beside_units_to_come_the_hand_keeps_its_margin(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["company_commander"])
    margin, seen = await visitor.page.evaluate(NEAREST)
    assert seen > 5
    assert margin >= 6


async def test_the_end_says_what_its_luck_counts(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await visitors.open()
    await visitor.go(f"match/{finished['company_commander']}")
    counted = visitor.page.locator(".luck-short")
    await counted.wait_for()
    assert "casualty 2" in await counted.inner_text()


#: A low log scrolled up a little; by how much.
READ = """async () => {
  const log = document.querySelector(".log-lines");
  log.style.height = "5rem";
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  log.scrollTop = log.scrollHeight - log.clientHeight - 40;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return log.scrollTop;
}"""


async def test_the_newest_line_of_the_log_keeps_whoever_reads_above(visitors: Visitors) -> None:
    visitor = await visitors.open()
    page = visitor.page
    await visitor.lobby()
    await visitor.start("company_commander")
    await visitor.play(seed=1, moves=4)
    before = await page.evaluate(READ)
    assert before > 0
    # A click of a mouse would scroll by itself.
    await page.locator(".log-lines .line button").last.dispatch_event("click")
    assert await page.locator(".looking-back").count() == 0
    assert await page.locator(".log-lines").evaluate("(log) => log.scrollTop") == before


#: The sign of each side, and what it lies on.
SIGNS = """() => [...document.querySelectorAll(".cc-record .cc-side")].map((side) => [
  getComputedStyle(side, "::before").color, getComputedStyle(side.closest(".cc-record")).backgroundColor])"""


async def test_side_signs_have_contrast_in_light_and_dark(visitors: Visitors) -> None:
    # Nothing is chosen in the settings: the system is dark.
    visitor = await visitors.open(painted=True)
    await visitor.lobby()
    await visitor.start("company_commander")
    for dark in (False, True):
        await visitor.prefer(dark=dark)
        found = await contrasts(visitor, SIGNS)
        assert len(found) == 2
        assert min(found) >= 3, (dark, found)
