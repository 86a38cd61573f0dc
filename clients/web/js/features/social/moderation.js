/** Blocking, muting and reporting; loaded on demand. */

import { h, put } from "../../dom.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { confirm, dialog } from "../../parts/dialog.js";
import { attempt, refusalNote, roomFor } from "../../parts/form_submit.js";
import { toast } from "../../parts/toast.js";
import { ui } from "../../words/all_words.js";
import { botMark } from "../../words/words.js";
import { say } from "./words.js";

/** @typedef {{ player: string, name: string, program?: boolean }} Someone */
/** @typedef {import("../../client/messages.js").Said} Said */

/** Lines of chat sent with a report. */
const LINES = 50;
/** Longest note. */
const LONGEST = 2000;
const REASONS = /** @type {const} */ (["chat", "name", "stalling", "cheating", "other"]);

/** @param {unknown} error */
const failed = (error) => toast(error instanceof Error ? error.message : String(error));

/** Ask, then block; resolves with whether it was done. @param {Someone} who */
export async function block({ player, name }) {
  if (!(await confirm(say("order.block", { name }), say("order.block.sure"), say("order.block.do")))) return false;
  try {
    await postJSON("/api/players/me/blocks", { player, blocked: true });
  } catch (error) {
    failed(error);
    return false;
  }
  toast(say("order.blocked", { name }));
  return true;
}

/** Mute or unmute somebody; resolves with whether it was done. @param {Someone} who @param {boolean} muted */
export async function mute({ player, name }, muted) {
  try {
    await postJSON("/api/players/me/mutes", { player, muted });
  } catch (error) {
    failed(error);
    return false;
  }
  toast(say(muted ? "order.muted" : "order.unmuted", { name }));
  return true;
}

/**
 * Send a report to the operator.
 * @param {Someone} who
 * @param {string} match
 * @param {Said[]} said all that was read there
 */
export async function report({ player, name }, match, said) {
  const lines = said.filter((one) => one.player === player).slice(-LINES);
  const reason = h(
    "select",
    {},
    REASONS.map((one) => h("option", { value: one }, say(`order.reason.${one}`))),
  );
  const note = h("textarea", { rows: 4, maxlength: roomFor(LONGEST) });
  const along = h("input", { type: "checkbox", checked: true });
  const [refused, button] = [refusalNote(), h("button", { class: "primary send-report" }, say("order.send"))];
  const send = () => {
    const sent = along.checked ? lines.map((one) => ({ player: one.player, text: one.text, at: one.at })) : [];
    return postJSON("/api/reports", { player, match, reason: reason.value, note: note.value.trim(), lines: sent });
  };
  const answer = await dialog(say("order.report", { name }), (close) => [
    h("p", { class: "soft" }, say("order.report.help")),
    h("label", {}, say("order.reason"), reason),
    h("label", { class: "stack" }, say("order.note"), note),
    lines.length ? h("label", {}, along, say("order.lines", { n: lines.length })) : "",
    refused,
    h(
      "div",
      {
        class: "row",
        onclick: async (/** @type {Event} */ event) =>
          event.target === button && (await attempt(send, refused, button)) && close("sent"),
      },
      button,
      h("button", { onclick: () => close("") }, ui("cancel")),
    ),
  ]);
  if (answer === "sent") toast(say("order.sent"));
}

/** Blocked and muted players, with a way back; empty without any. */
export function blockList() {
  const place = h("section", { class: "blocks" });
  const failedHere = (/** @type {unknown} */ error) => {
    failed(error);
    return getJSON("/api/players/me/blocks").then(draw, () => {});
  };
  /**
   * @param {Someone[]} people
   * @param {"order.list" | "order.list.muted"} title
   * @param {(player: string) => Promise<any>} back
   * @param {"order.unblock" | "order.unmute"} what
   */
  const list = (people, title, back, what) =>
    people.length
      ? [
          h("h2", {}, say(title)),
          h(
            "ul",
            { class: "rows" },
            people.map(({ player, name, program }) =>
              h(
                "li",
                { class: "row spread" },
                h("span", {}, h("span", { class: "who" }, name || say("order.unknown")), botMark(program)),
                h("button", { class: "quiet", onclick: () => back(player).then(draw, failedHere) }, say(what)),
              ),
            ),
          ),
        ]
      : [];
  const draw = (/** @type {{ blocked: Someone[], muted: Someone[] }} */ { blocked, muted }) => {
    put(
      place,
      ...list(
        blocked,
        "order.list",
        (player) => postJSON("/api/players/me/blocks", { player, blocked: false }),
        "order.unblock",
      ),
      ...list(
        muted,
        "order.list.muted",
        (player) => postJSON("/api/players/me/mutes", { player, muted: false }),
        "order.unmute",
      ),
    );
  };
  getJSON("/api/players/me/blocks").then(draw, () => {}); // The page works without it.
  return place;
}
