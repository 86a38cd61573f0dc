/** Clocks run on the service; the page counts down from the last message. */

import { h, put } from "../dom.js";
import { between, ui } from "../words/words.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */

/** Milliseconds of a unit. @type {["days" | "hours" | "minutes" | "seconds", number][]} */
const UNITS = [
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
  ["seconds", 1000],
];

/** A duration in all its units; at least a second. @param {number} ms */
export function lengthInWords(ms) {
  let rest = Math.max(1000, Math.round(ms / 1000) * 1000);
  const parts = [];
  for (const [unit, size] of UNITS) {
    const n = Math.floor(rest / size);
    if (n) parts.push(ui(`time.${unit}`, { n }));
    rest -= n * size;
  }
  return parts.join(between());
}

/**
 * Time left in words: to the hour above ten hours, to the minute above one, else to the second. Rounded to the nearest,
 * so that three days read as three. Notices use the same words (`service/bocage/features/notices/words.py`).
 * @param {number} ms
 */
export function leftInWords(ms) {
  const unit = ms >= 36_000_000 ? 3_600_000 : ms >= 60_000 ? 60_000 : 1000;
  return lengthInWords(Math.round(ms / unit) * unit);
}

/** A countdown: to the second, but from two days on in words. @param {number} ms */
export function duration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 172_800) return leftInWords(ms);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A past duration in words: seconds, minutes, hours or days. @param {number} ms */
export function lasted(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return ui("time.seconds", { n: seconds });
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return ui("time.minutes", { n: minutes });
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? ui("time.hours", { n: hours }) : ui("time.days", { n: Math.round(ms / 86_400_000) });
}

/**
 * Show one seat's clock and count down while it runs. Returns a function that stops it.
 * @param {HTMLElement} element
 * @param {{ left: number, runs: boolean, since: number }} clock milliseconds; `since`: until when `left` was true, in
 *   service time
 * @param {() => number} now the service's time
 */
export function runClock(element, clock, now) {
  const show = () => {
    const left = clock.runs ? clock.left - Math.max(0, now() - clock.since) : clock.left;
    put(element, h("span", { class: "mono" }, duration(left)));
    element.classList.toggle("short", left < 30_000);
  };
  show();
  if (!clock.runs) return () => {};
  const timer = setInterval(show, 250);
  return () => clearInterval(timer);
}
