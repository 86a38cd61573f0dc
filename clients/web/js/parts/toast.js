import { h } from "../dom.js";

/**
 * A short notice at the bottom of the page, read out by screen readers.
 * @param {string} text
 * @param {number} [ms]
 * @param {{ address: string, text: string }} [link] where it leads
 */
export function toast(text, ms = 6000, link) {
  const all = document.querySelector(".toasts");
  // Said again, it is not shown twice.
  for (const note of [...(all?.children ?? [])]) if (note.textContent === text) note.remove();
  const note = h("div", { class: "toast" }, text, link ? [" ", h("a", { href: link.address, onclick: () => note.remove() }, link.text)] : null);
  all?.append(note);
  setTimeout(() => note.remove(), ms);
}
