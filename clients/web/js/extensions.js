/**
 * The points at which features extend the page; `feature.d.ts` describes them. Only `features/index.js` names the
 * features, and only `app.js` installs them.
 */

/** @typedef {import("./feature.js").Feature} Feature */

/** @type {Feature[]} */
const installed = [];

/** Add features to the page. @param {Feature[]} features */
export const install = (features) => void installed.push(...features);

/** @template T @param {(((() => Promise<T>) | undefined)[])} loaders @returns {Promise<T[]>} */
const load = (loaders) => Promise.all(loaders.flatMap((loader) => (loader ? [loader()] : [])));

/** The screens of all features. @returns {Record<string, import("./feature.js").ScreenLoader>} */
export const featureScreens = () => Object.assign({}, ...installed.map(({ screens }) => screens));

/** Whether a feature has a screen at this path. @param {string} path */
export const hasScreen = (path) => path in featureScreens();

export const lobbyLinks = () => installed.flatMap(({ lobbyLink }) => lobbyLink ?? []);

/** The link below the text field of an option. @param {string} option */
export const optionLink = (option) => installed.find((feature) => feature.optionLink?.option === option)?.optionLink;

/** Shows a text among the options of a match; undefined if no feature does. @param {string} option */
export const optionPart = (option) =>
  installed.find((feature) => feature.optionPart?.option === option)?.optionPart?.load();

export async function playerLinks() {
  const doors = await load(installed.map((feature) => feature.playerLinks));
  return doors.flat().sort((a, b) => a.rank - b.rank);
}

/** Functions that make the additions to a live table. */
export const tableParts = () => load(installed.map(({ table }) => table));

export const endingParts = () => load(installed.map(({ ending }) => ending));

/** Functions that make the additions to a replay. */
export const replayParts = () => load(installed.map(({ replay }) => replay));

export const profileParts = () => load(installed.map(({ profile }) => profile));

/** Shows a player how to resolve a refusal; undefined if no feature can. @param {string} code */
export const remedyOf = (code) => installed.find(({ remedies }) => remedies?.[code])?.remedies?.[code];

/**
 * Tell features which matches a screen follows.
 * @param {() => import("./client/live_feed.js").LiveFeed[]} feeds
 * @param {AbortSignal} signal when the screen is left
 */
export function announceFollowing(feeds, signal) {
  for (const { following } of installed) following?.(feeds, signal);
}
