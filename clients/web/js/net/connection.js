/**
 * One websocket for everything the page follows. It reconnects by itself, resumes every match where it was,
 * and sends again what was not acknowledged: an action keeps its log position, so it is never applied twice.
 */

import { ui } from "../words/words.js";
import { Pulse } from "./pulse.js";
import { reachable } from "./rest.js";
import { ServiceClock } from "./service_clock.js";

/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").Refused} Refused */
/** @typedef {import("./messages.js").Ack} Ack */
/** `blocked`: pages come through, websockets do not. @typedef {"connecting" | "online" | "offline" | "unavailable" | "blocked"} Health */
/** `sent`: ever; `owed`: on this connection, and not answered yet. @typedef {{ message: Record<string, any>, player: string, sent: boolean, owed: boolean, resolve: (ack: Ack) => void, reject: (refused: RefusedError) => void }} Pending */
/** @typedef {{ opening: () => Record<string, any>, receive: (message: ServerMessage) => void, another?: () => void }} Subscription `another`: called when we are another player from here on, who sees another view */

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
const ELSEWHERE = 5;
/** Milliseconds until a new connection is welcomed, the first time and at most. */
const OPENING = 10_000;
const LONGEST_OPENING = 30_000;
/** Milliseconds after which a try to connect is begun anew when the page wakes. */
const STALE = 3000;
/** So many sockets in a row that say nothing, while pages come through, are blocked. A service that starts may miss one. */
const BLOCKED = 3;

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
  /** Ends a try to connect. @type {ReturnType<typeof setTimeout> | undefined} */
  #opening;
  #patience = OPENING;
  /** When the try to connect began. */
  #begun = 0;
  /** Whether the service refused our token on this connection. */
  #unknown = false;
  /** Sockets in a row that said nothing while pages came through. */
  #silent = 0;
  /** Subscriptions that were opened, of which nothing was heard yet. @type {Set<string>} */
  #awaited = new Set();
  #pulse = new Pulse(
    () => this.#awaited.size > 0 || [...this.#pending.values()].some(({ owed }) => owed),
    () => this.#send({ t: "ping", id: ++this.#ids }),
    () => this.#lost(),
  );
  /** Requests that were put off because nothing could be stored. @type {Set<number>} */
  #putOff = new Set();
  /** Whether the service asks for a connection for each match; and the match that ours was opened for. */
  #perMatch = false;
  #nearest = "";
  /** As whom the service welcomed us; empty: as a watcher. */
  player = "";
  #clock = new ServiceClock();
  /** @type {Health} */
  health = "connecting";

  /**
   * @param {string} url
   * @param {() => { token: string, lang: string }} identity asked anew at every connection
   * @param {() => void} stranger called when the service does not know that token
   * @param {() => string} near the match on the screen; empty: there is none
   */
  constructor(url, identity, stranger, near = () => "") {
    super();
    this.near = near;
    this.url = url;
    this.identity = identity;
    this.stranger = stranger;
    // What the browser says may be about another network than ours: it costs one connection more.
    addEventListener("offline", () => this.#drop("offline"));
    for (const woken of ["online", "pageshow"]) addEventListener(woken, () => this.#wake());
    addEventListener("visibilitychange", () => globalThis.document?.hidden || this.#wake());
    // Not every browser tells of another network.
    /** @type {any} */ (navigator).connection?.addEventListener?.("change", () => this.#wake());
    this.#connect();
  }

  /** Whether the service cannot store anything now; the event `held` says that this may have changed. */
  get held() {
    return this.health === "unavailable" || (this.health === "online" && this.#putOff.size > 0);
  }

  /** The service's time, in milliseconds. */
  now() {
    // A device that slept knows no better until it was told.
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
    if (this.#welcomed && this.#perMatch && this.near() && this.near() !== this.#nearest) this.#move();
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

  /**
   * Ask a subscription's opening message to be sent again (after a gap).
   * @param {string} key
   */
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
   * Send a request that is answered by an ack or a refusal; kept and sent again until then.
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

  /** Say hello anew, after the player or language changed. */
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

  /** The page was asleep, or the network may be another one: what stood before may be dead. */
  #wake() {
    if (this.#welcomed) return this.#pulse.wake();
    if (this.#socket && Date.now() - this.#begun > STALE) this.#drop("offline");
    this.#retryNow();
  }

  #connect() {
    let silent = true;
    /** @type {WebSocket} */
    let socket;
    this.#nearest = this.near();
    const query = this.#nearest && `?match=${encodeURIComponent(this.#nearest)}`;
    try {
      socket = new WebSocket(this.url + query, ["bocage.v1.json"]);
    } catch {
      // No websocket at all, by the browser's own word.
      this.#again("offline");
      return void this.#unheard();
    }
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
      this.#receive(JSON.parse(event.data));
      if (this.#welcomed) this.#pulse.heard();
    });
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#drop("offline");
      if (silent) void this.#unheard();
    });
  }

  /** A try to connect that leads to no welcome is given up. */
  #expectWelcome() {
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => {
      this.#patience = Math.min(this.#patience * 2, LONGEST_OPENING);
      this.#drop("offline");
      void this.#unheard();
    }, this.#patience);
  }

  /** A socket did not open, or nothing came through it: find out whether pages come through. */
  async #unheard() {
    const pages = await reachable();
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
      client: "page",
      ...this.identity(),
      ...(this.#outside || this.#unknown ? { token: "" } : {}),
    });
    this.#expectWelcome();
  }

  /** The connection died of silence: there is no reason to wait before the next one. */
  #lost() {
    this.#delay = FIRST_DELAY;
    this.#drop("offline");
  }

  /** The connection is gone, or as good as gone: try another. @param {Health} health */
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
    // Jitter, so that a restarted service is not met by everybody in the same instant.
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
        // What was sent before the ping has been dealt with.
        this.#awaited.clear();
        this.#clock.heard(message.time);
        break;
      case "ack":
        this.#settle(message.id, (pending) => pending.resolve(/** @type {Ack} */ (message)));
        break;
      case "refused":
        if (message.code === "unknown_rules" && message.match && this.#elsewhere(message.match)) break;
        this.#awaited.delete(message.match);
        if (message.code === "unavailable" && message.id) {
          this.#later(message.id, message.retry ?? 1000);
          break;
        }
        if (message.id)
          this.#settle(message.id, (pending) => pending.reject(new RefusedError(/** @type {Refused} */ (message))));
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
        this.#awaited.delete("lobby");
        this.#subscriptions.get("lobby")?.receive(message);
        break;
      default:
        this.#tries.delete(message.match);
        this.#awaited.delete(message.match);
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
   * Send again what the lost connection left unanswered, but for chat, which would be heard twice, and for what another
   * player asked for. While the service does not know our player, what they asked for waits.
   */
  #repeat() {
    for (const [id, pending] of this.#pending) {
      if (pending.player && this.#unknown) continue;
      const another = pending.player !== "" && pending.player !== this.player;
      if (another || (pending.sent && pending.message["t"] === "say")) {
        this.#settle(id, () =>
          pending.reject(new RefusedError({ t: "refused", code: "unknown", text: ui("request.unknown") })),
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
      this.stranger();
    }
    // Whom the operator suspended may still watch.
    if (refused.code === "suspended") this.#outside = true;
    clearTimeout(this.#opening);
    // Whom the service does not know may watch, too. The next connection asks again.
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

  /** Storage was away: the request keeps its id and goes out again. @param {number} id @param {number} ms */
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
