/** The games of the service, with their options and presentation. */

import { getJSON } from "./rest.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").Presentation} Presentation */

/** Games received so far. @type {Map<string, GameInfo>} */
const known = new Map();

/** All games, from the service. @returns {Promise<GameInfo[]>} */
export async function allGames() {
  /** @type {GameInfo[]} */
  const games = (await getJSON("/api/games")).games;
  for (const game of games) known.set(game.id, game);
  return games;
}

/** One game, from the cache if possible. @param {string} id @returns {Promise<GameInfo>} */
export async function gameInfo(id) {
  const found = known.get(id) ?? (await getJSON(`/api/games/${id}`));
  known.set(id, found);
  return found;
}
