/** Keyboard focus after a change of the screen: at its beginning, so that a screen reader goes on from there. */

/** The result; the player's question; else the heading of the screen. */
const BEGINNINGS = [".ending", ".choices.mine .prompt", "h1", "h2"];

/** Whether nothing has the keyboard focus: its element is gone, or hidden. */
export function lost() {
  const at = document.activeElement;
  return !at || at === document.body || at.matches("main") || !at.checkVisibility();
}

/** Focus the beginning of the new content, unless something has the focus. @param {ParentNode} within */
export function arrive(within) {
  if (!lost()) return;
  for (const each of BEGINNINGS) {
    const heading = [...within.querySelectorAll(each)].find((one) => one.checkVisibility() && one.textContent);
    if (!(heading instanceof HTMLElement)) continue;
    heading.setAttribute("tabindex", "-1");
    return heading.focus({ preventScroll: true });
  }
}
