/** Link behind a player's name to their vacation. */

import { showVacation } from "./vacation.js";
import { say } from "./words.js";

/** @returns {import("../../feature.js").PlayerLink[]} */
export const playerLinks = () => [{ rank: 4, name: "vacation", text: say("vacation"), open: showVacation }];
