/** Clocks run on the service; the page only counts down what it was told. */

import { h, put } from "../dom.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 172_800) return ui("clock.days", { n: Math.floor(seconds / 86_400) });
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How long something took, in words: seconds, minutes, hours or days. @param {number} ms */
export function lasted(ms) {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return ui("time.seconds", { n: Math.max(1, Math.round(ms / 1000)) });
  if (minutes < 120) return ui("time.minutes", { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? ui("time.hours", { n: hours }) : ui("time.days", { n: Math.round(hours / 24) });
}

/**
 * Show one seat's clock and keep it counting while it runs. Returns a function that stops it.
 * @param {HTMLElement} element
 * @param {{ left: number, runs: boolean, since: number }} clock milliseconds; `since`: until when `left` was true, in service time
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
