/** Sign-ins of a player: another device by a link, recovery codes, signing out. */

import { h, put, s } from "../../dom.js";
import { deviceName } from "../../identity/device_name.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { confirm, dialog } from "../../parts/dialog.js";
import { loadSheets } from "../../parts/style_sheets.js";
import { toast } from "../../parts/toast.js";
import { become, forget, identity, prefs } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { hindrance, passkeyPart } from "./passkeys.js";
import { qrCode } from "./qr_code.js";
import { BEFORE_ALL, beforeOut, standing } from "./recovery_ways.js";
import { say } from "./words.js";

/**
 * @typedef {{ sign_in: string, device: string, made: number, used: number, this: boolean }} SignIn
 * @typedef {{ sign_ins: SignIn[], codes: number, codes_made: number }} Table
 * @typedef {import("./passkeys.js").Passkey} Passkey
 */

/** Show them until they are closed. */
export async function showDevices() {
  const list = h("div", { class: "stack" });
  let why = "";
  const draw = async () => {
    const { table, passkeys } = await look();
    put(list, ...content(table, passkeys, why, draw));
  };
  try {
    [why] = await Promise.all([hindrance(), loadSheets(new URL("./accounts", import.meta.url).href)]);
    await draw();
  } catch (error) {
    return said(error);
  }
  await dialog(say("devices"), (close) => [
    h("p", { class: "soft" }, say("devices.intro", { name: identity()?.name ?? "" })),
    list,
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close("") }, ui("close"))),
  ]);
}

/**
 * Present state: another device may have changed it since the last drawing.
 * @returns {Promise<{ table: Table, passkeys: Passkey[], ways: import("./recovery_ways.js").Ways }>}
 */
async function look() {
  /** @type {[Table, { passkeys: Passkey[] }]} */
  const [table, { passkeys }] = await Promise.all([
    getJSON("/api/players/me/sign-ins"),
    getJSON("/api/players/me/passkeys"),
  ]);
  return {
    table,
    passkeys,
    ways: { codes: table.codes, passkeys: passkeys.length, others: table.sign_ins.length - 1 },
  };
}

/**
 * @param {Table} table
 * @param {Passkey[]} passkeys
 * @param {string} why no passkey can be made
 * @param {() => Promise<void>} draw
 */
function content(table, passkeys, why, draw) {
  const shown = { codes: table.codes, passkeys: passkeys.length, others: table.sign_ins.length - 1 };
  /** Show an error, and the present state. @param {unknown} error */
  const failed = (error) => {
    said(error);
    return draw().catch(said);
  };
  const out = async (/** @type {SignIn} */ one) => {
    const { ways } = await look();
    if (
      !(await confirm(say("devices.out"), say(beforeOut(ways, one.this), { device: named(one) }), say("devices.out")))
    )
      return;
    const me = identity()?.player ?? "";
    await postJSON("/api/players/me/sign-out", { sign_in: one.sign_in });
    if (!one.this) return draw();
    forget(me);
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog:has(.sign-ins)"))?.close();
  };
  return [
    h(
      "div",
      { class: "row" },
      h("button", { class: "move", onclick: () => moveLink().catch(said) }, say("devices.move")),
      h("button", { class: "codes", onclick: () => recoveryCodes().then(draw).catch(failed) }, say("devices.codes")),
    ),
    table.codes
      ? h("p", { class: "small soft" }, say("devices.codes.left", { n: table.codes, date: day(table.codes_made) }))
      : null,
    h("p", { class: "small soft ways-back" }, say(standing(shown))),
    passkeyPart(passkeys, why, async () => (await look()).ways, draw, failed),
    h("h3", {}, say("devices.list")),
    h(
      "ul",
      { class: "sign-ins" },
      table.sign_ins.map((one) =>
        h(
          "li",
          { class: "row spread" },
          h(
            "span",
            {},
            h("b", {}, named(one)),
            " ",
            h(
              "small",
              { class: "soft" },
              one.this ? say("devices.this") : say("devices.used", { date: day(one.used) }),
              " · ",
              say("devices.made", { date: day(one.made) }),
            ),
          ),
          h(
            "button",
            {
              class: "quiet danger",
              "aria-label": say("devices.out.which", { device: named(one) }),
              onclick: () => out(one).catch(failed),
            },
            say("devices.out"),
          ),
        ),
      ),
    ),
    shown.others || shown.codes || shown.passkeys
      ? h(
          "div",
          { class: "row" },
          h(
            "button",
            {
              class: "danger out-all",
              onclick: () =>
                signOutEverywhere()
                  .then((done) => (done ? draw() : undefined))
                  .catch(failed),
            },
            say("devices.out.all"),
          ),
        )
      : null,
  ].filter((part) => part !== null);
}

/** @param {SignIn} one */
const named = (one) => one.device || say("devices.unnamed");

/** @param {number} at */
const day = (at) => new Date(at).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" });

/** A link for another device, with its QR code. */
async function moveLink() {
  const { code, until } = await postJSON("/api/players/me/link");
  const link = location.origin + addressOf(`move/${code}`);
  const squares = qrCode(link);
  const left = h("p", { class: "soft", role: "status" });
  const tick = () => {
    const seconds = Math.round((until - Date.now()) / 1000);
    put(left, seconds > 0 ? say("devices.move.left", { n: Math.ceil(seconds / 60) }) : say("devices.move.over"));
  };
  tick();
  const timer = setInterval(tick, 5000);
  await dialog(say("devices.move"), (close) =>
    [
      h("p", {}, say("devices.move.help")),
      h("p", { class: "small soft" }, say("devices.move.warning")),
      squares ? picture(squares) : null,
      h(
        "div",
        { class: "row link-row" },
        h("input", {
          readonly: true,
          value: link,
          class: "grow",
          "aria-label": ui("invite.link"),
          onfocus: (/** @type {FocusEvent} */ e) => /** @type {HTMLInputElement} */ (e.target).select(),
        }),
        h("button", { class: "primary", onclick: () => copy(link) }, ui("invite.copy")),
      ),
      left,
      h("div", { class: "row" }, h("button", { onclick: () => close("") }, ui("close"))),
    ].filter((part) => part !== null),
  );
  clearInterval(timer);
}

/** A QR code, dark on light in every theme. @param {number[][]} squares */
function picture(squares) {
  const size = squares.length + 8;
  const path = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return s(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": say("devices.qr"),
      "shape-rendering": "crispEdges",
    },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: path, fill: "#000" }),
  );
}

/** New recovery codes, shown only once. */
async function recoveryCodes() {
  const { table } = await look();
  if (
    table.codes &&
    !(await confirm(say("devices.codes"), say("devices.codes.again", { n: table.codes }), say("devices.codes.make")))
  )
    return;
  /** @type {{ codes: string[] }} */
  const { codes } = await postJSON("/api/players/me/recovery-codes");
  const text = [`Bocage · ${location.host} · ${identity()?.name ?? ""}`, ...codes].join("\n");
  await dialog(say("devices.codes"), (close) => [
    h("p", {}, say("devices.codes.help")),
    h(
      "ol",
      { class: "recovery mono" },
      codes.map((code) => h("li", {}, code)),
    ),
    h(
      "div",
      { class: "row spread" },
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", onclick: () => copy(text) }, say("devices.codes.copy")),
        h(
          "a",
          {
            class: "button",
            download: "bocage-codes.txt",
            href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
          },
          say("devices.codes.save"),
        ),
      ),
      h("button", { onclick: () => close("") }, say("devices.codes.kept")),
    ),
  ]);
}

/** End everything but this page; its token is replaced as well, in case somebody has copied it. */
async function signOutEverywhere() {
  if (!(await confirm(say("devices.out.all"), say(BEFORE_ALL), say("devices.out.all")))) return false;
  // Store the new token before the old one ends: a broken connection in between loses nothing.
  const made = await postJSON("/api/players/me/sign-ins", { device: deviceName(navigator.userAgent) });
  become(made);
  await postJSON("/api/players/me/sign-out", { others: true });
  toast(say("devices.out.all.done"));
  return true;
}

/** @param {unknown} error */
function said(error) {
  toast(error instanceof Error ? error.message : String(error));
}
