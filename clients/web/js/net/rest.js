/** The service's REST interface, as far as the page uses it. */

import { identity, inviteOf, prefs, setIdentity } from "../prefs.js";

/** A request that failed: `code` as in docs/protocol.md, `text` for people. */
export class RestError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.text ?? `HTTP ${status}`);
    this.status = status;
    this.code = body?.code ?? "http";
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<Response>}
 */
async function call(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": prefs.lang };
  const invite = inviteOf(path.split(/[/?]/)[3] ?? "");
  if (invite) headers["Bocage-Invite"] = invite;
  const who = identity();
  if (who) headers["Authorization"] = `Bearer ${who.token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  if (response.ok) return response;
  const error = new RestError(response.status, await response.json().catch(() => null));
  if (error.code === "bad_token") setIdentity(null);
  throw error;
}

/** @param {string} path @returns {Promise<any>} */
export async function getJSON(path) {
  return (await call("GET", path)).json();
}

/** @param {string} path @returns {Promise<string>} */
export async function getText(path) {
  return (await call("GET", path)).text();
}

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function postJSON(path, body = {}) {
  return (await call("POST", path, body)).json();
}

/**
 * The player of this browser, made when first needed.
 * @param {string} [name]
 */
export async function ensurePlayer(name = "") {
  const known = identity();
  if (known) return known;
  const made = await postJSON("/api/players", { name });
  const who = { player: made.player, token: made.token, name: made.name };
  setIdentity(who);
  return who;
}

/** A player's share of the match key: 16 random bytes, hex. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
