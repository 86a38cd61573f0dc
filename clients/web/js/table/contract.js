/**
 * What a game's table module offers to the shared table, and what it gets. A module lives in `js/games/<id>/board.js`,
 * its style in `board.css` beside it; it exports `make(context) => GameBoard`; it draws, and knows nothing of sockets.
 * @typedef {import("../net/messages.js").MatchView} MatchView
 * @typedef {import("../net/messages.js").Decision} Decision
 * @typedef {import("../net/messages.js").Action} Action
 * @typedef {import("../net/messages.js").GameEvent} GameEvent
 * @typedef {import("../words/words.js").Words} Words
 *
 * @typedef {{
 *   words: Words,
 *   facts: any,
 *   presentation: import("../net/games.js").Presentation,
 *   seat: () => number,
 *   side: () => number,
 *   flags: (of: string, thing: Record<string, any>) => string[],
 *   offer: (element: Element, actions: Action[], label?: string, area?: Element) => void,
 *   explain: (element: Element, ...keys: (string | (() => string))[]) => void,
 * }} BoardContext
 * `seat`: whose eyes (0, 1, …; -1 public, -2 open). `side`: which seat lies below, also where all hands are open; -1:
 *   nobody's. `flags`: the labels of what is true of a thing on the table. `offer`: make an element of the board act:
 *   it lights up, takes
 * the keyboard focus, and a click plays the action (or asks which, when there are several); `area`: what
 * stands on it, where a click is one on it unless that goes with what is selected. `explain`: show the
 * catalogue's texts `keys`, filled with the match's options, on hover, focus and long press; a function gives a text
 *   that changes.
 * Elements may be kept from one drawing to the next (parts/keyed.js): explain each once, offer it at every drawing.
 *
 * @typedef {readonly { figure: string }[]} Figures what is known of an action or of a question
 *
 * @typedef {{
 *   element: HTMLElement,
 *   show: (match: MatchView, decision: Decision | undefined) => void,
 *   roll?(event: GameEvent): HTMLElement | null,
 *   pace?: (event: GameEvent) => number | undefined,
 *   text: (match: MatchView) => string[],
 *   risk?: (action: Action, match: MatchView, figures: Figures, asked: Figures) => string,
 *   hand?: HTMLElement,
 *   status?: (match: MatchView) => string[],
 *   turn?: (match: MatchView) => number | undefined,
 *   options?: readonly string[],
 *   told?: (event: GameEvent) => Record<string, any> | void,
 *   quiet?: (event: GameEvent) => boolean,
 *   sound?: (event: GameEvent) => import("../parts/sounds.js").Sound | "",
 *   names?: (match: MatchView) => Record<string, string>,
 *   counted?: (match: MatchView, reason: string) => Record<string, number> | null,
 *   means?: (action: Action) => string,
 *   asks?: (match: MatchView, decision: Decision) => string,
 *   order?: (action: Action, among: readonly Action[]) => readonly [kind: string, place: number, rank?: number],
 * }} GameBoard
 * `show` draws the whole table. `roll`: dice and sum of an event. `pace`: milliseconds an event is worth looking at
 * (default: 700 with a roll, 250 without; 0 skips). `text`: the table in words, a line each.
 * `risk`: what to ask before an action that loses much at once, of which `figures` are known, and `asked` of the
 *   question; empty: nothing. `hand`: one's own cards or pieces; the table puts it into
 * the dock's slot, a strip that scrolls sideways, where what has the class `asked` is in sight; while it is `hidden` it
 *   takes no place. `status`: short facts for the status line, the most important first (action points,
 * "turn 2 of 10", score and goal). `turn`: the seat whose turn it is, whoever is asked in it. `options`: those of the
 *   match that board or status line show anyway. `told`: an event is being told, let it be felt on the board, which
 *   still shows what was before it; returns what of the table counts otherwise now, for the status line.
 * `quiet`: what would push the dice out of the tray and says nothing new: it is in the log alone. `sound`: what an
 *   event sounds like. `names`: what is called differently from the viewer's seat, text key → text. `order`: where that
 *   of the rules is another, in which order the list has actions of one kind, `among` all that are left. `means`: what
 *   it does to choose this, where a phone has no room for it on the piece.
 * `asks`: where a side has several that can be asked, the name of the one that a decision is about; empty: it goes
 *   without saying.
 * `counted`: what each seat has of that by which a match that ends for this reason is won; null: nothing is counted.
 *   `element` fits into the board's place at any size (a size container: 100cqw × 100cqh).
 */

export {};
