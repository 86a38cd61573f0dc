/**
 * Notices on this browser's identity: a player whom the service does not know at the moment, and changes in another
 * tab.
 */

import { h, put } from "../dom.js";
import { hasScreen } from "../extensions.js";
import { toast } from "../parts/toast.js";
import {
  become,
  becomeGuest,
  identity,
  isDoubted,
  keptIdentities,
  offerNoMore,
  prefsChanged,
  trust,
} from "../prefs.js";
import { addressOf, FOLDER } from "../route.js";
import { say } from "./words.js";

/**
 * Retry delays (ms) of the question whether the service knows a player: first, longest while they want to play, longest
 * otherwise.
 */
const FIRST = 2000;
const LONGEST = 60_000;
const LONGEST_ASIDE = 600_000;
/** Players asked for at a time, those set aside last. */
const ASKED = 5;
/** Time (ms) that a one-time notice stays. */
const LONG = 15_000;

/** @type {HTMLElement | undefined} */
let bar;
/** Players who were set aside and are known again. @type {Set<string>} */
const known = new Set();
let delay = FIRST;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Announce that another tab has changed this browser's player. */
export function tellElsewhere() {
  const who = identity();
  toast(who ? say("elsewhere", { name: who.name }) : say("elsewhere.guest"));
}

/** Whether the service knows a token now. @param {string} token */
export async function isKnown(token) {
  try {
    const response = await fetch(`${FOLDER}api/players/me`, {
      headers: { Authorization: `Bearer ${token}` },
      cache: "no-store",
    });
    return response.ok || (await response.json()).code === "suspended";
  } catch {
    return false;
  }
}

/** Players set aside because the service did not know them. */
const unknown = () => keptIdentities().filter((kept) => kept.unknown);

/** Ask for unknown players until the service knows them again. @param {HTMLElement} bars container of the notices */
export function watchUnknown(bars) {
  if (!bar) {
    bar = h("div", { class: "bar unknown", hidden: true });
    bars.append(bar);
    prefsChanged.addEventListener("change", (event) => {
      const changed = /** @type {CustomEvent<string[]>} */ (event).detail;
      if (["identity", "doubt", "lang"].some((name) => changed.includes(name))) draw();
    });
    for (const woken of ["online", "pageshow"]) addEventListener(woken, wake);
    addEventListener("visibilitychange", () => document.hidden || wake());
  }
  delay = FIRST;
  draw();
}

function wake() {
  delay = FIRST;
  later();
}

/** Ask again later, while there is anybody to ask for. */
function later() {
  clearTimeout(timer);
  if (!isDoubted() && unknown().every(({ player }) => known.has(player))) return;
  timer = setTimeout(() => void ask(), delay * (0.75 + Math.random() / 2));
  delay = Math.min(delay * 2, isDoubted() ? LONGEST : LONGEST_ASIDE);
}

async function ask() {
  const doubted = isDoubted() ? identity() : null;
  if (doubted && (await isKnown(doubted.token))) trust(doubted.token);
  for (const kept of unknown().slice(-ASKED))
    if (!known.has(kept.player) && (await isKnown(kept.token))) {
      trust(kept.token);
      known.add(kept.player);
    }
  draw();
}

/** The player named by the bar. */
let spokenOf = "";

/** Show the present state; a known player returns, unless somebody else plays here by now. */
function draw() {
  const who = identity();
  const back = unknown().find(({ player }) => known.has(player));
  if (!who && back) {
    known.delete(back.player);
    become(back);
    return toast(say("unknown.back", { name: back.name }), LONG);
  }
  if (who && !isDoubted() && spokenOf === who.player) toast(say("unknown.back", { name: who.name }), LONG);
  spokenOf = who && isDoubted() ? who.player : "";
  if (!bar) return;
  if (who && isDoubted()) {
    put(
      bar,
      h("p", {}, say("unknown", { name: who.name })),
      h(
        "div",
        { class: "row" },
        h("button", { class: "as-guest", onclick: becomeGuest }, say("unknown.guest")),
        hasScreen("move") ? h("a", { class: "button quiet", href: addressOf("move") }, say("move.door")) : null,
      ),
    );
  } else if (who && back) {
    put(
      bar,
      h("p", {}, say("unknown.again", { name: back.name, now: who.name })),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "primary come-back", onclick: () => become(back) },
          say("kept.become", { name: back.name }),
        ),
        h(
          "button",
          {
            class: "stay",
            onclick: () => {
              offerNoMore(back.player);
              draw();
            },
          },
          say("unknown.stay", { name: who.name }),
        ),
      ),
    );
  }
  bar.hidden = !who || !(isDoubted() || back);
  later();
}
