/**
 * A guided first game: a scripted match that stops where something is said. There you make your side's next move; what follows
 * goes by itself as far as the next comment. From anywhere you can play on against a bot.
 */

import { h, put } from "../dom.js";
import { houseBot, startMatch } from "../lobby/start_match.js";
import { ensurePlayer, getJSON, makeMatch, nonce } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { ReplayFeed } from "../replay/replay_feed.js";
import { addressOf } from "../route.js";
import { Shell } from "../table/shell.js";
import { ui } from "../words/more.js";
import { nameless } from "./seat_names.js";

/** @typedef {{ seat: number, snapshot: any, updates: any[], script: Record<string, import("../net/messages.js").Action>, comments: Record<string, { en: string, ja: string }> }} Lesson */

/** @type {import("../feature.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const game = path[1] ?? "";
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  /** @type {Lesson} */
  const lesson = await getJSON(`/api/games/${game}/lesson`);
  const feed = new ReplayFeed("", lesson.seat, lesson);
  let seq = feed.first;
  const shell = await Shell.make(game, {
    seat: () => lesson.seat,
    act: () => step(),
    jump: (to) => look(to),
    now: () => connection.now(),
  });
  title(ui("learn.title", { game: shell.words.say("game.name") }));
  const comment = h("p", { class: "comment scrolls", role: "status", tabindex: "0" });
  const next = h("button", { class: "primary next", onclick: () => step() }, ui("learn.next"));
  const back = h(
    "button",
    { class: "back", onclick: () => look(stops.findLast((stop) => stop < seq) ?? feed.first) },
    ui("learn.back"),
  );
  const place = h("span", { class: "mono soft" });

  const comments = lastSaidAtTheEnd(lesson, feed.last);
  /** Where something is said, from the start to the end. */
  const stops = [...new Set([feed.first, ...Object.keys(comments).map(Number), feed.last])].sort((a, b) => a - b);
  const on = h(
    "button",
    { class: "play-on", onclick: () => playOn() },
    ui(shell.game.seats > 1 ? "learn.play_on" : "learn.play_on.solo"),
  );
  const own = h(
    "button",
    {
      class: "primary own",
      onclick: () => startMatch(shell.game, shell.game.seats > 1 ? { opponent: houseBot(shell.game) } : {}, go),
    },
    ui(shell.game.seats > 1 ? "learn.own" : "learn.own.solo"),
  );
  const panel = h(
    "section",
    { class: "sheet lesson" },
    comment,
    h(
      "div",
      { class: "row lesson-doors" },
      back,
      next,
      place,
      own,
      on,
      h("a", { class: "button quiet leave", href: addressOf("") }, ui("learn.leave")),
    ),
  );
  let playing = false;

  async function step() {
    if (playing) return shell.tray.skip();
    const until = stops.find((stop) => stop > seq);
    if (until === undefined) return;
    playing = true;
    shell.tell();
    const first = seq;
    while (seq < until && main.isConnected) {
      const moment = feed.at(++seq);
      // All that one press brought stays to be read.
      await shell.tray.play(
        shell.board,
        moment.events,
        () => seq === moment.seq && show(seq < until),
        moment.seq > first + 1,
      );
    }
    playing = false;
  }

  /** Back at a position, with what was told on the way to it. @param {number} to */
  function look(to) {
    const before = stops.findLast((stop) => stop < to) ?? to;
    seq = to;
    shell.tray.still(
      shell.board,
      feed.moments.filter((moment) => moment.seq > before && moment.seq <= to).flatMap((moment) => moment.events),
    );
    show();
  }

  /** A match of one's own from the last decision before this point, with what is hidden drawn anew. */
  async function playOn() {
    const from = feed.moments.findLast((moment) => moment.seq <= seq && moment.decision)?.seq ?? feed.first;
    try {
      await ensurePlayer();
      const made = await makeMatch(`/api/games/${game}/lesson`, {
        seq: from,
        nonce: nonce(),
        opponent: shell.game.seats > 1 ? houseBot(shell.game) : "",
      });
      go(made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {boolean} [passing] on the way to the next comment: nothing is asked */
  function show(passing = false) {
    const moment = feed.at(seq);
    shell.fill(feed.moments.filter((past) => past.seq <= seq));
    const action = passing ? undefined : lesson.script[seq + 1];
    const mine = moment.decision?.seat === lesson.seat && action;
    shell.show(
      nameless(moment.view, shell),
      mine && moment.decision ? { ...moment.decision, actions: [action], default: action } : undefined,
      seq,
    );
    const said = comments[seq];
    if (said) {
      comment.textContent = said[prefs.lang];
      comment.scrollTop = 0;
    }
    const over = seq >= feed.last;
    next.hidden = Boolean(mine) || over;
    // Where the game itself is over, there is nothing to play on from.
    const ended = over && moment.view.status === "ended";
    own.hidden = !ended;
    on.hidden = ended;
    on.classList.toggle("primary", over);
    on.classList.toggle("quiet", !over);
    back.hidden = seq <= feed.first;
    panel.classList.toggle("over", over);
    panel.classList.toggle("told", !next.hidden);
    place.textContent = `${stops.filter((stop) => stop <= seq).length} / ${stops.length}`;
  }

  put(main, shell.element);
  put(shell.banner, panel);
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

/**
 * What is said after the last action is said at the very end: what follows tells only that the match is over.
 * @param {Lesson} lesson @param {number} last entry
 */
function lastSaidAtTheEnd({ comments, script }, last) {
  const said = Math.max(...Object.keys(comments).map(Number));
  if (Object.keys(script).some((at) => Number(at) > said)) return comments;
  const { [said]: moved, ...others } = comments;
  return moved ? { ...others, [last]: moved } : comments;
}
