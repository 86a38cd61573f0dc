/** The settings of this page, kept in this browser. */

import { askForNotifications, notificationPermission } from "../browser.js";
import { h, put } from "../dom.js";
import { allGames } from "../net/games.js";
import { prefs, setPrefs } from "../prefs.js";
import { passKey } from "../table/autopass.js";
import { ui } from "../words/all_words.js";
import { gameWords } from "../words/words.js";
import { dialog } from "./dialog.js";
import { showKeys } from "./keyboard_help.js";
import { make } from "./sounds.js";

/** Show them until they are closed; changes apply at once. */
export async function showSettings() {
  // Settings of the page itself work without the service.
  const games = await allGames().catch(() => []);
  await dialog(ui("settings"), (close) => [
    h(
      "div",
      { class: "settings" },
      option(
        ui("settings.theme"),
        choice("theme", { auto: ui("theme.auto"), light: ui("theme.light"), dark: ui("theme.dark") }),
      ),
      option(
        ui("settings.confirm"),
        choice("confirm", { final: ui("confirm.final"), always: ui("confirm.always"), never: ui("confirm.never") }),
        ui("settings.confirm.help"),
      ),
      option(
        ui("settings.animate"),
        flag(prefs.animate, (animate) => setPrefs({ animate })),
        ui("settings.animate.help"),
      ),
      option(
        ui("settings.speed"),
        choice("speed", { slow: ui("speed.slow"), normal: ui("speed.normal"), fast: ui("speed.fast") }),
      ),
      h(
        "div",
        { class: "option sound" },
        h(
          "label",
          {},
          h("span", {}, ui("settings.sound")),
          flag(prefs.sound, (sound) => setPrefs({ sound })),
        ),
        h(
          "div",
          { class: "row" },
          h("small", { class: "soft grow" }, ui("settings.sound.help")),
          h("button", { type: "button", class: "try", onclick: () => make("turn") }, ui("settings.sound.try")),
        ),
        h("label", {}, h("span", {}, ui("settings.volume")), volume()),
      ),
      notification(),
      option(
        ui("settings.forced"),
        flag(prefs.forced, (forced) => setPrefs({ forced })),
        ui("settings.forced.help"),
      ),
      games.filter((game) => game.presentation.windows.length).map(windows),
    ),
    h(
      "div",
      { class: "row spread" },
      h("button", { class: "primary", onclick: () => close("") }, ui("close")),
      h(
        "button",
        {
          class: "quiet",
          onclick: () => {
            close("");
            showKeys();
          },
        },
        ui("keys"),
      ),
    ),
  ]);
}

/**
 * @param {string} name
 * @param {HTMLElement} control
 * @param {string} [help]
 */
function option(name, control, help = "") {
  return h(
    "div",
    { class: "option" },
    h("label", {}, h("span", {}, name), control),
    help ? h("small", { class: "soft" }, help) : null,
  );
}

/**
 * @param {"theme" | "confirm" | "speed"} name
 * @param {Record<string, string>} values value → words
 */
function choice(name, values) {
  const select = h(
    "select",
    { name },
    Object.entries(values).map(([value, words]) => h("option", { value, selected: prefs[name] === value }, words)),
  );
  select.addEventListener("change", () => setPrefs({ [name]: select.value }));
  return select;
}

/** Volume; a change plays a sound. */
function volume() {
  const range = h("input", { type: "range", min: 0.1, max: 1, step: 0.1, value: prefs.volume });
  range.addEventListener("change", () => {
    setPrefs({ volume: Number(range.value) });
    make("turn");
  });
  return range;
}

/** @param {boolean} on @param {(on: boolean) => void} change */
function flag(on, change) {
  const box = h("input", { type: "checkbox", checked: on });
  box.addEventListener("change", () => change(box.checked));
  return box;
}

/** Notifications: permission is requested when they are switched on, and the browser's answer is shown. */
function notification() {
  const there = notificationPermission() !== "none";
  const note = h("small", { class: "soft", role: "status" });
  const box = flag(prefs.notify && notificationPermission() === "granted", async (wanted) => {
    const granted = wanted && (await askForNotifications()) === "granted";
    box.checked = granted;
    setPrefs({ notify: granted });
    tell();
  });
  const tell = () =>
    put(
      note,
      ui(
        !there
          ? "settings.notify.none"
          : notificationPermission() === "denied"
            ? "settings.notify.denied"
            : "settings.notify.help",
      ),
    );
  box.disabled = !there;
  tell();
  return h("div", { class: "option notify" }, h("label", {}, h("span", {}, ui("settings.notify")), box), note);
}

/** Automatic passing in a game. @param {import("../net/games.js").GameInfo} game */
function windows(game) {
  const list = h("div");
  const title = h("summary", {}, "…");
  void gameWords(game.id).then((words) => {
    put(title, ui("settings.autopass", { game: words.say("game.name") }));
    put(
      list,
      h("p", { class: "small soft" }, ui("settings.autopass.help")),
      ...game.presentation.windows.map(({ decision: kind }) => {
        const key = passKey(game.id, kind);
        return option(
          words.say(`decision.${kind}`),
          flag(prefs.autopass[key] ?? false, (on) => setPrefs({ autopass: { ...prefs.autopass, [key]: on } })),
        );
      }),
    );
  });
  return h("details", { class: "windows", "data-game": game.id }, title, list);
}
