/** The service's REST interface: single requests, and those that make matches. docs/protocol.md says all about each. */

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

/**
 * `token`: of the player. `lang`: language of refusals. `invite`: code of a private match. `key`: marks repeats of the
 * same request.
 * @typedef {{ token?: string, lang?: string, invite?: string, key?: string, body?: any }} Extras
 */

/**
 * Send a request. Throws a RestError, also where the result is still being made (202).
 * @param {string} method
 * @param {string} url
 * @param {Extras} [extras]
 * @returns {Promise<Response>}
 */
export async function ask(method, url, { token, lang, invite, key, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (lang) headers["Accept-Language"] = lang;
  if (invite) headers["Bocage-Invite"] = invite;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = `"${key}"`;
  const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  if (response.ok && response.status !== 202) return response;
  throw new RestError(response.status, await response.json().catch(() => null));
}

/** Attempts of a request that makes a match, and the longest wait (ms) between them. */
const TRIES = 5;
const LONGEST_WAIT = 10_000;

/**
 * Send a request again when the network broke before the answer, or when the service says when to. It has the same key
 * each time, so it is carried out once.
 * @param {(key: string) => Promise<Response>} send
 * @returns {Promise<any>} the answer
 */
export async function untilAnswered(send) {
  const key = nonce();
  for (let tries = 1; ; tries++) {
    try {
      return await (await send(key)).json();
    } catch (error) {
      const wait = error instanceof RestError ? error.retry : 300 * tries;
      if (tries >= TRIES || wait <= 0 || wait > LONGEST_WAIT) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * (1 + Math.random() / 2)));
    }
  }
}

/** A player's share of the match key: 16 random bytes, hex. */
export function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
