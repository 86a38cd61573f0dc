/**
 * Keeps the shell of the page for times without a connection: its files, and what is constant about the games. Matches
 * are never kept: without a connection the page says that there is none.
 */

/** The folder that the page is served from, and the front page. */
const FRONT = new URL("./", location.href).pathname;
const CONSTANT = /^api\/(games|words)(\/|$)/;
const NAME = /\/files-([0-9a-f]+)\//;
/** What the names of our caches of files end with: other pages of this origin have caches too. */
const OF_FOLDER = FRONT === "/" ? "" : ` ${FRONT}`;
const FILES = new RegExp(`^files-[0-9a-f]+${OF_FOLDER.replace(/[^\w/ ]/g, "\\$&")}$`);
/** The cache of a release's files. @param {string} digest */
const cacheOf = (digest) => `files-${digest}${OF_FOLDER}`;

/**
 * The front page, whose addresses are relative to its own, as it can be shown at the address of any screen.
 * @param {Response} front
 * @param {string} text
 */
const anywhere = (front, text) => new Response(text.replace(/ (href|src)="\.\//g, ` $1="${FRONT}`), front);

/**
 * All these files. Rejects when one is not of their release: while it is put in, nodes of another one answer with their
 * own.
 * @param {string[]} names
 */
const files = (names) =>
  Promise.all(
    names.map(async (name) => {
      const answer = await fetch(name);
      if (!answer.ok || !answer.headers.get("cache-control")?.includes("immutable"))
        throw new Error(`${name} is not there yet`);
      return { name, kept: new Response(await answer.blob(), answer) };
    }),
  );

/** Keep the files that the front page names now, and forget those of other releases. */
async function keep() {
  const front = await fetch(FRONT, { cache: "no-cache" });
  const text = await front.text();
  const digest = NAME.exec(text)?.[1];
  if (!front.ok || !digest) return;
  const name = cacheOf(digest);
  if (!(await caches.has(name))) {
    const listed = await (await fetch(`${FRONT}files.json`, { cache: "no-cache" })).json();
    const all = await files(listed.files.map((/** @type {string} */ file) => FRONT + file.slice(1)));
    const cache = await caches.open(name);
    for (const { name, kept } of all) await cache.put(name, kept);
  }
  await (await caches.open(name)).put(FRONT, anywhere(front, text));
  for (const other of await caches.keys()) if (FILES.test(other) && other !== name) await caches.delete(other);
}

/** A screen: from the service, else the front page as it was kept. */
async function screen(event) {
  try {
    const answer = await fetch(event.request);
    const digest = NAME.exec(await answer.clone().text())?.[1];
    if (digest && !(await caches.has(cacheOf(digest)))) event.waitUntil(keep());
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
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(FRONT)) return;
  const path = pathname.slice(FRONT.length);
  if (request.mode === "navigate" && !path.startsWith("api")) event.respondWith(screen(event));
  else if (NAME.test(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (CONSTANT.test(path) && !path.includes("picture")) event.respondWith(constant(request));
});

// Notices ------------------------------------------------------------------------------------------

/** Where the page keeps what proves that this is the same browser, as in notices/browser.js. */
const KEPT = `${FRONT}push`;

/** Where a notice leads on this page, wherever its sender thinks that the page is. @param {string} url */
const pathOf = (url) => {
  const { pathname } = new URL(url, location.href);
  return pathname.startsWith(FRONT) ? pathname : FRONT + pathname.slice(1);
};

/** All pages of ours that are open. */
const pages = async () =>
  (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((page) =>
    new URL(page.url).pathname.startsWith(FRONT),
  );

/** A notice has come; who has the table before their eyes needs none. @param {any} notice */
async function show(notice) {
  const path = pathOf(notice.url ?? FRONT);
  const open = await pages();
  if (open.some((page) => page.visibilityState === "visible" && page.focused && new URL(page.url).pathname === path))
    return;
  await self.registration.showNotification(notice.title, {
    body: notice.text,
    lang: notice.lang,
    tag: `${notice.match ?? ""}${notice.kind}`,
    renotify: true,
    icon: `${FRONT}api/icon.png`,
    data: { path },
  });
}

/** A notice was clicked: its table is shown in a page that is open, else in a new one. @param {string} path */
async function look(path) {
  const [page] = await pages();
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ go: path.slice(FRONT.length) });
  return page.focus();
}

/**
 * The browser's push service has another address for it now: the service is told. What the page kept when it subscribed
 * (see notices/browser.js) proves that this is the same browser; a worker has no token.
 */
async function moved({ newSubscription }) {
  const cache = await caches.open("push");
  const kept = await (await cache.match(KEPT))?.json();
  if (!kept) return;
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: kept.key }));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ player: kept.player, channel: kept.channel, auth: kept.auth, address: endpoint, keys });
  const answer = await fetch(`${FRONT}api/notices/moved`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  if (answer.ok) await cache.put(KEPT, new Response(JSON.stringify({ ...kept, auth: keys.auth })));
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event)));
addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? { title: "Bocage" })));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(look(event.notification.data?.path ?? FRONT));
});
