/** Animations of hits and losses: a piece that is hit shakes, one that is destroyed falls. None with reduced motion. */

import { tempo } from "../prefs.js";
import { moves } from "./keyed.js";

/** Length of an animation (ms) at normal tempo. */
const BLOW = 420;

/**
 * A hit: the ground trembles, the piece is shaken.
 * @param {Element | null} ground
 * @param {Element | null} piece
 */
export function jolt(ground, piece) {
  if (!moves()) return;
  const shake = (/** @type {number} */ far, /** @type {string} */ unit) =>
    [0, -1, 0.9, -0.6, 0.4, 0].map((part) => ({ translate: `${part * far}${unit} ${part * far * 0.4}${unit}` }));
  ground?.animate(shake(5, "px"), { duration: BLOW * tempo() });
  piece?.animate(
    shake(6, "px").map((frame, i) => ({ ...frame, rotate: `${[0, -9, 7, -5, 3, 0][i]}deg` })),
    { duration: BLOW * tempo() },
  );
}

/** A loss: the piece falls over and disappears; the next drawing removes it. @param {Element | null} piece */
export function fall(piece) {
  if (!piece || !moves()) return;
  piece.animate(
    [
      { rotate: "0deg", opacity: 1 },
      { rotate: "50deg", translate: "6px 12px", opacity: 0 },
    ],
    { duration: BLOW * tempo(), easing: "ease-in", fill: "forwards" },
  );
}
