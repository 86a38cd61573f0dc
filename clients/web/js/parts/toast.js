import { h } from "../dom.js";

/**
 * A short notice at the bottom of the page, read out by screen readers.
 * @param {string} text
 * @param {number} [ms]
 */
export function toast(text, ms = 6000) {
  const note = h("div", { class: "toast" }, text);
  document.querySelector(".toasts")?.append(note);
  setTimeout(() => note.remove(), ms);
}
