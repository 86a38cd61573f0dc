"""Events on the board: dice and effects where they concern, marks with reduced motion."""

from __future__ import annotations

from tests.web.positions import at_table
from tests.web.visitor import Visitors

#: Tell a shot at the first decision; what the stage shows while the dice roll, and after a press that goes on.
SHOT = """async (kills) => {
  const { shell } = layout;
  const [moment] = layout.decisions().filter(({ view }) => Object.keys(view.table.squads).length > 1);
  const [squad, target] = Object.keys(moment.view.table.squads);
  const dice = { dice: [6, 2], raw: 4, total: 4 };
  const event = { ev: "attacked", squad, target, card: "carbine", range: "M", ...dice, kills };
  layout.show(moment);
  shell.tell();
  const told = shell.tray.play(shell.board, [event], () => shell.show(moment.view, undefined, moment.seq));
  await layout.painted();
  const seen = (kind) => document.querySelectorAll(`.effects ${kind}`).length;
  const rolling = seen(".stage-dice .die");
  const go = document.querySelector(".go");
  const on = go.getAttribute("aria-disabled") === "false";
  if (shell.tray.telling) go.click();
  await told;
  return { rolling, on, left: seen(".stage-dice"), marks: seen(".still-mark") };
}"""


async def test_press_of_the_button_ends_dice_on_the_board(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["squad"], motion=True)
    assert await visitor.page.evaluate(SHOT, 2) == {"rolling": 2, "on": True, "left": 0, "marks": 0}


async def test_reduced_motion_marks_hit_and_fall(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["squad"])
    told = await visitor.page.evaluate(SHOT, 2)
    assert (told["rolling"], told["marks"]) == (0, 2)
    assert (await visitor.page.evaluate(SHOT, 0))["marks"] == 1


#: Tell of two turns at the first decision: what is named after each.
TURNS = """async () => {
  const { shell } = layout;
  const [moment] = layout.decisions();
  layout.show(moment);
  const named = [];
  for (const turn of [23, 24]) {
    await shell.tray.play(shell.board, [{ ev: "turn", turn, seat: 0 }], () => {});
    named.push(...[...document.querySelectorAll(".ribbon")].map((each) => [each.className, each.textContent]));
  }
  return named;
}"""


async def test_last_turn_is_named_without_movement(visitors: Visitors, finished: dict[str, str]) -> None:
    visitor = await at_table(visitors, finished["squad"])
    assert await visitor.page.evaluate(TURNS) == [
        ["ribbon turn", "Turn 23: North."],
        ["ribbon last", "Turn 24: North. The last turn."],
    ]
    # It goes when somebody acts.
    await visitor.page.keyboard.press("Shift")
    assert await visitor.page.locator(".ribbon").count() == 0


#: Dice and a card at each front of the first decision: how far they reach over the records, or beyond the board.
FRONTS = """async () => {
  const { shell } = layout;
  const [moment] = layout.decisions();
  layout.show(moment);
  const beyond = [];
  const records = ["far", "near"].map((side) => document.querySelector(`.cc-record.${side}`));
  const [far, near] = records.map((record) => record.getBoundingClientRect());
  for (const front of Object.keys(moment.view.table.fronts)) {
    const roll = { ev: "recon", front, die: 2, total: 2, result: "spotted" };
    const events = [roll, { ev: "played", front, card: "smoke" }];
    for (const [i, kind] of [".stage-dice", ".stage-card"].entries()) {
      const told = shell.tray.play(shell.board, [events[i]], () => {});
      await layout.painted();
      const shown = document.querySelector(kind);
      // Before it moves: where it is laid.
      const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = shown;
      const stage = shell.stage.element.getBoundingClientRect();
      beyond.push(far.bottom - stage.top - top, top + height + stage.top - near.top);
      beyond.push(-left, left + width - stage.width);
      shell.tray.skip();
      await told;
    }
  }
  return [beyond.length, beyond.filter((each) => each > 0)];
}"""


async def test_dice_and_cards_lie_wholly_in_sight(visitors: Visitors, finished: dict[str, str]) -> None:
    for size in ("desktop", "tablet"):
        visitor = await at_table(visitors, finished["company_commander"], size=size, motion=True)
        assert await visitor.page.evaluate(FRONTS) == [48, []]
