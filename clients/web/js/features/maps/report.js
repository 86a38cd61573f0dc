/** Reporting a shared map to the operator; loaded on demand. */

import { h } from "../../dom.js";
import { postJSON } from "../../net/rest.js";
import { dialog } from "../../parts/dialog.js";
import { attempt, refusalNote, roomFor } from "../../parts/form_submit.js";
import { toast } from "../../parts/toast.js";
import { ui } from "../../words/all_words.js";
import { say } from "./words.js";

/** Longest note. */
const LONGEST = 2000;
const REASONS = /** @type {const} */ (["name", "other"]);

/** @param {{ id: string, name: string }} map */
export async function report({ id, name }) {
  const reason = h(
    "select",
    {},
    REASONS.map((one) => h("option", { value: one }, say(`maps.reason.${one}`))),
  );
  const note = h("textarea", { rows: 4, maxlength: roomFor(LONGEST) });
  const [refused, button] = [refusalNote(), h("button", { class: "primary send-report" }, say("maps.report.send"))];
  const send = () => postJSON(`/api/maps/${id}/report`, { reason: reason.value, note: note.value.trim() });
  const sent = await dialog(say("maps.report.of", { name }), (close) => [
    h("label", {}, say("maps.report.reason"), reason),
    h("label", { class: "stack" }, say("maps.report.note"), note),
    refused,
    h("div", { class: "row" }, button, h("button", { onclick: () => close("") }, ui("cancel"))),
    ...(button.addEventListener("click", async () => (await attempt(send, refused, button)) && close("sent")) ?? []),
  ]);
  if (sent) toast(say("maps.reported"));
}
