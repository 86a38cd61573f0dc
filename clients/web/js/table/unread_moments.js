/** The moments since the viewer's last answer. Pure. */

/** @typedef {import("../client/live_feed.js").Moment} Moment */

/**
 * Whether a decision continues another one: cards to discard are one act.
 * @param {Moment["decision"]} before
 * @param {Moment["decision"]} now
 */
export function isRest(before, now) {
  if (!before?.actions || !now?.actions || before.kind !== now.kind || before.actions.length <= now.actions.length)
    return false;
  const [verb, more] = new Set(before.actions.map((action) => action.do));
  const known = new Set(before.actions.map((action) => JSON.stringify(action)));
  return verb !== undefined && more === undefined && now.actions.every((action) => known.has(JSON.stringify(action)));
}

/**
 * The moments after the viewer's last answer, which is among them; at least one has events. All moments before the
 * first question.
 * @param {readonly Moment[]} moments
 * @param {(decision: Moment["decision"]) => boolean} asks whether a question is put to the viewer, and leaves a choice
 * @returns {{ moments: readonly Moment[], others: boolean, answer: number }} `others`: whether anybody else was asked
 *   meanwhile; `answer`:
 *   the last answer's number
 */
export function latest(moments, asks) {
  let from = moments.length - 1;
  let told = Boolean(moments[from]?.events.length);
  while (from > 0 && !(told && asks(moments[from - 1]?.decision)))
    told = Boolean(moments[--from]?.events.length) || told;
  const answer = moments[from]?.seq ?? 0;
  while (from > 1 && isRest(moments[from - 2]?.decision, moments[from - 1]?.decision)) from--;
  const story = moments.slice(Math.max(from, 0));
  const own = moments[from - 1]?.decision?.seat;
  return {
    moments: story,
    answer,
    others: own !== undefined && story.some(({ decision }) => decision !== undefined && decision.seat !== own),
  };
}
