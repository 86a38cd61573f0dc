/** Forms made from a game's option types: every option with its name, its choices and one sentence. */

import { h } from "../dom.js";

/** @typedef {import("../words/words.js").Words} Words */
/** @typedef {{ name: string, kind: "choice" | "flag" | "number", values?: any[], default: any, min?: number, max?: number }} OptionType */

/**
 * @param {OptionType[]} types
 * @param {Words} words
 * @param {string} [namespace] "option" for the match, "seat_option" for one's seat
 * @returns {{ elements: HTMLElement[], read: () => Record<string, any> }}
 */
export function optionFields(types, words, namespace = "option") {
  const fields = types.map((type) => {
    const key = words.has(`${namespace}.${type.name}`) ? `${namespace}.${type.name}` : `option.${type.name}`;
    const help = h("small", { class: "soft" }, words.has(`${key}.help`) ? words.say(`${key}.help`) : "");
    const control = make(type, words, key);
    return {
      name: type.name,
      control,
      element: h("div", { class: "option" }, h("label", {}, h("span", {}, words.say(key)), control.element), help),
    };
  });
  return {
    elements: fields.map((field) => field.element),
    read: () => Object.fromEntries(fields.map((field) => [field.name, field.control.read()])),
  };
}

/**
 * @param {OptionType} type
 * @param {Words} words
 * @param {string} key
 * @returns {{ element: HTMLElement, read: () => any }}
 */
function make(type, words, key) {
  if (type.kind === "flag") {
    const box = h("input", { type: "checkbox", checked: type.default });
    return { element: box, read: () => box.checked };
  }
  if (type.kind === "number") {
    const input = h("input", { type: "number", value: type.default, min: type.min, max: type.max, step: 1, required: true });
    return { element: input, read: () => input.valueAsNumber };
  }
  const values = type.values ?? [];
  const select = h("select", {},
    values.map((value, i) => h("option", { value: i, selected: value === type.default }, words.has(`${key}.${value}`) ? words.say(`${key}.${value}`) : String(value))));
  return { element: select, read: () => values[Number(select.value)] };
}
