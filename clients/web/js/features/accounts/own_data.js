/** A player's data as a file, and deleting the account, in two steps. */

import { h } from "../../dom.js";
import { getText, postJSON } from "../../net/rest.js";
import { dialog } from "../../parts/dialog.js";
import { toast } from "../../parts/toast.js";
import { forget, identity } from "../../prefs.js";
import { ui } from "../../words/all_words.js";
import { say } from "./words.js";

/** Show both. */
export async function showData() {
  const wants = await dialog(say("data"), (close) => [
    h("p", {}, say("data.intro")),
    h(
      "div",
      { class: "row" },
      h("button", { class: "download", autofocus: true, onclick: () => download().catch(said) }, say("data.download")),
    ),
    h("p", {}, say("leave.intro")),
    h(
      "div",
      { class: "row spread" },
      h("button", { onclick: () => close("") }, ui("close")),
      h("button", { class: "quiet danger leave", onclick: () => close("leave") }, say("leave.begin")),
    ),
  ]);
  if (wants) await leave();
}

/** Save the data as a file. */
async function download() {
  const text = await getText("/api/players/me/data");
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: "bocage-data.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Explain what is deleted and what stays, have the name typed, and leave. */
async function leave() {
  const who = identity();
  if (!who) return;
  const answer = await dialog(say("leave"), (close) => {
    const button = /** @type {HTMLButtonElement} */ (
      h(
        "button",
        { class: "danger leave-now", type: "button", disabled: true, onclick: () => close("leave") },
        say("leave.do"),
      )
    );
    const input = h("input", {
      autocomplete: "off",
      spellcheck: false,
      oninput: (/** @type {Event} */ event) =>
        (button.disabled = /** @type {HTMLInputElement} */ (event.target).value.trim() !== who.name),
    });
    return [
      h("p", {}, say("leave.goes")),
      h("p", {}, say("leave.matches")),
      h("p", {}, say("leave.stays")),
      h("p", {}, h("b", {}, say("leave.final"))),
      h("label", {}, say("leave.type", { name: who.name }), input),
      h(
        "div",
        { class: "row spread" },
        h("button", { class: "no", autofocus: true, onclick: () => close("") }, ui("cancel")),
        button,
      ),
    ];
  });
  if (answer !== "leave") return;
  try {
    await postJSON("/api/players/me/leave", { confirm: who.name });
  } catch (error) {
    return said(error);
  }
  forget(who.player);
  toast(say("leave.done"));
}

/** @param {unknown} error */
function said(error) {
  toast(error instanceof Error ? error.message : String(error));
}
