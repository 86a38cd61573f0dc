/** Link from the end of a match to its review. */

import { h } from "../../dom.js";
import { eyesOf } from "../../replay/tools.js";
import { prepareReview } from "./review.js";
import { showReview } from "./review_dialog.js";
import { say } from "./words.js";

/** Time (ms) at the end of a match after which the review is requested in advance. */
const STAYS = 8000;

/** @param {import("../../feature.js").Ending} ending */
export function links({ view, feed, shell, go, sealed }) {
  if (sealed || !shell.game.reviews) return [];
  const jump = (/** @type {number} */ seq) => go(`replay/${feed.match}/${seq}/${eyesOf(feed.seat)}`);
  const onclick = () => showReview(feed.match, view, shell.words, jump, feed.seq);
  const button = h("button", { class: "review", onclick }, say("review"));
  if (feed.seat >= 0) setTimeout(() => button.isConnected && prepareReview(feed.match), STAYS);
  return [button];
}
