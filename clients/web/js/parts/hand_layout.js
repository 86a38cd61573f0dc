/** Sizes of the cards of a hand. */

const GAP = 6;
/** Below this height a hand is one row, which may scroll. */
export const STRIP = 150;
const WIDEST = 176;
/** Greatest ratio of height to width of a card: its picture is square. */
const TALLEST = 1.75;
/** Narrower cards would break names. */
const NARROWEST = 112;

/**
 * @param {number} width pixels there are
 * @param {number} height
 * @param {number[]} counts of cards in each group
 * @returns {{ width: number, height: number, rows: number }} of a card; `rows`: how many the hand has
 */
export function handLayout(width, height, counts) {
  const columns = (/** @type {number} */ rows) => counts.reduce((all, count) => all + Math.ceil(count / rows), 0) || 1;
  const share = (/** @type {number} */ rows) => Math.floor((width + GAP) / columns(rows)) - GAP;
  const size = (/** @type {number} */ rows) => {
    const wide = Math.max(NARROWEST, Math.min(WIDEST, share(rows)));
    return { width: wide, height: Math.floor(Math.min((height - GAP * (rows - 1)) / rows, wide * TALLEST)), rows };
  };
  return height < STRIP || share(1) >= NARROWEST ? size(1) : size(2);
}

/**
 * In a hand of several rows, cards run in reading order like the lines of the list.
 * @param {Iterable<Element>} groups of cards
 * @param {number} rows
 */
export function layRows(groups, rows) {
  for (const group of groups) {
    group.classList.toggle("in-rows", rows > 1);
    /** @type {HTMLElement} */ (group).style.setProperty(
      "--card-columns",
      String(Math.ceil(group.childElementCount / rows) || 1),
    );
  }
}
