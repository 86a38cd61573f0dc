/** A map among the options of a match: to look at, to choose from one's own, and to draw in the workshop. */

import { getJSON } from "../../net/rest.js";
import { keepDraft, keptDraft } from "./draft.js";
import { drawingOf, textOf } from "./drawing.js";
import { picture as draw } from "./field.js";
import { edgeOf } from "./settings.js";

/** The draft when a dialog was left for the workshop. */
let before = "";

/** @param {string} text @param {Record<string, any>} options @param {string} label */
export const picture = (text, options, label) => draw(drawingOf(text), label, { edge: edgeOf(options) });

/** @returns {Promise<{ name: string, text: string }[]>} */
export const own = async () => (await getJSON("/api/maps?list=own")).maps;

/** @param {Record<string, any>} options */
export function take(options) {
  const draft = keptDraft();
  before = textOf(draft.drawing);
  keepDraft({ ...draft, options });
}

/** The map in the workshop, if it was drawn since. */
export function written() {
  const now = textOf(keptDraft().drawing);
  return now === before ? "" : now;
}
