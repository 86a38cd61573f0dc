/** Small line drawings for buttons: glyphs for these are missing from many fonts. */

import { s } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M5 5v14M19 5v14L8 12z",
  back: "M15 5l-7 7 7 7",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l7 7-7 7",
  last: "M19 5v14M5 5v14l11-7z",
  menu: "M5 12h.1M12 12h.1M19 12h.1",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18.5h.1",
  side: "M4 5h16v14H4zM14 5v14M7 9h4M7 13h4",
};

/** Icons drawn as lines, not as shapes. */
const OPEN = ["back", "forward", "menu", "help", "side"];

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: OPEN.includes(name) ? "icon open" : "icon solid", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}
