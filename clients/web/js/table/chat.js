/** Words between the people at a table. */

import { h } from "../dom.js";
import { toast } from "../parts/toast.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("../net/messages.js").Said} Said */

export class Chat {
  #lines = h("ol");
  #box = h("div", { class: "chat-lines", role: "log", "aria-label": ui("chat.title"), tabindex: "0" }, this.#lines);

  /** @param {LiveFeed} feed */
  constructor(feed) {
    const input = h("input", { "aria-label": ui("chat.say"), placeholder: ui("chat.say"), maxlength: 300, autocomplete: "off" });
    const form = h("form", { class: "chat-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = input.value.trim();
      input.value = "";
      if (text) feed.say(text).catch((error) => toast(error.message));
    } }, input, h("button", {}, ui("chat.send")));
    this.element = h("details", { class: "chat" }, h("summary", {}, ui("chat.title")), this.#box, form);
    feed.addEventListener("said", (event) => {
      const said = /** @type {CustomEvent<Said>} */ (event).detail;
      this.#lines.append(h("li", {}, h("b", {}, said.name), " ", linked(said.text)));
      this.#box.scrollTop = this.#box.scrollHeight;
    });
  }
}

/** Links to matches of this very page can be followed; everything else is plain text. @param {string} text */
function linked(text) {
  const parts = text.split(new RegExp(`${location.origin}(/(?:#/)?(?:match|replay)/[\\w/#-]+)`));
  return parts.map((part, i) => (i % 2 ? h("a", { href: part }, ui("chat.link")) : part));
}
