/** Small line drawings for buttons: glyphs for these are missing from many fonts. */

import { s } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M5 5v14M19 5v14L8 12z",
  back: "M16 5v14L6 12z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5v14l10-7z",
  last: "M19 5v14M5 5v14l11-7z",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon solid", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
