/** Lists that open over the board, such as a pile of discards: a press elsewhere or Escape closes them. */

/** @param {Element} table */
export function closePiles(table) {
  const close = (/** @type {EventTarget | null} */ except) => {
    for (const pile of table.querySelectorAll("details.pile[open]")) {
      if (!(except instanceof Node && pile.contains(except))) /** @type {HTMLDetailsElement} */ (pile).open = false;
    }
  };
  table.addEventListener("pointerdown", (event) => close(event.target));
  table.addEventListener("keydown", (event) => /** @type {KeyboardEvent} */ (event).key === "Escape" && close(null));
}
