/** Names of seats without players: guided games and exercises. */

/**
 * A view whose seats bear their own names, as the table calls them in this view.
 * @param {import("../client/messages.js").MatchView} view
 * @param {import("../table/shell.js").Shell} shell
 */
export function nameless(view, shell) {
  shell.rename(view);
  const named = Object.entries(view.seats).map(([seat, who]) => [
    seat,
    { ...who, name: shell.words.say(`seat.${seat}`) },
  ]);
  return { ...view, seats: Object.fromEntries(named) };
}
