/** Making a match with everything chosen; loaded when first wanted. */

import { h } from "../dom.js";
import { tiles } from "../parts/choice_tiles.js";
import { dialog } from "../parts/dialog.js";
import { ui } from "../words/more.js";
import { gameWords } from "../words/words.js";
import { botChoices } from "./bots.js";
import { CLOCKS, lag } from "./clocks.js";
import { optionFields } from "./options.js";
import { startMatch } from "./start_match.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("./start_match.js").Go} Go */

/**
 * Choose everything: opponent, clock and privacy first, then the variant, then what nobody should have to look for.
 * @param {GameInfo} game
 * @param {Go} go
 */
export async function createDialog(game, go) {
  const words = await gameWords(game.id);
  const two = game.seats > 1;
  const options = optionFields(game.options, words, game.presentation);
  const seat = optionFields(game.seat_options, words, game.presentation, {
    namespace: "seat_option",
    match: options.read,
  });
  const opponent = tiles(
    ui("opponent"),
    [
      { value: "friend", name: ui("opponent.friend"), help: ui("opponent.friend.help") },
      { value: "anybody", name: ui("opponent.anybody"), help: ui("opponent.anybody.help") },
      { value: "bot", name: ui("opponent.house"), help: ui("opponent.house.help") },
    ],
    "friend",
  );
  const bot = h("select", { class: "which-bot" }, botChoices(game, words));
  const which = row(ui("opponent.which"), bot, words.botHelp(bot.value));
  bot.addEventListener("change", () => which.lastElementChild?.replaceChildren(words.botHelp(bot.value)));
  const clock = h(
    "select",
    {},
    Object.keys(CLOCKS).map((name) => h("option", { value: name }, ui(/** @type {any} */ (`clock.${name}`)))),
  );
  const time = row(ui("clock"), clock, ui("clock.help"));
  const isPrivate = h("input", { type: "checkbox", checked: two });
  const privately = row(ui("private"), isPrivate, ui("private.help"));
  const delay = h(
    "select",
    { class: "open-delay" },
    [-1, 30, 120, 600].map((seconds) =>
      h("option", { value: seconds }, seconds < 0 ? ui("open.never") : ui("open.delay", { time: lag(seconds) })),
    ),
  );
  const undo = h("input", { type: "checkbox", checked: true });
  const rated = h("input", { type: "checkbox" });
  const rating = row(ui("rated"), rated, ui("rated.help"));
  const hints = h("input", { type: "checkbox", checked: true });
  /** What was chosen before a rated match ruled it out. @type {{ undo: boolean, hints: boolean, delay: string, clock: string } | undefined} */
  let before;
  const fit = () => {
    const whom = opponent.read();
    rating.hidden = !two || whom === "bot";
    if (rating.hidden) rated.checked = false;
    if (rated.checked && !before)
      before = { undo: undo.checked, hints: hints.checked, delay: delay.value, clock: clock.value };
    /** @type {HTMLOptionElement} */ (clock.options[0]).disabled =
      undo.disabled =
      hints.disabled =
      delay.disabled =
        rated.checked;
    if (rated.checked) {
      [undo.checked, hints.checked, delay.value] = [false, false, "-1"];
      if (clock.value === "none") clock.value = "quick";
    } else if (before) {
      [undo.checked, hints.checked, delay.value] = [before.undo, before.hints, before.delay];
      if (before.clock === "none" && clock.value === "quick") clock.value = "none";
      before = undefined;
    }
    time.lastElementChild?.toggleAttribute("hidden", CLOCKS[clock.value]?.kind !== "bank");
    which.hidden = whom !== "bot";
    privately.hidden = whom === "anybody";
    isPrivate.checked = whom === "friend";
    seat.fit();
  };
  opponent.element.addEventListener("change", fit);
  rated.addEventListener("change", fit);
  clock.addEventListener("change", fit);
  fit();
  const form = h(
    "form",
    {
      class: "stack create-form",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        form.closest("dialog")?.close("create");
      },
    },
    two ? [opponent.element, which, time, rating, privately] : null,
    options.first,
    options.foremost,
    seat.foremost,
    h(
      "details",
      { class: "more-options" },
      h("summary", {}, ui("options.more")),
      h(
        "div",
        { class: "stack" },
        options.rest,
        seat.rest,
        row(ui("undo.option"), undo, ui(two ? "undo.help.two" : "undo.help.one")),
        row(ui("hint.option"), hints, ui(two ? "hint.help.two" : "hint.help.one")),
        row(ui("open"), delay, ui("open.help")),
      ),
    ),
  );
  form.addEventListener("change", () => seat.fit());
  const answer = await dialog(words.say("game.name"), (close) => [
    form,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: () => form.requestSubmit() }, ui("create")),
      h("button", { onclick: () => close("") }, ui("cancel")),
    ),
  ]);
  if (answer !== "create") return;
  const whom = two ? opponent.read() : "";
  await startMatch(
    game,
    {
      options: options.read(),
      seat_options: seat.read(),
      clock: two ? CLOCKS[clock.value] : CLOCKS["none"],
      opponent: whom === "bot" ? bot.value : "",
      access: { private: two && whom !== "anybody" && isPrivate.checked, open_delay: Number(delay.value) },
      undo: undo.checked,
      rated: rated.checked,
      hints: hints.checked,
    },
    go,
  );
}

/** @param {string} name @param {HTMLElement} control @param {string} [help] */
function row(name, control, help = "") {
  return h(
    "div",
    { class: "option" },
    h("label", {}, h("span", {}, name), control),
    h("small", { class: "soft" }, help),
  );
}
