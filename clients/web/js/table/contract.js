/**
 * What a game's table module offers to the shared table, and what it gets. A module lives in
 * `js/games/<id>/table.js` and exports `make(context) => GameTable`; it draws, and knows nothing of sockets.
 *
 * @typedef {import("../net/messages.js").MatchView} MatchView
 * @typedef {import("../net/messages.js").Decision} Decision
 * @typedef {import("../net/messages.js").Action} Action
 * @typedef {import("../net/messages.js").GameEvent} GameEvent
 * @typedef {import("../words/words.js").Words} Words
 *
 * @typedef {{
 *   words: Words,
 *   facts: any,
 *   seat: () => number,
 *   offer: (element: Element, actions: Action[], label?: string) => void,
 *   explain: (element: Element, ...keys: string[]) => void,
 * }} TableContext
 * `seat`: whose eyes (0, 1, …; -1 public, -2 open). `offer`: make an element of the board act: it lights up, takes
 * the keyboard focus, and a click plays the action (or asks which, when there are several). `explain`: show the
 * catalogue's texts `keys`, filled with the match's options, on hover, focus and long press.
 *
 * @typedef {{
 *   element: HTMLElement,
 *   show: (match: MatchView, decision: Decision | undefined) => void,
 *   roll?: (event: GameEvent) => HTMLElement | null,
 *   pace?: (event: GameEvent) => number,
 *   text: (match: MatchView) => string[],
 *   mark?: (event: GameEvent) => "turn" | "loss" | "",
 *   risk?: (action: Action, match: MatchView) => string,
 *   luck?: (event: GameEvent) => { who: number, rolled: number, expected: number } | null,
 * }} GameTable
 * `show` draws the whole table. `roll`: dice and sum of an event. `pace`: milliseconds an event is worth looking at
 * (default: 700 with a roll, 250 without; 0 skips). `text`: the table in words, a line each. `mark`: what an event is on
 * the scrub bar. `risk`: what to ask before an action that loses at once; empty: nothing. `luck`: what a roll brought to a seat, against what could be expected.
 */

export {};
