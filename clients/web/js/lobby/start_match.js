/** Creating matches: at once, or with a friend. */

import { ensurePlayer, makeMatch, nonce } from "../net/rest.js";
import { showError } from "../parts/show_error.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {(path: string) => void} Go */

/**
 * Create a match, take a seat and go there. Resolves with the path of its table; empty on failure.
 * @param {{ id: string }} game
 * @param {Record<string, any>} wishes fields of POST /api/matches besides game and nonce
 * @param {Go} [go]
 */
export async function startMatch(game, wishes, go) {
  try {
    await ensurePlayer();
    const made = await makeMatch("/api/matches", {
      game: game.id,
      nonce: nonce(),
      // Friends may negotiate what the game leaves open to that.
      agree: wishes["access"]?.private === true,
      ...wishes,
    });
    const path = made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`;
    go?.(path);
    return path;
  } catch (error) {
    showError(error);
    return "";
  }
}

/** A link to share: private, without a clock, with the usual rules. @param {GameInfo} game @param {Go} go */
export const inviteFriend = (game, go) => startMatch(game, { access: { private: true } }, go);

/** The house's default bot. @param {{ bots: string[] }} game */
export const houseBot = (game) => game.bots[0] ?? "random";
