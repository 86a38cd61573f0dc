/** How the cards of a hand share the room there is. */

const GAP = 6;
/** Lower than this, a hand is one row that may be scrolled. */
export const STRIP = 150;
const WIDEST = 176;
/** How much higher than wide a card is at most: its picture is no wider than it is. */
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
 * Where a hand has several rows, its cards run across as the lines of the list do.
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
