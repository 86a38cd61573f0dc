/** The player's own programs: creating them, their tokens, what everybody sees of them, retiring them. */

import { h, put } from "../../dom.js";
import { ensurePlayer, getJSON, postJSON } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { confirm, dialog } from "../../parts/dialog.js";
import { attempt, refusalNote, roomFor } from "../../parts/form_submit.js";
import { toast } from "../../parts/toast.js";
import { identity, prefs } from "../../prefs.js";
import { addressOf, FOLDER } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { displayName } from "../../words/words.js";
import { say } from "./words.js";

/**
 * @typedef {"play" | "challenge"} Scope
 * @typedef {{ sign_in: string, device: string, scopes: Scope[], made: number }} TokenInfo
 * @typedef {{ player: string, name: string, named: boolean, ladder: boolean, tokens: TokenInfo[] }} OwnProgram
 * @typedef {{ player: string, token: string }} TokenMade
 */

const PATH = "/api/programs";
/** Longest name of a program, unless the operator decides otherwise, and of a token. */
const [LONGEST, LONGEST_DEVICE] = [24, 40];
/** Scopes to which a token may be limited, by the words for them. */
const LIMITS = /** @type {const} */ ({
  "scopes.both": ["play", "challenge"],
  "scopes.play": ["play"],
  "scopes.challenge": ["challenge"],
  "scopes.all": [],
});

/** The part of the screen that shows them. */
export async function ownPrograms() {
  const list = h("div", { class: "stack own" });
  const draw = async () => {
    /** @type {{ programs: OwnProgram[] }} */
    const { programs } = identity() ? await getJSON(`${PATH}/mine`) : { programs: [] };
    put(
      list,
      ...(programs.length
        ? programs.map((one) => card(one, draw))
        : [h("p", { class: "sheet soft none" }, say("mine.none"))]),
    );
  };
  await draw();
  return [
    h("header", { class: "stack" }, h("h1", {}, say("mine")), h("p", {}, say("mine.intro"))),
    list,
    creation(draw),
  ];
}

/** @param {unknown} error */
const said = (error) => toast(error instanceof Error ? error.message : String(error));

/** Say what went wrong, and show the present state. @param {() => Promise<void>} draw */
const failed = (draw) => (/** @type {unknown} */ error) => {
  said(error);
  return draw().catch(said);
};

/** Choose what a token allows. @param {string} id */
const scopeChoice = (id) =>
  h(
    "select",
    { name: "scopes", id },
    Object.keys(LIMITS).map((key) => h("option", { value: key }, say(/** @type {keyof typeof LIMITS} */ (key)))),
  );

/** @param {HTMLSelectElement} choice */
const chosen = (choice) => LIMITS[/** @type {keyof typeof LIMITS} */ (choice.value)];

/** @param {string} name @param {string} text @param {boolean} checked @param {(on: boolean) => unknown} [changed] */
function box(name, text, checked, changed) {
  const input = h("input", { type: "checkbox", name, checked });
  input.addEventListener("change", () => changed?.(input.checked));
  return { input, label: h("label", {}, input, h("span", {}, text)) };
}

/** The form that creates a program. @param {() => Promise<void>} draw */
function creation(draw) {
  const name = h("input", { name: "name", required: true, maxlength: roomFor(LONGEST), autocomplete: "off" });
  const scopes = scopeChoice("new-scopes");
  const [named, ladder] = [box("named", say("named"), false), box("ladder", say("ladder"), true)];
  const [note, button] = [refusalNote(), h("button", { class: "primary create" }, say("create"))];
  const create = async () => {
    await ensurePlayer();
    const made = await postJSON(PATH, {
      name: name.value.trim(),
      named: named.input.checked,
      ladder: ladder.input.checked,
      scopes: chosen(scopes),
    });
    await showToken(made, name.value.trim());
    name.value = "";
    await draw();
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(create, note, button);
  };
  return h(
    "section",
    { class: "sheet stack creation" },
    h("h2", {}, say("create.title")),
    h(
      "form",
      { class: "stack", onsubmit: submit },
      h("label", {}, say("name"), name),
      h("label", {}, say("scopes"), scopes),
      named.label,
      ladder.label,
      h("p", { class: "small soft" }, say("ladder.help")),
      note,
      h("div", { class: "row" }, button),
    ),
  );
}

/** One program. @param {OwnProgram} program @param {() => Promise<void>} draw */
function card(program, draw) {
  const path = `${PATH}/${program.player}`;
  const name = displayName(program.name);
  const decide = (/** @type {object} */ wish) => postJSON(path, wish).catch(failed(draw));
  return h(
    "section",
    { class: "sheet stack program", "data-player": program.player },
    h("h2", {}, h("a", { class: "who", href: addressOf(`player/${program.player}`) }, name)),
    box("named", say("named"), program.named, (on) => decide({ named: on })).label,
    box("ladder", say("ladder"), program.ladder, (on) => decide({ ladder: on })).label,
    h("h3", {}, say("tokens")),
    program.tokens.length
      ? h(
          "ul",
          { class: "rows tokens" },
          program.tokens.map((one) => tokenRow(program, one, draw)),
        )
      : h("p", { class: "soft" }, say("tokens.none")),
    h(
      "div",
      { class: "row spread" },
      h("button", { class: "new-token", onclick: () => newToken(program).then(draw, said) }, say("token.new")),
      h("button", { class: "quiet danger retire", onclick: () => retire(program, draw).catch(said) }, say("retire")),
    ),
  );
}

/** @param {Scope[]} scopes */
const inWords = (scopes) => {
  const found = Object.entries(LIMITS).find(([, some]) => some.join() === [...scopes].sort().reverse().join());
  return say(/** @type {keyof typeof LIMITS} */ (found?.[0] ?? "scopes.all"));
};

/** @param {OwnProgram} program @param {TokenInfo} token @param {() => Promise<void>} draw */
function tokenRow(program, { sign_in, device, scopes, made }, draw) {
  const name = device || say("token.unnamed");
  const revoke = async () => {
    if (!(await confirm(say("revoke"), say("revoke.sure", { token: name }), say("revoke")))) return;
    await postJSON(`${PATH}/${program.player}/revoke`, { sign_in });
    await draw();
  };
  const date = new Date(made).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" });
  return h(
    "li",
    { class: "row spread" },
    h("span", {}, h("b", {}, name), " ", h("small", { class: "soft" }, say("made", { date }), " · ", inWords(scopes))),
    h(
      "button",
      {
        class: "quiet danger revoke",
        "aria-label": say("revoke.which", { token: name }),
        onclick: () => revoke().catch(failed(draw)),
      },
      say("revoke"),
    ),
  );
}

/** Ask what a further token is for, and show it. @param {OwnProgram} program */
async function newToken(program) {
  const device = h("input", { name: "device", maxlength: roomFor(LONGEST_DEVICE), autocomplete: "off" });
  const scopes = scopeChoice("more-scopes");
  const [note, button] = [refusalNote(), h("button", { class: "primary make-token" }, say("token.make"))];
  /** @type {TokenMade | null} */
  let made = null;
  const make = async () => {
    const wish = { device: device.value.trim(), scopes: chosen(scopes) };
    made = await postJSON(`${PATH}/${program.player}/sign-ins`, wish);
  };
  await dialog(say("token.new"), (close) => [
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (await attempt(make, note, button)) close("made");
        },
      },
      h("label", {}, say("token.device"), device),
      h("label", {}, say("scopes"), scopes),
      note,
      h("div", { class: "row" }, button, h("button", { type: "button", onclick: () => close("") }, ui("cancel"))),
    ),
  ]);
  if (made) await showToken(made, program.name);
}

/** Show a token, this once, and what starts a bot with it. @param {TokenMade} made @param {string} name */
async function showToken({ token }, name) {
  const command = `BOCAGE_URL=${location.origin}${FOLDER.replace(/\/$/, "")} bocage bot --account --token-file bot.token`;
  await dialog(say("token.title", { name: displayName(name) }), (close) => [
    h("p", {}, say("token.once")),
    h(
      "div",
      { class: "row link-row" },
      h("input", {
        readonly: true,
        value: token,
        class: "grow mono token",
        "aria-label": say("token"),
        onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
      }),
      h("button", { class: "primary", onclick: () => copy(token) }, say("token.copy")),
    ),
    h("p", { class: "small" }, say("token.how")),
    h("p", { class: "mono command" }, command),
    h("div", { class: "row" }, h("button", { class: "kept", onclick: () => close("") }, say("token.kept"))),
  ]);
}

/** Have the name typed, and retire it. @param {OwnProgram} program @param {() => Promise<void>} draw */
async function retire({ player, name }, draw) {
  const typed = h("input", { autocomplete: "off", spellcheck: false });
  const button = h("button", { class: "danger retire-now", disabled: true }, say("retire"));
  typed.addEventListener("input", () => (button.disabled = typed.value.trim() !== name));
  const note = refusalNote();
  await dialog(say("retire.title", { name }), (close) => [
    h("p", {}, say("retire.sure")),
    h(
      "form",
      {
        class: "stack",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (await attempt(() => postJSON(`${PATH}/${player}/retire`, { confirm: name }), note, button)) close("");
        },
      },
      h("label", {}, say("retire.type", { name }), typed),
      note,
      h(
        "div",
        { class: "row spread" },
        h("button", { class: "no", type: "button", autofocus: true, onclick: () => close("") }, ui("cancel")),
        button,
      ),
    ),
  ]);
  await draw();
}
