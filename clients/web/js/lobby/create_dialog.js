/** Creating a match with all options; loaded on demand. */

import { h } from "../dom.js";
import { optionPart } from "../extensions.js";
import { tiles } from "../parts/choice_tiles.js";
import { dialog } from "../parts/dialog.js";
import { ui } from "../words/all_words.js";
import { gameWords } from "../words/words.js";
import { botChoices } from "./bots.js";
import { CLOCKS, lag } from "./clocks.js";
import { optionFields } from "./options.js";
import { startMatch } from "./start_match.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../words/words.js").Words} Words */
/** @typedef {import("./start_match.js").Go} Go */
/** @typedef {{ undo: boolean, hints: boolean, delay: string, clock: string }} RuledOut by a rated match */
/**
 * @typedef {{ options: Record<string, any>, seat: Record<string, any>, opponent: string, bot: string, clock: string,
 *   isPrivate: boolean, delay: string, undo: boolean, hints: boolean, rated: boolean, before?: RuledOut,
 *   writing?: string }} Choices of a person; `writing`: the option whose text they went to write
 */

/** Delays (s) of open hands; below 0: never. */
const DELAYS = [-1, 30, 120, 600];

/**
 * Choices in dialogs that were left to write a text, or whose match was refused, by game.
 * @type {Map<string, Choices>}
 */
const left = new Map();

/** A feature's part; undefined if it cannot be loaded. @param {string} option */
const partOf = (option) => optionPart(option)?.catch(() => undefined);

/** The choices that were left, with the text as it is written now. @param {string} game */
async function resumed(game) {
  const choices = left.get(game);
  if (!choices?.writing) return choices;
  const text = (await partOf(choices.writing))?.written();
  return text ? { ...choices, options: { ...choices.options, [choices.writing]: text } } : choices;
}

/**
 * All options: opponent, clock and privacy first, then the variant, then the rest.
 * @param {GameInfo} game
 * @param {Go} go
 * @param {Record<string, any>} [options] chosen before
 */
export async function createDialog(game, go, options = {}) {
  const [words, choices] = await Promise.all([gameWords(game.id), resumed(game.id)]);
  const wishes = new MatchForm(game, words, { ...choices, options: { ...choices?.options, ...options } });
  const answer = await dialog(words.say("game.name"), (close) => [
    wishes.form,
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: () => wishes.form.requestSubmit() }, ui("create")),
      h("button", { onclick: () => close("") }, ui("cancel")),
    ),
  ]);
  if (answer === "create") {
    left.set(game.id, wishes.choices());
    if (await startMatch(game, wishes.read(), go)) left.delete(game.id);
  } else if (wishes.leaving) {
    const { option, path } = wishes.leaving;
    left.set(game.id, { ...wishes.choices(), writing: option });
    await (await partOf(option))?.take(wishes.options.read());
    go(path);
  } else if (choices) {
    const { writing = "", options: resumedOptions } = choices;
    const now = wishes.choices();
    // A text that was changed here is not replaced by the one written there.
    left.set(game.id, now.options[writing] === resumedOptions[writing] ? { ...now, writing } : now);
  }
}

class MatchForm {
  #opponent;
  #clock = h(
    "select",
    {},
    Object.keys(CLOCKS).map((name) => h("option", { value: name }, ui(/** @type {any} */ (`clock.${name}`)))),
  );
  #delay = h(
    "select",
    { class: "open-delay" },
    DELAYS.map((seconds) =>
      h("option", { value: seconds }, seconds < 0 ? ui("open.never") : ui("open.delay", { time: lag(seconds) })),
    ),
  );
  #undo = h("input", { type: "checkbox", checked: true });
  #hints = h("input", { type: "checkbox", checked: true });
  #rated = h("input", { type: "checkbox" });
  #time = row(ui("clock"), this.#clock, ui("clock.help"));
  #rating = row(ui("rated"), this.#rated, ui("rated.help"));
  /**
   * Choices before a rated match ruled them out.
   * @type {RuledOut | undefined}
   */
  #before;

  /** Where a text is written, if the person went there. @type {import("../feature.js").OptionLink | undefined} */
  leaving;

  /** @param {GameInfo} game @param {Words} words @param {Partial<Choices>} choices at first */
  constructor(game, words, choices) {
    this.two = game.seats > 1;
    this.#opponent = tiles(
      ui("opponent"),
      [
        { value: "friend", name: ui("opponent.friend"), help: ui("opponent.friend.help") },
        { value: "anybody", name: ui("opponent.anybody"), help: ui("opponent.anybody.help") },
        { value: "bot", name: ui("opponent.house"), help: ui("opponent.house.help") },
      ],
      choices.opponent ?? "friend",
    );
    this.options = optionFields(game.options, words, game.presentation, {
      chosen: choices.options,
      leave: (link) => {
        this.leaving = link;
        this.form.closest("dialog")?.close("");
      },
    });
    this.seat = optionFields(game.seat_options, words, game.presentation, {
      namespace: "seat_option",
      match: this.options.read,
      chosen: choices.seat,
    });
    this.bot = h("select", { class: "which-bot" }, botChoices(game, words));
    this.bot.value = choices.bot ?? this.bot.value;
    this.which = row(ui("opponent.which"), this.bot, words.botHelp(this.bot.value));
    this.bot.addEventListener("change", () =>
      this.which.lastElementChild?.replaceChildren(words.botHelp(this.bot.value)),
    );
    this.isPrivate = h("input", { type: "checkbox", checked: this.two });
    this.privately = row(ui("private"), this.isPrivate, ui("private.help"));
    for (const changed of [this.#opponent.element, this.#rated, this.#clock])
      changed.addEventListener("change", () => this.#fit());
    this.#take(choices);
    this.#fit();
    this.isPrivate.checked = choices.isPrivate ?? this.isPrivate.checked;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.form.closest("dialog")?.close("create");
    };
    this.form = h("form", { class: "stack create-form", onsubmit: submit }, this.#fields());
    this.form.addEventListener("change", () => this.seat.fit());
  }

  /** @param {Partial<Choices>} choices */
  #take({ clock, delay, undo = true, hints = true, rated = false, before }) {
    this.#before = before;
    this.#clock.value = clock ?? this.#clock.value;
    this.#delay.value = delay ?? this.#delay.value;
    [this.#undo.checked, this.#hints.checked, this.#rated.checked] = [undo, hints, rated];
  }

  #fields() {
    const { options, seat, two } = this;
    return [
      ...(two ? [this.#opponent.element, this.which, this.#time, this.#rating, this.privately] : []),
      ...options.first,
      ...options.foremost,
      ...seat.foremost,
      h(
        "details",
        { class: "more-options" },
        h("summary", {}, ui("options.more")),
        h(
          "div",
          { class: "stack" },
          options.rest,
          seat.rest,
          row(ui("undo.option"), this.#undo, ui(two ? "undo.help.two" : "undo.help.one")),
          row(ui("hint.option"), this.#hints, ui(two ? "hint.help.two" : "hint.help.one")),
          row(ui("open"), this.#delay, ui("open.help")),
        ),
      ),
    ];
  }

  /** Show the fields that apply to the present choices. */
  #fit() {
    const whom = this.#opponent.read();
    this.#rating.hidden = !this.two || whom === "bot";
    if (this.#rating.hidden) this.#rated.checked = false;
    this.#fitRated();
    this.#time.lastElementChild?.toggleAttribute("hidden", CLOCKS[this.#clock.value]?.kind !== "bank");
    this.which.hidden = whom !== "bot";
    this.privately.hidden = whom === "anybody";
    this.isPrivate.checked = whom === "friend";
    this.seat.fit();
  }

  /** Rule out what a rated match cannot have; restore it when the match is not rated any more. */
  #fitRated() {
    const [undo, hints, delay, clock, rated] = [this.#undo, this.#hints, this.#delay, this.#clock, this.#rated.checked];
    if (rated) this.#before ??= { undo: undo.checked, hints: hints.checked, delay: delay.value, clock: clock.value };
    for (const field of [/** @type {HTMLOptionElement} */ (clock.options[0]), undo, hints, delay])
      field.disabled = rated;
    if (rated) {
      [undo.checked, hints.checked, delay.value] = [false, false, "-1"];
      if (clock.value === "none") clock.value = "quick";
    } else if (this.#before) {
      const before = this.#before;
      [undo.checked, hints.checked, delay.value] = [before.undo, before.hints, before.delay];
      if (before.clock === "none" && clock.value === "quick") clock.value = "none";
      this.#before = undefined;
    }
  }

  /** @returns {Choices} */
  choices() {
    return {
      options: this.options.read(),
      seat: this.seat.read(),
      opponent: this.#opponent.read(),
      bot: this.bot.value,
      clock: this.#clock.value,
      isPrivate: this.isPrivate.checked,
      delay: this.#delay.value,
      undo: this.#undo.checked,
      hints: this.#hints.checked,
      rated: this.#rated.checked,
      before: this.#before,
    };
  }

  /** The choices as fields of POST /api/matches. */
  read() {
    const { two } = this;
    const whom = two ? this.#opponent.read() : "";
    return {
      options: this.options.read(),
      seat_options: this.seat.read(),
      clock: two ? CLOCKS[this.#clock.value] : CLOCKS["none"],
      opponent: whom === "bot" ? this.bot.value : "",
      access: {
        private: two && whom !== "anybody" && this.isPrivate.checked,
        open_delay: Number(this.#delay.value),
      },
      undo: this.#undo.checked,
      rated: this.#rated.checked,
      hints: this.#hints.checked,
    };
  }
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
