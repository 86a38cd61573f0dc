/**
 * The points at which features extend the page. `features/index.js` lists the features and `app.js` installs them here; no other
 * module outside of `features` imports one. All parts of a feature are optional, and loaded when they are first wanted.
 *
 * @typedef {import("./net/messages.js").MatchView} MatchView
 * @typedef {import("./net/live_feed.js").LiveFeed} LiveFeed
 * @typedef {import("./table/shell.js").Shell} Shell
 * @typedef {(path: string) => void} Go
 */

/**
 * What a screen gets; it returns a function that ends it.
 * @typedef {{ connection: import("./net/connection.js").Connection, main: HTMLElement, path: string[], go: Go, title: (text: string) => void }} Stage
 * @typedef {(stage: Stage) => Promise<(() => void) | void> | (() => void) | void} Screen
 * @typedef {() => Promise<{ screen: Screen }>} ScreenLoader
 */

/**
 * A link on the first screen. Its words are in the first catalogue, `words/ui_*.js`, which is loaded before any feature.
 * @typedef {{ path: string, name: string, title: "daily" | "ladder", teaser: "daily.teaser" | "ladder.teaser" }} LobbyDoor
 */

/**
 * A button or link in the dialog behind the player's name. `rank`: its place in the row, smallest first; `guests`: shown to guests too.
 * @typedef {{ rank: number, name: string, text: string, guests?: boolean, path?: string, open?: () => unknown }} PlayerDoor
 */

/**
 * A live table, as far as features see it.
 * @typedef {object} LiveTable
 * @property {string} match
 * @property {LiveFeed} feed
 * @property {Shell} shell
 * @property {import("./table/chat.js").Chat} chat
 * @property {() => void} tend draws the menu and the controls beside the question again
 */

/**
 * Additions to a live table.
 * @typedef {object} TablePart
 * @property {(view: MatchView) => HTMLElement[]} [menu] items of the menu
 * @property {(small: boolean) => HTMLElement[]} [besideQuestion] controls beside the question; of the menu where `small`
 * @property {(event: KeyboardEvent) => void} [key] handles a key that was pressed at the table
 */

/**
 * The panel at the end of a match, as far as features see it. `sealed`: the deal of a day that is not over, see `sealed` in
 * replay/tools.js.
 * @typedef {{ view: MatchView, feed: LiveFeed, shell: Shell, go: Go, sealed: boolean }} Ending
 */

/**
 * Additions to that panel.
 * @typedef {object} EndingPart
 * @property {(ending: Ending) => HTMLElement[]} [again] ways to play a deal again, in place of a rematch
 * @property {(ending: Ending) => HTMLElement[]} [doors] further buttons
 */

/**
 * A replay, as far as features see it.
 * @typedef {object} Replay
 * @property {string} match
 * @property {Shell} shell
 * @property {import("./replay/scrubber.js").Scrubber} scrubber
 * @property {import("./replay/replay_feed.js").ReplayFeed} feed through the eyes that look now
 * @property {boolean} complete whether the match is over and can be looked at whole
 * @property {HTMLElement} note the place for a note on the position
 * @property {(seat: number) => Promise<void>} see looks through the eyes of a seat
 * @property {(seq: number, seat: number) => void} fork begins a match from a position
 * @property {() => void} draw shows the position again
 */

/**
 * Additions to a replay.
 * @typedef {object} ReplayPart
 * @property {() => HTMLElement[]} [tools] buttons below the scrub bar
 * @property {(seq: number) => HTMLElement | null} [note] what is said about a position
 * @property {() => void} [ready] called once, when the first position is drawn
 */

/**
 * Additions to the page of a player: on one's own page and on anybody else's.
 * @typedef {{ own?: () => HTMLElement[], others?: (player: string) => HTMLElement[] }} ProfilePart
 */

/**
 * @typedef {object} Feature
 * @property {Record<string, ScreenLoader>} [screens] by the first part of their path
 * @property {LobbyDoor} [lobbyDoor]
 * @property {() => Promise<PlayerDoor[]>} [playerDoors]
 * @property {() => Promise<(table: LiveTable) => TablePart>} [table]
 * @property {() => Promise<EndingPart>} [ending]
 * @property {() => Promise<(replay: Replay) => ReplayPart>} [replay]
 * @property {() => Promise<ProfilePart>} [profile]
 * @property {Record<string, () => unknown>} [remedies] by refusal code: shows the player how to mend it
 * @property {(feeds: () => LiveFeed[], signal: AbortSignal) => unknown} [following] called when a screen begins to follow matches;
 *   `signal`: when it is left
 */

/** @type {Feature[]} */
const installed = [];

/** Add features to the page. @param {Feature[]} features */
export const install = (features) => void installed.push(...features);

/** @template T @param {(((() => Promise<T>) | undefined)[])} loaders @returns {Promise<T[]>} */
const load = (loaders) => Promise.all(loaders.flatMap((loader) => (loader ? [loader()] : [])));

/** The screens of all features. @returns {Record<string, ScreenLoader>} */
export const featureScreens = () => Object.assign({}, ...installed.map(({ screens }) => screens));

/** Whether a feature has a screen at this path. @param {string} path */
export const hasScreen = (path) => path in featureScreens();

export const lobbyDoors = () => installed.flatMap(({ lobbyDoor }) => lobbyDoor ?? []);

export async function playerDoors() {
  const doors = await load(installed.map((feature) => feature.playerDoors));
  return doors.flat().sort((a, b) => a.rank - b.rank);
}

/** Functions that make the additions to a live table. */
export const tableParts = () => load(installed.map(({ table }) => table));

export const endingParts = () => load(installed.map(({ ending }) => ending));

/** Functions that make the additions to a replay. */
export const replayParts = () => load(installed.map(({ replay }) => replay));

export const profileParts = () => load(installed.map(({ profile }) => profile));

/** What shows a player how to mend a refusal; undefined: nothing does. @param {string} code */
export const remedyOf = (code) => installed.find(({ remedies }) => remedies?.[code])?.remedies?.[code];

/** Tell features which matches a screen follows. @param {() => LiveFeed[]} feeds @param {AbortSignal} signal when the screen is left */
export function announceFollowing(feeds, signal) {
  for (const { following } of installed) following?.(feeds, signal);
}
