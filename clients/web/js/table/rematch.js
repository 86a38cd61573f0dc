/**
 * A rematch with exchanged sides: the service makes one match for both players; a line of chat tells the other. The
 * requester stays at the table until the other player accepts.
 */

import { inThisTab } from "../browser.js";
import { h, put } from "../dom.js";
import { getJSON, nonce, postJSON } from "../net/rest.js";
import { showError } from "../parts/show_error.js";
import { toast } from "../parts/toast.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { displayName } from "../words/words.js";
import { keepWaiting } from "./waiting_match.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../client/messages.js").Said} Said */
/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */

/** Opponents asked for a rematch, by the waiting match; kept over reloads. */
const KEPT = "rematch:";

/** The name of the opponent who was asked from this page for this rematch; empty for none. @param {string} match */
export const askedFor = (match) => inThisTab.get(KEPT + match) ?? "";

/** The name of the other player. @param {LiveFeed} feed */
const other = (feed) =>
  displayName(Object.entries(feed.view?.seats ?? {}).find(([seat]) => Number(seat) !== feed.seat)?.[1].name);

/**
 * The button, which shows a request of the other player.
 * @param {LiveFeed} feed
 * @param {string} name of the game
 * @param {(path: string) => void} go
 */
export function rematchButton(feed, name, go) {
  const seats = Object.entries(/** @type {MatchView} */ (feed.view).seats);
  const people = seats.length > 1 && !seats.some(([, who]) => who.house);
  const key =
    seats.length === 1 ? "rematch.solo" : feed.view?.rated ? "rematch.rated" : people ? "rematch.ask" : "rematch.bot";
  const button = h("button", { class: "primary rematch", onclick: () => ask().catch(showError) }, ui(key));
  const place = h("div", { class: "again" }, button);
  /** The requested match, until it begins; empty: none. */
  let asked = "";
  const ask = async () => {
    const made = await postJSON(`/api/matches/${feed.match}/rematch`, {
      nonce: nonce(),
      rated: feed.view?.rated === true,
    });
    if (!people) return go(addressIn(made));
    const open = await waits(made.match);
    await feed.say(ui(open ? "rematch.said" : "rematch.granted")).catch(() => {}); // Their page shows it too.
    if (!open) return go(addressIn(made));
    inThisTab.set(KEPT + made.match, other(feed));
    asked = made.match;
    keepWaiting(asked, name, addressOf(addressIn(made)));
    put(
      place,
      h("p", { role: "status" }, ui("rematch.here", { name: other(feed) })),
      h("a", { class: "button rematch-link", href: addressOf(addressIn(made)) }, ui("rematch.link")),
    );
  };
  const look = async () => {
    if (asked) return (await waits(asked)) ? undefined : go(`match/${asked}`);
    const next = await getJSON(`/api/matches/${feed.match}/rematch`);
    if (!next.match) return;
    put(button, ui(next.seated ? "rematch.back" : "rematch.accept"));
    put(place, next.seated ? null : h("p", { role: "status" }, ui("rematch.asked", { name: other(feed) })), button);
  };
  if (people) {
    void look().catch(() => {}); // The secret may still be on its way; the service then says so.
    feed.addEventListener("said", (event) => {
      if (asks(/** @type {CustomEvent<Said>} */ (event).detail, feed))
        void look().catch((error) => toast(error.message));
    });
  }
  return place;
}

/** Whether the other player says something here. @param {Said} said @param {LiveFeed} feed */
function asks(said, feed) {
  return Object.entries(feed.view?.seats ?? {}).some(
    ([seat, who]) => Number(seat) !== feed.seat && who.player === said.player,
  );
}

/** @param {{ match: string, invite?: string }} made */
const addressIn = ({ match, invite }) => (invite ? `match/${match}/${invite}` : `match/${match}`);

/** Whether a match waits for a player. @param {string} match */
const waits = async (match) => (await getJSON(`/api/matches/${match}`)).view.status === "open";
