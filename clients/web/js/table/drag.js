/** Dragging with a mouse or a pen. A finger scrolls instead: it selects by taps. */

/** How far, in pixels, a press has to move to be a drag. */
const FAR = 8;

/**
 * @param {Element} piece
 * @param {{ signal: AbortSignal, start: () => void, end: (under: Element | null) => void }} how `end`: what lies where it was let go
 */
export function dragging(piece, { signal, start, end }) {
  piece.addEventListener("pointerdown", (event) => {
    const from = /** @type {PointerEvent} */ (event);
    const inner = /** @type {Element} */ (event.target).closest(".target");
    if (from.pointerType === "touch" || from.button !== 0 || inner !== piece) return;
    follow(piece, from, signal, start, end);
  }, { signal });
  piece.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

/**
 * @param {Element} piece
 * @param {PointerEvent} from
 * @param {AbortSignal} signal
 * @param {() => void} start
 * @param {(under: Element | null) => void} end
 */
function follow(piece, from, signal, start, end) {
  const over = new AbortController();
  const listen = { signal: over.signal };
  let moving = false;
  over.signal.addEventListener("abort", () => lift(piece, moving, ""));
  signal.addEventListener("abort", () => over.abort(), listen);
  addEventListener("pointercancel", () => over.abort(), listen);
  addEventListener("pointermove", (at) => {
    const [x, y] = [at.clientX - from.clientX, at.clientY - from.clientY];
    if (!moving && Math.hypot(x, y) > FAR) {
      moving = true;
      start();
    }
    if (moving) lift(piece, true, `${x}px ${y}px`);
  }, listen);
  addEventListener("pointerup", (at) => {
    const dragged = moving;
    over.abort();
    if (!dragged) return;
    // The click that follows a drag is none.
    const none = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", none, true);
    setTimeout(() => removeEventListener("click", none, true));
    end(document.elementFromPoint(at.clientX, at.clientY));
  }, listen);
}

/** Only what is no part of a drawing is moved along: a hex stays where it is. @param {Element} piece @param {boolean} moving @param {string} way */
function lift(piece, moving, way) {
  if (!moving || !(piece instanceof HTMLElement)) return;
  piece.style.translate = way;
  piece.classList.toggle("lifted", Boolean(way));
}
