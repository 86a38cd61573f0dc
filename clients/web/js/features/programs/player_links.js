/** Link behind a player's name to challenges and bots. */

import { say } from "./words.js";

/** @returns {import("../../feature.js").PlayerLink[]} */
export const playerLinks = () => [{ rank: 3, name: "programs", text: say("title"), guests: true, path: "programs" }];
