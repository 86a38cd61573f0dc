/** Link behind a player's name to their notices. */

import { showNotices } from "./notices.js";
import { say } from "./words.js";

/** @returns {import("../../feature.js").PlayerLink[]} */
export const playerLinks = () => [{ rank: 2, name: "notices", text: say("notices"), open: showNotices }];
