/** A hand that scrolls as a strip. */

/** Items of a hand: cards, and undeployed units. */
const CARDS = ".hand-cards > *, .cc-pending > *";
/** Share of a strip that one press scrolls. */
const PAGE = 0.8;
/** Share of a card that may be hidden before a sign says so. */
const CUT = 0.15;
/** Width (px) of the keyboard's ring around a card. */
const RING = 4;

/** Margin (px) beside a hand's ends, with room for the sign for more. */
const EDGE = 28;

/**
 * The right edge of an element, also during its movement: moving pieces are drawn elsewhere.
 * @param {HTMLElement} element
 */
function across(element) {
  let left = 0;
  for (let at = /** @type {Element | null} */ (element); at instanceof HTMLElement; at = at.offsetParent)
    left += at.offsetLeft;
  return left;
}

/** Strips measured again upon a change of size, as when a phone is turned. @type {WeakSet<HTMLElement>} */
const watched = new WeakSet();

/** @param {HTMLElement} slot */
function watch(slot) {
  if (watched.has(slot)) return;
  watched.add(slot);
  // Boards set the width of cards when their place is measured.
  new ResizeObserver(() => requestAnimationFrame(() => slot.isConnected && showUsable(slot))).observe(slot);
  // A browser leaves a card alone as long as an edge of it is seen.
  slot.addEventListener("focusin", ({ target }) => {
    const card = /** @type {Element} */ (target).closest(CARDS);
    if (card?.matches(":focus-visible")) bring(slot, card);
  });
}

/**
 * Of several hands in a strip, scroll to that of the seat that is asked; a longer one to its beginning, until another
 * seat is asked.
 * @param {HTMLElement} slot @param {number} from where the strip begins
 */
function showAsked(slot, from) {
  const hand = /** @type {HTMLElement | null} */ (slot.querySelector(".asked"));
  const before = slot.dataset["asked"];
  if (!hand) return void delete slot.dataset["asked"];
  const asked = hand.dataset["key"] ?? "";
  slot.dataset["asked"] = asked;
  const [left, room] = [across(hand) - from, slot.clientWidth];
  if (hand.offsetWidth > room) {
    if (asked !== before) slot.scrollLeft = left - EDGE;
  } else bring(slot, hand);
}

/**
 * Scroll a strip until an element in it is completely visible.
 * @param {HTMLElement} slot
 * @param {Element | undefined} what
 */
export function bring(slot, what) {
  if (!(what instanceof HTMLElement)) return;
  const left = across(what) - across(slot);
  const right = left + what.offsetWidth;
  if (left - RING < slot.scrollLeft) slot.scrollLeft = left - EDGE;
  else if (right + RING > slot.scrollLeft + slot.clientWidth) slot.scrollLeft = right - slot.clientWidth + EDGE;
}

/**
 * Scroll to the first usable card; signs point to cards out of sight, and lead to them, usable ones first. The wheel
 * scrolls the strip too.
 * @param {HTMLElement} slot
 */
export function showUsable(slot) {
  watch(slot);
  const from = across(slot);
  const placed = (/** @type {string} */ which) =>
    /** @type {HTMLElement[]} */ ([...slot.querySelectorAll(which)]).map((card) => ({
      left: across(card) - from,
      width: card.offsetWidth,
    }));
  const [offered, all] = [placed(".target:not(.idle)"), placed(CARDS)];
  const seen = () => ({ start: slot.scrollLeft, end: slot.scrollLeft + slot.clientWidth });
  showAsked(slot, from);
  const { start, end } = seen();
  /** @param {{ left: number, width: number }} card */
  const show = (card) => (slot.scrollLeft = card.left - (slot.clientWidth - card.width) / 2);
  if (
    offered[0] &&
    slot.scrollWidth > slot.clientWidth &&
    !offered.some(({ left, width }) => left >= start && left + width <= end)
  )
    show(offered[0]);
  const earlier = (/** @type {typeof all} */ those) =>
    those.findLast(({ left, width }) => left + width * CUT < seen().start);
  const later = (/** @type {typeof all} */ those) =>
    those.find(({ left, width }) => left + width * (1 - CUT) > seen().end);
  const signs = () => {
    slot.toggleAttribute("data-earlier", !!earlier([...all, ...offered]));
    slot.toggleAttribute("data-later", !!later([...all, ...offered]));
  };
  /**
   * @param {{ left: number, width: number } | undefined} usable
   * @param {number} way -1: to the left, 1: to the right
   */
  const turn = (usable, way) => {
    if (usable) show(usable);
    else slot.scrollLeft += way * PAGE * slot.clientWidth;
  };
  slot.onscroll = signs;
  slot.onwheel = (event) => {
    // With Ctrl it zooms, as does a pinch on a trackpad.
    if (
      event.ctrlKey ||
      event.metaKey ||
      slot.scrollWidth <= slot.clientWidth ||
      Math.abs(event.deltaX) > Math.abs(event.deltaY)
    )
      return;
    event.preventDefault();
    slot.scrollLeft += event.deltaY;
  };
  // The signs are pseudo-elements: a press on one is a press on the table, where the hand lies.
  const table = slot.parentElement;
  if (table)
    table.onclick = ({ target, clientX, clientY }) => {
      const { top, left, width } = slot.getBoundingClientRect();
      if (target === table && clientY >= top)
        clientX < left + width / 2 ? turn(earlier(offered), -1) : turn(later(offered), 1);
    };
  signs();
}
