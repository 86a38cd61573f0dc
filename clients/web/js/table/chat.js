/** Chat at a table, with a count of unread lines. */

import { h } from "../dom.js";
import { roomFor } from "../parts/form_submit.js";
import { toast } from "../parts/toast.js";
import { identity } from "../prefs.js";
import { FOLDER } from "../route.js";
import { ui } from "../words/all_words.js";
import { botMark, displayName } from "../words/words.js";

/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("../client/messages.js").Said} Said */

/** Longest line that the service accepts. */
const LONGEST = 300;

export class Chat {
  #lines = h("ol");
  #box = h("div", { class: "chat-lines", role: "log", "aria-label": ui("chat.title"), tabindex: "0" }, this.#lines);
  #count = h("span", { class: "news", hidden: true });
  #unread = 0;
  #shown = false;
  /** Lines received while this table was open. @type {Said[]} */
  said = [];
  /** Players whose lines are hidden. @type {Set<string>} */
  #muted = new Set();

  /**
   * @param {LiveFeed} feed
   * @param {(n: number) => void} tell called with the number of unread lines
   * @param {() => boolean} beside whether the side panel is a column in sight
   */
  constructor(feed, tell, beside) {
    this.tell = tell;
    const input = h("input", {
      "aria-label": ui("chat.say"),
      placeholder: ui("chat.say"),
      maxlength: roomFor(LONGEST),
      autocomplete: "off",
    });
    const form = h(
      "form",
      {
        class: "chat-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const text = input.value.trim();
          input.value = "";
          // A failed line stays in the field, with later input.
          if (text)
            feed.say(text).catch((error) => {
              toast(error.message);
              input.value = `${text} ${input.value}`.trim();
            });
        },
      },
      input,
      h("button", {}, ui("chat.send")),
    );
    this.element = h(
      "details",
      { class: "chat" },
      h("summary", {}, ui("chat.title"), " ", this.#count),
      this.#box,
      form,
    );
    new IntersectionObserver(([entry]) => {
      this.#shown = entry?.isIntersecting ?? false;
      if (this.#shown) this.#set(0);
    }).observe(this.#box);
    feed.addEventListener("said", (event) => {
      const said = /** @type {CustomEvent<Said>} */ (event).detail;
      if (this.#muted.has(said.player)) return;
      this.said.push(said);
      this.#lines.append(
        h(
          "li",
          { "data-player": said.player },
          h("b", { dir: "auto" }, displayName(said.name)),
          botMark(said.program),
          " ",
          h("bdi", {}, linked(said.text)),
        ),
      );
      this.#box.scrollTop = this.#box.scrollHeight;
      if (this.#shown) return;
      this.#set(this.#unread + 1);
      // Other players' lines come into sight: in the column, else in passing.
      if (said.player === identity()?.player) return;
      if (beside()) this.element.open = true;
      else toast(ui("chat.said", { name: displayName(said.name) + botMark(said.program), text: said.text }));
    });
  }

  /** Whether lines of this player are hidden. @param {string} player */
  isMuted(player) {
    return this.#muted.has(player);
  }

  /** Hide all lines of these players, present ones included; or show them from now on. @param {string[]} players */
  mute(players, muted = true) {
    for (const player of players) muted ? this.#muted.add(player) : this.#muted.delete(player);
    for (const line of [...this.#lines.children])
      if (this.#muted.has(line.getAttribute("data-player") ?? "")) line.remove();
  }

  /** @param {number} n */
  #set(n) {
    if (n === this.#unread) return;
    this.#unread = n;
    this.#count.hidden = n === 0;
    this.#count.textContent = ui("chat.unread", { n });
    this.tell(n);
  }
}

/** Links to matches of this very page can be followed; everything else is plain text. @param {string} text */
function linked(text) {
  const here = (location.origin + FOLDER).replace(/[^\w/]/g, "\\$&");
  const parts = text.split(new RegExp(`${here}((?:#/)?(?:match|replay)/[\\w/#-]+)`));
  return parts.map((part, i) => (i % 2 ? h("a", { href: FOLDER + part }, ui("chat.link")) : part));
}
