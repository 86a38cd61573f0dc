/** What is said of a match that is a fork: of which match, from when, and whether hands are known. */

import { h } from "../dom.js";
import { addressOf } from "../route.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").Fork} Fork */

/** What a match comes from that goes on from a guided game, or from an exercise. @type {readonly string[]} */
const TAUGHT = ["lesson", "exercise"];

/** @param {string} match @returns {match is "lesson" | "exercise"} */
const taught = (match) => TAUGHT.includes(match);

/** One short line, for lists and beside the seats. @param {Fork} fork */
export function forkLine(fork) {
  const { match } = fork;
  if (taught(match)) return ui(`fork.${match}`);
  return ui(fork.resampled ? "fork.line" : "fork.line.known", { match: fork.match, n: fork.seq });
}

/** In a word, where there is little room; the way to the moment that it comes from. @param {Fork} fork */
export function forkTag(fork) {
  const { match } = fork;
  if (taught(match)) return h("span", { class: "fork-tag", title: forkLine(fork) }, ui(`fork.tag.${match}`));
  return h(
    "a",
    { class: "fork-tag", href: addressOf(`replay/${fork.match}/${fork.seq}`), title: forkLine(fork) },
    ui("fork.tag"),
  );
}

/** All about it, above the table. @param {Fork} fork */
export function forkBanner(fork) {
  if (taught(fork.match)) return h("p", { class: "fork-banner" }, forkLine(fork));
  const text = ui("fork.banner", { match: fork.match, n: fork.seq, known: !fork.resampled });
  return h("p", { class: "fork-banner", title: text }, text);
}
