/** The workshop: a map is drawn, kept as a draft in this browser, and played. */

import { h, put, SMALL, underDialog } from "../../dom.js";
import { gameInfo } from "../../net/games.js";
import { ensurePlayer, postJSON } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { attempt, refusalNote, roomFor } from "../../parts/form_submit.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { gameWords } from "../../words/words.js";
import { keepDraft, keptDraft, LONGEST_NAME, proposal } from "./draft.js";
import {
  begin,
  COLUMNS,
  change,
  drawingOf,
  filled,
  isMirrored,
  MapError,
  mirrored,
  OPEN,
  opposite,
  painted,
  ROWS,
  redo,
  resized,
  scattered,
  stemsFrom,
  textOf,
  turned,
  undo,
} from "./drawing.js";
import { Field } from "./field.js";
import { Palette } from "./palette.js";
import { playDoors } from "./play.js";
import { edgeOf, GAME, settings } from "./settings.js";
import { say } from "./words.js";

/** @typedef {import("../../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../../words/words.js").Words} Words */
/** @typedef {import("./drawing.js").Drawing} Drawing */

/** @type {import("../../feature.js").Screen} */
export async function screen({ main, go, title }) {
  const [game, words] = await Promise.all([gameInfo(GAME), gameWords(GAME)]);
  title(say("workshop.title"));
  const workshop = new Workshop(game, words, go);
  put(main, workshop.element);
  const keys = new AbortController();
  addEventListener("keydown", workshop.key, { signal: keys.signal });
  return () => keys.abort();
}

class Workshop {
  /** @param {GameInfo} game @param {Words} words @param {import("../../feature.js").Go} go */
  constructor(game, words, go) {
    this.game = game;
    this.words = words;
    this.draft = keptDraft();
    this.history = begin(this.draft.drawing);
    /** The drawing as shown, during a stroke ahead of the history. @type {Drawing} */
    this.drawing = this.history.now;
    const named = (/** @type {string} */ terrain) => words.say(`card.${terrain}`);
    this.palette = new Palette(words, "hedge_row");
    this.field = new Field(say("workshop.board"), named, {
      paint: (hexes, erase) => this.paint(hexes, erase ? OPEN : this.palette.chosen),
      finish: () => this.commit(this.drawing),
    });
    this.both = h("input", { type: "checkbox", class: "both" });
    this.columns = sizes(COLUMNS, this.resize);
    this.rows = sizes(ROWS, this.resize);
    this.options = settings(game, words, this.draft.options, () => this.show());
    this.text = h("textarea", {
      rows: 9,
      spellcheck: false,
      autocapitalize: "off",
      "aria-label": say("workshop.text"),
      oninput: this.read,
    });
    this.state = h("p", { class: "map-state", role: "status" });
    /** Announce the effect of a key to screen readers. */
    this.told = h("p", { class: "hidden-text", role: "status" });
    this.undoing = h("button", { class: "undo-stroke", onclick: this.undo }, say("workshop.undo"));
    this.redoing = h("button", { class: "redo-stroke", onclick: this.redo }, say("workshop.redo"));
    this.name = h("input", {
      name: "map-name",
      value: this.draft.name,
      required: true,
      maxlength: roomFor(LONGEST_NAME),
      autocomplete: "off",
      oninput: () => this.keep(),
    });
    this.element = this.#page(go);
    const { written } = this.draft;
    this.show();
    if (written) {
      this.text.value = written;
      this.read();
    }
  }

  /** @param {import("../../feature.js").Go} go */
  #page(go) {
    return h(
      "div",
      { class: "workshop" },
      h(
        "header",
        { class: "row" },
        h("a", { class: "button", href: addressOf(proposal.match) }, ui("back")),
        h("h1", {}, say("workshop.title")),
        h("a", { class: "button quiet all-maps", href: addressOf("maps") }, say("maps.title")),
      ),
      h("div", { class: "workshop-map" }, this.field.element, this.state, this.told),
      h(
        "div",
        { class: "workshop-panel" },
        proposal.match
          ? h("a", { class: "button primary propose-map", href: addressOf(proposal.match) }, say("workshop.propose"))
          : null,
        this.palette.element,
        this.#tools(),
        h(
          "section",
          { class: "sheet stack play-map" },
          h("h2", {}, say("workshop.play")),
          playDoors(this.game, () => this.match(), go),
        ),
        this.#keeping(go),
        h(
          "details",
          { class: "sheet", open: !matchMedia(SMALL).matches },
          h("summary", {}, h("h2", {}, say("workshop.size"))),
          h("div", { class: "stack" }, this.#sizes(), this.options.elements),
        ),
        this.#textForm(),
        keys(),
      ),
    );
  }

  #tools() {
    const tool = (/** @type {string} */ name, /** @type {(drawing: Drawing) => Drawing} */ act, help = "") =>
      h(
        "button",
        { class: name, title: help || null, onclick: () => this.commit(act(this.history.now)) },
        say(/** @type {any} */ (`workshop.${name}`)),
      );
    return h(
      "div",
      { class: "map-tools", role: "group", "aria-label": say("workshop.tools") },
      this.undoing,
      this.redoing,
      tool("mirror", mirrored, say("workshop.mirror.help")),
      tool("turn", turned),
      tool("scatter", (drawing) => scattered(drawing, this.both.checked, Math.random), say("workshop.scatter.help")),
      tool("fill", (drawing) => filled(drawing, this.palette.chosen)),
      h("label", {}, this.both, say("workshop.both")),
    );
  }

  /** The service keeps the map under a name. @param {import("../../feature.js").Go} go */
  #keeping(go) {
    const [refused, button] = [refusalNote(), h("button", { class: "keep-map" }, say("workshop.keep"))];
    const save = async () => {
      await ensurePlayer();
      const { origin, saved } = this.draft;
      const text = textOf(this.history.now);
      const fork = origin && text !== saved && stemsFrom(this.history.now, drawingOf(saved));
      const wish = { text, name: this.name.value.trim(), forked_from: fork ? origin : "" };
      const { id } = await postJSON("/api/maps", wish);
      Object.assign(this.draft, { origin: id, saved: text });
      this.keep();
      go(`maps/${id}`);
    };
    return h(
      "form",
      {
        class: "sheet stack keep-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void attempt(save, refused, button);
        },
      },
      h("h2", {}, say("workshop.keep.title")),
      h("p", { class: "small soft" }, say("workshop.keep.help")),
      h("div", { class: "row" }, h("label", { class: "grow" }, say("workshop.name"), this.name), button),
      refused,
    );
  }

  #sizes() {
    const row = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
      h("div", { class: "option" }, h("label", {}, h("span", {}, this.words.say(key)), control));
    return [row("option.columns", this.columns), row("option.rows", this.rows)];
  }

  #textForm() {
    return h(
      "details",
      { class: "sheet map-text" },
      h("summary", {}, h("h2", {}, say("workshop.text"))),
      h(
        "div",
        { class: "stack" },
        this.text,
        h("p", { class: "small soft" }, say("workshop.text.help")),
        h(
          "div",
          { class: "row" },
          h("button", { class: "copy-map", onclick: () => copy(textOf(this.history.now)) }, say("workshop.text.copy")),
        ),
      ),
    );
  }

  /** Options of a match on this map. */
  match() {
    return { variant: "map", terrain: "drawn", map: textOf(this.history.now), ...this.options.read() };
  }

  // Changes --------------------------------------------------------------------------------------

  /** Continue a stroke. @param {number[]} hexes @param {string} terrain */
  paint(hexes, terrain) {
    const others = this.both.checked ? hexes.map((at) => opposite(this.drawing, at)) : [];
    this.drawing = painted(this.drawing, [...hexes, ...others], terrain);
    this.field.draw(this.drawing, this.edge);
    this.told.textContent = this.field.tell(this.field.at);
  }

  /** Make a change that can be undone. @param {Drawing} drawing */
  commit(drawing) {
    this.history = change(this.history, drawing);
    this.show();
  }

  undo = () => {
    this.history = undo(this.history);
    this.show();
  };

  redo = () => {
    this.history = redo(this.history);
    this.show();
  };

  resize = () => this.commit(resized(this.history.now, Number(this.columns.value), Number(this.rows.value)));

  /** The text was changed: the map follows, once it is one. */
  read = () => {
    try {
      const drawing = drawingOf(this.text.value);
      this.draft.written = "";
      this.history = change(this.history, drawing);
      this.show(false);
    } catch (error) {
      if (!(error instanceof MapError)) throw error;
      this.draft.written = this.text.value;
      this.keep();
      this.tell(error);
    }
  };

  get edge() {
    return edgeOf(this.options.read());
  }

  // Showing --------------------------------------------------------------------------------------

  /** Show the present map, and keep it. @param {boolean} [rewrite] whether the text is written anew */
  show(rewrite = true) {
    this.drawing = this.history.now;
    const { columns, rows } = this.drawing;
    this.field.draw(this.drawing, this.edge);
    [this.columns.value, this.rows.value] = [String(columns), String(rows)];
    this.undoing.disabled = !this.history.past.length;
    this.redoing.disabled = !this.history.next.length;
    if (rewrite) {
      this.text.value = textOf(this.drawing);
      this.draft.written = "";
    }
    this.keep();
    this.tell();
  }

  keep() {
    const { name, options, drawing } = {
      name: this.name.value,
      options: this.options.read(),
      drawing: this.history.now,
    };
    Object.assign(this.draft, { name, options, drawing });
    keepDraft(this.draft);
  }

  /** Say what is drawn, or what is wrong with the text. @param {MapError} [error] */
  tell(error) {
    const { columns, rows, hexes } = this.history.now;
    const n = hexes.filter((terrain) => terrain !== OPEN).length;
    const told = n ? "workshop.valid" : "workshop.bare";
    this.state.classList.toggle("wrong", Boolean(error));
    this.text.setAttribute("aria-invalid", String(Boolean(error)));
    put(
      this.state,
      ...(error
        ? [h("code", {}, error.code), " ", this.words.say(`refusal.${error.code}`, error.fields)]
        : [say(told, { columns, rows, n, alike: isMirrored(this.history.now) })]),
    );
  }

  key = (/** @type {KeyboardEvent} */ event) => {
    const at = event.target;
    const writing =
      at instanceof HTMLTextAreaElement ||
      at instanceof HTMLSelectElement ||
      (at instanceof HTMLInputElement && at.type !== "radio" && at.type !== "checkbox");
    if (writing || underDialog() || event.altKey) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (key === "y" || (command && event.shiftKey && key === "z")) this.redo();
    else if (command ? key === "z" : key === "u") this.undo();
    else if (command || !this.palette.take(event.key)) return;
    event.preventDefault();
  };
}

/** @param {number[]} all @param {() => void} onchange */
const sizes = (all, onchange) =>
  h(
    "select",
    { onchange },
    all.map((n) => h("option", { value: n }, n)),
  );

const keys = () =>
  h(
    "details",
    { class: "sheet map-keys" },
    h("summary", {}, h("h2", {}, say("workshop.keys"))),
    h(
      "ul",
      { class: "small" },
      [
        say("workshop.keys.move"),
        say("workshop.keys.paint"),
        say("workshop.keys.terrain"),
        say("workshop.keys.undo"),
        say("workshop.mouse"),
      ].map((each) => h("li", {}, each)),
    ),
  );
