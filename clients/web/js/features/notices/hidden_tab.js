/**
 * A tab that nobody sees leaves the tables where its player has days per move, so that the service knows that they look
 * elsewhere, and tells them there. Only where they want that: for others the tab goes on to say that it is their turn.
 */

import { getJSON } from "../../net/rest.js";

/** Milliseconds that a tab may be out of sight. */
export const UNSEEN = 10_000;

/** @typedef {Pick<import("../../net/live_feed.js").LiveFeed, "view" | "seat" | "close" | "follow">} Feed */

/**
 * @param {() => Feed[]} feeds what the tab follows now
 * @param {AbortSignal} signal when the screen is left
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
    if (!slow.length || !(await toldElsewhere()) || !document.hidden || signal.aborted) return;
    gone = [...gone, ...slow];
    for (const feed of slow) feed.close();
  };
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}

/** Whether this player is told of their turns anywhere. @returns {Promise<boolean>} */
async function toldElsewhere() {
  try {
    const { channels } = await getJSON("/api/players/me/notices");
    return channels.some(
      (/** @type {{ confirmed: boolean, events: string[] }} */ one) => one.confirmed && one.events.includes("turn"),
    );
  } catch {
    return false;
  }
}
