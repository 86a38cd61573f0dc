/** A live match: taking a seat, playing, watching. */

import { h, put, underDialog } from "../dom.js";
import { lag } from "../lobby/clocks.js";
import { decisionOf, LiveFeed } from "../net/live_feed.js";
import { merge } from "../net/patch.js";
import { ensurePlayer, getJSON, nonce, postJSON, RestError } from "../net/rest.js";
import { confirm } from "../parts/dialog.js";
import { arrive, lost } from "../parts/focus.js";
import { forkBanner } from "../parts/fork.js";
import { arrange } from "../parts/keyed.js";
import { failed } from "../parts/rated.js";
import { sound } from "../parts/sounds.js";
import { toast } from "../parts/toast.js";
import { inviteOf, prefsChanged, rememberInvite, speaker } from "../prefs.js";
import { addressOf } from "../route.js";
import { ui } from "../words/more.js";
import { alertTurn } from "./alerts.js";
import { againstHouse, autoPass, autoPassBox, Begun, noChoice } from "./autopass.js";
import { Chat } from "./chat.js";
import { drawOffer } from "./draw_offer.js";
import { sayHeld } from "./held.js";
import { Hint, SMALL } from "./hint.js";
import { undoneOnce } from "./log.js";
import { LookBack } from "./look_back.js";
import { Shell } from "./shell.js";
import { isRest } from "./story.js";
import { inTab, TakingBack } from "./taking_back.js";
import { isTold } from "./tray.js";
import { leaveUnseen } from "./unseen.js";
import { keepWaiting, stopWaiting } from "./waiting.js";

/** @typedef {import("../net/live_feed.js").Moment} Moment */
/** @typedef {import("../net/messages.js").MatchView} MatchView */

/** Milliseconds after which a table is sure to stand. */
const SETTLED = 4000;

/** @type {import("../app.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const [, match = "", code = ""] = path;
  rememberInvite(match, code);
  const invite = inviteOf(match);
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  const feed = new LiveFeed(connection, match, invite, path[3] === "open");
  await firstSnapshot(connection, feed);
  const view = /** @type {MatchView} */ (feed.view);
  // What stands before a match and after it has files of its own: who plays does not wait for them.
  const invitation = view.status === "open" ? (await import("./invitation.js")).invitation : undefined;
  let ending = view.status === "ended" ? (await import("./ending.js")).ending : undefined;
  const fetchEnding = () =>
    import("./ending.js").then((module) => {
      ending = module.ending;
    });
  /** Whether an action was taken back last: what was passed by itself would only be passed again. */
  let backwards = false;
  const takingBack = new TakingBack(feed, inTab(match));
  const answered = (/** @type {number | undefined} */ seq, /** @type {boolean} */ passed) => {
    const before = takingBack.any;
    takingBack.answered(seq ?? 0, passed);
    if (takingBack.any !== before && place === shell.element) tend(/** @type {MatchView} */ (feed.view));
  };
  /** Where passing by itself failed, or was only just switched on: there the person is asked after all. */
  let byHand = -1;
  const shell = await Shell.make(view.game, {
    seat: () => feed.seat,
    act: (action) => {
      backwards = false;
      begun.acted(feed.decision, action);
      shell.log.follow();
      return feed.act(action).then(({ seq }) => answered(seq, false));
    },
    jump: (seq) => {
      shell.side.leave();
      if (feed.view?.status !== "playing") go(`replay/${match}/${seq}`);
      // The present is there already: whoever reads above in the log stays there.
      else if (back.seq || seq < feed.seq) back.go(seq);
    },
    now: () => connection.now(),
  });
  title(shell.words.say("game.name"));
  const begun = new Begun(shell.game.presentation);
  const chat = new Chat(feed, (n) => shell.side.unread(n));
  // The service sends no line of theirs; without this the menu does not know it.
  /** Whom one has blocked: that hides their chat as well. @type {Set<string>} */
  const blocked = new Set();
  if (speaker())
    getJSON("/api/players/me/blocks").then(
      (known) => {
        for (const { player } of known.blocked) blocked.add(player);
        chat.mute([...known.blocked, ...known.muted].map(({ player }) => player));
        if (feed.view && place === shell.element) tend(feed.view);
      },
      () => {},
    );
  const back = new LookBack(
    shell,
    () => draw(),
    (decision) => asks(decision),
  );
  const hint = new Hint(feed, shell.choices);

  /** What is on the screen: the table, or the page of a match that waits or never began. @type {Element | undefined} */
  let place;
  const present = (/** @type {Element} */ element) => {
    if (place === element) return;
    const came = place !== undefined;
    place = element;
    put(main, element);
    // A match that was waited for begins: who listens hears where it stands.
    if (came) requestAnimationFrame(() => arrive(main));
  };

  /** What there is to decide; where there is no choice, nobody is asked. */
  const asked = () => {
    const { view: now, decision, seat, seq } = feed;
    begun.asked(decision, seat);
    return now && !backwards && seq !== byHand && noChoice(shell.game, decision, againstHouse(now, seat), begun)
      ? undefined
      : decision;
  };
  const pass = () => {
    const { seq } = feed;
    if (!backwards && seq !== byHand)
      void autoPass(shell.game, feed, shell.words, begun, (seq) => answered(seq, true)).then((done) => {
        if (done || feed.seq !== seq) return;
        byHand = seq;
        draw();
      });
  };

  /** Whether there is something to decide in a question, and not only to go on. @param {import("../net/messages.js").Decision | undefined} decision */
  const asks = (decision) =>
    Boolean(decision?.actions) &&
    !noChoice(shell.game, decision, againstHouse(/** @type {MatchView} */ (feed.view), feed.seat), begun);

  /** In the log, what others did since our last answer is marked. */
  const markNews = () => {
    // Nothing is asked any more when it is over.
    if (feed.view?.status === "ended") shell.log.fresh(Infinity);
    if (feed.seat < 0 || !asks(feed.decision)) return;
    const { answer, others } = back.story();
    shell.log.fresh(others ? answer : Infinity);
  };

  /** Whether a question of ours was on the screen last: what is told then begins anew. */
  let ours = true;
  /** What was asked when the table was drawn last. */
  let question = feed.decision;
  /** @type {HTMLElement | undefined} */
  let end;
  const draw = () => {
    const now = /** @type {MatchView} */ (feed.view);
    if (now.status !== "playing" && back.seq) return back.go(Infinity);
    // Open hands are late: a seat that is free there has been taken since.
    const waits = now.status === "open" && feed.seat !== -2;
    const calledOff = now.status === "ended" && !now.table;
    // On the page before it is drawn: what has no size yet cannot be fitted to it.
    if (!waits && !calledOff) present(shell.element);
    if (back.seq) back.draw();
    else shell.show(now, asked(), feed.seq);
    if (waits && invitation) return present(invitation(now, feed, shell, invite, { join, go }));
    if (now.status === "ended" && !ending) void fetchEnding().then(draw, (error) => toast(error.message));
    if (calledOff) return ending && present(h("div", { class: "door-page" }, ending(feed, shell, go)));
    shell.side.notes(now.fork ? forkBanner(now.fork) : null);
    if (now.status === "ended" && ending) end ??= ending(feed, shell, go);
    // What stands there already is not told again.
    arrange(shell.banner, [
      back.seq ? back.note(asked()?.actions ? ui("back.turn") : "") : null,
      offer(now),
      now.open_delay !== undefined && now.status !== "ended" ? openHands(now.open_delay) : null,
      feed.seat === -1 && now.status === "playing" ? h("p", { class: "watching" }, ui("watching")) : null,
      now.status === "ended" && ending ? end : null,
    ]);
    // What had the keyboard is gone with the question.
    if (end && lost()) requestAnimationFrame(() => arrive(shell.banner));
    tend(now);
    ours ||= feed.seat < 0 || (Boolean(asked()?.actions) && !isRest(question, asked()));
    question = asked();
    alertTurn(match, Boolean(asked()?.actions), shell.prompt(now, asked()));
    pass();
  };

  /** That hands are shown, how late, and the way there for who only watches. @param {number} delay seconds */
  const openHands = (delay) =>
    h(
      "p",
      { class: "watching open-hands" },
      ui(feed.seat === -2 ? "open.lag" : "open.told", { time: lag(delay) }),
      feed.seat === -1
        ? h("a", { class: "button quiet", href: addressOf(`match/${match}/${invite}/open`) }, ui("open.watch"))
        : null,
    );

  /** @param {MatchView} now */
  const offer = (now) =>
    drawOffer(now, feed.seat, shell.words, {
      accept: () => request(feed.draw()),
      decline: () => request(feed.declineDraw()),
    });

  /** @param {MatchView} now */
  const buttons = (now) => {
    if (feed.seat < 0 || now.status !== "playing") return [];
    const two = Object.keys(now.seats).length > 1;
    const offered = two && now.draw_offer !== undefined && now.draw_offer !== feed.seat;
    const next = () =>
      void import("../lobby/next.js")
        .then(({ goToNext }) => goToNext(go, match))
        .catch((error) => toast(error.message));
    return [
      two ? h("button", { class: "next-match", onclick: next }, ui("next.match")) : null,
      two && !now.deal
        ? h(
            "button",
            { class: "draw", onclick: () => request(feed.draw().then(() => offered || toast(ui("draw.offered")))) },
            ui(offered ? "draw.accept" : "draw.offer"),
          )
        : null,
      h(
        "button",
        {
          class: "danger resign",
          onclick: async () => (await confirm(ui("resign"), ui("resign.sure"))) && request(feed.resign()),
        },
        ui("resign"),
      ),
    ].filter((node) => node !== null);
  };

  /** Hide somebody's chat, or show it again. @param {{ player: string, name: string }} someone */
  const mute = async (someone) => {
    const muted = !chat.isMuted(someone.player);
    if (!(await (await import("../record/order.js")).mute(someone, muted))) return;
    chat.mute([someone.player], muted);
    tend(/** @type {MatchView} */ (feed.view));
  };

  /** Muting, blocking and reporting who sits here as well. @param {MatchView} now */
  const others = (now) => {
    if (feed.seat < 0) return [];
    return Object.entries(now.seats)
      .filter(([seat, who]) => Number(seat) !== feed.seat && who.player && !who.house && !who.left)
      .flatMap(([, who]) => {
        const someone = { player: who.player ?? "", name: shell.words.player(who) };
        return [
          blocked.has(someone.player)
            ? null
            : h(
                "button",
                { class: "mute", onclick: () => mute(someone) },
                ui(chat.isMuted(someone.player) ? "order.unmute" : "order.mute", { name: someone.name }),
              ),
          h(
            "button",
            { class: "befriend", onclick: async () => (await import("../record/friends.js")).befriend(someone) },
            ui("friends.ask", { name: someone.name }),
          ),
          h(
            "button",
            {
              class: "report",
              onclick: async () => (await import("../record/order.js")).report(someone, match, chat.said),
            },
            ui("order.report", { name: someone.name }),
          ),
          h(
            "button",
            {
              class: "block",
              onclick: async () => {
                const { block } = await import("../record/order.js");
                if (!(await block(someone))) return;
                blocked.add(someone.player);
                chat.mute([someone.player]);
                tend(now);
              },
            },
            ui("order.block", { name: someone.name }),
          ),
        ].filter((node) => node !== null);
      });
  };

  /** Taking the last action back, or agreeing that the other player does. @param {MatchView} now */
  const undoButton = (now) => {
    const asks = now.undo_asked;
    if (feed.seat < 0 || now.undo === undefined || (now.undo !== feed.seat && asks === undefined)) return [];
    if (asks === feed.seat) return [h("button", { class: "quiet undo", disabled: true }, ui("undo.asked"))];
    if (asks === undefined && !takingBack.any) return [];
    if (asks === undefined && now.undo_by === "free")
      return [h("button", { class: "quiet undo", onclick: () => request(takingBack.back()) }, ui("undo.free"))];
    if (asks === undefined)
      return [h("button", { class: "quiet undo", onclick: () => request(feed.undo()) }, ui("undo.ask"))];
    const name = shell.words.player(now.seats[asks]);
    return [
      h("p", { class: "small asks-undo" }, ui("undo.wanted", { name })),
      h("button", { class: "undo", onclick: () => request(feed.undo()) }, ui("undo.agree")),
      h("button", { class: "quiet undo-decline", onclick: () => request(feed.declineUndo()) }, ui("undo.decline")),
    ];
  };

  /** What can be done beside the decision itself. @param {MatchView} now */
  const tend = (now) => {
    shell.menu.extras(...hint.inMenu, ...buttons(now), ...others(now));
    // Where nobody is asked there is nothing to pass.
    const question = feed.seat >= 0 && now.status === "playing" && asked();
    const box = question ? autoPassBox(shell.game, question, shell.words) : null;
    shell.dock.extras(...hint.besideQuestion, ...undoButton(now), ...(box ? [box] : []));
  };

  /** @param {Record<string, any>} options */
  const join = async (options) => {
    try {
      await ensurePlayer();
      await postJSON(`/api/matches/${match}/join`, {
        nonce: nonce(),
        options,
        invite,
        rated: feed.view?.rated === true,
      });
      feed.refresh();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      failed(error);
    }
  };

  /** The log up to now; what happens meanwhile is added behind it. */
  let past = Promise.resolve();
  const remember = () => {
    past = history(match, feed.seq).then(
      (moments) => {
        back.fill(moments);
        // Whoever comes back finds the last combat where it was told.
        if (!shell.tray.element.hasChildNodes()) back.retell();
        markNews();
      },
      (error) => toast(error.message),
    );
  };

  /** Up to where the newest snapshot reached. */
  let whole = feed.seq;
  feed.addEventListener("snapshot", () => {
    whole = feed.seq;
    remember();
    draw();
  });
  /** What the last moment told. @type {Moment["events"]} */
  let last = [];
  feed.addEventListener("moment", (event) => {
    const moment = /** @type {CustomEvent<Moment>} */ (event).detail;
    // Who sits down is told as the table calls them, which it is before it is drawn.
    shell.rename(moment.view);
    backwards ||= moment.events.some(({ ev, seat }) => ev === "undone" && seat === feed.seat);
    if (back.seq) {
      void past.then(() => back.add(moment));
      return draw();
    }
    // While its last act is told.
    if (moment.view.status === "ended" && !ending) fetchEnding().catch(() => {});
    shell.tell();
    shell.dock.unask(undoButton(/** @type {MatchView} */ (feed.view)).length > 0);
    const told = undoneOnce(last, moment.events);
    const goesOn = !ours;
    // What tells nothing begins no story: the next one does.
    ours &&= !told.some(isTold(shell.board));
    last = moment.events;
    void shell.tray.play(
      shell.board,
      told,
      () => {
        void past.then(() => back.add(moment)).then(markNews);
        // What is still to be told is not shown before; what a newer snapshot has shown does not come back.
        if (moment.seq < feed.seq && moment.seq > whole && moment.view.status === "playing" && !back.seq)
          return shell.show(moment.view, undefined, moment.seq);
        draw();
        if (moment.view.status === "ended" && moment.before?.status === "playing") sound("end");
      },
      goesOn,
    );
  });
  feed.addEventListener("present", () => {
    put(shell.line.present, feed.watchers ? ui("watchers", { n: feed.watchers }) : "");
    shell.line.presence(feed.away);
  });
  shell.side.add(chat.element);
  shell.side.opened = () => !back.seq && shell.log.follow();
  remember();
  draw();
  // Once the table stands: the way to the service may be down when it is over.
  const settled = setTimeout(() => ending || fetchEnding().catch(() => {}), SETTLED);

  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || underDialog())
      return;
    if (event.key === "Escape" && back.seq) return back.go(Infinity);
    if (event.key === " " || event.key === "Escape") shell.tray.skip();
    if (event.key.toLowerCase() === "h" && !(event.ctrlKey || event.metaKey || event.altKey || event.repeat))
      void hint.ask();
    shell.choices.key(event);
  };
  const left = new AbortController();
  addEventListener("keydown", keys, left);
  leaveUnseen(() => [feed], left.signal);
  SMALL.addEventListener("change", () => feed.view && tend(feed.view), left);
  // A check mark is no answer: it counts from the next window on.
  prefsChanged.addEventListener(
    "change",
    (event) => {
      if (!(/** @type {CustomEvent<string[]>} */ (event).detail.includes("autopass"))) return;
      byHand = feed.seq;
      tend(/** @type {MatchView} */ (feed.view));
    },
    left,
  );
  stopWaiting(match);
  const sayNoMore = sayHeld(connection);
  return () => {
    left.abort();
    sayNoMore();
    clearTimeout(settled);
    if (feed.seat >= 0 && feed.view?.status === "open")
      keepWaiting(match, shell.words.say("game.name"), addressOf(`match/${match}/${invite}`));
    shell.close();
    feed.close();
  };
}

/**
 * Wait until a match is shown to us; rejects when it is not.
 * @param {import("../net/connection.js").Connection} connection
 * @param {LiveFeed} feed
 */
async function firstSnapshot(connection, feed) {
  const asked = new AbortController();
  try {
    await new Promise((resolve, reject) => {
      feed.addEventListener("snapshot", resolve, { signal: asked.signal });
      connection.addEventListener(
        "refused",
        (event) => {
          const refused = /** @type {CustomEvent} */ (event).detail;
          if (refused.match === feed.match) reject(new Error(refused.text));
        },
        { signal: asked.signal },
      );
    });
  } catch (error) {
    feed.close();
    throw error;
  } finally {
    asked.abort();
  }
}

/** @param {Promise<unknown>} asked */
function request(asked) {
  asked.catch((error) => toast(error.message));
}

/**
 * What happened before we came, for the log.
 * @param {string} match
 * @param {number} until
 * @returns {Promise<Moment[]>}
 */
async function history(match, until) {
  const stored = await getJSON(`/api/matches/${match}/replay`);
  let view = stored.snapshot.view;
  return stored.updates
    .filter((/** @type {any} */ update) => update.seq <= until)
    .map((/** @type {any} */ update) => {
      const before = view;
      view = update.patch ? merge(view, update.patch) : view;
      return {
        seq: update.seq,
        at: update.at,
        events: update.events ?? [],
        before,
        view,
        decision: decisionOf(update, view),
      };
    });
}
