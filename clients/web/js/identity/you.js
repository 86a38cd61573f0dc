/** Behind one's name: another name, other devices, or becoming again who one was elsewhere. */

import { h } from "../dom.js";
import { ensurePlayer, postJSON } from "../net/rest.js";
import { dialog } from "../parts/dialog.js";
import { become, identity, keptIdentities, remembered, rename } from "../prefs.js";
import { addressOf } from "../route.js";
import { ui } from "../words/more.js";
import { showNotices } from "../notices/notices.js";
import { say as tell } from "../notices/words.js";
import { showDevices } from "./devices.js";
import { showData } from "./leave.js";
import { showVacation } from "./vacation.js";
import { say } from "./words.js";

/** Longest name, as the service has it. */
const LONGEST = 24;

export async function showYou() {
  const who = identity();
  const name = await dialog(ui("name.change"), (close) => {
    const input = h("input", { value: who?.name ?? "", maxlength: LONGEST, autocomplete: "off", autofocus: true });
    return [
      h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), close(input.value.trim())) },
        h("label", {}, ui("name.label"), input),
        h("div", { class: "row" }, h("button", { class: "primary" }, ui("save")), h("button", { type: "button", onclick: () => close("") }, ui("cancel")))),
      h("div", { class: "row elsewhere" },
        who ? h("button", { class: "quiet devices", onclick: () => (close(""), showDevices()) }, say("devices")) : null,
        who ? h("button", { class: "quiet notices", onclick: () => (close(""), showNotices()) }, tell("notices")) : null,
        who ? h("a", { class: "button quiet record-door", href: addressOf("player"), onclick: () => close("") }, ui("record")) : null,
        who ? h("button", { class: "quiet vacation", onclick: () => (close(""), showVacation()) }, say("vacation")) : null,
        who ? h("button", { class: "quiet data", onclick: () => (close(""), showData()) }, say("data")) : null,
        h("a", { class: "button quiet", href: addressOf("move"), onclick: () => close("") }, say("move.door"))),
      keptIdentities().length ? h("section", { class: "stack kept" }, h("p", { class: "small soft" }, say("kept")),
        h("div", { class: "row" }, keptIdentities().map((kept) => h("button", { class: "quiet", onclick: () => (close(""), become(kept)) }, say("kept.become", { name: kept.name }))))) : "",
      who && !remembered() ? h("p", { class: "small forgetful" }, say("forgetful")) : "",
      who ? h("p", { class: "small soft" }, say("devices.why")) : "",
    ];
  });
  if (!name) return;
  if (!who) return void (await ensurePlayer(name));
  const changed = await postJSON("/api/players/me", { name });
  rename(who.player, changed.name);
}
