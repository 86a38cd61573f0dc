/** The service's REST interface, as far as the page uses it. */

import { ask, nonce, RestError, untilAnswered } from "../client/rest.js";
import { doubt, inviteOf, isDoubted, prefs, speaker } from "../prefs.js";
import { FOLDER } from "../route.js";

export { nonce, RestError };

/**
 * @param {string} method
 * @param {string} path from the service's root, as in docs/protocol.md
 * @param {any} [body]
 * @param {string} [key] under which the service knows the same request again
 * @returns {Promise<Response>}
 */
async function call(method, path, body, key = "") {
  const who = speaker();
  const invite = inviteOf(path.split(/[/?]/)[3] ?? "");
  try {
    return await ask(method, FOLDER + path.slice(1), { token: who?.token ?? "", lang: prefs.lang, invite, key, body });
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    if (error.code === "bad_token" && who) {
      doubt(who.token);
      // Nothing was done: repeat public requests anonymously.
      if (speaker()?.token !== who.token) return call(method, path, body, key);
    }
    if (error.code === "no_token" && isDoubted())
      error.message = (await import("../identity/make_player.js")).whyNobody();
    throw error;
  }
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
export const makeMatch = (path, body) => untilAnswered((key) => call("POST", path, body, key));

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
