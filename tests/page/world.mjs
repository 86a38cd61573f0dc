/** What a browser gives the page's connection: time, sockets, chance and events, all in the hands of a test. */

import assert from "node:assert/strict";

/** Time that passes when a test says so. */
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

  /** Milliseconds until something falls due; Infinity: nothing will. */
  next() {
    return Math.min(...[...this.#timers.values()].map(({ at }) => at)) - this.now;
  }

  /** Milliseconds for which the machine slept; some browsers count none of it. */
  asleep = 0;
  /** By how much its time of day was corrected. */
  corrected = 0;

  /** The machine sleeps: time goes on, and nothing falls due before it is awake. */
  sleep(ms) {
    this.now += ms;
    this.asleep += ms;
  }

  /** Let `ms` pass; what falls due in between happens at its time. */
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

  /** The connection stands. */
  open() {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** The service says something. */
  says(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  /** The connection is lost. */
  lose(code = 1006) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** What was sent since the last time this was asked, without the hello. */
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

/** A world with nothing in it, for one test. `chance`: what Math.random gives. */
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

/** Something happens in the browser: `online`, `offline`, `pageshow`. */
export const happen = (name) => events.dispatchEvent(new Event(name));
/** The newest socket. */
export const newest = () => FakeSocket.all[FakeSocket.all.length - 1];
/** What promises have brought about by now. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
