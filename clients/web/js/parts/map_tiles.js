/** Seamless tiles for maps: hedged fields, streets, swell. */

import { s } from "../dom.js";

const tile = (
  /** @type {string} */ id,
  /** @type {number} */ width,
  /** @type {number} */ height,
  /** @type {[string, string][]} */ drawn,
) =>
  s(
    "pattern",
    { id, class: "tile", width, height, patternUnits: "userSpaceOnUse" },
    drawn.map(([kind, d]) => s("path", { d, class: kind })),
  );

const HEDGES =
  "M0 18L34 10 58 24 92 18M34 10L28 0M58 24L66 0M58 24L50 52M50 52L20 60 0 52M50 52L72 64 92 52M20 60L28 80M72 64L66 80";

/** The definitions; drawings refer to `url("#tile-fields")`, `-streets` or `-swell`. */
export function tiles() {
  return s(
    "defs",
    {},
    tile("tile-fields", 92, 80, [
      ["field", "M28 0L34 10 58 24 66 0z"],
      ["field", "M28 80L20 60 50 52 72 64 66 80z"],
      ["furrow", "M62 28L56 50M68 27L62 54M74 25L69 58M80 23L77 58M86 22L85 54"],
      ["furrow", "M4 62L10 80M10 62L17 80"],
      ["hedge", HEDGES],
      ["trees", HEDGES],
    ]),
    tile("tile-streets", 34, 30, [
      ["street", "M0 10H34M0 25H34M12 0V30M27 0V30"],
      ["house", "M2 13h8v9H2zM15 13h9v5h-9zM15 1h5v6h-5zM29 13h4v9h-4zM2 2h7v5H2z"],
    ]),
    tile("tile-swell", 44, 26, [["swell", "M2 8q5-5 10 0t10 0M24 21q5-5 10 0t10 0"]]),
  );
}
