/** The lobby's picture: a situation map, as it may have lain on a field table. */

import { s } from "../dom.js";
import { tiles } from "../parts/map_tiles.js";

const path = (/** @type {string} */ kind, /** @type {string} */ d) => s("path", { class: kind, d });

/**
 * A unit: infantry, or armour, or face down.
 * @param {number} x
 * @param {number} y
 * @param {string} side
 * @param {"foot" | "tank" | "unknown"} kind
 * @param {string} size dots above it
 */
const unit = (x, y, side, kind, size = "•") =>
  s(
    "g",
    { class: `sign ${side}`, transform: `translate(${x} ${y})` },
    s("rect", { x: -21, y: -14, width: 42, height: 28 }),
    kind === "foot"
      ? path("line", "M-21-14L21 14M21-14L-21 14")
      : kind === "tank"
        ? s("ellipse", { rx: 13, ry: 7, class: "line" })
        : s("text", { y: 7, class: "letter" }, "?"),
    s("text", { y: -17, class: "size" }, size),
  );

/** @param {number} x @param {number} y */
const village = (x, y) =>
  s(
    "g",
    { class: "village", transform: `translate(${x} ${y})` },
    path("house", "M-16-8h10v7h-10zM-3-10h8v9h-8zM9-7h11v6H9zM-14 4h7v8h-7zM-3 3h12v6H-3zM13 3h6v9h-6z"),
  );

export function situation() {
  return s(
    "svg",
    { viewBox: "0 16 1200 255", class: "situation", "aria-hidden": "true", preserveAspectRatio: "xMaxYMid slice" },
    tiles(),
    s("rect", { width: 1200, height: 300, class: "land" }),
    s("rect", { width: 1200, height: 300, fill: "url(#tile-fields)" }),
    path(
      "contour",
      "M560 300q20-90 120-96t150 96M590 300q24-62 92-66t116 66M622 300q22-36 60-38t82 38M980 300q10-60 90-74t130 20M1014 300q20-38 70-44t116 12",
    ),
    path("sea", "M430 0q60 44 130 40t120 22 130-8 110 26 130-20 150 22V0z"),
    s("path", { d: "M430 0q60 44 130 40t120 22 130-8 110 26 130-20 150 22V0z", fill: "url(#tile-swell)" }),
    path("beach", "M430 0q60 44 130 40t120 22 130-8 110 26 130-20 150 22"),
    path("river", "M862 66q-22 50 12 84t-4 76 30 74"),
    path("road", "M470 300q60-120 190-124t214-14 150 6 176-30"),
    path("road", "M700 60q-24 60-10 112t40 128"),
    path("road", "M1040 66q-20 50-6 98t60 136"),
    village(690, 172),
    village(1036, 164),
    village(560, 236),
    unit(640, 104, "olive", "foot", "•••"),
    unit(770, 108, "olive", "foot"),
    unit(960, 118, "olive", "tank"),
    unit(1100, 112, "olive", "foot", "•••"),
    unit(640, 248, "grey", "foot"),
    unit(810, 232, "grey", "tank"),
    unit(960, 246, "grey", "foot", "••"),
    unit(1130, 236, "grey", "unknown", ""),
    path("advance", "M770 126q4 50 22 74l-13-4m13 4l2-14"),
    path("advance", "M960 138q-16 40-6 76l-11-9m11 9l7-13"),
    path("advance", "M622 122q-34 50-20 100l-11-10m11 10l6-14"),
    path("front", "M590 150q80-20 130 0t120 14 120-6 110 2 130-16"),
    s(
      "g",
      { class: "rose", transform: "translate(1158 62)" },
      s("circle", { r: 18 }),
      path("needle", "M0-25L6 0 0 25-6 0z"),
      path("half", "M0-25L6 0H-6z"),
    ),
  );
}
