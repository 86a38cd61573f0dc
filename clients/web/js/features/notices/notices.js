/** Notices: events, channels and quiet hours of a player. */

import { h, put } from "../../dom.js";
import { deviceName } from "../../identity/device_name.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { dialog } from "../../parts/dialog.js";
import { loadSheets } from "../../parts/style_sheets.js";
import { toast } from "../../parts/toast.js";
import { identity, prefs } from "../../prefs.js";
import { ui } from "../../words/all_words.js";
import { keepForWorker, subscribe, unsubscribe, whyNot } from "./push_subscription.js";
import { say } from "./words.js";

/**
 * @typedef {{ channel: string, kind: string, goes_to: string, events: string[], name: string, made: number, confirmed:
 *   boolean, failed: number, this: boolean }} Channel
 * @typedef {{ offered: string[], push_key: string, lang: string, zone: string, quiet_from: number, quiet_to: number,
 *   channels: Channel[] }} Table
 */

const PATH = "/api/players/me/notices";
const EVENTS = ["turn", "time", "joined", "terms", "over", "daily", "friend"];
/** Events of a new channel, until its owner chooses. */
const USUAL = ["turn", "time", "joined", "terms", "over"];
/** Proposed quiet hours: minutes after midnight. */
const NIGHT = { from: 22 * 60, to: 7 * 60 };

/** Show them until they are closed. */
export async function showNotices() {
  const list = h("div", { class: "stack notices" });
  /** @type {Table} */
  let table;
  const draw = async () => {
    table = await getJSON(PATH);
    put(list, here(table, draw), channels(table, draw), another(table, draw), quiet(table));
  };
  try {
    await loadSheets(new URL("./notices", import.meta.url).href);
    await draw();
  } catch (error) {
    return said(error);
  }
  await dialog(say("notices"), (close) => [
    h("p", { class: "soft" }, say("notices.intro")),
    list,
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close("") }, ui("close"))),
  ]);
}

/**
 * Do the work, then show the present state, also after an error, which is shown.
 * @param {() => Promise<any>} work
 * @param {() => Promise<void>} draw
 */
const then = (work, draw) => () => work().catch(said).then(draw).catch(said);

/** This browser, unless it is one of the channels. @param {Table} table @param {() => Promise<void>} draw */
function here(table, draw) {
  if (!table.offered.includes("push") || table.channels.some((one) => one.this)) return null;
  const not = whyNot();
  if (not) return h("p", { class: "small soft here" }, say(not));
  const ask = async () => {
    const subscribed = await subscribe(table.push_key);
    if (!subscribed) return toast(say("notices.here.refused"));
    const { channel } = await postJSON(`${PATH}/channels`, {
      kind: "push",
      ...subscribed,
      events: USUAL,
      name: deviceName(navigator.userAgent),
    });
    await keepForWorker({
      player: identity()?.player ?? "",
      channel: channel.channel,
      auth: subscribed.keys.auth,
      key: table.push_key,
    });
    await speak(await getJSON(PATH));
  };
  return h(
    "div",
    { class: "here" },
    h("button", { class: "notify-here", onclick: then(ask, draw) }, say("notices.here")),
    h("p", { class: "small soft" }, say("notices.here.help")),
  );
}

/** Set the language of notices to that of the page. @param {Table} table @param {Partial<Table>} [change] */
const speak = ({ zone, quiet_from, quiet_to }, change = {}) =>
  postJSON(PATH, { zone, quiet_from, quiet_to, lang: prefs.lang, ...change });

/** @param {Table} table @param {() => Promise<void>} draw */
function channels(table, draw) {
  return h(
    "section",
    {},
    h("h3", {}, say("notices.channels")),
    table.channels.length
      ? h(
          "ul",
          { class: "channels" },
          table.channels.map((one) => channel(one, draw)),
        )
      : h("p", { class: "soft" }, say("notices.empty")),
  );
}

/** @param {Channel} one @param {() => Promise<void>} draw */
function channel(one, draw) {
  const name = one.name || one.goes_to;
  const path = `${PATH}/channels/${one.channel}`;
  const boxes = EVENTS.map((event) =>
    h("input", { type: "checkbox", name: event, checked: one.events.includes(event) }),
  );
  const change = () =>
    postJSON(path, { events: boxes.filter((box) => box.checked).map((box) => box.name) }).catch((error) => {
      said(error);
      return draw().catch(said);
    });
  for (const box of boxes) box.addEventListener("change", change);
  const test = async () =>
    toast(say((await postJSON(`${path}/test`)).arrived ? "notices.tested" : "notices.tested.not"));
  const remove = async () => {
    await postJSON(`${path}/remove`);
    if (one.this) await unsubscribe();
  };
  return h(
    "li",
    { "data-kind": one.kind },
    h("b", {}, name),
    " ",
    h(
      "small",
      { class: "soft" },
      one.this
        ? say("notices.this")
        : [say(`notices.kind.${one.kind}`), one.goes_to === name ? "" : ` · ${one.goes_to}`],
    ),
    one.failed ? h("p", { class: "small" }, say("notices.failed", { n: one.failed })) : null,
    one.confirmed ? null : confirmation(path, draw),
    h(
      "fieldset",
      {},
      h("legend", { class: "hidden-text" }, say("notices.events", { channel: name })),
      boxes.map((box) => h("label", { class: "check" }, box, h("span", {}, say(`notices.${box.name}`)))),
    ),
    h(
      "div",
      { class: "row" },
      one.confirmed &&
        h(
          "button",
          {
            class: "quiet test",
            "aria-label": say("notices.test.which", { channel: name }),
            onclick: then(test, draw),
          },
          say("notices.test"),
        ),
      h(
        "button",
        {
          class: "quiet danger remove",
          "aria-label": say("notices.remove.which", { channel: name }),
          onclick: then(remove, draw),
        },
        say("notices.remove"),
      ),
    ),
  );
}

/** Ask for the code that was sent to an e-mail address. @param {string} path @param {() => Promise<void>} draw */
function confirmation(path, draw) {
  const code = h("input", {
    name: "code",
    required: true,
    maxlength: 40,
    autocomplete: "one-time-code",
    spellcheck: false,
  });
  const submit = then(() => postJSON(`${path}/confirm`, { code: code.value }), draw);
  return h(
    "form",
    {
      class: "stack confirm",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        submit();
      },
    },
    h("p", { class: "small" }, say("notices.code.help")),
    h("label", {}, say("notices.code"), code),
    h("div", { class: "row" }, h("button", { class: "primary" }, say("notices.confirm"))),
  );
}

/** Add a channel that is not this browser. @param {Table} table @param {() => Promise<void>} draw */
function another(table, draw) {
  const kind = h(
    "select",
    { name: "kind" },
    table.offered.filter((one) => one !== "push").map((one) => h("option", { value: one }, say(`notices.kind.${one}`))),
  );
  const address = h("input", {
    name: "address",
    required: true,
    maxlength: 1000,
    autocomplete: "off",
    spellcheck: false,
    placeholder: "https://",
  });
  kind.addEventListener("change", () => (address.placeholder = kind.value === "mail" ? "@" : "https://"));
  const add = async () => {
    const { secret } = await postJSON(`${PATH}/channels`, {
      kind: kind.value,
      address: address.value.trim(),
      events: USUAL,
    });
    await speak(await getJSON(PATH));
    if (secret) await showSecret(secret);
    else toast(say(kind.value === "mail" ? "notices.code.sent" : "notices.added"));
  };
  const submit = then(add, draw);
  return h(
    "details",
    { class: "another" },
    h("summary", {}, say("notices.add")),
    h(
      "form",
      {
        class: "stack",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          submit();
        },
      },
      h("label", {}, say("notices.kind"), kind),
      h("label", {}, say("notices.address"), address),
      h("div", { class: "row" }, h("button", {}, say("notices.add"))),
    ),
  );
}

/** @param {string} secret */
const showSecret = (secret) =>
  dialog(say("notices.secret"), (close) => [
    h("p", {}, say("notices.secret.help")),
    h("p", { class: "mono secret" }, secret),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", onclick: () => copy(secret) }, say("notices.copy")),
      h("button", { onclick: () => close("") }, ui("close")),
    ),
  ]);

/** @param {Table} table */
function quiet(table) {
  const on = table.quiet_from !== table.quiet_to;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const box = h("input", { type: "checkbox", name: "quiet", checked: on });
  const [from, to] = [on ? table.quiet_from : NIGHT.from, on ? table.quiet_to : NIGHT.to].map((minutes) =>
    h("input", { type: "time", required: true, value: clock(minutes) }),
  );
  if (!from || !to) throw new Error("two times");
  const times = h(
    "div",
    { class: "row", hidden: !on },
    h("label", {}, say("notices.from"), from),
    h("label", {}, say("notices.to"), to),
  );
  const save = async () => {
    times.hidden = !box.checked;
    const wish = box.checked
      ? { quiet_from: minutesOf(from.value), quiet_to: minutesOf(to.value) }
      : { quiet_from: 0, quiet_to: 0 };
    Object.assign(table, wish, { zone });
    await speak(table);
    toast(say("notices.saved"));
  };
  for (const input of [box, from, to]) input.addEventListener("change", () => save().catch(said));
  return h(
    "section",
    { class: "quiet-hours" },
    h("label", { class: "check" }, box, h("span", {}, say("notices.quiet"))),
    times,
    h("p", { class: "small soft" }, say("notices.quiet.help", { zone })),
  );
}

/** @param {number} minutes */
const clock = (minutes) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** @param {string} text such as 07:30 */
const minutesOf = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) % 1440;

/** @param {unknown} error */
function said(error) {
  toast(error instanceof Error ? error.message : String(error));
}
