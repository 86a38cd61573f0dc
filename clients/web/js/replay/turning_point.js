/**
 * The turning point of a match, its greatest change towards the result: where the winner took the lead for good, else
 * their luckiest roll, else the loser's worst luck, or their heaviest loss. Pure.
 */

import { luckOf, markOf } from "../table/presentation.js";

/** @typedef {import("../client/live_feed.js").Moment} Moment */
/** @typedef {import("../client/messages.js").GameEvent} GameEvent */
/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../net/games.js").Presentation} Presentation */
/**
 * The moment and its events: a roll, or a loss and its causes. `kind`: only `lead` surely turned the match; others are
 * named as they are. `who`: the roller or leader.
 * @typedef {{ moment: Moment, events: GameEvent[], kind: "lead" | "far" | "lucky" | "unlucky" | "loss", who?: number }}
 *   Swing
 */

/** Least deviation of a roll from its average, in hits. */
const FAR = 1;
/** Most consequences of a roll to list. */
const TOLD = 2;

/**
 * Null: nothing stood out. Of equal rolls the last one.
 * @param {Moment[]} moments
 * @param {Presentation} presentation
 * @param {(match: MatchView) => Record<string, number> | null} [counted] each seat's count of what decides such a
 *   match is won
 * @returns {Swing | null}
 */
export function turningPoint(moments, presentation, counted) {
  const last = moments.at(-1)?.view;
  const winners = last?.outcome?.winners ?? [];
  const alone = Object.keys(last?.seats ?? {}).length === 1;
  // In a draw, every roll far off its average counts.
  if (!winners.length && !alone)
    return furthest(moments, presentation, "far", (_, far) => Math.abs(far)) ?? heaviestLoss(moments, presentation);
  const won = (/** @type {number} */ who) => winners.includes(who);
  return (
    (counted ? leadForGood(moments, winners, counted) : null) ??
    furthest(moments, presentation, "lucky", (who, far) => (won(who) ? far : 0)) ??
    furthest(moments, presentation, "unlucky", (who, far) => (won(who) ? 0 : -far)) ??
    (winners.length ? null : heaviestLoss(moments, presentation))
  );
}

/**
 * The roll with the greatest weight.
 * @param {Moment[]} moments
 * @param {Presentation} presentation
 * @param {Swing["kind"]} kind
 * @param {(who: number, far: number) => number} weight by whose it is, and how far above its average
 * @returns {Swing | null}
 */
function furthest(moments, presentation, kind, weight) {
  /** @type {Swing | null} */
  let best = null;
  let most = FAR;
  for (const moment of moments) {
    for (const event of moment.events) {
      const luck = luckOf(presentation, event, moment.view.table);
      const far = luck && met(moment.events, event, presentation) ? weight(luck.who, luck.rolled - luck.expected) : 0;
      if (luck && far >= most)
        [best, most] = [
          {
            kind,
            who: luck.who,
            moment,
            events: [event, ...telling(cameOf(moment.events, event, presentation), presentation)],
          },
          far,
        ];
    }
  }
  return best;
}

/**
 * Consequences of a roll: effects and losses before the next one.
 * @param {GameEvent[]} events
 * @param {GameEvent} roll
 * @param {Presentation} presentation
 */
function cameOf(events, roll, presentation) {
  const after = events.slice(events.indexOf(roll) + 1);
  const next = after.findIndex(({ ev }) => presentation.rolls.some(({ event }) => event === ev));
  return after
    .slice(0, next < 0 ? undefined : next)
    .filter((event) => event["effect"] || markOf(presentation, event) === "loss");
}

/**
 * Consequences of a roll to list: all losses, or everything up to the only loss.
 * @param {GameEvent[]} came
 * @param {Presentation} presentation
 */
function telling(came, presentation) {
  const losses = came.filter((event) => markOf(presentation, event) === "loss");
  if (losses.length > 1) return losses;
  const met = came.filter(({ effect }) => effect !== "lost");
  const end = met.findLastIndex((event) => markOf(presentation, event) === "loss") + 1 || TOLD;
  return met.slice(Math.max(0, end - TOLD), end);
}

/**
 * Whether hits of a roll met a target; late events tell.
 * @param {GameEvent[]} events
 * @param {GameEvent} roll
 * @param {Presentation} presentation
 */
function met(events, roll, presentation) {
  const effects = cameOf(events, roll, presentation).flatMap(({ effect }) => effect ?? []);
  return !effects.length || effects.some((effect) => effect !== "lost");
}

/**
 * The moment from which the winner led until the end.
 * @param {Moment[]} moments
 * @param {readonly number[]} winners
 * @param {(match: MatchView) => Record<string, number> | null} counted
 * @returns {Swing | null}
 */
function leadForGood(moments, winners, counted) {
  const leads = (/** @type {Moment} */ { view }) => {
    const all = Object.entries(counted(view) ?? {});
    const others = all.filter(([seat]) => !winners.includes(Number(seat))).map(([, count]) => count);
    return all.some(([seat, count]) => winners.includes(Number(seat)) && others.every((other) => count > other));
  };
  const behind = moments.findLastIndex((moment) => !leads(moment));
  const moment = moments[behind + 1];
  // The winning act itself turned nothing; the end may be an entry of its own.
  const won = moments.find(({ view }) => view.outcome);
  const act = won && moments.findLast(({ seq, events }) => seq <= won.seq && events.some(({ ev }) => ev !== "ended"));
  return moment?.events[0] && behind >= 0 && moment !== won && moment !== act
    ? { kind: "lead", who: winners[0], moment, events: [moment.events[0]] }
    : null;
}

/** @param {Moment[]} moments @param {Presentation} presentation @returns {Swing | null} */
function heaviestLoss(moments, presentation) {
  /** @type {Swing | null} */
  let best = null;
  let most = 0;
  const losing = moments.filter(({ events }) => events.some((event) => markOf(presentation, event) === "loss"));
  // The final blow turned nothing if there was another before.
  const ended = losing.at(-1) === moments.find(({ view }) => view.outcome);
  for (const moment of losing.length > 1 && ended ? losing.slice(0, -1) : losing) {
    const losses = moment.events.filter((event) => markOf(presentation, event) === "loss");
    const first = losses[0] ? moment.events.indexOf(losses[0]) : -1;
    // A loss alone names neither place nor cause.
    // Of equals the first: most was still open after it.
    if (losses.length > most)
      [best, most] = [
        { kind: "loss", moment, events: moment.events.slice(Math.max(0, first - 1), first + 1) },
        losses.length,
      ];
  }
  return best;
}
