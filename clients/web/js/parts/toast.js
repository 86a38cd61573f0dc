import { h } from "../dom.js";

/**
 * A short notice at the bottom of the page, read out by screen readers.
 * @param {string} text
 * @param {number} [ms]
 */
export function toast(text, ms = 6000) {
  const all = document.querySelector(".toasts");
  // Said again, it is not shown twice.
  for (const note of [...(all?.children ?? [])]) if (note.textContent === text) note.remove();
  const note = h("div", { class: "toast" }, text);
  all?.append(note);
  setTimeout(() => note.remove(), ms);
}
