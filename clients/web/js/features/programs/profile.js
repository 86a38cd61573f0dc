/** On the page of another player: challenge them; of a program, also its strength and free tables. */

import { h, put } from "../../dom.js";
import { getJSON } from "../../net/rest.js";
import { speaker } from "../../prefs.js";
import { programCard } from "./program_card.js";

/** @param {string} player */
export const others = (player) => {
  const place = h("section", { class: "stack program" });
  if (!speaker()) return [place];
  getJSON(`/api/programs/${encodeURIComponent(player)}`).then(
    async (program) => put(place, await programCard(program)),
    () => {}, // Of people nothing is shown here.
  );
  return [place];
};
