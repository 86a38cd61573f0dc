/** This browser as a channel for notices: availability and subscription. */

import { askForNotifications, notificationPermission, serviceWorkers } from "../../browser.js";
import { FOLDER } from "../../route.js";

/** Cache in which the service worker finds its data, as in sw.js. */
const KEPT = `${FOLDER}push`;

/** @typedef {{ address: string, keys: { p256dh: string, auth: string } }} Subscribed */

/** The reason why this browser cannot get notices; empty if it can. On Apple's phones only an installed page can. */
export function whyNot() {
  if (!serviceWorkers() || !("PushManager" in globalThis) || notificationPermission() === "none")
    return "notices.here.none";
  return notificationPermission() === "denied" ? "notices.here.denied" : "";
}

/**
 * Subscribe this browser. It asks its owner first, so call this upon a click. Null if they decline.
 * @param {string} key the service's public key, base64url
 * @returns {Promise<Subscribed | null>}
 */
export async function subscribe(key) {
  if ((await askForNotifications()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription with another key of the service is useless.
  if (known && sameKey(known.options.applicationServerKey, key)) return subscribed(known);
  await known?.unsubscribe();
  return subscribed(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/**
 * Store the data that the service worker needs when the browser gets another address (see sw.js).
 * @param {{ player: string, channel: string, auth: string, key: string }} known
 */
export async function keepForWorker(known) {
  await (await caches.open("push")).put(KEPT, new Response(JSON.stringify(known)));
}

/** Unsubscribe from the browser's push service. */
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
