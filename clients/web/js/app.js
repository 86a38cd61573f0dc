/** The page: the player, the screen that is shown, and the one connection that all screens share. */

import { serviceWorkers } from "./browser.js";
import { Connection } from "./client/connection.js";
import { h, put, underDialog } from "./dom.js";
import { featureScreens, install } from "./extensions.js";
import { FEATURES } from "./features/index.js";
import { reachable } from "./net/rest.js";
import { arrive } from "./parts/focus.js";
import { masthead } from "./parts/masthead.js";
import { TABLE_SHEETS, withSheets } from "./parts/style_sheets.js";
import { toast } from "./parts/toast.js";
import { doubt, identity, isDoubted, keptIdentities, lookAgain, prefs, prefsChanged, tempo, trust } from "./prefs.js";
import { addressOf, FOLDER, pathOf } from "./route.js";
import { badge } from "./table/alerts.js";
import { ui } from "./words/words.js";

/** Style sheets of tables. */
const TABLE = [...TABLE_SHEETS, "ending", "pieces"];
/** Style sheets of lessons and exercises. */
const LESSON = [...TABLE, "lesson"];
/** Screens that are tables. */
const TABLES = new Set(["match", "replay", "learn", "exercise"]);

/**
 * Screens are loaded when first shown, each with its style, so that the lobby stays light.
 * @type {Record<string, import("./feature.js").ScreenLoader>}
 */
const SCREENS = {
  "": () => import("./lobby/lobby.js"),
  match: () => withSheets(import("./table/live.js"), TABLE),
  replay: () => withSheets(import("./replay/replay.js"), TABLE),
  exercise: () => withSheets(import("./help/exercise.js"), LESSON),
  learn: () => withSheets(import("./help/learn.js"), LESSON),
  rules: () => withSheets(import("./help/rules.js"), ["rules"]),
  rulings: () => withSheets(import("./help/rulings.js"), ["rules"]),
};

install(Object.values(FEATURES));
Object.assign(SCREENS, featureScreens());

const socketUrl = new URL(`${FOLDER}ws`, location.href);
socketUrl.protocol = socketUrl.protocol.replace("http", "ws");

const connection = new Connection(socketUrl.href, {
  client: "page",
  identity: () => ({ token: identity()?.token ?? "", lang: prefs.lang }),
  stranger: () => doubt(identity()?.token ?? ""),
  near: () => {
    const [screen, match] = pathOf(location);
    return (screen === "match" && match) || "";
  },
  reachable,
  fateless: () => ui("request.unknown"),
});
const main = h("main", { id: "main", tabindex: "-1" });
const head = h("header", { class: "masthead" });
const skip = h("a", {
  class: "hidden-text skip",
  href: "#main",
  onclick: (/** @type {Event} */ e) => {
    e.preventDefault();
    main.focus();
  },
});

// The icon's address is relative to the shown address, which changes; browsers then read it again.
for (const link of document.querySelectorAll(
  /** @type {"link"} */ ("link:is([rel~='icon'], [rel='apple-touch-icon'], [rel='manifest'])"),
))
  link.setAttribute("href", link.href);

/** @type {(() => void) | void} */
let leave;
let shown = 0;
/** Whether the screen could not be shown. */
let broken = false;
/** The address that is shown. */
let at = "";

function chrome() {
  document.documentElement.lang = prefs.lang;
  put(skip, ui("skip"));
  put(head, ...masthead(connection));
}

function colours() {
  document.documentElement.dataset["theme"] = prefs.theme;
}

/** Time for style transitions. */
function pace() {
  document.documentElement.style.setProperty("--tempo", String(prefs.animate ? tempo() : 0));
}

/** @param {boolean} [came] whether the person came here from another screen */
async function show(came = false) {
  const turn = ++shown;
  const path = pathOf(location);
  const address = addressOf(path.join("/"));
  // A link of an earlier release.
  if (location.hash.startsWith("#/")) history.replaceState(null, "", address);
  at = address;
  const load = SCREENS[path[0] ?? ""] ?? SCREENS[""];
  leave?.();
  leave = undefined;
  // Each screen gets a container of its own: one that is overtaken while it loads draws into a detached one.
  const place = h("div", { class: "screen", lang: prefs.lang, "data-screen": path[0] || "lobby" });
  if (!main.hasChildNodes() && TABLES.has(path[0] ?? "")) put(main, h("p", { class: "soft coming" }, ui("loading")));
  try {
    const { screen } = await /** @type {import("./feature.js").ScreenLoader} */ (load)();
    if (turn !== shown) return;
    put(main, place);
    title("");
    const tidy = await screen({ connection, main: place, path, go, title: (text) => turn === shown && title(text) });
    if (turn !== shown) return tidy?.();
    leave = tidy;
    if (came) arrive(place);
    broken = false;
  } catch (error) {
    if (turn !== shown) return;
    console.error(error);
    broken = true;
    put(main, place);
    put(
      place,
      h(
        "div",
        { role: "alert", class: "sheet stack" },
        h("h1", {}, ui("error.title")),
        h("p", {}, String(error instanceof Error ? error.message : error)),
      ),
    );
  }
}

/**
 * Restore the scroll position of a screen once it is high enough again, unless the person scrolls first.
 * @param {number} top pixels
 */
function scrollBack(top) {
  const over = new AbortController();
  const height = new ResizeObserver(() => {
    if (main.offsetTop + main.offsetHeight < top + innerHeight / 2) return;
    scrollTo(0, top);
    if (scrollY >= top - 1) over.abort();
  });
  over.signal.addEventListener("abort", () => height.disconnect());
  for (const own of ["wheel", "touchstart", "pointerdown", "keydown", "popstate"])
    addEventListener(own, () => over.abort(), { signal: over.signal, passive: true });
  height.observe(main);
}

/** @param {string} path */
function go(path) {
  history.replaceState({ ...history.state, top: scrollY }, "");
  history.pushState({ came: true }, "", addressOf(path));
  void show(true);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Follow links within the page by changing the screen; leave all others, and those to open elsewhere, to the browser.
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (
    link.target ||
    link.hasAttribute("download") ||
    link.origin !== location.origin ||
    !link.pathname.startsWith(FOLDER)
  )
    return;
  const path = pathOf(link);
  if (!((path[0] ?? "") in SCREENS)) return;
  event.preventDefault();
  go(path.join("/"));
}

/** Back, forward, or another address typed. */
function moved() {
  if (addressOf(pathOf(location).join("/")) === at && !location.hash.startsWith("#/")) return;
  // A dialog belongs to the screen that is left.
  for (const box of document.querySelectorAll("dialog")) box.close("");
  const top = Number(history.state?.top ?? 0);
  void show(true).then(() => top && scrollBack(top));
  main.focus({ preventScroll: true });
}

/** @param {string} text */
function title(text) {
  document.title = text ? `${text} · Bocage` : "Bocage";
  badge();
}

const offline = h("p", { class: "offline", role: "status", hidden: true });
const blocked = h("p", { class: "bar blocked", hidden: true });
/** Bars above every screen: no websocket gets through, or the service does not know the player. */
const bars = h("div", { class: "bars", role: "status" }, blocked);
function honest() {
  offline.hidden = navigator.onLine && connection.health !== "offline";
  put(offline, ui("offline"));
  blocked.hidden = connection.health !== "blocked";
  put(blocked, blocked.hidden ? "" : ui("blocked"));
}

/** Ask the service again for unknown players; loaded when there are any. */
async function seekUnknown() {
  if (isDoubted() || keptIdentities().some(({ unknown }) => unknown))
    (await import("./identity/unknown_player.js")).watchUnknown(bars);
}

/** This browser's identity, as this tab saw it last. */
let before = identity();

/** Another tab has changed this browser's player. */
async function changedElsewhere() {
  if (before && before.player !== identity()?.player) (await import("./identity/unknown_player.js")).tellElsewhere();
}

document.body.append(
  skip,
  head,
  offline,
  bars,
  main,
  h("div", { class: "toasts", role: "status", "aria-live": "polite" }),
);
colours();
pace();
chrome();
addEventListener("keydown", async (event) => {
  const writing = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some(
    (kind) => event.target instanceof kind,
  );
  if (writing || underDialog()) return;
  if (event.key === "?") await (await import("./parts/keyboard_help.js")).showKeys();
  if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const [screen, match = ""] = pathOf(location);
  await (await import("./lobby/next_match.js"))
    .goToNext(go, screen === "match" ? match : "")
    .catch((error) => toast(error.message));
});
connection.addEventListener("health", honest);
connection.addEventListener("welcome", () => connection.player && trust(identity()?.token ?? ""));
addEventListener("online", honest);
addEventListener("offline", honest);
// Cached for offline use only.
const afterLoading = () => {
  serviceWorkers()
    ?.register(`${FOLDER}sw.js`)
    .catch(() => {});
  void seekUnknown();
};
// The page may be loaded before its words are.
if (document.readyState === "complete") afterLoading();
else addEventListener("load", afterLoading, { once: true });
// A notice was clicked: the service worker sends the address.
serviceWorkers()?.addEventListener("message", (event) => event.data?.go !== undefined && go(String(event.data.go)));
for (const occasion of ["storage", "visibilitychange", "pageshow"]) addEventListener(occasion, lookAgain);
addEventListener("popstate", moved);
addEventListener("hashchange", moved);
addEventListener("click", follow);
// While the service does not know the player, one bar above says so.
connection.addEventListener("refused", (event) => isDoubted() || toast(/** @type {CustomEvent} */ (event).detail.text));
prefsChanged.addEventListener("change", (event) => {
  const changed = /** @type {CustomEvent<string[]>} */ (event).detail;
  const [theme, lang, who] = ["theme", "lang", "identity"].map((name) => changed.includes(name));
  if (theme) colours();
  pace();
  if (lang || who) chrome();
  const doubtEnded = changed.includes("doubt") && !isDoubted();
  if (lang || who || (doubtEnded && !connection.player)) connection.restart();
  if (changed.includes("doubt")) void seekUnknown();
  if (changed.includes("elsewhere")) void changedElsewhere();
  if (who) before = identity();
  const anew =
    (doubtEnded || changed.includes("elsewhere")) &&
    (broken || !TABLES.has(pathOf(location)[0] ?? "")) &&
    !document.querySelector("dialog");
  if (lang || anew) show();
});
show();
