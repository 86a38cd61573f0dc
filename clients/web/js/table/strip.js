/** A hand that is a strip, of which not all cards are in sight. */

/** How far right an element lies, also while it is still on its way there: what moves is drawn elsewhere. @param {HTMLElement} element */
function across(element) {
  let left = 0;
  for (let at = /** @type {Element | null} */ (element); at instanceof HTMLElement; at = at.offsetParent) left += at.offsetLeft;
  return left;
}

/** The first card that can be used is in sight; signs say where others lie, and lead to them. @param {HTMLElement} slot */
export function showUsable(slot) {
  const from = across(slot);
  const offered = /** @type {HTMLElement[]} */ ([...slot.querySelectorAll(".target")]).map((card) => ({ left: across(card) - from, width: card.offsetWidth }));
  const seen = () => ({ start: slot.scrollLeft, end: slot.scrollLeft + slot.clientWidth });
  const { start, end } = seen();
  /** @param {{ left: number, width: number } | undefined} card */
  const show = (card) => card && (slot.scrollLeft = card.left - (slot.clientWidth - card.width) / 2);
  if (slot.scrollWidth > slot.clientWidth && !offered.some(({ left, width }) => left >= start && left + width <= end)) show(offered[0]);
  const earlier = () => offered.findLast(({ left, width }) => left + width / 2 < seen().start);
  const later = () => offered.find(({ left, width }) => left + width / 2 > seen().end);
  const signs = () => {
    slot.toggleAttribute("data-earlier", !!earlier());
    slot.toggleAttribute("data-later", !!later());
  };
  slot.onscroll = signs;
  // The signs are no elements: a press on one is a press on the table, where the hand lies.
  const table = slot.parentElement;
  if (table) table.onclick = ({ target, clientX, clientY }) => {
    const { top, left, width } = slot.getBoundingClientRect();
    if (target === table && clientY >= top) show(clientX < left + width / 2 ? earlier() : later());
  };
  signs();
}
