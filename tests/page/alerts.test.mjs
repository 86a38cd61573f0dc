/** "Your turn" outside of the page: notifications of the page, and of the service worker where only it may. */

import assert from "node:assert/strict";
import test from "node:test";
import { setPrefs } from "../../clients/web/js/prefs.js";
import { alertTurn } from "../../clients/web/js/table/alerts.js";
import { settled } from "./world.mjs";

let notes = [];

/** A browser with a hidden page. @param {boolean} phone whether it lets no page show anything */
function hidden(phone) {
  notes = [];
  globalThis.document = { hidden: true, title: "Bocage" };
  globalThis.Notification = class extends EventTarget {
    static permission = "granted";
    constructor(_title, options) {
      super();
      if (phone) throw new TypeError("Illegal constructor");
      notes.push(["page", options]);
    }
  };
  const worker = { showNotification: async (_title, options) => notes.push(["worker", options]) };
  Object.defineProperty(globalThis, "navigator", {
    value: { serviceWorker: { getRegistration: async () => worker } },
    configurable: true,
  });
  setPrefs({ notify: true });
}

test("notification is the page's own where allowed", async () => {
  hidden(false);
  alertTurn("abc", true, "Attack?");
  await settled();
  assert.deepEqual(notes, [["page", { body: "Attack?", tag: "bocage-abc" }]]);
});

test("service worker shows it on a phone", async () => {
  hidden(true);
  alertTurn("def", true, "Attack?");
  await settled();
  assert.deepEqual(notes, [["worker", { body: "Attack?", tag: "bocage-def", data: { path: "/match/def" } }]]);
});
