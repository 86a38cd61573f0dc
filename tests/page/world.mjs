/** The browser's part of the page's connection: time, sockets, randomness and events, controlled by a test. */

import assert from "node:assert/strict";

/** Virtual time. */
export class Clock {
  now = 1_000_000;
  #timers = new Map();
  #numbers = 0;

  setTimeout(work, ms = 0) {
    this.#timers.set(++this.#numbers, { at: this.now + Math.max(0, ms), work });
    return this.#numbers;
  }

  clearTimeout(number) {
    this.#timers.delete(number);
  }

  /** Milliseconds until the next timer; Infinity for none. */
  next() {
    return Math.min(...[...this.#timers.values()].map(({ at }) => at)) - this.now;
  }

  /** Milliseconds that the machine slept; some browsers count none of it. */
  asleep = 0;
  /** Correction of its time of day. */
  corrected = 0;

  /** The machine sleeps: time goes on, and no timer fires before it is awake. */
  sleep(ms) {
    this.now += ms;
    this.asleep += ms;
  }

  /** Let `ms` pass; timers in between fire at their time. */
  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const [number, timer] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [0, { at: Infinity }];
      if (timer.at > end) break;
      this.#timers.delete(number);
      this.now = Math.max(this.now, timer.at);
      timer.work();
    }
    this.now = end;
  }
}

/** A socket whose other end is the test. */
export class FakeSocket extends EventTarget {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static all = [];
  readyState = 0;
  sent = [];
  closed = false;

  constructor(url, protocols) {
    super();
    Object.assign(this, { url, protocols });
    FakeSocket.all.push(this);
  }

  send(text) {
    assert.equal(this.readyState, FakeSocket.OPEN);
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  /** The connection opens. */
  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** A message from the service. */
  says(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  /** The connection is lost. */
  lose(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** Messages sent since the last call, without the hello. */
  heard() {
    return this.sent.splice(0).filter((message) => message.t !== "hello");
  }
}

const events = new EventTarget();
const store = new Map();
Object.defineProperties(globalThis, {
  localStorage: {
    value: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, text) => store.set(key, text),
      removeItem: (key) => store.delete(key),
    },
    configurable: true,
  },
  addEventListener: { value: (...what) => events.addEventListener(...what) },
});

/** A new world for one test. `chance`: the result of Math.random. */
export function freshWorld(chance = 0.5) {
  FakeSocket.all = [];
  const mine = new Clock();
  Object.assign(globalThis, {
    WebSocket: FakeSocket,
    setTimeout: (work, ms) => mine.setTimeout(work, ms),
    clearTimeout: (number) => mine.clearTimeout(number),
  });
  Date.now = () => mine.now + mine.corrected;
  performance.now = () => mine.now - mine.asleep;
  Math.random = () => chance;
  return mine;
}

/** An event of the browser: `online`, `offline`, `pageshow`. */
export const happen = (name) => events.dispatchEvent(new Event(name));
/** The newest socket. */
export const newest = () => FakeSocket.all[FakeSocket.all.length - 1];
/** Let pending promises settle. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
