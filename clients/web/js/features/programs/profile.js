/** On the page of a program: its strength, its free tables, and the button to play it. */

import { h, put } from "../../dom.js";
import { getJSON } from "../../net/rest.js";
import { speaker } from "../../prefs.js";
import { programCard } from "./program_card.js";

/** @param {string} player @param {boolean | null} program */
export const others = (player, program) => {
  const place = h("section", { class: "stack program" });
  if (!speaker() || program === false) return [];
  getJSON(`/api/programs/${encodeURIComponent(player)}`).then(
    async (found) => put(place, await programCard(found)),
    () => {}, // Of people nothing is shown here.
  );
  return [place];
};
