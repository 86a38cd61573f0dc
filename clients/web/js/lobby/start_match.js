/** Making matches: at once, or with a friend. */

import { ensurePlayer, makeMatch, nonce } from "../net/rest.js";
import { showError } from "../parts/show_error.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {(path: string) => void} Go */

/**
 * Make a match, take a seat and go there. Gives the path of its table; empty: it could not be made.
 * @param {{ id: string }} game
 * @param {Record<string, any>} wishes fields of POST /api/matches besides game and nonce
 * @param {Go} [go]
 */
export async function startMatch(game, wishes, go) {
  try {
    await ensurePlayer();
    const made = await makeMatch("/api/matches", { game: game.id, nonce: nonce(), ...wishes });
    const path = made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`;
    go?.(path);
    return path;
  } catch (error) {
    showError(error);
    return "";
  }
}

/** A link to send, at once: private, without a clock, with the usual rules. @param {GameInfo} game @param {Go} go */
export const inviteFriend = (game, go) => startMatch(game, { access: { private: true } }, go);

/** Whom the house sends first. @param {{ bots: string[] }} game */
export const houseBot = (game) => game.bots[0] ?? "random";
