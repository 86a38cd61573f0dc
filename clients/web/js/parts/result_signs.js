/** The signs of a deal's result, one per part: drawn, since not every machine has a font for them. */

import { h } from "../dom.js";

/** @type {Record<string, string>} */
const SIGNS = { "🟩": "done", "🟥": "lost", "🏁": "won", "⬜": "open" };
const ANY = new RegExp(`([${Object.keys(SIGNS).join("")}])`, "u");

/** @param {string} text */
export const signs = (text) =>
  h(
    "span",
    { class: "symbols", "aria-hidden": "true" },
    [...text].map((sign) => h("i", { class: SIGNS[sign] ?? "" })),
  );

/** Draw the signs in a text. @param {Node} node */
export function drawSigns(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  while (walker.nextNode())
    if (ANY.test(walker.currentNode.nodeValue ?? "")) found.push(/** @type {Text} */ (walker.currentNode));
  for (const text of found) text.replaceWith(...text.data.split(ANY).map((part) => (SIGNS[part] ? signs(part) : part)));
}
