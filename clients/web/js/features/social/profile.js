/** Friends, blocked and muted players on the page of a player. */

import { friendDoor, friendList } from "./friends.js";
import { blockList } from "./moderation.js";

export const own = () => [friendList(), blockList()];

/** @param {string} player */
export const others = (player) => [friendDoor(player)];
