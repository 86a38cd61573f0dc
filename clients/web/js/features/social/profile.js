/** Friends, blocked and muted players on the page of a player. */

import { friendActions, friendList } from "./friends.js";
import { blockList } from "./moderation.js";

export const own = () => [friendList(), blockList()];

/** @param {string} player */
export const others = (player) => [friendActions(player)];
