/** A line of the dock's list: the choice, its number of equal actions, and its figures. */

import { h } from "../dom.js";
import { ui } from "../words/all_words.js";

/**
 * @param {import("./selection.js").Row} row
 * @param {{ key: string | undefined, verb: string | undefined, known: string, whole: string, hinted: boolean, chosen:
 *   boolean, staged: boolean }} how `key`: the digit that chooses it; `verb`: what its first action does; `known`: its
 *   figures in few words; `whole`: and what they are made of; `staged`: whether choosing only stages it
 * @param {{ choose: (keyboard: boolean) => void, point: (at: boolean) => void }} on `point`: shown where on the table
 *   it lies
 */
export function line(row, { key, verb, known, whole, hinted, chosen, staged }, { choose, point }) {
  const [to, off] = [() => point(true), () => point(false)];
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `action ${row.group ? "group" : ""} ${chosen ? "selected" : ""}`,
        "aria-pressed": staged && !row.group ? String(chosen) : false,
        "data-verb": verb,
        title: whole === known ? false : whole,
        onclick: (/** @type {MouseEvent} */ event) => event.detail < 2 && choose(event.detail === 0),
        onpointerenter: to,
        onpointerleave: off,
        onfocus: to,
        onblur: off,
      },
      key ? h("kbd", { "aria-hidden": "true" }, key) : null,
      h(
        "span",
        { class: "grow" },
        row.text,
        hinted ? h("span", { class: "hint-tag" }, ui("hint")) : null,
        ...(known ? [" ", h("small", { class: "facts" }, known)] : []),
      ),
      row.count > 1 ? h("span", { class: "count" }, row.group ? String(row.count) : `×${row.count}`) : null,
    ),
  );
}
