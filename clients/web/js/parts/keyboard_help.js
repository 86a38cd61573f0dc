/** Keyboard shortcuts, by place. */

import { h } from "../dom.js";
import { ui } from "../words/all_words.js";
import { dialog } from "./dialog.js";

/**
 * Keys as written on keyboards, by purpose.
 * @type {[heading: "keys.everywhere" | "keys.table" | "keys.replay", rows: [string[], "keys.help" | "keys.next" |
 *   "keys.tab" | "keys.enter" | "keys.escape" | "keys.arrows" | "keys.log" | "keys.digits" | "keys.hint" | "keys.skip"
 *   | "keys.step" | "keys.far" | "keys.ends" | "keys.play"][]][]}
 */
const KEYS = [
  [
    "keys.everywhere",
    [
      [["?"], "keys.help"],
      [["N"], "keys.next"],
      [["Tab"], "keys.tab"],
      [["Enter", "Space"], "keys.enter"],
      [["Esc"], "keys.escape"],
    ],
  ],
  [
    "keys.table",
    [
      [["←", "→", "↑", "↓"], "keys.arrows"],
      [["↑", "↓", "Home", "End"], "keys.log"],
      [["1", "…", "9", "0"], "keys.digits"],
      [["H"], "keys.hint"],
      [["Space", "Esc"], "keys.skip"],
    ],
  ],
  [
    "keys.replay",
    [
      [["←", "→"], "keys.step"],
      [["Shift + ←", "Shift + →"], "keys.far"],
      [["Home", "End"], "keys.ends"],
      [["Space"], "keys.play"],
    ],
  ],
];

export async function showKeys() {
  await dialog(ui("keys"), (close) => [
    ...KEYS.flatMap(([heading, rows]) => [
      h("h3", {}, ui(heading)),
      h(
        "dl",
        { class: "keys" },
        rows.flatMap(([keys, what]) => [
          h(
            "dt",
            {},
            keys.map((key) => h("kbd", {}, key)),
          ),
          h("dd", {}, ui(what)),
        ]),
      ),
    ]),
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close("") }, ui("close"))),
  ]);
}
