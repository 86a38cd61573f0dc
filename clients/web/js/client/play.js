/** Playing a match with a function that chooses. */

import { RefusedError } from "./connection.js";
import { LiveFeed } from "./live_feed.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./messages.js").Action} Action */
/** @typedef {import("./messages.js").Decision} Decision */
/** @typedef {import("./messages.js").MatchView} MatchView */

/**
 * Chooses one of the actions of `decision`, from what this player sees.
 * @typedef {(view: MatchView, actions: Action[], decision: Decision) => Action | Promise<Action>} Strategy
 */

/** Refusals after which the newest view has the answer: the position was answered otherwise, or the match is over. */
const OVERTAKEN = new Set(["stale", "not_your_turn", "game_over"]);

/**
 * Play a match to its end, or until its owner closes the connection for good. Lost connections are resumed. Throws a
 * RefusedError for an action that is not legal or a match that may not be followed, and any error of `strategy`.
 * @param {Connection} connection
 * @param {string} match in which the player has a seat
 * @param {Strategy} strategy
 * @param {{ invite?: string }} [extras] code of a private match
 * @returns {Promise<MatchView>} the view at the end
 */
export async function play(connection, match, strategy, { invite = "" } = {}) {
  const feed = new LiveFeed(connection, match, invite);
  const listening = new AbortController();
  let answered = 0;
  try {
    return await new Promise((resolve, reject) => {
      const look = async () => {
        const { view, decision, seq } = feed;
        if (view?.status === "ended") return resolve(view);
        if (!view || !decision?.actions || decision.seat !== feed.seat || answered === seq) return;
        answered = seq;
        try {
          await feed.act(await strategy(view, decision.actions, decision), seq);
        } catch (error) {
          if (!(error instanceof RefusedError && OVERTAKEN.has(error.code))) reject(error);
        }
      };
      for (const news of ["snapshot", "moment"]) feed.addEventListener(news, () => void look());
      const refused = (/** @type {Event} */ event) => {
        const { detail } = /** @type {CustomEvent<import("./messages.js").Refused>} */ (event);
        if (detail.match === match) reject(new RefusedError(detail));
      };
      connection.addEventListener("refused", refused, { signal: listening.signal });
    });
  } finally {
    listening.abort();
    feed.close();
  }
}
