/** Words about a fork: source match, entry, and whether hands are known. */

import { h } from "../dom.js";
import { addressOf } from "../route.js";
import { ui } from "../words/words.js";

/** @typedef {import("../client/messages.js").Fork} Fork */

/** Sources of matches that continue a guided game or an exercise. @type {readonly string[]} */
const TAUGHT = ["lesson", "exercise"];

/** @param {string} match @returns {match is "lesson" | "exercise"} */
const taught = (match) => TAUGHT.includes(match);

/** One short line, for lists and beside the seats. @param {Fork} fork */
export function forkLine(fork) {
  const { match } = fork;
  if (taught(match)) return ui(`fork.${match}`);
  return ui(fork.resampled ? "fork.line" : "fork.line.known", { match: fork.match, n: fork.seq });
}

/** In a word, where there is little room; a link to its source. @param {Fork} fork */
export function forkTag(fork) {
  const { match } = fork;
  if (taught(match)) return h("span", { class: "fork-tag", title: forkLine(fork) }, ui(`fork.tag.${match}`));
  return h(
    "a",
    { class: "fork-tag", href: addressOf(`replay/${fork.match}/${fork.seq}`), title: forkLine(fork) },
    ui("fork.tag"),
  );
}

/** Everything about it, above the table. @param {Fork} fork */
export function forkBanner(fork) {
  if (taught(fork.match)) return h("p", { class: "fork-banner" }, forkLine(fork));
  const text = ui("fork.banner", { match: fork.match, n: fork.seq, known: !fork.resampled });
  return h("p", { class: "fork-banner", title: text }, text);
}
