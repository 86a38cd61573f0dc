/** A map among the options of a match: to look at, to choose from one's own, and to draw in the workshop. */

import { getJSON } from "../../net/rest.js";
import { confirm } from "../../parts/dialog.js";
import { isUnsaved, keepDraft, keptDraft, proposal } from "./draft.js";
import { drawingOf, textOf } from "./drawing.js";
import { picture as draw } from "./field.js";
import { edgeOf } from "./settings.js";
import { say } from "./words.js";

/** The draft when a dialog was left for the workshop. */
let before = "";

/** @param {string} text @param {Record<string, any>} options @param {string} label */
export const picture = (text, options, label) => draw(drawingOf(text), label, { edge: edgeOf(options) });

/** @returns {Promise<{ name: string, text: string }[]>} */
export const own = async () => (await getJSON("/api/maps?list=own")).maps;

/** @param {Record<string, any>} options @param {string} [match] path of a match to which the map is proposed */
export async function take(options, match = "") {
  const draft = keptDraft();
  proposal.match = match;
  if (!match) {
    before = textOf(draft.drawing);
    keepDraft({ ...draft, options });
    return;
  }
  const drawing = drawingOf(options["map"]);
  before = textOf(drawing);
  const replaces = !isUnsaved(draft) || (await confirm(say("maps.fork"), say("maps.fork.sure"), say("maps.fork.do")));
  keepDraft(replaces ? { drawing, written: "", name: "", origin: "", saved: before, options } : { ...draft, options });
}

/** The map in the workshop, if it was drawn since. */
export function written() {
  proposal.match = "";
  const now = textOf(keptDraft().drawing);
  return now === before ? "" : now;
}
