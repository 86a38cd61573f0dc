/** Link behind a player's name to their record. */

import { say } from "./words.js";

/** @returns {import("../../feature.js").PlayerLink[]} */
export const playerLinks = () => [{ rank: 3, name: "record-door", text: say("player.yours"), path: "player" }];
