/** Identities of a browser, over other tabs, refusals, and full storage. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import {
  askForNotifications,
  inThisTab,
  lasting,
  notificationPermission,
  serviceWorkers,
} from "../../clients/web/js/browser.js";
import {
  become,
  becomeGuest,
  doubt,
  forget,
  identity,
  isDoubted,
  keptIdentities,
  lookAgain,
  offerNoMore,
  prefsChanged,
  remembered,
  rename,
  speaker,
  trust,
} from "../../clients/web/js/prefs.js";

const ADA = { player: "a", token: "token a", name: "Ada" };
const BO = { player: "b", token: "token b", name: "Bo" };
const names = () => keptIdentities().map(({ name }) => name);

let told = [];
prefsChanged.addEventListener("change", ({ detail }) => told.push(detail.join(" ")));

/** A browser without identities. */
function fresh() {
  localStorage.removeItem("bocage.identity");
  localStorage.removeItem("bocage.kept");
  lookAgain();
  told = [];
}

test("another player sets the first aside", () => {
  fresh();
  become(ADA);
  become(BO);
  assert.deepEqual([identity().name, names()], ["Bo", ["Ada"]]);
  become(keptIdentities()[0]);
  assert.deepEqual([identity(), names()], [ADA, ["Bo"]]);
  becomeGuest();
  assert.deepEqual([identity(), names()], [null, ["Bo", "Ada"]]);
});

test("a guest in a full storage loses nobody", (t) => {
  fresh();
  become(ADA);
  const write = localStorage.setItem.bind(localStorage);
  // Full: nothing is added while the identity is there.
  t.mock.method(localStorage, "setItem", (key, value) => {
    if (localStorage.getItem("bocage.identity")) throw new Error("full");
    write(key, value);
  });
  becomeGuest();
  assert.match(localStorage.getItem("bocage.kept") ?? "", /token a/);
});

test("a newer token replaces the older of its player", () => {
  fresh();
  become(ADA);
  become({ ...ADA, token: "newer" });
  assert.deepEqual([identity().token, names()], ["newer", []]);
  become(BO);
  become({ ...ADA, token: "newest" });
  assert.deepEqual([identity().token, names()], ["newest", ["Bo"]]);
});

test("only a player's own act forgets them, wherever they are", () => {
  fresh();
  become(ADA);
  become(BO);
  forget("a");
  assert.deepEqual([identity().name, names()], ["Bo", []]);
  forget("b");
  assert.equal(identity(), null);
  assert.equal(localStorage.getItem("bocage.identity"), null);
});

test("a doubted player stays stored and speaks no more", () => {
  fresh();
  become(ADA);
  const stored = localStorage.getItem("bocage.identity");
  doubt("token a");
  assert.deepEqual([isDoubted(), speaker(), localStorage.getItem("bocage.identity")], [true, null, stored]);
  doubt("token of another tab");
  trust("token of another tab");
  assert.equal(isDoubted(), true);
  trust("token a");
  assert.deepEqual([isDoubted(), speaker()], [false, ADA]);
  assert.deepEqual(told, ["identity", "doubt", "doubt"]);
});

test("a doubted player who makes room is marked", () => {
  fresh();
  become(ADA);
  doubt("token a");
  becomeGuest();
  become(BO);
  assert.deepEqual(keptIdentities(), [{ ...ADA, unknown: true }]);
  offerNoMore("a");
  assert.deepEqual(keptIdentities(), [ADA]);
  trust("token a");
});

test("what another tab did is told once", () => {
  fresh();
  localStorage.setItem("bocage.identity", JSON.stringify(ADA));
  lookAgain();
  lookAgain();
  assert.deepEqual(told, ["identity elsewhere"]);
  assert.equal(identity().name, "Ada");
  become(BO);
  lookAgain();
  assert.deepEqual(told, ["identity elsewhere", "identity"]);
});

test("a new name is given to its own player alone", () => {
  fresh();
  become(ADA);
  rename("b", "Bobby");
  rename("a", "Adele");
  assert.deepEqual(identity(), { ...ADA, name: "Adele" });
});

test("something foreign under our keys is nobody", () => {
  for (const text of ["{", "7", '"Ada"', "[]", '{"token":7,"player":"a"}', '{"name":"Ada"}']) {
    fresh();
    localStorage.setItem("bocage.identity", text);
    localStorage.setItem("bocage.kept", text);
    assert.deepEqual([identity(), keptIdentities()], [null, []], text);
  }
});

/** While `work` runs, the browser's storage is this one, or throws upon access. */
function withStorage(make, work) {
  const usual = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: make });
  try {
    work();
  } finally {
    Object.defineProperty(globalThis, "localStorage", usual);
  }
}

const blocked = () => {
  throw new DOMException("blocked", "SecurityError");
};

test("with storage that throws one plays on in memory", () => {
  const full = { getItem: () => JSON.stringify(ADA), setItem: blocked, removeItem: blocked };
  const unread = { getItem: blocked, setItem: blocked, removeItem: blocked };
  for (const make of [blocked, () => undefined, () => full, () => unread]) {
    withStorage(make, () => {
      become(BO);
      assert.deepEqual([identity(), remembered()], [BO, false]);
      forget("b");
      assert.equal(identity(), null);
      become(BO);
    });
    // It has room again.
    become(BO);
    assert.deepEqual([JSON.parse(localStorage.getItem("bocage.identity")), remembered()], [BO, true]);
  }
});

test("a tab without storage keeps things in memory", () => {
  inThisTab.set("answers", [1]);
  assert.deepEqual(inThisTab.get("answers"), [1]);
  inThisTab.set("answers", null);
  assert.equal(inThisTab.get("answers"), null);
  assert.equal(lasting.get("nothing"), null);
});

test("missing workers and notices harm nothing", async () => {
  assert.deepEqual(
    [notificationPermission(), await askForNotifications(), serviceWorkers()],
    ["none", "denied", undefined],
  );
  const usual = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", {
    configurable: true,
    value: Object.defineProperty({}, "serviceWorker", { get: blocked }),
  });
  assert.equal(serviceWorkers(), undefined);
  Object.defineProperty(globalThis, "navigator", usual);
});
