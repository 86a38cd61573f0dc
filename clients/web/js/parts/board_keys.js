/** The board by arrow keys: one stop of the Tab key, then from piece to piece, with their explanations. */

const PIECES = "[data-tip], .target";
/** Weight of a sideways distance against one straight ahead. */
const ASIDE = 2.5;

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Let the Tab key reach a board with explained pieces. @param {Element} board */
export function enter(board) {
  board.querySelector("[data-tip]")?.setAttribute("tabindex", "0");
}

/** @param {Element} piece @returns {[number, number]} */
function centre(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Move the keyboard focus to the nearest piece in that direction. @param {KeyboardEvent} event */
export function explore(event) {
  const way = WAYS[event.key];
  const from = event.target;
  if (!way || !(from instanceof Element) || !from.matches(PIECES) || !from.matches(":focus-visible")) return;
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const piece of /** @type {Element} */ (event.currentTarget).querySelectorAll(PIECES)) {
    if (piece === from || piece.matches(":disabled")) continue;
    const [px, py] = centre(piece);
    const ahead = (px - x) * way[0] + (py - y) * way[1];
    const far = ahead + ASIDE * Math.abs((px - x) * way[1] + (py - y) * way[0]);
    if (ahead > 1 && far < least) [best, least] = [piece, far];
  }
  event.preventDefault();
  event.stopPropagation();
  if (best instanceof HTMLElement || best instanceof SVGElement) best.focus();
}
