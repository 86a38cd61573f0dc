/** The games of the service: what can be chosen, and how each presents itself. */

import { getJSON } from "./rest.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").Presentation} Presentation */

/** What was told of each so far. @type {Map<string, GameInfo>} */
const known = new Map();

/** All games, as the service tells them now. @returns {Promise<GameInfo[]>} */
export async function allGames() {
  /** @type {GameInfo[]} */
  const games = (await getJSON("/api/games")).games;
  for (const game of games) known.set(game.id, game);
  return games;
}

/** One game, as it was told last. @param {string} id @returns {Promise<GameInfo>} */
export async function gameInfo(id) {
  const found = known.get(id) ?? (await getJSON(`/api/games/${id}`));
  known.set(id, found);
  return found;
}
