/** The result of a match for a viewer. Pure. */

import { ui } from "../words/all_words.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../words/words.js").Words} Words */
/** `off`: it never began; `over`: neither won nor lost. @typedef {"won" | "lost" | "draw" | "off" | "over"} Verdict */

/**
 * The result for a seat; -1 or less: for a watcher.
 * @param {Pick<MatchView, "outcome" | "table" | "seats">} match
 * @param {number} seat
 * @returns {Verdict}
 */
export function verdictOf({ outcome, table, seats }, seat) {
  if (!table) return "off";
  if (outcome?.reason === "closed") return "over";
  const winners = outcome?.winners ?? [];
  if (!winners.length && Object.keys(seats).length > 1) return "draw";
  if (seat < 0) return "over";
  return winners.includes(seat) ? "won" : "lost";
}

/**
 * The result as a heading: "You won", or the winner's name.
 * @param {MatchView} match
 * @param {number} seat
 * @param {Words} words
 */
export function verdictInWords(match, seat, words) {
  const verdict = verdictOf(match, seat);
  if (verdict !== "over" || match.outcome?.reason === "closed") return ui(`verdict.${verdict}`);
  const winners = match.outcome?.winners ?? [];
  const name = (winners.length ? winners : [0]).map((each) => words.player(match.seats[each])).join(", ");
  return ui(winners.length ? "verdict.winner" : "verdict.loser", { name });
}

/**
 * The reason of the end, a sentence; it may name both sides.
 * @param {Pick<MatchView, "outcome" | "seats">} match
 * @param {Pick<Words, "say">} words
 */
export function reasonInWords({ outcome, seats }, words) {
  const losers = Object.keys(seats).filter((seat) => !outcome?.winners.includes(Number(seat)));
  const [winner, ...more] = outcome?.winners ?? [];
  return words.say(
    `outcome.${outcome?.reason}`,
    winner !== undefined && !more.length && losers.length === 1 ? { winner: String(winner), loser: losers[0] } : {},
  );
}

/** Everything in one line, as for a watcher. @param {MatchView} match @param {Words} words */
export function outcomeInWords(match, words) {
  const reason = reasonInWords(match, words);
  return match.table ? ui("pair", { name: verdictInWords(match, -1, words), text: reason }) : reason;
}
