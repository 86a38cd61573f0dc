/** The terrain to paint with. */

import { h } from "../../dom.js";
import { SIGNS, TERRAINS } from "./drawing.js";
import { swatch } from "./field.js";
import { say } from "./words.js";

/** @typedef {import("../../words/words.js").Words} Words */

export class Palette {
  /** @param {Words} words of the game @param {string} chosen */
  constructor(words, chosen) {
    this.words = words;
    this.help = h("p", { class: "small soft terrain-help" });
    this.boxes = TERRAINS.map((terrain) =>
      h("input", { type: "radio", name: "terrain", value: terrain, checked: terrain === chosen }),
    );
    this.element = h(
      "fieldset",
      { class: "palette", onchange: () => this.#tell() },
      h("legend", { class: "hidden-text" }, say("workshop.terrain")),
      h(
        "div",
        { class: "swatches" },
        TERRAINS.map((terrain, at) =>
          h(
            "label",
            { class: "terrain-choice", "data-terrain": terrain },
            this.boxes[at],
            swatch(terrain),
            h("span", {}, words.say(`card.${terrain}`)),
            h("kbd", { "aria-hidden": "true" }, SIGNS[terrain]),
          ),
        ),
      ),
      this.help,
    );
    this.#tell();
  }

  get chosen() {
    return this.boxes.find(({ checked }) => checked)?.value ?? "open";
  }

  /**
   * Choose the terrain of a key: its character, or its number.
   * @param {string} key
   * @returns {boolean} whether it is one
   */
  take(key) {
    const sign = key.toUpperCase();
    const at = /^\d$/.test(key) ? Number(key) : TERRAINS.findIndex((terrain) => SIGNS[terrain] === sign);
    const box = this.boxes[at];
    if (!box) return false;
    box.checked = true;
    this.#tell();
    return true;
  }

  #tell() {
    const key = `card.${this.chosen}.help`;
    this.help.replaceChildren(this.words.has(key) ? this.words.say(key) : "");
  }
}
