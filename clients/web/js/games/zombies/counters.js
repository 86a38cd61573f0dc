/** Counters of ZOMBIES VS LIGHT TANK, centred on 0,0, some 40 wide. Letters and shapes tell them apart, not colour. */

import { s } from "../../dom.js";

const square = (/** @type {string} */ kind) =>
  s("rect", { x: -19, y: -19, width: 38, height: 38, rx: 4, class: `counter-face ${kind}` });
const letter = (/** @type {string} */ text, y = 7, size = 20) =>
  s("text", { y, class: "counter-text", "font-size": size }, text);

const turret = () => [
  s("circle", { cx: -4, cy: -9, r: 6, class: "line" }),
  s("path", { d: "M-4-9h19", class: "line" }),
];

/** @type {Record<string, () => SVGElement[]>} */
const FACES = {
  unknown: () => [square("down"), letter("?")],
  infantry: () => [square("friend"), s("path", { d: "M-13 -9h26v18h-26zM-13 -9l26 18M13 -9l-26 18", class: "line" })],
  m8: () => [square("friend"), ...turret(), letter("M8", 16, 20.5)],
  cutter: () => [square("friend"), s("path", { d: "M-13 8V-8l5 10 4-10 4 10 4-10 4 10 4-10V8z", class: "line" })],
  event: () => [square("event"), s("path", { d: "M0 -12c7 9 9 12 9 16a9 9 0 0 1-18 0c0-4 2-7 9-16z", class: "blood" })],
};

/** @param {string} id @param {number} [number] the printed number, for zombies */
export function counter(id, number) {
  const drawn = FACES[id]?.() ?? [
    square("zombie"),
    s("path", { d: "M-11 -12a5 5 0 1 1 10 0a5 5 0 1 1-10 0M-6 -7v9M-6 -4l10-3M-6 2l-5 10M-6 2l5 10", class: "line" }),
    letter(String(number ?? "Z"), 14, 22),
  ];
  if (number !== undefined) drawn[2]?.setAttribute("x", "10");
  return s("g", { class: `counter counter-${id}` }, drawn);
}

/**
 * The M5, with its signs of damage.
 * @param {{ damaged: boolean, track_broken: boolean, ammo_out: boolean, m8: boolean, cutter: boolean, infantry: number
 *   }} tank
 */
export function tankCounter(tank) {
  return s(
    "g",
    { class: `tank ${tank.damaged ? "damaged" : ""}` },
    s("rect", { x: -23, y: -15, width: 46, height: 30, rx: 4, class: "hull" }),
    s("rect", { x: -23, y: -15, width: 46, height: 6, class: tank.track_broken ? "tread broken" : "tread" }),
    s("rect", { x: -23, y: 9, width: 46, height: 6, class: tank.track_broken ? "tread broken" : "tread" }),
    s("path", { d: tank.m8 ? "M0 -3h24v6H0z" : "M0 -1.5h22v3H0z", class: "gun" }),
    s("circle", { r: tank.m8 ? 9.5 : 7.5, class: "hull" }),
    tank.damaged ? s("path", { d: "M-18 -8l8 6-4 4 9 7", class: "crack" }) : null,
    tank.cutter ? s("path", { d: "M23 -12l8 4-6 3 8 5-8 5 6 3-8 4", class: "line" }) : null,
    tank.ammo_out ? s("text", { x: 15, y: 4, class: "no-ammo" }, "×") : null,
    Array.from({ length: tank.infantry }, (_, i) => s("circle", { cx: -14 + i * 8, cy: 0, r: 3.2, class: "rider" })),
  );
}
