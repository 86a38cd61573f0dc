/**
 * A hidden tab leaves tables with days per move, so that the service sends notices. Only for players who want notices:
 * for others the tab itself signals their turn.
 */

import { getJSON } from "../../net/rest.js";

/** Milliseconds after which a hidden tab leaves. */
export const UNSEEN = 10_000;

/** @typedef {Pick<import("../../client/live_feed.js").LiveFeed, "view" | "seat" | "close" | "follow">} Feed */

/**
 * Called when the tab has just been hidden or shown.
 * @param {() => Feed[]} feeds the matches that the tab follows now
 * @param {AbortSignal} signal for when the screen is left
 */
export function leaveUnseen(feeds, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Feed[]} */
  let gone = [];
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => void leave(), UNSEEN);
    else for (const feed of gone.splice(0)) feed.follow();
  };
  const leave = async () => {
    const slow = feeds().filter((feed) => feed.seat >= 0 && feed.view?.clock.kind === "days" && !gone.includes(feed));
    if (!slow.length || !(await getsNotices()) || !document.hidden || signal.aborted) return;
    gone = [...gone, ...slow];
    for (const feed of slow) feed.close();
  };
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  look();
}

/** Whether this player gets notices of their turns anywhere. @returns {Promise<boolean>} */
async function getsNotices() {
  try {
    const { channels } = await getJSON("/api/players/me/notices");
    return channels.some(
      (/** @type {{ confirmed: boolean, events: string[] }} */ one) => one.confirmed && one.events.includes("turn"),
    );
  } catch {
    return false;
  }
}
