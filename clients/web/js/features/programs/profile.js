/** On the page of a program: its strength, its free tables, and the button to play it. */

import { h, put } from "../../dom.js";
import { getJSON } from "../../net/rest.js";
import { programCard } from "./program_card.js";

/** @param {string} player @param {boolean | null} program */
export const others = (player, program) => {
  // The record of every program is public.
  if (!program) return [];
  const place = h("section", { class: "stack program" });
  getJSON(`/api/programs/${encodeURIComponent(player)}`).then(
    async (found) => put(place, await programCard(found)),
    () => {}, // The record is shown without it.
  );
  return [place];
};
