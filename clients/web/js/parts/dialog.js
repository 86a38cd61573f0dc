/** Dialogs on the platform's <dialog>: focus is trapped and Escape closes. */

import { h } from "../dom.js";
import { ui } from "../words/all_words.js";
import { attempt, refusalNote, roomFor } from "./form_submit.js";

/**
 * Show a dialog until it is closed; resolves with the value it was closed with ("" when dismissed).
 * @param {string} heading
 * @param {(close: (value: string) => void) => (Node | string)[]} content
 * @returns {Promise<string>}
 */
export function dialog(heading, content) {
  return new Promise((resolve) => {
    const box = h("dialog", { "aria-label": heading });
    const close = (/** @type {string} */ value) => box.close(value);
    box.append(h("div", { class: "stack" }, h("h2", {}, heading), ...content(close)));
    box.addEventListener("close", () => {
      host([...document.querySelectorAll("dialog")].findLast((other) => other !== box) ?? document.body);
      box.remove();
      resolve(box.returnValue);
    });
    box.addEventListener("click", (event) => event.target === box && box.close(""));
    document.body.append(box);
    box.showModal();
    host(box);
    // It is read from its beginning, wherever the browser puts the keyboard focus.
    if (!box.querySelector("[autofocus]")) box.scrollTop = 0;
  });
}

/** Content below a dialog is dark and not read out: toasts move into the topmost dialog. @param {Element} box */
function host(box) {
  const toasts = document.querySelector(".toasts");
  if (toasts) box.append(toasts);
}

/**
 * Ask before something irreversible: the confirming button names it, is not green, and has no keyboard focus.
 * @param {string} heading
 * @param {string} question
 * @param {string} [doing] what the confirming button says
 * @param {boolean} [harmless] whether nothing is lost by it
 * @returns {Promise<boolean>}
 */
export async function confirm(heading, question, doing = ui("yes"), harmless = false) {
  const answer = await dialog(heading, (close) => [
    h("p", {}, question),
    h(
      "div",
      { class: "row spread" },
      h("button", { class: "no", autofocus: true, onclick: () => close("") }, ui("no")),
      h("button", { class: harmless ? "yes" : "danger yes", onclick: () => close("yes") }, doing),
    ),
  ]);
  return answer === "yes";
}

/**
 * Ask for a line of text, until it is accepted or the person cancels.
 * @param {string} heading
 * @param {string} label
 * @param {string} value
 * @param {number} longest
 * @param {(text: string) => Promise<unknown>} take
 */
export function ask(heading, label, value, longest, take) {
  return dialog(heading, (close) => {
    const input = h("input", { value, maxlength: roomFor(longest), autocomplete: "off", autofocus: true });
    const [note, save] = [refusalNote(), h("button", { class: "primary" }, ui("save"))];
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text || (await attempt(() => take(text), note, save))) close(text);
    };
    const form = h(
      "form",
      { class: "stack", onsubmit: submit },
      h("label", {}, label, input),
      note,
      h("div", { class: "row" }, save, h("button", { type: "button", onclick: () => close("") }, ui("cancel"))),
    );
    return [form];
  });
}
