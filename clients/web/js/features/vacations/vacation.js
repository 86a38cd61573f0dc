/** Vacation: stops the player's own time in matches with days per move. */

import { h } from "../../dom.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { dialog } from "../../parts/dialog.js";
import { toast } from "../../parts/toast.js";
import { prefs } from "../../prefs.js";
import { ui } from "../../words/all_words.js";
import { say } from "./words.js";

/** @typedef {{ since: number, until: number, most: number, left: number }} VacationTable */

/** Show the present vacation, and change it. */
export async function showVacation() {
  /** @type {VacationTable} */
  const now = await getJSON("/api/players/me/vacation");
  const away = now.until > 0;
  const day = (/** @type {number} */ at) =>
    new Date(at).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" });
  // The days of a vacation in progress may be used again.
  const most = now.left + (away ? Math.ceil((now.until - now.since) / 86_400_000) : 0);
  const answer = await dialog(say("vacation"), (close) => {
    const days = h("input", {
      type: "number",
      class: "days",
      min: 1,
      max: most,
      step: 1,
      value: away ? Math.round((now.until - now.since) / 86_400_000) : Math.min(7, most),
      required: true,
      autofocus: !away,
    });
    const form = h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          close(days.value);
        },
      },
      h("label", {}, say(away ? "vacation.days.from" : "vacation.days"), days),
      h("button", { class: "primary" }, say(away ? "vacation.change" : "vacation.begin")),
    );
    return [
      h("p", {}, say("vacation.intro")),
      away ? h("p", { class: "going" }, h("strong", {}, say("vacation.until", { date: day(now.until) }))) : "",
      h("p", { class: "small soft" }, say("vacation.left", { left: now.left, most: now.most })),
      most > 0 ? form : "",
      h(
        "div",
        { class: "row spread" },
        h("button", { class: "no", onclick: () => close("") }, ui("close")),
        away ? h("button", { class: "back", onclick: () => close("0") }, say("vacation.back")) : null,
      ),
    ];
  });
  if (!answer) return;
  /** @type {VacationTable} */
  const then = await postJSON("/api/players/me/vacation", { days: Number(answer) });
  toast(then.until ? say("vacation.until", { date: day(then.until) }) : say("vacation.over"));
}
