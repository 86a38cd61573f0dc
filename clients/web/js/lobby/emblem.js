/**
 * A game as a picture: its board (made by `make pictures`), or its emblem, drawn from the shapes of its presentation.
 */

import { h, s } from "../dom.js";

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

/** The picture of a game's board, in the emblem's place. @param {string} game */
export const boardPicture = (game) =>
  h("img", {
    class: "emblem",
    src: new URL(`../games/${game}/board.webp`, import.meta.url).href,
    alt: "",
    width: 280,
    height: 192,
    loading: "lazy",
    decoding: "async",
  });
