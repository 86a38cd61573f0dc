/** This browser as a channel for notices: whether it can be one, and its subscription. */

import { askForNotifications, notificationPermission, serviceWorkers } from "../../browser.js";
import { FOLDER } from "../../route.js";

/** Where the service worker finds what is kept for it, as in sw.js. */
const KEPT = `${FOLDER}push`;

/** @typedef {{ address: string, keys: { p256dh: string, auth: string } }} Subscribed */

/** Why this browser cannot be told anything; empty: it can. On phones of Apple only an installed page can. */
export function whyNot() {
  if (!serviceWorkers() || !("PushManager" in globalThis) || notificationPermission() === "none")
    return "notices.here.none";
  return notificationPermission() === "denied" ? "notices.here.denied" : "";
}

/**
 * Subscribe this browser. It asks its owner first, so call this upon a click. Null: they do not want it.
 * @param {string} key the service's public key, base64url
 * @returns {Promise<Subscribed | null>}
 */
export async function subscribe(key) {
  if ((await askForNotifications()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // The service may have another key by now: such a subscription is of no use.
  if (known && sameKey(known.options.applicationServerKey, key)) return subscribed(known);
  await known?.unsubscribe();
  return subscribed(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/**
 * Keep what the service worker needs when the browser gets another address (see sw.js).
 * @param {{ player: string, channel: string, auth: string, key: string }} known
 */
export async function keepForWorker(known) {
  await (await caches.open("push")).put(KEPT, new Response(JSON.stringify(known)));
}

/** Tell the browser's push service that nothing comes any more. */
export async function unsubscribe() {
  await (await caches.open("push")).delete(KEPT);
  const registration = await serviceWorkers()?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** @param {PushSubscription} subscription @returns {Subscribed} */
function subscribed(subscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { address: endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } };
}

/** @param {ArrayBuffer | null} bytes @param {string} key */
function sameKey(bytes, key) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}
