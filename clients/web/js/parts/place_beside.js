/** Position of a tip: beside the explained element, and off the present selection. Pure. */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ width: number, height: number }} Size */

const GAP = 6;
const EDGE = 8;

/** Common area of two boxes in square pixels. @param {Box} a @param {Box} b */
function shared(a, b) {
  return (
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
  );
}

/**
 * The upper left corner for a box of this size: below, above, right or left of `at`, or above the parts in use, where
 * it covers least.
 * @param {Box} at what is explained
 * @param {Size} size
 * @param {Size} window
 * @param {Box[]} inUse what should stay free
 * @returns {{ left: number, top: number }}
 */
export function beside(at, { width, height }, window, inUse) {
  const across = clamp(at.left, window.width - width - EDGE);
  const along = clamp(at.top, window.height - height - EDGE);
  const places = [
    { left: across, top: at.bottom + GAP },
    { left: across, top: at.top - height - GAP },
    { left: at.right + GAP, top: along },
    { left: at.left - width - GAP, top: along },
    { left: at.right - width, top: at.top - height - GAP },
    { left: at.right - width, top: at.bottom + GAP },
    // Where all of that is in use, farther up: a finger resting on the hand reads it above question and button.
    ...inUse.map((each) => ({ left: across, top: each.top - height - GAP })),
  ].map(({ left, top }) => ({
    left: clamp(left, window.width - width - EDGE),
    top: clamp(top, window.height - height - EDGE),
  }));
  const covered = places.map(({ left, top }) => {
    const box = { left, top, right: left + width, bottom: top + height };
    // The explained element must stay in sight.
    return shared(box, at) * 4 + inUse.reduce((all, each) => all + shared(box, each), 0);
  });
  return /** @type {{ left: number, top: number }} */ (places[covered.indexOf(Math.min(...covered))]);
}

/** @param {number} value @param {number} most */
const clamp = (value, most) => Math.max(EDGE, Math.min(value, most));
