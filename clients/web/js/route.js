/**
 * Addresses of the page. Inside of it a place is a path such as `match/ID/CODE` or `replay/ID/SEQ/EYES/CODE`; outside it is
 * a real address. An invite code stands behind the `#`, which browsers do not send. Links of earlier releases, `/#/match/…`, lead
 * to the same places. Pure.
 */

/** How many parts of a path stand before its code. @type {Record<string, number>} */
const BEFORE_CODE = { match: 2, replay: 4, move: 1 };
/** Parts that stand behind the code in a path, and before it in an address. */
const OPEN = "open";

/** The address of a path. @param {string} path @returns {string} */
export function addressOf(path) {
  const parts = path.split("/");
  const at = BEFORE_CODE[parts[0] ?? ""] ?? parts.length;
  const code = parts[at] ?? "";
  const seen = [...parts.slice(0, at), ...(parts[at + 1] === OPEN ? [OPEN] : [])];
  return `/${seen.join("/")}${code ? `#${code}` : ""}`;
}

/** The path that an address means, in parts. @param {{ pathname: string, hash: string }} address @returns {string[]} */
export function pathOf({ pathname, hash }) {
  if (hash.startsWith("#/")) return hash.slice(2).split("/").map(decoded);
  const parts = pathname.slice(1).split("/").map(decoded);
  const at = BEFORE_CODE[parts[0] ?? ""];
  if (at === undefined) return parts;
  const open = parts[0] === "match" && parts[2] === OPEN;
  const seen = open ? parts.slice(0, 2) : parts;
  if (!hash && !open) return seen;
  while (seen.length < at) seen.push("");
  return [...seen.slice(0, at), hash.slice(1), ...(open ? [OPEN] : [])];
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // Nobody made it here; a screen will say that there is no such thing.
  }
}
