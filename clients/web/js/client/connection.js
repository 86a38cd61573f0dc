/**
 * One websocket for everything a program follows. It reconnects, resumes every match, and resends unacknowledged
 * requests: an action keeps its log position, so it is never applied twice.
 */

import { Pulse } from "./liveness.js";
import { ServiceClock } from "./service_clock.js";
import { ShortUpdates } from "./short.js";

/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").Refused} Refused */
/** @typedef {import("./messages.js").Ack} Ack */
/**
 * `blocked`: pages come through, websockets do not.
 * @typedef {"connecting" | "online" | "offline" | "unavailable" | "blocked"} Health
 */
/**
 * `sent`: at any time; `owed`: on this connection, and not answered yet.
 * @typedef {{ message: Record<string, any>, player: string, sent: boolean, owed: boolean, resolve: (ack: Ack) => void,
 *   reject: (refused: RefusedError) => void }} Pending
 */
/**
 * @typedef {{ opening: () => Record<string, any>, receive: (message: ServerMessage) => void, another?: () => void }}
 *   Subscription `another`: called when we are another player from here on, who sees another view
 */

/**
 * `identity`: asked anew at every connection; without a token the connection only watches. `client`: name and version of
 * the program. `near`: the match that matters most, whose worker the connection is made to. `stranger`: called when the
 * service does not know the token. `reachable`: whether the service answers plain requests; tells a blocked websocket
 * from a lost network. `fateless`: text of the refusal of a request that may or may not have been carried out.
 * @typedef {{ identity?: () => { token: string, lang?: string }, client?: string, near?: () => string,
 *   stranger?: () => void, reachable?: () => Promise<boolean>, fateless?: () => string }} Settings
 */

/** @type {Required<Settings>} */
const DEFAULTS = {
  identity: () => ({ token: "" }),
  client: "bocage-client",
  near: () => "",
  stranger: () => {},
  reachable: async () => false,
  fateless: () => "Connection lost. The request may have been carried out.",
};

/** A refused request. */
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
const ELSEWHERE = 5;
/** Timeouts (ms) of the welcome of a new connection: first and longest. */
const OPENING = 10_000;
const LONGEST_OPENING = 30_000;
/** Time (ms) after which an attempt to connect is restarted when the page wakes. */
const STALE = 3000;
/** Silent sockets in a row, while pages come through, that count as blocked. A starting service may miss one. */
const BLOCKED = 3;

export class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Subscription>} */
  #subscriptions = new Map();
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  /** Match → connections in a row to nodes without its rules. @type {Map<string, number>} */
  #tries = new Map();
  #ids = 0;
  #delay = FIRST_DELAY;
  #welcomed = false;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Timeout of the attempt to connect. @type {ReturnType<typeof setTimeout> | undefined} */
  #opening;
  #patience = OPENING;
  /** Start of the attempt to connect. */
  #begun = 0;
  /** Whether the service refused our token on this connection. */
  #unknown = false;
  /** Silent sockets in a row while pages came through. */
  #silent = 0;
  /** Subscriptions without a message yet. @type {Set<string>} */
  #awaited = new Set();
  #pulse = new Pulse(
    () => this.#awaited.size > 0 || [...this.#pending.values()].some(({ owed }) => owed),
    () => this.#send({ t: "ping", id: ++this.#ids }),
    () => this.#lost(),
  );
  /** Requests waiting for storage. @type {Set<number>} */
  #putOff = new Set();
  /** Whether the service wants a connection per match; and the match that ours was opened for. */
  #perMatch = false;
  #nearest = "";
  /** The player welcomed by the service; empty for a watcher. */
  player = "";
  #clock = new ServiceClock();
  /** @type {Health} */
  health = "connecting";

  /**
   * @param {string} url of the service's websocket
   * @param {Settings} [settings]
   */
  constructor(url, settings = {}) {
    super();
    this.url = url;
    this.settings = { ...DEFAULTS, ...settings };
    this.#watchNetwork();
    this.#connect();
  }

  /** Reconnect early when the browser says that the network or the page is back. Other platforms say nothing. */
  #watchNetwork() {
    const on = globalThis.addEventListener?.bind(globalThis) ?? (() => {});
    // The browser may mean another network: a wrong guess costs one more connection.
    on("offline", () => this.#drop("offline"));
    for (const woken of ["online", "pageshow"]) on(woken, () => this.#wake());
    on("visibilitychange", () => globalThis.document?.hidden || this.#wake());
    // Not every browser reports a change of network.
    /** @type {any} */ (globalThis.navigator)?.connection?.addEventListener?.("change", () => this.#wake());
  }

  /** Whether the service cannot store anything now; the event `held` marks changes. */
  get held() {
    return this.health === "unavailable" || (this.health === "online" && this.#putOff.size > 0);
  }

  /** The service's time, in milliseconds. */
  now() {
    // Correct the clock after the device slept.
    if (this.#clock.jumped() && this.#welcomed) this.#pulse.wake();
    return this.#clock.now();
  }

  /**
   * Follow a match or the lobby. `opening` makes the message that starts or resumes it.
   * @param {string} key
   * @param {Subscription} subscription
   */
  follow(key, subscription) {
    this.#subscriptions.set(key, subscription);
    if (this.#welcomed && this.#perMatch && this.settings.near() && this.settings.near() !== this.#nearest)
      this.#move();
    else this.#open(key, subscription);
  }

  /**
   * @param {string} key
   * @param {Record<string, any>} closing
   */
  unfollow(key, closing) {
    this.#awaited.delete(key);
    if (this.#subscriptions.delete(key) && this.#welcomed) this.#send(closing);
  }

  /** Ask a subscription to resend its opening message (after a gap). @param {string} key */
  reopen(key) {
    const subscription = this.#subscriptions.get(key);
    if (subscription) this.#open(key, subscription);
  }

  /** Connect at the address of the match on the screen: its players and watchers meet there. */
  #move() {
    const socket = this.#socket;
    this.#forget();
    socket?.close();
    this.#connect();
  }

  /** @param {string} key @param {Subscription} subscription */
  #open(key, subscription) {
    if (!this.#welcomed) return;
    this.#awaited.add(key);
    this.#send(subscription.opening());
    this.#pulse.sent();
  }

  /**
   * Send a request that is answered by an ack or a refusal, and resend it until then.
   * @param {Record<string, any>} message
   * @returns {Promise<Ack>}
   */
  request(message) {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      const whole = { ...message, id };
      const pending = { message: whole, player: this.player, sent: false, owed: false, resolve, reject };
      this.#pending.set(id, pending);
      if (this.#welcomed) this.#ask(pending);
    });
  }

  /** Send hello again, after the player or language changed. */
  restart() {
    this.#outside = false;
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

  /** The page was asleep, or the network changed: the connection may be dead. */
  #wake() {
    if (this.#welcomed) return this.#pulse.wake();
    if (this.#socket && Date.now() - this.#begun > STALE) this.#drop("offline");
    this.#retryNow();
  }

  #connect() {
    let silent = true;
    /** @type {WebSocket} */
    let socket;
    this.#nearest = this.settings.near();
    const query = this.#nearest && `?match=${encodeURIComponent(this.#nearest)}`;
    try {
      socket = new WebSocket(this.url + query, ["bocage.v1.json"]);
    } catch {
      // The browser says that it has no network.
      this.#again("offline");
      return void this.#unheard();
    }
    const reader = new ShortUpdates();
    this.#socket = socket;
    this.#begun = Date.now();
    this.#unknown = false;
    this.#expectWelcome();
    socket.addEventListener("open", () => {
      if (this.#socket === socket) this.#hello();
    });
    socket.addEventListener("message", (event) => {
      if (this.#socket !== socket) return;
      silent = false;
      this.#receive(reader.read(JSON.parse(event.data)));
      if (this.#welcomed) this.#pulse.heard();
    });
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#drop("offline");
      if (silent) void this.#unheard();
    });
  }

  /** An attempt to connect without a welcome has timed out. */
  #expectWelcome() {
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => {
      this.#patience = Math.min(this.#patience * 2, LONGEST_OPENING);
      this.#drop("offline");
      void this.#unheard();
    }, this.#patience);
  }

  /** A socket did not open, or stayed silent: find out whether pages come through. */
  async #unheard() {
    const pages = await this.settings.reachable();
    if (this.#closed || this.#welcomed) return;
    this.#silent = pages ? this.#silent + 1 : 0;
    if (this.#silent >= BLOCKED) this.#become("blocked");
    else if (!pages && this.health === "blocked") this.#become("offline");
  }

  /** Whether the service lets this player only watch. */
  #outside = false;

  #hello() {
    this.#send({
      t: "hello",
      client: this.settings.client,
      short: true,
      ...this.settings.identity(),
      ...(this.#outside || this.#unknown ? { token: "" } : {}),
    });
    this.#expectWelcome();
  }

  /** The connection timed out: reconnect without a delay. */
  #lost() {
    this.#delay = FIRST_DELAY;
    this.#drop("offline");
  }

  /** The connection is lost or dead: reconnect. @param {Health} health */
  #drop(health) {
    const socket = this.#socket;
    if (!socket) return;
    this.#forget();
    socket.close();
    this.#again(health);
  }

  /** Reset the state of the present socket. */
  #forget() {
    this.#socket = null;
    this.#welcomed = false;
    this.#awaited.clear();
    for (const pending of this.#pending.values()) pending.owed = false;
    this.#pulse.stop();
    clearTimeout(this.#opening);
  }

  /** @param {Health} health until then */
  #again(health) {
    this.#become(this.health === "blocked" && health === "offline" ? "blocked" : health);
    if (this.#closed) return;
    // Jitter, so that clients of a restarted service do not all connect at once.
    this.#timer = setTimeout(() => this.#connect(), this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    switch (message.t) {
      case "welcome":
        this.#clock.set(message.time);
        this.#perMatch = message.per_match ?? false;
        this.#welcome(message.player ?? "");
        break;
      case "pong":
        // Everything sent before the ping has been processed.
        this.#awaited.clear();
        this.#clock.heard(message.time);
        break;
      case "ack":
        this.#settle(message.id, (pending) => pending.resolve(message));
        break;
      case "refused":
        this.#refused(message);
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
      case "account":
        this.#awaited.delete(message.t);
        this.#subscriptions.get(message.t)?.receive(message);
        break;
      default:
        this.#tries.delete(message.match);
        this.#awaited.delete(message.match);
        if (message.match) this.#subscriptions.get(message.match)?.receive(message);
    }
  }

  /** @param {Refused} refused */
  #refused(refused) {
    const { id, match, code, retry } = refused;
    if (match) {
      if (code === "unknown_rules" && this.#elsewhere(match)) return;
      this.#awaited.delete(match);
    }
    if (id && code === "unavailable") this.#later(id, retry ?? 1000);
    else if (id) this.#settle(id, (pending) => pending.reject(new RefusedError(refused)));
    else if (match && retry) setTimeout(() => this.reopen(match), retry);
    else if (!this.#welcomed) this.#unwelcome(refused);
    else this.dispatchEvent(new CustomEvent("refused", { detail: refused }));
  }

  /**
   * This node lacks the rules of a match; during an upgrade others may have them: try a few connections.
   * @param {string} match
   */
  #elsewhere(match) {
    const tries = this.#tries.get(match) ?? 0;
    if (tries >= ELSEWHERE) return false;
    this.#tries.set(match, tries + 1);
    this.#drop("connecting");
    return true;
  }

  /** The service welcomed us. @param {string} player as whom; empty: as a watcher */
  #welcome(player) {
    this.#welcomed = true;
    this.#delay = FIRST_DELAY;
    this.#patience = OPENING;
    this.#silent = 0;
    clearTimeout(this.#opening);
    if (player !== this.player) {
      this.player = player;
      for (const subscription of this.#subscriptions.values()) subscription.another?.();
    }
    this.#become("online");
    for (const [key, subscription] of this.#subscriptions) this.#open(key, subscription);
    this.#repeat();
    this.dispatchEvent(new Event("welcome"));
  }

  /**
   * Resend the requests that the lost connection left unanswered, except chat, which could be sent twice, and requests
   * of another player. While the service does not know our player, theirs wait.
   */
  #repeat() {
    for (const [id, pending] of this.#pending) {
      if (pending.player && this.#unknown) continue;
      const another = pending.player !== "" && pending.player !== this.player;
      if (another || (pending.sent && pending.message["t"] === "say")) {
        this.#settle(id, () =>
          pending.reject(new RefusedError({ t: "refused", code: "unknown", text: this.settings.fateless() })),
        );
      } else this.#ask(pending);
    }
  }

  /** @param {Pending} pending */
  #ask(pending) {
    pending.sent = true;
    pending.owed = true;
    this.#send(pending.message);
    this.#pulse.sent();
  }

  /** Our hello was refused. @param {Refused} refused */
  #unwelcome(refused) {
    const socket = this.#socket;
    if (refused.code === "bad_token") {
      this.#unknown = true;
      this.settings.stranger();
    }
    // A suspended player may still watch.
    if (refused.code === "suspended") this.#outside = true;
    clearTimeout(this.#opening);
    // An unknown player may watch, too. The next connection asks again.
    setTimeout(() => this.#socket === socket && this.#hello(), refused.retry ?? 0);
  }

  /**
   * @param {number} id
   * @param {(pending: Pending) => void} settle
   */
  #settle(id, settle) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#putOff.delete(id)) this.dispatchEvent(new Event("held"));
    if (pending) settle(pending);
  }

  /** Storage was away: resend the request with the same id. @param {number} id @param {number} ms */
  #later(id, ms) {
    const waiting = this.#pending.get(id);
    if (waiting) waiting.owed = false;
    this.#putOff.add(id);
    this.dispatchEvent(new Event("held"));
    setTimeout(() => {
      const pending = this.#pending.get(id);
      if (pending && this.#welcomed) this.#ask(pending);
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
