/**
 * Offline cache of the page's shell: its files, and constant data of the games. Matches are never cached: offline the
 * page says so.
 */

/** The folder that the page is served from, and the front page. */
const FRONT = new URL("./", location.href).pathname;
const CONSTANT = /^api\/(games|words)(\/|$)/;
const NAME = /\/files-([0-9a-f]+)\//;
/** Suffix of our caches of files: other pages of this origin have caches too. */
const OF_FOLDER = FRONT === "/" ? "" : ` ${FRONT}`;
const FILES = new RegExp(`^files-[0-9a-f]+${OF_FOLDER.replace(/[^\w/ ]/g, "\\$&")}$`);
/** The cache of a release's files. @param {string} digest */
const cacheOf = (digest) => `files-${digest}${OF_FOLDER}`;

/**
 * The front page, whose addresses are relative, rewritten for the address of a screen.
 * @param {Response} front
 * @param {string} text
 */
const anywhere = (front, text) => new Response(text.replace(/ (href|src)="\.\//g, ` $1="${FRONT}`), front);

/**
 * Fetch all these files. Rejects when one is not of their release: during an upgrade, nodes of another release answer
 * with their own.
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

/** Cache the files named by the front page now, and delete those of other releases. */
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

/** A screen: from the service, else the cached front page. */
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

/** Constant data of the games: from the service, else cached. */
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

/** Cache in which the page keeps its proof of identity, as in notices/push_subscription.js. */
const KEPT = `${FRONT}push`;

/** The path of a notice on this page, whatever address its sender assumes. @param {string} url */
const pathOf = (url) => {
  const { pathname } = new URL(url, location.href);
  return pathname.startsWith(FRONT) ? pathname : FRONT + pathname.slice(1);
};

/** All open pages of ours. */
const pages = async () =>
  (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((page) =>
    new URL(page.url).pathname.startsWith(FRONT),
  );

/** A notice has arrived; it is not shown while its table is visible. @param {any} notice */
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

/** A notice was clicked: show its table in an open page, else in a new one. @param {string} path */
async function look(path) {
  const [page] = await pages();
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ go: path.slice(FRONT.length) });
  return page.focus();
}

/**
 * The browser's push address has changed: report it to the service. The data stored at subscription (see
 * notices/push_subscription.js) prove that this is the same browser; a worker has no token.
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
