/**
 * Keeps the shell of the page for times without a connection: its files, and what is constant about the games. Matches are
 * never kept: without a connection the page says that there is none.
 */

const FRONT = "/";
const CONSTANT = /^\/api\/(games|words)(\/|$)/;
const NAME = /\/files-([0-9a-f]+)\//;

/** All these files. Rejects when one is not of their release: while it is put in, nodes of another one answer with their own. @param {string[]} names */
const files = (names) => Promise.all(names.map(async (name) => {
  const answer = await fetch(name);
  if (!answer.ok || !answer.headers.get("cache-control")?.includes("immutable")) throw new Error(`${name} is not there yet`);
  return { name, kept: new Response(await answer.blob(), answer) };
}));

/** Keep the files that the front page names now, and forget those of other releases. */
async function keep() {
  const front = await fetch(FRONT, { cache: "no-cache" });
  const digest = NAME.exec(await front.clone().text())?.[1];
  if (!front.ok || !digest) return;
  const name = `files-${digest}`;
  if (!(await caches.has(name))) {
    const listed = await (await fetch("/files.json", { cache: "no-cache" })).json();
    const all = await files(listed.files);
    const cache = await caches.open(name);
    for (const { name, kept } of all) await cache.put(name, kept);
  }
  await (await caches.open(name)).put(FRONT, front);
  for (const other of await caches.keys()) if (![name, "constant", "push"].includes(other)) await caches.delete(other);
}

/** A screen: from the service, else the front page as it was kept. */
async function screen(event) {
  try {
    const answer = await fetch(event.request);
    const digest = NAME.exec(await answer.clone().text())?.[1];
    if (digest && !(await caches.has(`files-${digest}`))) event.waitUntil(keep());
    return answer;
  } catch (error) {
    const kept = await caches.match(FRONT);
    if (kept) return kept;
    throw error;
  }
}

/** What is constant about the games: as the service tells it, else as it told it last. */
async function constant(request) {
  const cache = await caches.open("constant");
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url);
    if (kept) return kept;
    throw error;
  }
}

addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith("/api")) event.respondWith(screen(event));
  else if (NAME.test(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (CONSTANT.test(pathname) && !pathname.includes("picture")) event.respondWith(constant(request));
});

// Notices ------------------------------------------------------------------------------------------

/** Where a notice leads on this page, wherever its sender thinks that the page is. @param {string} url */
const pathOf = (url) => new URL(url, location.href).pathname;

/** All pages of ours that are open. */
const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** A notice has come; who has the table before their eyes needs none. @param {any} notice */
async function show(notice) {
  const path = pathOf(notice.url ?? "/");
  const open = await pages();
  if (open.some((page) => page.visibilityState === "visible" && page.focused && new URL(page.url).pathname === path)) return;
  await self.registration.showNotification(notice.title, {
    body: notice.text,
    lang: notice.lang,
    tag: `${notice.match ?? ""}${notice.kind}`,
    renotify: true,
    icon: "/api/icon.png",
    data: { path },
  });
}

/** A notice was clicked: its table is shown in a page that is open, else in a new one. @param {string} path */
async function look(path) {
  const [page] = await pages();
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ go: path.slice(1) });
  return page.focus();
}

/**
 * The browser's push service has another address for it now: the service is told. What the page kept when it subscribed
 * (see notices/browser.js) proves that this is the same browser; a worker has no token.
 */
async function moved({ newSubscription }) {
  const cache = await caches.open("push");
  const kept = await (await cache.match("/push"))?.json();
  if (!kept) return;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: kept.key }));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ player: kept.player, channel: kept.channel, auth: kept.auth, address: endpoint, keys });
  const answer = await fetch("/api/notices/moved", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (answer.ok) await cache.put("/push", new Response(JSON.stringify({ ...kept, auth: keys.auth })));
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event)));
addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? { title: "Bocage" })));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(look(event.notification.data?.path ?? "/"));
});
