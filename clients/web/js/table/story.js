/** What a viewer has not read yet: the part of a match since they were asked last. Pure. */

/** @typedef {import("../net/live_feed.js").Moment} Moment */

/**
 * The moments after the last answer to a question of the viewer's, the answer among them; at least one tells something.
 * All of them where nothing was asked yet.
 * @param {readonly Moment[]} moments
 * @param {(decision: Moment["decision"]) => boolean} asks whether a question is put to the viewer, and leaves a choice
 * @returns {{ moments: readonly Moment[], others: boolean }} `others`: whether anybody else was asked meanwhile
 */
export function latest(moments, asks) {
  let from = moments.length - 1;
  let told = Boolean(moments[from]?.events.length);
  while (from > 0 && !(told && asks(moments[from - 1]?.decision))) told = Boolean(moments[--from]?.events.length) || told;
  const story = moments.slice(Math.max(from, 0));
  const own = moments[from - 1]?.decision?.seat;
  return { moments: story, others: own !== undefined && story.some(({ decision }) => decision !== undefined && decision.seat !== own) };
}
