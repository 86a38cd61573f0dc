/** Creating the player of this browser, with reasons for failure; not loaded by the lobby. */

import { postJSON } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { become, identity, isDoubted, remembered } from "../prefs.js";
import { deviceName } from "./device_name.js";
import { say } from "./words.js";

/** Time (ms) of the notice that this browser does not keep its player. */
const LONG = 15_000;

/** The player being created, for all callers. @type {Promise<import("../prefs.js").Identity> | undefined} */
let making;

/** Text for a player whom the service does not know. */
export const whyNobody = () => say("unknown", { name: identity()?.name ?? "" });

/** Create the player of this browser once, for any number of callers and tabs. @param {string} name */
export async function makePlayer(name) {
  if (isDoubted()) throw new Error(whyNobody());
  making ??= alone(() => make(name)).finally(() => {
    making = undefined;
  });
  return making;
}

/** @param {string} name */
async function make(name) {
  const other = identity();
  if (other) return other;
  const made = await postJSON("/api/players", { name, device: deviceName(navigator.userAgent) });
  // Without locks another tab may have been first.
  const meanwhile = identity();
  if (meanwhile) return meanwhile;
  become(made);
  if (!remembered()) toast(say("forgetful"), LONG);
  return /** @type {import("../prefs.js").Identity} */ (identity());
}

/**
 * Do it in one tab of this browser at a time, where the browser has locks.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(work) {
  let begun = false;
  try {
    return await navigator.locks.request("bocage.player", () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    return work();
  }
}
