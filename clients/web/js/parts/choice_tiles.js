/** A choice among a few things, each a tile with a name and a line of help: radio buttons that look like cards. */

import { h } from "../dom.js";

let groups = 0;

/**
 * @template T
 * @param {string} heading
 * @param {{ value: T, name: string, help?: string, class?: string }[]} choices
 * @param {T} chosen
 * @param {string} [help] about all of them
 * @returns {{ element: HTMLFieldSetElement, read: () => T, note: (value: T, text: string) => void, allow: (value: T,
 *   allowed: boolean, instead: T) => void }} `note`: say
 * something else on a tile; `allow`: whether it can be chosen, and what is `instead`
 */
export function tiles(heading, choices, chosen, help = "") {
  const group = `tiles-${++groups}`;
  const made = choices.map(({ value, name, help: line = "" }, i) => {
    const box = h("input", { type: "radio", name: group, value: i, checked: value === chosen });
    const note = h("small", { class: "soft" }, line);
    return {
      value,
      box,
      note,
      element: h("label", { class: "tile-choice" }, box, h("span", {}, h("b", {}, name), note)),
    };
  });
  return {
    element: h(
      "fieldset",
      { class: "tiles" },
      h("legend", {}, heading),
      help ? h("small", { class: "soft" }, help) : null,
      h(
        "div",
        { class: "tile-row" },
        made.map(({ element }) => element),
      ),
    ),
    read: () => /** @type {T} */ (made.find(({ box }) => box.checked)?.value ?? chosen),
    note: (value, text) => made.find((each) => each.value === value)?.note.replaceChildren(text),
    allow: (value, allowed, instead) => {
      for (const { value: own, box } of made) {
        if (own === value) box.disabled = !allowed;
        if (own === instead && !allowed && made.some((each) => each.value === value && each.box.checked))
          box.checked = true;
      }
    },
  };
}
