/** Where the keyboard is when something else comes on the screen: at its beginning, so that a screen reader goes on from there. */

/** How it ended; the question that is one's own to answer; else what the screen is called. */
const BEGINNINGS = [".ending", ".choices.mine .prompt", "h1", "h2"];

/** Whether the keyboard is nowhere: what had it is gone, or cannot be seen any more. */
export function lost() {
  const at = document.activeElement;
  return !at || at === document.body || at.matches("main") || !at.checkVisibility();
}

/** Go to the beginning of what has come, unless the keyboard is somewhere. @param {ParentNode} within */
export function arrive(within) {
  if (!lost()) return;
  for (const each of BEGINNINGS) {
    const heading = [...within.querySelectorAll(each)].find((one) => one.checkVisibility() && one.textContent);
    if (!(heading instanceof HTMLElement)) continue;
    heading.setAttribute("tabindex", "-1");
    return heading.focus({ preventScroll: true });
  }
}
