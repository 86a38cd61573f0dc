/** Preferences and identity, kept in this browser. */

import { lasting } from "./browser.js";

/**
 * @typedef {{
 *   lang: "en" | "ja", theme: "auto" | "light" | "dark", sound: boolean, volume: number, speed: "slow" | "normal" |
 *     "fast", notify: boolean,
 *   confirm: "final" | "always" | "never", animate: boolean, forced: boolean, aside: boolean, autopass: Record<string,
 *     boolean>, told: Record<string, boolean>,
 * }} Prefs
 * @typedef {{ player: string, token: string, name: string }} Identity
 * @typedef {Identity & { unknown?: boolean }} KeptIdentity set aside; `unknown`: because the service did not know it
 */

const PREFS = "bocage.prefs";
const IDENTITY = "bocage.identity";
const KEPT = "bocage.kept";
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
  confirm: "final",
  animate: true,
  forced: true,
  aside: false,
  autopass: {},
  /** Hints that were shown once. */
  told: {},
};

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...lasting.get(PREFS) };
// Kept by an earlier release.
if (!["final", "always", "never"].includes(prefs.confirm)) prefs.confirm = DEFAULTS.confirm;

/**
 * Emits `change` with the names of changed parts: preferences, `identity`, `elsewhere` (with `identity`: in another
 * tab), `doubt` (whether the service knows the player).
 */
export const prefsChanged = new EventTarget();

/** @param {Partial<Prefs>} changes */
export function setPrefs(changes) {
  Object.assign(prefs, changes);
  lasting.set(PREFS, prefs);
  tell(Object.keys(changes));
}

/** Factor on the duration of animations. */
export const tempo = () => ({ slow: 1.8, normal: 1, fast: 0.45 })[prefs.speed];

/** @param {string[]} changed */
function tell(changed) {
  prefsChanged.dispatchEvent(new CustomEvent("change", { detail: changed }));
}

// Identities ---------------------------------------------------------------------------------------
// A token is the only credential of most players. No answer of the service removes one: a player is set aside when this
// browser becomes somebody else, and deleted only when they sign out or leave
// (docs/decisions/043-credentials-are-kept.md).

/** @param {any} who @returns {Identity | null} */
const valid = (who) => (who && typeof who.token === "string" && typeof who.player === "string" ? who : null);

/** @returns {Identity | null} */
export function identity() {
  return valid(lasting.get(IDENTITY));
}

/** Players set aside in this browser, oldest first. @returns {KeptIdentity[]} */
export function keptIdentities() {
  const kept = lasting.get(KEPT);
  return Array.isArray(kept) ? kept.filter(valid) : [];
}

/** The stored identity, to detect changes by other tabs. */
let seen = lasting.text(IDENTITY);
/** Whether the identity outlives this page. */
let outlives = true;
/** A token that the service does not know at the moment. Not stored: each page asks for itself. */
let doubted = "";

/** Check whether another tab has changed this browser's identity. */
export function lookAgain() {
  if (lasting.text(IDENTITY) === seen) return;
  seen = lasting.text(IDENTITY);
  tell(["identity", "elsewhere"]);
}

/** @param {Identity | null} who @param {KeptIdentity[]} kept */
function store(who, kept) {
  // Store kept identities first: a page that ends between the two writes loses nobody.
  const aside = kept.length ? kept : null;
  const written = lasting.set(KEPT, aside);
  outlives = lasting.set(IDENTITY, who);
  // In full storage, the removed identity makes room.
  if (!written) lasting.set(KEPT, aside);
  seen = lasting.text(IDENTITY);
  tell(["identity"]);
}

/** Become a player. The present one is set aside. @param {Identity} who */
export function become(who) {
  const before = identity();
  const kept = keptIdentities().filter(({ player }) => player !== who.player && player !== before?.player);
  store(
    { player: who.player, token: who.token, name: who.name },
    before && before.player !== who.player ? [...kept, aside(before)] : kept,
  );
}

/** Become a guest. The present player is set aside. */
export function becomeGuest() {
  const before = identity();
  if (before) store(null, [...keptIdentities().filter(({ player }) => player !== before.player), aside(before)]);
}

/** @param {Identity} who @returns {KeptIdentity} */
const aside = (who) => (who.token === doubted ? { ...who, unknown: true } : who);

/** Delete a player at their own wish: they signed out here, or left. @param {string} player */
export function forget(player) {
  const who = identity();
  store(
    who?.player === player ? null : who,
    keptIdentities().filter((each) => each.player !== player),
  );
}

/** Stop offering a player who was set aside; they stay stored. @param {string} player */
export function offerNoMore(player) {
  lasting.set(
    KEPT,
    keptIdentities().map((who) => (who.player === player ? { player, token: who.token, name: who.name } : who)),
  );
}

/** Note another name of the player. @param {string} player @param {string} name */
export function rename(player, name) {
  const who = identity();
  if (who?.player === player) become({ ...who, name });
}

/** Whether the identity is known after this page is closed. */
export const remembered = () => outlives;

/** Note that the service did not know a token just now. @param {string} token */
export function doubt(token) {
  if (!token || token === doubted || token !== identity()?.token) return;
  doubted = token;
  tell(["doubt"]);
}

/** Note that the service knows a token. @param {string} token */
export function trust(token) {
  if (!token || token !== doubted) return;
  doubted = "";
  tell(["doubt"]);
}

/** Whether the service does not know this browser's player at the moment. */
export const isDoubted = () => doubted !== "" && identity()?.token === doubted;

/** The player for requests: none while the service does not know them. */
export const speaker = () => (isDoubted() ? null : identity());

// Invitations --------------------------------------------------------------------------------------

/** The invite code of a private match opened here; empty if unknown. @param {string} match @returns {string} */
export function inviteOf(match) {
  return lasting.get(INVITES)?.[match] ?? "";
}

/** @param {string} match @param {string} code */
export function rememberInvite(match, code) {
  if (!code || inviteOf(match) === code) return;
  lasting.set(
    INVITES,
    Object.fromEntries([...Object.entries(lasting.get(INVITES) ?? {}), [match, code]].slice(-INVITES_KEPT)),
  );
}
