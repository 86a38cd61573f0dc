/** A game's emblem, drawn from the shapes of its presentation in the manner of a counter sheet. */

import { s } from "../dom.js";

/** @typedef {import("../net/games.js").Presentation} Presentation */

/** @param {Presentation["emblem"]} shapes */
export function emblem(shapes) {
  return s(
    "svg",
    { viewBox: "0 0 140 96", class: "emblem", "aria-hidden": "true" },
    shapes.map(({ style, path, text, x = 0, y = 0 }) => {
      const place = x || y ? { transform: `translate(${x} ${y})` } : {};
      return text ? s("text", { class: style, ...place }, text) : s("path", { class: style, d: path ?? "", ...place });
    }),
  );
}
