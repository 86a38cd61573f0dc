/** The service's REST interface, as far as the page uses it. */

import { doubt, inviteOf, isDoubted, prefs, speaker } from "../prefs.js";
import { FOLDER } from "../route.js";

/** A request that failed: `code` as in docs/protocol.md, `text` for people. */
export class RestError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.text ?? `HTTP ${status}`);
    this.status = status;
    this.code = body?.code ?? "http";
    /** Milliseconds before a retry; 0: a retry does not help. */
    this.retry = body?.retry ?? 0;
    /** Of a review in progress: number of reviews before it, and progress in percent. */
    this.ahead = body?.ahead ?? 0;
    this.done = body?.done ?? 0;
  }
}

/** Attempts of a request that makes a match, and the longest wait (ms) between them. */
const TRIES = 5;
const LONGEST_WAIT = 10_000;

/**
 * @param {string} method
 * @param {string} path from the service's root, as in docs/protocol.md
 * @param {any} [body]
 * @param {string} [key] under which the service knows the same request again
 * @returns {Promise<Response>}
 */
async function call(method, path, body, key = "") {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": prefs.lang };
  const invite = inviteOf(path.split(/[/?]/)[3] ?? "");
  if (invite) headers["Bocage-Invite"] = invite;
  const who = speaker();
  if (who) headers["Authorization"] = `Bearer ${who.token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = `"${key}"`;
  const response = await fetch(FOLDER + path.slice(1), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  // 202: the result is still being made.
  if (response.ok && response.status !== 202) return response;
  const error = new RestError(response.status, await response.json().catch(() => null));
  if (error.code === "bad_token" && who) {
    doubt(who.token);
    // Nothing was done: repeat public requests anonymously.
    if (speaker()?.token !== who.token) return call(method, path, body, key);
  }
  if (error.code === "no_token" && isDoubted())
    error.message = (await import("../identity/make_player.js")).whyNobody();
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
 * Make a match at `path`. The request has an idempotency key, so it is resent when the network broke before the answer.
 * @param {string} path
 * @param {any} body
 * @returns {Promise<any>}
 */
export async function makeMatch(path, body) {
  const key = nonce();
  for (let tries = 1; ; tries++) {
    try {
      return await (await call("POST", path, body, key)).json();
    } catch (error) {
      const wait = error instanceof RestError ? error.retry : 300 * tries;
      if (tries >= TRIES || wait <= 0 || wait > LONGEST_WAIT) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random() / 2)));
    }
  }
}

/**
 * The player of this browser, created when first needed. Rejects while the service does not know them: no other player
 * replaces them without their consent.
 * @param {string} [name]
 */
export async function ensurePlayer(name = "") {
  return speaker() ?? (await import("../identity/make_player.js")).makePlayer(name);
}

/** Whether pages come through: a ready service answers. */
export const reachable = () =>
  fetch(`${FOLDER}readyz`, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A player's share of the match key: 16 random bytes, hex. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
