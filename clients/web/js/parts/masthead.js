/** The bar on top: brand, connection, name, language, settings. */

import { h, s } from "../dom.js";
import { identity, prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { speak, ui } from "../words/words.js";

/** @typedef {import("../client/connection.js").Connection} Connection */

/** @param {Connection} connection @returns {HTMLElement[]} */
export function masthead(connection) {
  const health = h("span", { class: "health", role: "status" }, h("span", { class: "health-text" }));
  const showHealth = () => {
    health.dataset["health"] = connection.health;
    /** @type {Element} */ (health.firstElementChild).textContent = ui(`health.${connection.health}`);
    health.title = ui(`health.${connection.health}`);
  };
  connection.addEventListener("health", showHealth);
  showHealth();
  const who = identity();
  const other = prefs.lang === "en" ? "ja" : "en";
  return [
    h("a", { class: "brand", href: addressOf(""), "aria-label": "Bocage" }, crest(), h("span", {}, "Bocage")),
    h("span", { class: "fill" }),
    health,
    h("button", { class: "quiet name", onclick: player, title: ui("name.change") }, who?.name ?? ui("name.guest")),
    h(
      "button",
      { class: "quiet language", lang: other, onclick: () => speak(other) },
      other === "ja" ? "日本語" : "English",
    ),
    h("button", { class: "quiet settings-button", onclick: settings, title: ui("settings") }, sliders()),
  ];
}

/** An infantry unit's sign, as on a counter. */
function crest() {
  return s(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { x: 2, y: 6, width: 28, height: 20, fill: "var(--olive)", stroke: "var(--ink)", "stroke-width": 2 }),
    s("path", { d: "M2 6 30 26M30 6 2 26", stroke: "var(--olive-ink)", "stroke-width": 2 }),
  );
}

/** Three sliders. */
function sliders() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: "M3 6h18M3 12h18M3 18h18" }),
    [
      [16, 6],
      [8, 12],
      [14, 18],
    ].map(([cx, cy]) => s("circle", { cx, cy, r: 2.6 })),
  );
}

async function settings() {
  const { showSettings } = await import("./settings.js");
  await showSettings();
}

async function player() {
  const { showPlayer } = await import("../identity/player_dialog.js");
  await showPlayer();
}
