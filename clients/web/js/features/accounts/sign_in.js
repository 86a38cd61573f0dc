/** Signing in on this device, by a link from another one or a recovery code, after a press of the button. */

import { h, put } from "../../dom.js";
import { deviceName } from "../../identity/device_name.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { toast } from "../../parts/toast.js";
import { become, identity } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { passkeyButton } from "./passkeys.js";
import { arrived } from "./recovery_ways.js";
import { say } from "./words.js";

/** @type {import("../../feature.js").Screen} */
export function screen({ main, path, go, title }) {
  const given = path[1] ?? "";
  // Keep the code out of the history.
  if (given) history.replaceState(null, "", addressOf("move"));
  title(say("move.title"));
  const input = h("input", {
    name: "code",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 100,
    required: true,
    class: "grow mono",
  });
  const note = h("p", { class: "danger", role: "alert" });
  const here = identity();
  const arrive = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const made = await postJSON("/api/sign-in", {
        code: given || input.value,
        device: deviceName(navigator.userAgent),
      });
      become(made);
      const left = given ? null : await getJSON("/api/players/me/sign-ins").catch(() => null);
      done(made.name, left ? arrived({ codes: left.codes, passkeys: left.passkeys, others: 0 }) : "move.done");
    } catch (error) {
      failed(error);
    }
  };
  /** @param {string} name @param {"move.done" | "move.done.last"} [words] */
  const done = (name, words = "move.done") => {
    toast(say(words, { name }));
    return go("");
  };
  const failed = (/** @type {unknown} */ error) => put(note, error instanceof Error ? error.message : String(error));
  put(
    main,
    h(
      "div",
      { class: "door-page" },
      h(
        "form",
        { class: "sheet stack move-door", onsubmit: arrive },
        h("h1", {}, say("move.title")),
        h("p", {}, say(given ? "move.link" : "move.code")),
        given ? null : h("label", { class: "row" }, h("span", {}, say("move.code.label")), input),
        here ? h("p", { class: "fork-note" }, say("move.replaces", { name: here.name })) : null,
        note,
        given ? null : passkeyButton(done, failed),
        h(
          "div",
          { class: "row" },
          h("button", { class: "primary" }, say("move.go")),
          h("a", { class: "button", href: addressOf("") }, ui("cancel")),
        ),
      ),
    ),
  );
}
