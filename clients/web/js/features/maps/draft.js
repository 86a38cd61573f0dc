/** The map that is being drawn, kept in this browser. */

import { lasting } from "../../browser.js";
import { blank, drawingOf, textOf } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/**
 * @typedef {{ drawing: Drawing, written: string, name: string, options: Record<string, any>, origin: string }} Draft
 *   `written`: a text that is no map yet; `options`: of a match on it; `origin`: id of the map that it was made from
 */

const KEY = "bocage.map";

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
  };
}

/** @param {Draft} draft */
export const keepDraft = ({ drawing, ...rest }) => lasting.set(KEY, { map: textOf(drawing), ...rest });
