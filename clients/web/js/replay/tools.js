/** Tools for the log of a finished match. */

import { verifyExport } from "../client/verify.js";
import { h } from "../dom.js";
import { houseBot } from "../lobby/start_match.js";
import { ensurePlayer, getText, makeMatch, nonce } from "../net/rest.js";
import { confirm, dialog } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { inviteOf } from "../prefs.js";
import { addressOf, FOLDER } from "../route.js";
import { ui } from "../words/all_words.js";
import { luckGraph } from "./luck.js";

/** @typedef {import("./replay_feed.js").ReplayFeed} ReplayFeed */
/** @typedef {import("../table/shell.js").Shell} Shell */
/** @typedef {import("../client/messages.js").MatchView} MatchView */

/** The address of a moment, to share. @param {string} match @param {number} seq @param {number} eyes */
export function momentLink(match, seq, eyes) {
  const invite = inviteOf(match);
  return (
    location.origin +
    addressOf(`replay/${match}/${seq}${invite ? `/${eyes}/${invite}` : eyes === -1 ? "" : `/${eyes}`}`)
  );
}

/** Address of a moment as SVG. @param {string} match @param {number} seq @param {number} seat the viewer */
export function pictureOf(match, seq, seat) {
  const eyes = seat === -2 ? "open" : seat === -1 ? "public" : String(seat);
  const invite = inviteOf(match);
  return `${FOLDER}api/matches/${match}/picture.svg?seq=${seq}&as=${eyes}${invite ? `&invite=${invite}` : ""}`;
}

/** Link that saves a moment as SVG. @param {string} match @param {number} seq @param {number} seat the viewer */
export const pictureLink = (match, seq, seat) =>
  h(
    "a",
    { class: "button quiet picture-svg", download: `bocage-${match}.svg`, href: pictureOf(match, seq, seat) },
    ui("picture.svg"),
  );

/**
 * Save a moment as PNG, painted by the browser from the SVG.
 * @param {string} match
 * @param {number} seq
 * @param {number} seat the viewer
 */
export async function savePng(match, seq, seat) {
  const drawn = new Image();
  drawn.src = pictureOf(match, seq, seat);
  try {
    await drawn.decode();
  } catch {
    toast(ui("offline"));
    return;
  }
  const size = { width: drawn.naturalWidth, height: drawn.naturalHeight };
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  canvas.toBlob((file) => file && save(file, `bocage-${match}.png`));
}

/** @param {string} match */
export const exportOf = (match) => getText(`/api/matches/${match}/export`);

/** @param {string} match */
export async function download(match) {
  save(new Blob([await exportOf(match)], { type: "application/jsonl" }), `${match}.jsonl`);
}

/** Save a file through the browser. @param {Blob} file @param {string} name */
export function save(file, name) {
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The viewer that sees all hands. */
export const OPEN = -2;

/** The viewpoint of a seat's replay: its own, so that hidden things stay hidden. @param {number} seat */
export const eyesOf = (seat) => (seat < 0 ? OPEN : seat);

/** Whether it is a deal of a day in progress: players see no more of it than they saw. @param {MatchView} view */
export const sealed = ({ deal }) => deal !== undefined && Date.now() < deal.until;

/**
 * The bot to play on against: the one of the match, else the house's default.
 * @param {MatchView} view
 * @param {import("../net/games.js").GameInfo} game
 */
export const rivalOf = ({ seats }, game) =>
  Object.values(seats).find((who) => who.house && who.name)?.name ?? houseBot(game);

/**
 * Fork from an earlier moment, against a bot, after a confirmation.
 * @param {string} match
 * @param {number} seq
 * @param {number} seat
 * @param {string} opponent which bot
 * @param {(path: string) => void} go
 */
export async function forkAt(match, seq, seat, opponent, go) {
  if (!(await confirm(ui("replay.fork"), ui("replay.fork.sure"), ui("replay.fork"), true))) return;
  try {
    await ensurePlayer();
    const made = await makeMatch(`/api/matches/${match}/fork`, { seq, seat, nonce: nonce(), opponent });
    go(made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** Check the commitment, the chain and the dice, and show the result. @param {string} match */
export async function verify(match) {
  if (!isSecureContext) return toast(ui("verify.insecure"));
  const report = await verifyExport(await exportOf(match));
  await dialog(ui("verify"), (close) => [
    h(
      "p",
      { class: report.why ? "danger" : "verified" },
      ui(report.why ? "verify.wrong" : report.diced ? "verify.right" : "verify.undrawn", {
        n: report.wrong,
        why: ui(`verify.why.${report.why}`),
      }),
    ),
    h(
      "ul",
      {},
      h("li", {}, ui("verify.entries", { n: report.entries })),
      report.diced ? h("li", {}, ui("verify.draws", { n: report.draws })) : "",
      h("li", { class: "small" }, ui("verify.head", { head: report.head })),
    ),
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close("") }, ui("close"))),
  ]);
}

/** @param {ReplayFeed} feed @param {Shell} shell @param {(seq: number) => void} jump */
export async function showLuck(feed, shell, jump) {
  await dialog(ui("luck"), (close) => [
    luckGraph(feed, shell, (seq) => {
      close("");
      return jump(seq);
    }),
    h("div", { class: "row" }, h("button", { class: "primary", onclick: () => close("") }, ui("close"))),
  ]);
}
