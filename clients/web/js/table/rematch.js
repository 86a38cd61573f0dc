/** Playing again: the same game and options, the seats changed round. Whom one played against is asked by chat. */

import { houseBot, startMatch } from "../lobby/create.js";
import { gameInfo } from "../net/games.js";
import { getJSON, nonce, postJSON } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { exportOf } from "../replay/tools.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {import("../net/messages.js").Said} Said */
/** @typedef {import("../net/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {{ name: string, match: string, code: string }} Asked */

const LINK = /#\/match\/(\w+)(?:\/([\w-]+))?/;

/** What I had chosen for my seat; not in the view, but in the log. @param {LiveFeed} feed @returns {Promise<Record<string, any>>} */
async function seatOptions(feed) {
  const lines = (await exportOf(feed.match)).trim().split("\n").slice(1);
  const bodies = lines.map((line) => JSON.parse(JSON.parse(line).raw));
  return bodies.find((body) => body.e === "seated" && body.seat === feed.seat)?.options ?? {};
}

/**
 * Make the match and go there.
 * @param {LiveFeed} feed
 * @param {(path: string) => void} go
 */
export async function rematch(feed, go) {
  const view = /** @type {MatchView} */ (feed.view);
  const seats = Object.values(view.seats);
  const bot = seats.find((who) => who.bot);
  const [game, info, seat_options] = await Promise.all([gameInfo(view.game), getJSON(`/api/matches/${feed.match}`), seatOptions(feed)]);
  const { kind, base, increment, on_timeout } = view.clock;
  const wishes = {
    options: view.options,
    seat_options,
    seat: seats.length - 1 - feed.seat,
    clock: kind === "none" ? { kind } : { kind, base, increment, on_timeout },
    access: { private: info.row.private ?? false, open_delay: view.open_delay ?? -1 },
    opponent: bot ? (bot.name && game.bots.includes(bot.name) ? bot.name : houseBot(game)) : "",
  };
  const path = await startMatch(game, wishes);
  if (!path) return;
  if (seats.length > 1 && !bot) await feed.say(ui("rematch.said", { link: `${location.origin}/#/${path}` })).catch((error) => toast(error.message));
  go(path);
}

/**
 * The invitation in what was said, if it comes from the other player.
 * @param {Said} said
 * @param {MatchView} view
 * @param {number} seat
 * @returns {Asked | null}
 */
export function invitationIn(said, view, seat) {
  const found = LINK.exec(said.text);
  const other = Object.entries(view.seats).some(([number, who]) => Number(number) !== seat && who.player === said.player);
  return found && other ? { name: said.name, match: found[1] ?? "", code: found[2] ?? "" } : null;
}

/**
 * @param {LiveFeed} feed
 * @param {Asked} asked
 * @param {(path: string) => void} go
 */
export async function joinRematch(feed, asked, go) {
  try {
    await postJSON(`/api/matches/${asked.match}/join`, { nonce: nonce(), options: await seatOptions(feed), invite: asked.code });
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
  go(`match/${asked.match}${asked.code ? `/${asked.code}` : ""}`);
}
