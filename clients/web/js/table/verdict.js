/** How a match ended, for whoever looks at it. Pure. */

import { ui } from "../words/more.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../words/words.js").Words} Words */
/** `off`: it never began; `over`: nobody won or lost. @typedef {"won" | "lost" | "draw" | "off" | "over"} Verdict */

/**
 * What the end means for a seat; -1 or less: for somebody who watched.
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

/** The verdict as a heading: "You won", or who did. @param {MatchView} match @param {number} seat @param {Words} words */
export function verdictInWords(match, seat, words) {
  const verdict = verdictOf(match, seat);
  if (verdict !== "over" || match.outcome?.reason === "closed") return ui(`verdict.${verdict}`);
  const winners = match.outcome?.winners ?? [];
  const name = (winners.length ? winners : [0]).map((each) => words.player(match.seats[each])).join(", ");
  return ui(winners.length ? "verdict.winner" : "verdict.loser", { name });
}

/** Why it ended, a sentence; where one side won against another it may name both. @param {Pick<MatchView, "outcome" | "seats">} match @param {Pick<Words, "say">} words */
export function reasonInWords({ outcome, seats }, words) {
  const losers = Object.keys(seats).filter((seat) => !outcome?.winners.includes(Number(seat)));
  const [winner, ...more] = outcome?.winners ?? [];
  return words.say(
    `outcome.${outcome?.reason}`,
    winner !== undefined && !more.length && losers.length === 1 ? { winner: String(winner), loser: losers[0] } : {},
  );
}

/** All of it in one line, as for somebody who watched. @param {MatchView} match @param {Words} words */
export function outcomeInWords(match, words) {
  const reason = reasonInWords(match, words);
  return match.table ? ui("pair", { name: verdictInWords(match, -1, words), text: reason }) : reason;
}
