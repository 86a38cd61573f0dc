import { h, SMALL } from "../dom.js";

/**
 * A short notice in passing, read out by screen readers. One with a link, which stays long, goes when it is tapped.
 * @param {string} text
 * @param {number} [ms]
 * @param {{ address: string, text: string }} [link] where it leads
 */
export function toast(text, ms = 6000, link) {
  const all = document.querySelector(".toasts");
  // A repeated notice is not shown twice.
  for (const note of [...(all?.children ?? [])]) if (note.textContent === text) note.remove();
  const note = h(
    "div",
    { class: "toast", onclick: link ? () => note.remove() : null },
    text,
    link ? [" ", h("a", { href: link.address }, link.text)] : null,
  );
  all?.append(note);
  // Many messages would hide the board; in a small window one is enough.
  for (const old of [...(all?.children ?? [])].slice(0, matchMedia(SMALL).matches ? -1 : -2)) old.remove();
  setTimeout(() => note.remove(), ms);
  return note;
}
