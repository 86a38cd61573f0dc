/** The dialog behind the player's name: rename, other devices, sign in as an earlier player. */

import { h } from "../dom.js";
import { playerLinks } from "../extensions.js";
import { ensurePlayer, postJSON } from "../net/rest.js";
import { dialog } from "../parts/dialog.js";
import { attempt, refusalNote, roomFor } from "../parts/form_submit.js";
import { become, identity, keptIdentities, remembered, rename } from "../prefs.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { say } from "./words.js";

/** Longest name that the service accepts. */
const LONGEST = 24;

export async function showPlayer() {
  const who = identity();
  const doors = (await playerLinks()).filter((door) => who || door.guests);
  await dialog(ui("name.change"), (close) => {
    const input = h("input", {
      value: who?.name ?? "",
      maxlength: roomFor(LONGEST),
      autocomplete: "off",
      autofocus: true,
    });
    const [note, save] = [refusalNote(), h("button", { class: "primary" }, ui("save"))];
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name || (await attempt(() => take(name), note, save))) close("");
    };
    return [
      h(
        "form",
        { class: "stack", onsubmit: submit },
        h("label", {}, ui("name.label"), input),
        note,
        h("div", { class: "row" }, save, h("button", { type: "button", onclick: () => close("") }, ui("cancel"))),
      ),
      h(
        "div",
        { class: "row elsewhere" },
        doors.map((door) => linkTo(door, close)),
      ),
      keptIdentities().length
        ? h(
            "section",
            { class: "stack kept" },
            h("p", { class: "small soft" }, say("kept")),
            h(
              "div",
              { class: "row" },
              keptIdentities().map((kept) =>
                h(
                  "button",
                  {
                    class: "quiet",
                    onclick: () => {
                      close("");
                      become(kept);
                    },
                  },
                  say("kept.become", { name: kept.name }),
                ),
              ),
            ),
          )
        : "",
      who && !remembered() ? h("p", { class: "small forgetful" }, say("forgetful")) : "",
      who ? h("p", { class: "small soft" }, say("no_password")) : "",
    ];
  });
}

/**
 * A button that closes the dialog and opens another one, or a link that closes it.
 * @param {import("../feature.js").PlayerLink} door
 * @param {(answer: string) => void} close
 */
function linkTo({ name, text, path, open }, close) {
  const onclick = () => {
    close("");
    open?.();
  };
  if (path === undefined) return h("button", { class: `quiet ${name}`, onclick }, text);
  return h("a", { class: `button quiet ${name}`.trim(), href: addressOf(path), onclick }, text);
}

/** Change the name. @param {string} name */
async function take(name) {
  const who = identity();
  if (!who) return void (await ensurePlayer(name));
  const changed = await postJSON("/api/players/me", { name });
  rename(who.player, changed.name);
}
