/**
 * A client in another language: Node without any package, written from docs/protocol.md alone.
 *
 *     node client.mjs URL GAME SEED
 *
 * Two players (one in a solo game) play a whole match at random. Each cuts its connection after every tenth answer,
 * before it has read the acknowledgement; then it connects again, resumes, and sends the same action again under a new
 * id. At the end the view of each must be the one that the service tells somebody who comes new, and the exported log is
 * checked by verify.mjs. Prints one line of JSON; fails with a message.
 */

import { verify } from "./verify.mjs";

const [url, game, seed] = process.argv.slice(2);
const CUT_EVERY = 10;
const PATIENCE = 200_000;

const fail = (/** @type {string} */ why) => { throw new Error(why); };
const check = (/** @type {unknown} */ fact, /** @type {string} */ why) => fact || fail(why);

/** Repeatable random numbers from 0 to bound − 1. @param {number} state */
function chance(state) {
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** @param {string} method @param {string} path @param {object} [body] @param {string} [token] */
async function rest(method, path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  return answer;
}

/** @param {string} method @param {string} path @param {object} [body] @param {string} [token] */
async function ask(method, path, body, token) {
  const answer = await rest(method, path, body, token);
  const text = await answer.text();
  check(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** RFC 7396. @param {any} target @param {any} patch */
function merge(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value);
  }
  return result;
}

/** Equal whatever the order of the keys. @param {any} a @param {any} b @returns {boolean} */
function same(a, b) {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  const keys = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}

/** One player of one match. */
class Player {
  /** @param {{ token: string }} identity @param {string} match @param {(bound: number) => number} random */
  constructor(identity, match, random) {
    this.token = identity.token;
    this.match = match;
    this.random = random;
    this.seq = 0;
    this.digest = "";
    /** @type {any} */ this.view = null;
    /** The decision owed here, and at which position it was seen. @type {{ seq: number, decision: any } | null} */
    this.owed = null;
    /** The action whose acknowledgement has not been read. @type {{ seq: number, action: object } | null} */
    this.open = null;
    /** The position that was answered last. */
    this.answered = 0;
    this.id = 0;
    this.acted = 0;
    this.cuts = 0;
    this.again = 0;
    /** @type {Promise<void>} */
    this.over = new Promise((resolve, reject) => { this.done = resolve; this.broken = reject; });
    this.connect();
  }

  connect() {
    const socket = this.socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, "bocage.v1.json");
    socket.onopen = () => this.send({ t: "hello", token: this.token, client: "foreign/1" });
    socket.onmessage = (event) => {
      if (socket !== this.socket) return; // a connection that was cut
      try { this.receive(JSON.parse(event.data)); } catch (error) { this.broken(error); }
    };
    socket.onclose = (event) => socket === this.socket && this.broken(new Error(`closed: ${event.code} ${event.reason}`));
  }

  /** @param {object} message */
  send(message) { this.socket?.send(JSON.stringify(message)); }

  /** @param {any} message */
  receive(message) {
    switch (message.t) {
      case "welcome":
        this.send(this.seq ? { t: "resume", match: this.match, seq: this.seq, digest: this.digest } : { t: "watch", match: this.match });
        if (this.open) this.act(this.open.seq, this.open.action);
        break;
      case "snapshot":
        ({ seq: this.seq, digest: this.digest, view: this.view } = message);
        this.owed = message.decision ? message : null;
        this.answer();
        break;
      case "update":
        check(message.seq === this.seq + 1, `update ${message.seq} after ${this.seq}`);
        ({ seq: this.seq, digest: this.digest } = message);
        if ("patch" in message) this.view = merge(this.view, message.patch);
        if ((message.events ?? []).some((/** @type {any} */ event) => event.ev === "revealed")) this.finish();
        this.owed = message.decision ? message : null;
        this.answer();
        break;
      case "ack":
        check(message.id === this.id && this.open, `ack of ${message.id}`);
        check(message.again || message.seq <= this.seq, "an ack came before the update of its entry");
        this.again += message.again ? 1 : 0;
        this.open = null;
        this.answer();
        break;
      case "refused":
        fail(`refused: ${message.code} ${message.text}`);
        break;
      default: // present, available and what later releases may bring
    }
  }

  /** Answer the decision owed, once the answer before is acknowledged. */
  answer() {
    if (!this.owed || this.open) return;
    const { seq, decision } = this.owed;
    if (this.answered >= seq) return;
    const action = decision.actions[this.random(decision.actions.length)];
    this.open = { seq, action };
    this.answered = seq;
    this.acted += 1;
    this.act(seq, action);
    if (this.acted % CUT_EVERY === 0) this.cut();
  }

  /** @param {number} seq @param {object} action */
  act(seq, action) {
    this.id += 1;
    this.send({ t: "act", id: this.id, match: this.match, seq, action });
  }

  cut() {
    this.cuts += 1;
    this.socket?.close();
    this.connect();
  }

  finish() {
    check(this.view.status === "ended" && this.view.outcome, "the secret is told before the end");
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
    this.done?.();
  }
}

/** The view that somebody who watches from now on is sent. @param {string} match @param {string} token */
function seenAnew(match, token) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`, "bocage.v1.json");
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", token }));
      socket.send(JSON.stringify({ t: "watch", match }));
    };
    socket.onerror = () => reject(new Error("no connection"));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.t !== "snapshot") return;
      socket.close();
      resolve(message);
    };
  });
}

async function main() {
  const random = chance(Number(seed));
  const { games } = await ask("GET", "/api/games");
  const { seats } = games.find((/** @type {any} */ one) => one.id === game) ?? fail(`no game ${game}`);
  const first = await ask("POST", "/api/players", { name: "Foreign One" });
  const { match } = await ask("POST", "/api/matches", { game, nonce: "0123456789abcdef".repeat(2) }, first.token);
  const identities = [first];
  if (seats > 1) {
    const second = await ask("POST", "/api/players", { name: "Foreign Two" });
    await ask("POST", `/api/matches/${match}/join`, { nonce: "fedcba9876543210".repeat(8) }, second.token);
    identities.push(second);
  }
  const players = identities.map((identity) => new Player(identity, match, random));
  await Promise.all(players.map((player) => player.over));
  for (const player of players) {
    const anew = await seenAnew(match, player.token);
    check(anew.seq === player.seq && same(anew.view, player.view), `the view of entry ${player.seq} is not the one told anew`);
  }
  const exported = await (await rest("GET", `/api/matches/${match}/export`)).text();
  const report = verify(exported);
  check(report.entries === players[0]?.seq, "the export is another log");
  const total = (/** @type {"acted" | "cuts" | "again"} */ what) => players.reduce((sum, player) => sum + player[what], 0);
  console.log(JSON.stringify({ match, ...report, acted: total("acted"), cuts: total("cuts"), again: total("again") }));
}

const timer = setTimeout(() => { console.error("no end in sight"); process.exit(1); }, PATIENCE);
main().then(() => clearTimeout(timer), (error) => { console.error(String(error?.stack ?? error)); process.exit(1); });
