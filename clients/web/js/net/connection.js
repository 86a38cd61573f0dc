/**
 * One websocket for everything the page follows. It reconnects by itself, resumes every match where it was,
 * and sends again what was not acknowledged: an action keeps its log position, so it is never applied twice.
 */

import { ui } from "../words/words.js";

/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").Refused} Refused */
/** @typedef {import("./messages.js").Ack} Ack */
/** @typedef {"connecting" | "online" | "offline" | "unavailable"} Health */
/** @typedef {{ message: Record<string, any>, sent: boolean, resolve: (ack: Ack) => void, reject: (refused: RefusedError) => void }} Pending */
/** @typedef {{ opening: () => Record<string, any>, receive: (message: ServerMessage) => void }} Subscription */

/** A request that the service did not carry out. */
export class RefusedError extends Error {
  /** @param {Refused} refused */
  constructor(refused) {
    super(refused.text);
    this.code = refused.code;
    this.rule = refused.rule ?? "";
    this.retry = refused.retry ?? 0;
  }
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 15_000;
/** After so long without a word the service is asked for one, and so long may the answer take: a network that is gone tells nobody. */
const ELSEWHERE = 5;
const QUIET = 25_000;
const ANSWER = 10_000;

export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Subscription>} */
  #subscriptions = new Map();
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  /** Match → how many connections in a row led to a node without its rules. @type {Map<string, number>} */
  #tries = new Map();
  #ids = 0;
  #delay = FIRST_DELAY;
  #welcomed = false;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pulse;
  /** Difference between the service's clock and ours, in milliseconds. */
  skew = 0;
  /** @type {Health} */
  health = "connecting";

  /**
   * @param {string} url
   * @param {() => { token: string, lang: string }} identity asked anew at every connection
   * @param {() => void} stranger called when the service does not know that token
   */
  constructor(url, identity, stranger) {
    super();
    this.url = url;
    this.identity = identity;
    this.stranger = stranger;
    addEventListener("online", () => this.#retryNow());
    // What the browser says may be about another network than ours: it costs one connection more.
    addEventListener("offline", () => this.#drop("offline"));
    addEventListener("pageshow", () => this.#retryNow());
    this.#connect();
  }

  /** The service's time, in milliseconds. */
  now() {
    return Date.now() + this.skew;
  }

  /**
   * Follow a match or the lobby. `opening` makes the message that starts or resumes it.
   * @param {string} key
   * @param {Subscription} subscription
   */
  follow(key, subscription) {
    this.#subscriptions.set(key, subscription);
    if (this.#welcomed) this.#send(subscription.opening());
  }

  /**
   * @param {string} key
   * @param {Record<string, any>} closing
   */
  unfollow(key, closing) {
    if (this.#subscriptions.delete(key) && this.#welcomed) this.#send(closing);
  }

  /**
   * Ask a subscription's opening message to be sent again (after a gap).
   * @param {string} key
   */
  reopen(key) {
    const subscription = this.#subscriptions.get(key);
    if (subscription && this.#welcomed) this.#send(subscription.opening());
  }

  /**
   * Send a request that is answered by an ack or a refusal; kept and sent again until then.
   * @param {Record<string, any>} message
   * @returns {Promise<Ack>}
   */
  request(message) {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      const whole = { ...message, id };
      const pending = { message: whole, sent: false, resolve, reject };
      this.#pending.set(id, pending);
      if (this.#welcomed) this.#ask(pending);
    });
  }

  /** Say hello anew, after the player or language changed. */
  restart() {
    this.#drop("connecting");
    this.#retryNow();
  }

  close() {
    this.#closed = true;
    this.#drop("offline");
    clearTimeout(this.#timer);
  }

  #retryNow() {
    if (this.#socket || this.#closed) return;
    this.#delay = FIRST_DELAY;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #connect() {
    const socket = new WebSocket(this.url, ["bocage.v1.json"]);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#hello());
    socket.addEventListener("message", (event) => {
      if (this.#socket !== socket) return;
      this.#listen();
      this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => this.#socket === socket && this.#drop("offline"));
  }

  /** Whether the service lets this player only watch. */
  #outside = false;

  #hello() {
    this.#send({ t: "hello", client: "page", ...this.identity(), ...(this.#outside ? { token: "" } : {}) });
    this.#listen();
  }

  /** The connection is gone, or as good as gone: try another. @param {Health} health */
  #drop(health) {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    this.#welcomed = false;
    clearTimeout(this.#pulse);
    socket.close();
    this.#become(health);
    if (this.#closed) return;
    // Jitter, so that a restarted service is not met by everybody in the same instant.
    this.#timer = setTimeout(() => this.#connect(), this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  /** Something was heard: ask again when it has been quiet for long. */
  #listen() {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      this.#pulse = setTimeout(() => this.#drop("offline"), ANSWER);
      if (this.#welcomed) this.#send({ t: "ping", id: ++this.#ids });
    }, QUIET);
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    switch (message.t) {
      case "welcome":
        this.skew = message.time - Date.now();
        this.#welcomed = true;
        this.#delay = FIRST_DELAY;
        this.#become("online");
        for (const subscription of this.#subscriptions.values()) this.#send(subscription.opening());
        this.#repeat();
        break;
      case "ack":
        this.#settle(message.id, (pending) => pending.resolve(/** @type {Ack} */ (message)));
        break;
      case "refused":
        if (message.code === "unknown_rules" && message.match && this.#elsewhere(message.match)) break;
        if (message.code === "unavailable" && message.id) {
          this.#later(message.id, message.retry ?? 1000);
          break;
        }
        if (message.id) this.#settle(message.id, (pending) => pending.reject(new RefusedError(/** @type {Refused} */ (message))));
        else if (message.match && message.retry) setTimeout(() => this.reopen(message.match), message.retry);
        else if (!this.#welcomed) this.#unwelcome(/** @type {Refused} */ (message));
        else this.dispatchEvent(new CustomEvent("refused", { detail: message }));
        break;
      case "unavailable":
        this.#become("unavailable");
        break;
      case "available":
        this.#become("online");
        break;
      case "draining":
        this.#delay = message.retry || FIRST_DELAY;
        this.#drop("offline");
        break;
      case "lobby":
        this.#subscriptions.get("lobby")?.receive(message);
        break;
      default:
        this.#tries.delete(message.match);
        if (message.match) this.#subscriptions.get(message.match)?.receive(message);
    }
  }

  /**
   * This node has not the rules of a match; while nodes are replaced, another has: a few connections are tried.
   * @param {string} match
   */
  #elsewhere(match) {
    const tries = this.#tries.get(match) ?? 0;
    if (tries >= ELSEWHERE) return false;
    this.#tries.set(match, tries + 1);
    this.#drop("connecting");
    return true;
  }

  /**
   * Send again what the lost connection left unanswered, but for chat, which would be heard twice.
   */
  #repeat() {
    for (const [id, pending] of this.#pending) {
      if (pending.sent && pending.message.t === "say") {
        this.#settle(id, () => pending.reject(new RefusedError({ t: "refused", code: "unknown", text: ui("request.unknown") })));
      } else this.#ask(pending);
    }
  }

  /** @param {Pending} pending */
  #ask(pending) {
    pending.sent = true;
    this.#send(pending.message);
  }

  /** Our hello was refused. @param {Refused} refused */
  #unwelcome(refused) {
    const socket = this.#socket;
    if (refused.code === "bad_token") this.stranger();
    // Whom the operator suspended may still watch.
    if (refused.code === "suspended") this.#outside = true;
    setTimeout(() => this.#socket === socket && this.#hello(), refused.retry ?? 0);
  }

  /**
   * @param {number} id
   * @param {(pending: Pending) => void} settle
   */
  #settle(id, settle) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending) settle(pending);
  }

  /** Storage was away: the request keeps its id and goes out again. @param {number} id @param {number} ms */
  #later(id, ms) {
    setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending && this.#welcomed) this.#send(pending.message);
    }, ms);
  }

  /** @param {Record<string, any>} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Health} health */
  #become(health) {
    if (this.health === health) return;
    this.health = health;
    this.dispatchEvent(new Event("health"));
  }
}
