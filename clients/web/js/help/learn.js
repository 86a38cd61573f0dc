/** A guided first game: a scripted match with comments, in which you make your side's moves yourself. */

import { h, put } from "../dom.js";
import { getJSON } from "../net/rest.js";
import { prefs } from "../prefs.js";
import { ReplayFeed } from "../replay/replay_feed.js";
import { Shell } from "../table/shell.js";
import { ui } from "../words/words.js";

/** @typedef {import("../net/messages.js").MatchView} MatchView */
/** @typedef {{ seat: number, snapshot: any, updates: any[], script: Record<string, import("../net/messages.js").Action>, comments: Record<string, { en: string, ja: string }> }} Lesson */

/** @type {import("../app.js").Screen} */
export async function screen({ connection, main, path, title }) {
  const game = path[1] ?? "";
  /** @type {Lesson} */
  const lesson = await getJSON(`/api/games/${game}/lesson`);
  const feed = new ReplayFeed("", lesson.seat, lesson);
  let seq = feed.first;
  const shell = await Shell.make(game, {
    seat: () => lesson.seat,
    act: () => step(),
    jump: (to) => (seq = to, show()),
    now: () => connection.now(),
  });
  title(ui("learn.title", { game: shell.words.say("game.name") }));
  const comment = h("p", { class: "comment", role: "status" });
  const next = h("button", { class: "primary next", onclick: () => step() }, ui("learn.next"));
  const back = h("button", { class: "back", onclick: () => (seq = Math.max(feed.first, seq - 1), show()) }, ui("learn.back"));
  const place = h("span", { class: "mono soft" });

  let playing = false;

  /** Nobody in particular sits here: the seats bear their own names. @param {MatchView} view */
  const named = (view) => ({
    ...view,
    seats: Object.fromEntries(Object.entries(view.seats).map(([seat, who]) => [seat, { ...who, name: shell.words.say(`seat.${seat}`) }])),
  });

  async function step() {
    if (playing) return shell.tray.skip();
    if (seq >= feed.last) return;
    const moment = feed.at(++seq);
    playing = true;
    shell.choices.show(undefined, "");
    await shell.tray.play(shell.board, moment.events, () => seq === moment.seq && show());
    playing = false;
  }

  function show() {
    const moment = feed.at(seq);
    shell.log.fill(feed.moments.filter((past) => past.seq <= seq));
    const action = lesson.script[seq + 1];
    const mine = moment.decision?.seat === lesson.seat && action;
    shell.show(named(moment.view), mine && moment.decision ? { ...moment.decision, actions: [action], default: action } : undefined, seq);
    const said = lesson.comments[seq];
    comment.textContent = said ? said[prefs.lang] : ui(mine ? "learn.do" : "learn.go");
    next.hidden = Boolean(mine) || seq >= feed.last;
    place.textContent = `${seq - feed.first} / ${feed.last - feed.first}`;
  }

  put(main, shell.element);
  put(shell.banner, h("section", { class: "sheet stack lesson" }, comment, h("div", { class: "row" }, back, next, place, h("a", { class: "button quiet", href: "/" }, ui("learn.leave")))));
  show();
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowRight" && !next.hidden) step();
    else shell.choices.key(event);
  };
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    shell.close();
  };
}
