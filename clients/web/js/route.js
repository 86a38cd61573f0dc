/**
 * Addresses of the page. Inside, a place is a path such as `match/ID/CODE` or `replay/ID/SEQ/EYES/CODE`; outside it is
 * a real address. An invite code follows the `#`, which browsers do not send. Links of earlier releases, `/#/match/…`,
 * lead to the same places. Pure.
 */

/** Number of parts of a path before its code. @type {Record<string, number>} */
const BEFORE_CODE = { match: 2, replay: 4, move: 1 };
/** Parts after the code in a path, and before it in an address. */
const OPEN = "open";

/**
 * The path of the folder that the page is served from, such as `/` or `/games/bocage/`. This file lies in `js` below
 * it, or in `files-DIGEST/js`. Outside of a browser modules are files, and it is `/`.
 * @param {string} url of this file @returns {string}
 */
export function folderOf(url) {
  const { protocol, pathname } = new URL(url);
  return protocol.startsWith("http") ? pathname.replace(/(files-[0-9a-f]+\/)?js\/[^/]*$/, "") : "/";
}

/** @see folderOf */
export const FOLDER = folderOf(import.meta.url);

/** The address of a path. @param {string} path @param {string} [folder] @returns {string} */
export function addressOf(path, folder = FOLDER) {
  const parts = path.split("/");
  const at = BEFORE_CODE[parts[0] ?? ""] ?? parts.length;
  const code = parts[at] ?? "";
  const seen = [...parts.slice(0, at), ...(parts[at + 1] === OPEN ? [OPEN] : [])];
  return `${folder}${seen.join("/")}${code ? `#${code}` : ""}`;
}

/**
 * The path of an address in the folder, in parts.
 * @param {{ pathname: string, hash: string }} address
 * @param {string} [folder]
 * @returns {string[]}
 */
export function pathOf({ pathname, hash }, folder = FOLDER) {
  if (hash.startsWith("#/")) return hash.slice(2).split("/").map(decoded);
  const parts = pathname.slice(folder.length).split("/").map(decoded);
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
    return part; // Not an address of ours; a screen will say so.
  }
}
