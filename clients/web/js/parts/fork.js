/** What is said of a match that is a fork: of which match, from when, and whether hands are known. */

import { h } from "../dom.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").Fork} Fork */

/** What a match comes from that goes on from a guided game. */
const LESSON = "lesson";

/** One short line, for lists and beside the seats. @param {Fork} fork */
export function forkLine(fork) {
  if (fork.match === LESSON) return ui("fork.lesson");
  return ui(fork.resampled ? "fork.line" : "fork.line.known", { match: fork.match, n: fork.seq });
}

/** In a word, where there is little room; the way to the moment that it comes from. @param {Fork} fork */
export function forkTag(fork) {
  if (fork.match === LESSON) return h("span", { class: "fork-tag", title: forkLine(fork) }, ui("fork.tag.lesson"));
  return h("a", { class: "fork-tag", href: `/replay/${fork.match}/${fork.seq}`, title: forkLine(fork) }, ui("fork.tag"));
}

/** All about it, above the table. @param {Fork} fork */
export function forkBanner(fork) {
  if (fork.match === LESSON) return h("p", { class: "fork-banner" }, ui("fork.lesson"));
  return h("p", { class: "fork-banner" }, ui("fork.banner", { match: fork.match, n: fork.seq, known: !fork.resampled }));
}
