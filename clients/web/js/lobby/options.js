/**
 * Forms made from a game's option types: every option with its name, its choices and one sentence, shown when it
 * matters.
 */

import { h } from "../dom.js";
import { optionLink } from "../extensions.js";
import { tiles } from "../parts/choice_tiles.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { inMatch } from "../words/template.js";
import { matters } from "./relevant_options.js";

/** @typedef {import("../words/words.js").Words} Words */
/** @typedef {import("../words/template.js").Catalogue} Catalogue */
/** @typedef {import("../net/types.js").OptionInfo} OptionType */
/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../feature.js").OptionLink} OptionLink */
/** @typedef {{ element: HTMLElement, below?: HTMLElement | null, read: () => any }} Control */

/** Texts as they were typed last: one that the service refuses can be mended. @type {WeakMap<OptionType, string>} */
const drafts = new WeakMap();

/**
 * @param {OptionType[]} types
 * @param {Words} words
 * @param {Presentation} presentation
 * @param {{ namespace?: string, seat?: number, match?: () => Record<string, any>, chosen?: Record<string, any>, leave?:
 *   (link: OptionLink) => void }} [how] `namespace`: "option" for the match, "seat_option" for one's seat; `match`: the
 *   options of the match, where these are of a seat; `chosen`: in place of defaults; `leave`: to write a text elsewhere
 * @returns {{ first: HTMLElement[], foremost: HTMLElement[], rest: HTMLElement[], read: () => Record<string, any>, fit:
 *   () => void }} `first`: the variant; `foremost`: what nobody should have to look for; `fit`: show what matters now
 */
export function optionFields(
  types,
  words,
  presentation,
  { namespace = "option", seat = 0, match, chosen: before = {}, leave } = {},
) {
  const fields = types.map((type) => {
    const value = before[type.name] ?? type.default;
    const key = words.has(`${namespace}.${type.name}`) ? `${namespace}.${type.name}` : `option.${type.name}`;
    const help = words.has(`${key}.help`) ? words.say(`${key}.help`) : "";
    const first = type.name === presentation.variant;
    const control = first ? variant(type, words, key, help, value) : make(type, words, key, value, leave);
    const [label, note] = [h("span", {}, words.say(key)), h("small", { class: "soft" }, help)];
    const element = first
      ? control.element
      : h("div", { class: "option" }, h("label", {}, label, control.element), note, control.below);
    return {
      name: type.name,
      kind: type.kind,
      /** Words that depend on other choices. @param {Catalogue} said */
      rename: (said) => {
        label.textContent = said[key] ?? label.textContent;
        note.textContent = said[`${key}.help`] ?? note.textContent;
      },
      rank: first ? "first" : presentation.foremost.includes(type.name) ? "foremost" : "rest",
      control,
      element,
    };
  });
  // A text that does not matter is not sent: it may be half written.
  const read = () =>
    Object.fromEntries(
      fields.map(({ name, kind, control, element }) => [name, kind === "text" && element.hidden ? "" : control.read()]),
    );
  const fit = () => {
    const chosen = match ? match() : read();
    const counts = Object.entries(chosen).filter(([name]) => matters(presentation, name, chosen, seat));
    const said = inMatch(words.catalogue, Object.fromEntries(counts));
    for (const field of fields) {
      field.element.hidden = !matters(presentation, field.name, chosen, seat);
      field.rename(said);
    }
  };
  for (const field of fields) field.element.addEventListener("change", fit);
  fit();
  const ranked = (/** @type {string} */ rank) =>
    fields.filter((field) => field.rank === rank).map((field) => field.element);
  return { first: ranked("first"), foremost: ranked("foremost"), rest: ranked("rest"), read, fit };
}

/**
 * @param {OptionType} type
 * @param {Words} words
 * @param {string} key
 * @param {string} help
 * @param {any} value at first
 * @returns {Control}
 */
function variant(type, words, key, help, value) {
  const values = type.kind === "flag" ? [false, true] : (type.values ?? []);
  const chosen = tiles(
    words.say(key),
    values.map((value) => ({
      value,
      name: words.has(`${key}.${value}`) ? words.say(`${key}.${value}`) : String(value),
      help: words.has(`${key}.${value}.help`) ? words.say(`${key}.${value}.help`) : "",
    })),
    value,
    help,
  );
  return { element: chosen.element, read: chosen.read };
}

/**
 * @param {OptionType} type
 * @param {Words} words
 * @param {string} key
 * @param {any} value at first
 * @param {(link: OptionLink) => void} [leave]
 * @returns {Control}
 */
function make(type, words, key, value, leave) {
  if (type.kind === "flag") {
    const box = h("input", { type: "checkbox", checked: value });
    return { element: box, read: () => box.checked };
  }
  if (type.kind === "number") {
    const input = h("input", {
      type: "number",
      value,
      min: type.min,
      max: type.max,
      step: 1,
      required: true,
    });
    return { element: input, read: () => input.valueAsNumber };
  }
  if (type.kind === "text") {
    const area = h("textarea", { rows: 8, maxlength: type.max, spellcheck: false, autocapitalize: "off" });
    const chosen = value === type.default ? "" : value;
    area.value = chosen || (drafts.get(type) ?? (type.default || type.examples?.[0] || ""));
    area.addEventListener("input", () => drafts.set(type, area.value));
    return { element: area, below: linkBelow(type.name, leave), read: () => area.value };
  }
  const values = type.values ?? [];
  const select = h(
    "select",
    {},
    values.map((each, i) =>
      h(
        "option",
        { value: i, selected: each === value },
        words.has(`${key}.${each}`) ? words.say(`${key}.${each}`) : String(each),
      ),
    ),
  );
  return { element: select, read: () => values[Number(select.value)] };
}

/** A feature's way to write a text. @param {string} option @param {(link: OptionLink) => void} [leave] */
function linkBelow(option, leave) {
  const link = optionLink(option);
  return link
    ? h(
        "a",
        {
          class: "button option-link",
          href: addressOf(link.path),
          onclick: (/** @type {Event} */ event) => {
            if (!leave) return /** @type {Element} */ (event.currentTarget).closest("dialog")?.close("");
            event.preventDefault();
            return leave(link);
          },
        },
        ui(link.text),
      )
    : null;
}
