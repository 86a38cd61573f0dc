/** What a person chose and who they are, kept in this browser. */

/**
 * @typedef {{
 *   lang: "en" | "ja", theme: "auto" | "light" | "dark", sound: boolean, volume: number, speed: "slow" | "normal" | "fast", notify: boolean,
 *   confirm: "touch" | "always" | "never", animate: boolean, forced: boolean, aside: boolean, autopass: Record<string, boolean>, told: Record<string, boolean>,
 * }} Prefs
 * @typedef {{ player: string, token: string, name: string }} Identity
 */

const PREFS = "bocage.prefs";
const IDENTITY = "bocage.identity";
const INVITES = "bocage.invites";
const INVITES_KEPT = 100;

/** @type {Prefs} */
const DEFAULTS = {
  lang: navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en",
  theme: "auto",
  sound: false,
  volume: 0.6,
  speed: "normal",
  notify: false,
  confirm: "always",
  animate: true,
  forced: true,
  aside: true,
  autopass: {},
  /** What they have been told once, and need not be told again. */
  told: {},
};

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...read(PREFS) };

/** Tells `change` with the names of what changed: preferences, or `identity`. */
export const prefsChanged = new EventTarget();

/** @param {Partial<Prefs>} changes */
export function setPrefs(changes) {
  Object.assign(prefs, changes);
  write(PREFS, prefs);
  tell(Object.keys(changes));
}

/** How long things take to be seen, of what they normally take. */
export const tempo = () => ({ slow: 1.8, normal: 1, fast: 0.45 })[prefs.speed];

/** @param {string[]} changed */
function tell(changed) {
  prefsChanged.dispatchEvent(new CustomEvent("change", { detail: changed }));
}

/** @returns {Identity | null} */
export function identity() {
  return read(IDENTITY);
}

/** @param {Identity | null} who */
export function setIdentity(who) {
  write(IDENTITY, who);
  tell(["identity"]);
}

/** The code by which a private match was opened here; empty: none is known. @param {string} match @returns {string} */
export function inviteOf(match) {
  return read(INVITES)?.[match] ?? "";
}

/** @param {string} match @param {string} code */
export function rememberInvite(match, code) {
  if (!code || inviteOf(match) === code) return;
  write(INVITES, Object.fromEntries([...Object.entries(read(INVITES) ?? {}), [match, code]].slice(-INVITES_KEPT)));
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // Storage is blocked or holds something foreign: start afresh.
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse storage; the page works on, only forgetful.
  }
}
