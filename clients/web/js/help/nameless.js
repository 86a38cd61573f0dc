/** Where nobody in particular sits at the table: guided games and exercises. */

/**
 * A view whose seats bear their own names.
 * @param {import("../net/messages.js").MatchView} view
 * @param {import("../words/words.js").Words} words
 */
export const nameless = (view, words) => ({
  ...view,
  seats: Object.fromEntries(Object.entries(view.seats).map(([seat, who]) => [seat, { ...who, name: words.say(`seat.${seat}`) }])),
});
