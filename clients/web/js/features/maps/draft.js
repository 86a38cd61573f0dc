/** The map that is being drawn, kept in this browser. */

import { lasting } from "../../browser.js";
import { blank, drawingOf, OPEN, textOf } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/**
 * @typedef {{ drawing: Drawing, written: string, name: string, options: Record<string, any>, origin: string, saved:
 *   string }} Draft `written`: a text that is no map yet; `options`: of a match on it; `origin`: id of the map that it was
 *   made from; `saved`: its text
 */

const KEY = "bocage.map";
/** Longest name of a map. */
export const LONGEST_NAME = 60;

/** The path of the match to which the map is proposed; empty: none. It is gone with the page. */
export const proposal = { match: "" };

/** @returns {Draft} */
export function keptDraft() {
  const kept = lasting.get(KEY) ?? {};
  const text = (/** @type {any} */ value) => (typeof value === "string" ? value : "");
  let drawing = blank(9, 8);
  try {
    drawing = drawingOf(text(kept.map));
  } catch {
    // None was kept, or by another release: a blank one.
  }
  return {
    drawing,
    written: text(kept.written),
    name: text(kept.name),
    options: typeof kept.options === "object" && kept.options ? kept.options : {},
    origin: text(kept.origin),
    saved: text(kept.saved),
  };
}

/** @param {Draft} draft */
export const keepDraft = ({ drawing, ...rest }) => lasting.set(KEY, { map: textOf(drawing), ...rest });

/** Whether something would be lost with the draft. @param {Draft} draft */
export const isUnsaved = ({ drawing, saved }) =>
  drawing.hexes.some((terrain) => terrain !== OPEN) && textOf(drawing) !== saved;
