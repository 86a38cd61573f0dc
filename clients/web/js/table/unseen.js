/**
 * A tab that nobody sees leaves the table where players have days per move, so that the service knows that its player looks
 * elsewhere, and tells them there. Only where they want that: for others the tab goes on to say that it is their turn.
 */

import { getJSON } from "../net/rest.js";

/** Milliseconds that a tab may be out of sight. */
export const UNSEEN = 10_000;

/**
 * @param {Pick<import("../net/live_feed.js").LiveFeed, "view" | "seat" | "close" | "follow">} feed
 * @param {AbortSignal} signal when the screen is left
 */
export function leaveUnseen(feed, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let gone = false;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => void leave(), UNSEEN);
    else if (gone) {
      gone = false;
      feed.follow();
    }
  };
  const leave = async () => {
    if (feed.seat < 0 || feed.view?.clock.kind !== "days" || !(await toldElsewhere())) return;
    if (!document.hidden || signal.aborted || gone) return;
    gone = true;
    feed.close();
  };
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}

/** Whether this player is told of their turns anywhere. @returns {Promise<boolean>} */
async function toldElsewhere() {
  try {
    const { channels } = await getJSON("/api/players/me/notices");
    return channels.some((/** @type {{ confirmed: boolean, events: string[] }} */ one) => one.confirmed && one.events.includes("turn"));
  } catch {
    return false;
  }
}
