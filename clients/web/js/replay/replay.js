/** Looking at a match again: scrub, step, whose eyes, luck, verification, fork, download. */

import { h, put } from "../dom.js";
import { houseBot } from "../lobby/create.js";
import { ensurePlayer, getJSON, getText, makeMatch, nonce } from "../net/rest.js";
import { copy } from "../parts/clipboard.js";
import { dialog } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { inviteOf, rememberInvite } from "../prefs.js";
import { Frame } from "../table/frame.js";
import { ui } from "../words/words.js";
import { luckGraph } from "./luck.js";
import { ReplayFeed } from "./replay_feed.js";
import { Scrubber } from "./scrubber.js";
import { verifyExport } from "./verify.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */

/** @type {import("../app.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const [, match = "", place = "", eyes = "", code = ""] = path;
  rememberInvite(match, code);
  put(main, h("p", { class: "soft" }, ui("loading")));
  let feed = await ReplayFeed.load(match, Number(eyes || -1));
  const end = feed.at(feed.last).view;
  const over = end.status === "ended";
  let seq = feed.at(Number(place) || feed.first).seq;

  const frame = await Frame.make(end.game, {
    seat: () => feed.seat,
    act: async () => undefined,
    jump: (to) => scrubber.go(to),
    now: () => connection.now(),
  });
  title(ui("replay.title", { game: frame.words.say("game.name") }));
  const scrubber = new Scrubber(feed, frame.table, show);

  const address = (invite = "") => `#/replay/${match}/${seq}${invite ? `/${feed.seat}/${invite}` : feed.seat === -1 ? "" : `/${feed.seat}`}`;

  /** @param {number} to @param {boolean} played whether to show the events that led here */
  function show(to, played) {
    const moment = feed.at(to);
    seq = moment.seq;
    if (main.isConnected) history.replaceState(null, "", address());
    // Whoever scrubs on does not wait for what is being shown, nor comes back to it.
    frame.tray.skip();
    const draw = () => seq === moment.seq && frame.show(moment.view, undefined, seq, { mark: true });
    if (played && moment.events.length) void frame.tray.play(frame.table, moment.events, draw);
    else draw();
  }

  const viewers = h("select", { "aria-label": ui("replay.eyes") },
    [-1, ...(over ? [...Object.keys(end.seats).map(Number), -2] : [])].map((seat) =>
      h("option", { value: seat, selected: seat === feed.seat }, seat >= 0 ? (end.seats[seat]?.name ?? "") : ui(seat === -1 ? "replay.public" : "replay.open_hands"))));
  viewers.addEventListener("change", async () => {
    feed = await ReplayFeed.load(match, Number(viewers.value));
    scrubber.use(feed, seq);
    frame.log.fill(frame.table, feed.moments);
    show(seq, false);
  });

  const fork = async () => {
    await ensurePlayer();
    const game = await getJSON(`/api/games/${end.game}`);
    const made = await makeMatch(`/api/matches/${match}/fork`, { seq, seat: Math.max(0, feed.seat), nonce: nonce(), opponent: houseBot(game) }).catch((error) => toast(error.message));
    if (made) go(made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`);
  };
  const download = async () => {
    const text = await getText(`/api/matches/${match}/export`);
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })), download: `${match}.jsonl` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const verify = async () => {
    if (!isSecureContext) return toast(ui("verify.insecure"));
    const report = await verifyExport(await getText(`/api/matches/${match}/export`));
    await dialog(ui("verify"), (close) => [
      h("p", { class: report.why ? "danger" : "verified" }, report.why ? ui("verify.wrong", { n: report.wrong, why: ui(`verify.why.${report.why}`) }) : ui("verify.right")),
      h("ul", {}, h("li", {}, ui("verify.entries", { n: report.entries })), h("li", {}, ui("verify.draws", { n: report.draws })), h("li", { class: "mono small" }, report.head)),
      h("button", { class: "primary", onclick: () => close("") }, ui("close")),
    ]);
  };
  const luck = () => dialog(ui("luck"), (close) => [luckGraph(feed, frame, end), h("button", { class: "primary", onclick: () => close("") }, ui("close"))]);

  frame.element.dataset["mode"] = "replay";
  put(main, frame.element);
  frame.foot.append(scrubber.element);
  put(frame.banner, over ? "" : h("p", { class: "watching row" }, ui("replay.running"), h("a", { class: "button", href: `#/match/${match}` }, ui("replay.table"))));
  frame.side.append(h("section", { class: "sheet stack replay-tools" },
    h("label", {}, ui("replay.eyes"), viewers),
    h("button", { class: "copy-link", onclick: () => copy(`${location.origin}/${address(inviteOf(match))}`) }, ui("replay.link")),
    h("button", { class: "fork", onclick: fork }, ui("replay.fork")),
    h("button", { class: "luck", onclick: luck }, ui("luck")),
    over ? h("button", { class: "verify", onclick: verify }, ui("verify")) : null,
    over ? h("button", { class: "download", onclick: download }, ui("replay.download")) : null));
  frame.log.fill(frame.table, feed.moments);
  scrubber.go(seq);

  const keys = (/** @type {KeyboardEvent} */ event) => scrubber.key(event);
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    scrubber.stop();
    frame.close();
  };
}
