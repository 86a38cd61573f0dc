/** The service worker: cached files of a release, notices, and targets of clicks. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../clients/web/sw.js", import.meta.url), "utf8");
const NOTICE = {
  kind: "turn",
  match: "abc",
  title: "Your turn",
  text: "Against Bob.",
  lang: "en",
  url: "https://proxy.example/match/abc",
};

const subscription = (endpoint) => ({ toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "new" } }) });

/** A worker for `https://here.example` with these pages open: its notices and opened pages. */
function worker(...pages) {
  return workerBelow("/", pages);
}

/** The same, served from a folder. */
function workerBelow(folder, pages = []) {
  const handlers = {};
  const done = { shown: [], opened: [], told: [], focused: 0, posted: [] };
  const kept = { [`${folder}push`]: undefined };
  const clients = pages.map((page) => ({
    visibilityState: "visible",
    ...page,
    postMessage: (message) => done.told.push(message),
    focus: async () => done.focused++,
  }));
  const self = {
    clients: { matchAll: async () => clients, openWindow: async (path) => done.opened.push(path) },
    registration: {
      showNotification: async (title, options) => done.shown.push({ title, ...options }),
      pushManager: {
        subscribe: async ({ applicationServerKey }) =>
          subscription(`https://push.example/asked/${applicationServerKey}`),
      },
    },
  };
  const cache = { match: async (name) => kept[name], put: async (name, answer) => (kept[name] = answer) };
  const fetch = async (path, { body }) => {
    done.posted.push([path, JSON.parse(body)]);
    return { ok: !path.includes("gone") };
  };
  const world = {
    self,
    Response,
    fetch,
    caches: { open: async () => cache },
    URL,
    location: { href: `https://here.example${folder}sw.js`, origin: "https://here.example" },
    addEventListener: (name, handler) => (handlers[name] = handler),
  };
  vm.runInNewContext(SOURCE, world);
  const fire = async (name, event) => {
    let waited;
    handlers[name]({ ...event, waitUntil: (promise) => (waited = promise) });
    await waited;
    // Plain data, from another realm.
    return JSON.parse(JSON.stringify(done));
  };
  return {
    kept,
    moved: (newSubscription) => fire("pushsubscriptionchange", { newSubscription }),
    push: (notice) => fire("push", { data: notice && { json: () => notice } }),
    click: (data) => fire("notificationclick", { notification: { data, close: () => {} } }),
  };
}

test("notice is shown and links its table", async () => {
  const { shown } = await worker({ url: "https://here.example/", focused: true }).push(NOTICE);
  assert.equal(shown.length, 1);
  assert.deepEqual(
    [shown[0].title, shown[0].body, shown[0].tag, shown[0].data],
    ["Your turn", "Against Bob.", "abcturn", { path: "/match/abc" }],
  );
});

test("who has the table before their eyes is shown nothing", async () => {
  const at = "https://here.example/match/abc";
  assert.equal((await worker({ url: at, focused: true }).push(NOTICE)).shown.length, 0);
  assert.equal((await worker({ url: at, focused: false }).push(NOTICE)).shown.length, 1);
  assert.equal((await worker({ url: at, focused: true, visibilityState: "hidden" }).push(NOTICE)).shown.length, 1);
  assert.equal((await worker({ url: `${at}d`, focused: true }).push(NOTICE)).shown.length, 1);
});

test("a push without data is shown, too", async () => {
  assert.equal((await worker().push(null)).shown[0].title, "Bocage");
});

test("click reuses an open page", async () => {
  const open = await worker({ url: "https://here.example/" }).click({ path: "/match/abc" });
  assert.deepEqual([open.told, open.focused, open.opened], [[{ go: "match/abc" }], 1, []]);
  const none = await worker().click({ path: "/match/abc" });
  assert.deepEqual([none.told, none.opened], [[], ["/match/abc"]]);
});

test("a changed push address is reported with its proof", async () => {
  const here = worker();
  assert.deepEqual((await here.moved(subscription("https://push.example/2"))).posted, []);
  here.kept["/push"] = new Response(JSON.stringify({ player: "ann", channel: "c", auth: "old", key: "k" }));
  const body = {
    player: "ann",
    channel: "c",
    auth: "old",
    address: "https://push.example/2",
    keys: { p256dh: "p", auth: "new" },
  };
  assert.deepEqual((await here.moved(subscription("https://push.example/2"))).posted, [["/api/notices/moved", body]]);
  // From now on the new secret proves it; a browser that sends no subscription along is asked for one.
  const again = { ...body, auth: "new", address: "https://push.example/asked/k" };
  assert.deepEqual((await here.moved(null)).posted.at(-1), ["/api/notices/moved", again]);
});

/** A worker installed with these answers of the service: names of cached files, by cache. */
async function installed(answers, folder = "/", kept = {}, texts = {}) {
  const caches = {
    has: async (name) => name in kept,
    open: async (name) => {
      kept[name] ??= [];
      return {
        put: async (path, answer) => {
          kept[name].push(path);
          texts[path] = await answer.text();
        },
      };
    },
    keys: async () => Object.keys(kept),
    delete: async (name) => delete kept[name],
  };
  const handlers = {};
  const self = { skipWaiting: () => {} };
  const fetch = async (path) => answers[path]();
  const world = {
    self,
    Response,
    Error,
    fetch,
    caches,
    URL,
    location: { href: `https://here.example${folder}sw.js` },
    addEventListener: (name, handler) => (handlers[name] = handler),
  };
  vm.runInNewContext(SOURCE, world);
  let waited;
  handlers.install({ waitUntil: (promise) => (waited = promise) });
  await waited.catch(() => {});
  return kept;
}

const FOREVER = { headers: { "Cache-Control": "public, max-age=31536000, immutable" } };
const RELEASE = {
  "/": () => new Response('<script src="/files-ab12/js/app.js">'),
  "/files.json": () => new Response('{"files": ["/files-ab12/js/app.js", "/files-ab12/css/base.css"]}'),
  "/files-ab12/js/app.js": () => new Response("app", FOREVER),
  "/files-ab12/css/base.css": () => new Response("base", FOREVER),
};

test("release is cached whole or not at all", async () => {
  assert.deepEqual(await installed(RELEASE), {
    "files-ab12": ["/files-ab12/js/app.js", "/files-ab12/css/base.css", "/"],
  });
  const older = () => new Response("older", { headers: { "Cache-Control": "public, no-cache" } });
  assert.deepEqual(await installed({ ...RELEASE, "/files-ab12/css/base.css": older }), {});
  assert.deepEqual(
    await installed({ ...RELEASE, "/files-ab12/css/base.css": () => new Response("", { status: 404 }) }),
    {},
  );
});

test("path installation has its own caches", async () => {
  const below = Object.fromEntries(Object.entries(RELEASE).map(([path, answer]) => [`/games/bocage${path}`, answer]));
  below["/games/bocage/"] = () => new Response('<link href="./api/icon.png"><script src="./files-ab12/js/app.js">');
  // Another page of this host, another Bocage there, and an earlier release of this one.
  const kept = { "club-news": [], "files-0011": [], "files-0022 /games/bocage/": [] };
  const texts = {};
  assert.deepEqual(await installed(below, "/games/bocage/", kept, texts), {
    "club-news": [],
    "files-0011": [],
    "files-ab12 /games/bocage/": [
      "/games/bocage/files-ab12/js/app.js",
      "/games/bocage/files-ab12/css/base.css",
      "/games/bocage/",
    ],
  });
  // Cached pages can be shown at the address of any screen.
  assert.equal(
    texts["/games/bocage/"],
    '<link href="/games/bocage/api/icon.png"><script src="/games/bocage/files-ab12/js/app.js">',
  );
});

test("path notice leads below the path", async () => {
  const { shown } = await workerBelow("/games/bocage/").push(NOTICE);
  assert.deepEqual([shown[0].icon, shown[0].data], ["/games/bocage/api/icon.png", { path: "/games/bocage/match/abc" }]);
  const again = await workerBelow("/games/bocage/").push({
    ...NOTICE,
    url: "https://club.example/games/bocage/match/abc",
  });
  assert.deepEqual(again.shown[0].data, { path: "/games/bocage/match/abc" });
});

test("path click ignores other pages", async () => {
  const path = "/games/bocage/match/abc";
  const other = await workerBelow("/games/bocage/", [{ url: "https://here.example/news" }]).click({ path });
  assert.deepEqual([other.told, other.opened], [[], [path]]);
  const own = await workerBelow("/games/bocage/", [{ url: "https://here.example/games/bocage/" }]).click({ path });
  assert.deepEqual([own.told, own.opened], [[{ go: "match/abc" }], []]);
});
