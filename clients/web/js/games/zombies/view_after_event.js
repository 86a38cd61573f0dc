/** The map while events are shown: each effect is visible before its consequences. */

/** @typedef {import("../../client/games/zombies.js").GameEvent} GameEvent */
/** @typedef {import("../../client/games/zombies.js").View} View */

/**
 * The view after an event; the same one where nothing moves, or where a newer view is shown already.
 * @param {View} view @param {GameEvent} event @param {(counter: string) => boolean} isZombie @returns {View}
 */
export function viewAfter(view, event, isZombie) {
  if (event.ev === "turned_up" && event.hex in view.face_down) {
    const open = { ...view, face_down: without(view.face_down, event.hex) };
    if (isZombie(event.counter)) return { ...open, zombies: { ...view.zombies, [event.counter]: event.hex } };
    return { ...open, items: { ...view.items, [event.hex]: event.counter } };
  }
  const end = event.ev === "zombie_moved" ? event.path.at(-1) : undefined;
  if (event.ev === "zombie_moved" && end && view.zombies[event.zombie] === event.start)
    return { ...view, zombies: { ...view.zombies, [event.zombie]: end } };
  if (event.ev === "destroyed") {
    if (event.face_down) return { ...view, face_down: without(view.face_down, event.hex) };
    if (view.zombies[event.counter] === event.hex) return { ...view, zombies: without(view.zombies, event.counter) };
    if (view.items[event.hex] === event.counter) return { ...view, items: without(view.items, event.hex) };
  }
  return view;
}

/** @param {Record<string, string>} all @param {string} key */
function without(all, key) {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== key));
}
