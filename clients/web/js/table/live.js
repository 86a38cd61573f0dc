/** A live match: joining, playing, watching. */

import { decisionOf, LiveFeed } from "../client/live_feed.js";
import { merge } from "../client/patch.js";
import { h, put, SMALL as QUERY, underDialog } from "../dom.js";
import { announceFollowing, tableParts } from "../extensions.js";
import { noteBrief, showBrief } from "../help/brief.js";
import { lag } from "../lobby/clocks.js";
import { ensurePlayer, getJSON, nonce, postJSON, RestError } from "../net/rest.js";
import { confirm } from "../parts/dialog.js";
import { arrive, lost } from "../parts/focus.js";
import { forkBanner } from "../parts/fork.js";
import { arrange } from "../parts/keyed.js";
import { showError } from "../parts/show_error.js";
import { sound } from "../parts/sounds.js";
import { toast } from "../parts/toast.js";
import { inviteOf, prefsChanged, rememberInvite } from "../prefs.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { isAgreeing, proposed } from "./agreement.js";
import { alertTurn } from "./alerts.js";
import { againstHouse, autoPass, autoPassBox, Begun, noChoice } from "./autopass.js";
import { Chat } from "./chat.js";
import { drawOffer } from "./draw_offer.js";
import { undoneOnce } from "./log.js";
import { LookBack } from "./look_back.js";
import { Shell } from "./shell.js";
import { sayHeld } from "./storage_warning.js";
import { isTold } from "./tray.js";
import { inTab, TakingBack } from "./undo.js";
import { isRest } from "./unread_moments.js";
import { verdictOf } from "./verdict.js";
import { keepWaiting, stopWaiting } from "./waiting_match.js";

/** @typedef {import("../client/live_feed.js").Moment} Moment */
/** @typedef {import("../client/messages.js").MatchView} MatchView */

/** Windows without room for one more button beside the question. */
const SMALL = matchMedia(QUERY);
/** Milliseconds after which a table is complete. */
const SETTLED = 4000;

/**
 * @typedef {Pick<Parameters<import("../feature.js").Screen>[0], "connection" | "main" | "go"> & {
 *   match: string, invite: string, feed: LiveFeed, takingBack: TakingBack, shell: Shell,
 *   invitation: typeof import("./invitation.js").invitation | undefined,
 *   ending: import("./ending.js").MakeEnding | undefined,
 *   parts: ((table: import("../feature.js").LiveTable) => import("../feature.js").TablePart)[],
 * }} LiveContext
 */

/** @type {import("../feature.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const [, match = "", code = ""] = path;
  rememberInvite(match, code);
  const invite = inviteOf(match);
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  const feed = new LiveFeed(connection, match, invite, path[3] === "open");
  await firstSnapshot(connection, feed);
  const view = /** @type {MatchView} */ (feed.view);
  // Screens before and after a match are loaded separately: players do not wait for them.
  const invitation = view.status === "open" ? (await import("./invitation.js")).invitation : undefined;
  const ending = view.status === "ended" ? await (await import("./ending.js")).loadEnding() : undefined;
  const takingBack = new TakingBack(feed, inTab(match));
  /** @type {LiveTable} */
  let table;
  const wanted = tableParts();
  const shell = await Shell.make(view.game, {
    seat: () => feed.seat,
    act: (action, undoable) => table.act(action, undoable),
    jump: (seq) => table.jump(seq),
    now: () => connection.now(),
  });
  title(shell.words.say("game.name"));
  const parts = await wanted;
  table = new LiveTable({ connection, main, go, match, invite, feed, takingBack, shell, invitation, ending, parts });
  return () => table.leave();
}

/** A match that is played or watched, from its first snapshot until it is left. */
class LiveTable {
  /** @param {LiveContext} context */
  constructor(context) {
    this.connection = context.connection;
    this.main = context.main;
    this.go = context.go;
    this.match = context.match;
    this.invite = context.invite;
    this.feed = context.feed;
    this.shell = context.shell;
    this.invitation = context.invitation;
    this.ending = context.ending;
    /** Whether the last action was undone: a passed window would only be passed again. */
    this.backwards = false;
    this.takingBack = context.takingBack;
    /** Decisions whose automatic pass failed, or was only just switched on: there the person is asked. */
    this.byHand = -1;
    this.begun = new Begun(this.shell.game.presentation);
    this.chat = new Chat(
      this.feed,
      (n) => this.shell.side.unread(n),
      () => this.shell.side.beside,
    );
    this.back = new LookBack(
      this.shell,
      () => this.draw(),
      (decision) => this.asks(decision),
    );
    /** The present element: the table, or the page of a match that waits or never began. @type {Element | undefined} */
    this.place = undefined;
    /** Whether our own question was shown last: the next events begin a new story. */
    this.ours = true;
    /** The decision of the last drawing. */
    this.question = this.feed.decision;
    /** @type {HTMLElement | undefined} */
    this.end = undefined;
    /** The log up to now; later events are added behind it. */
    this.past = Promise.resolve();
    /** Position of the newest snapshot. */
    this.whole = this.feed.seq;
    /** Whether the game in a minute may be due. */
    this.unread = true;
    /** Position up to which events were told. */
    this.heard = this.feed.seq;
    /** The proposal by which the terms came. @type {import("./agreement.js").Proposal | undefined} */
    this.proposal = undefined;
    /** Whether the player took a seat here: what happened meanwhile is told. */
    this.joined = false;
    /** Events of the last moment. @type {Moment["events"]} */
    this.last = [];
    this.left = new AbortController();
    /** Additions by features. */
    this.parts = context.parts.map((make) => make(this));
    this.listenToFeed();
    this.shell.side.add(this.chat.element);
    this.shell.side.opened = () => !this.back.seq && this.shell.log.follow();
    this.remember();
    this.draw();
    // After the table is complete: the service may be unreachable at the end of the match.
    this.settled = setTimeout(() => this.ending || this.fetchEnding().catch(() => {}), SETTLED);
    this.listenToPage();
    stopWaiting(this.match);
    this.sayNoMore = sayHeld(this.connection);
  }

  fetchEnding() {
    return import("./ending.js")
      .then(({ loadEnding }) => loadEnding())
      .then((ending) => {
        this.ending = ending;
      });
  }

  /** @param {number | undefined} seq @param {boolean} passed by itself */
  answered(seq, passed) {
    const before = this.takingBack.any;
    this.takingBack.answered(seq ?? 0, passed);
    if (this.takingBack.any !== before) this.tend();
  }

  /**
   * Play an action.
   * @param {import("../client/messages.js").Action} action
   * @param {boolean} undoable only if it could be undone at once
   */
  act(action, undoable) {
    this.backwards = false;
    this.begun.acted(this.feed.decision, action);
    this.shell.log.follow();
    return this.feed.act(action, undefined, undoable).then(({ seq }) => this.answered(seq, false));
  }

  /** Show an earlier position. @param {number} seq */
  jump(seq) {
    this.shell.side.leave();
    if (this.feed.view?.status !== "playing") this.go(`replay/${this.match}/${seq}`);
    // The present is on the board: keep the log's position.
    else if (this.back.seq || seq < this.feed.seq) this.back.go(seq);
  }

  /** Show the table, or the page before or after it. @param {Element} element */
  present(element) {
    if (this.place === element) return;
    const came = this.place !== undefined;
    this.place = element;
    put(this.main, element);
    // A match that was waited for begins: announce its state to screen readers.
    if (came) requestAnimationFrame(() => arrive(this.main));
  }

  /** The decision to show; without a choice, none. */
  asked() {
    const { view: now, decision, seat, seq } = this.feed;
    this.begun.asked(decision, seat);
    return now &&
      !this.backwards &&
      seq !== this.byHand &&
      noChoice(this.shell.game, decision, againstHouse(now, seat), this.begun)
      ? undefined
      : decision;
  }

  pass() {
    const { seq } = this.feed;
    if (!this.backwards && seq !== this.byHand)
      void autoPass(this.shell.game, this.feed, this.shell.words, this.begun, (seq) => this.answered(seq, true)).then(
        (done) => {
          if (done || this.feed.seq !== seq) return;
          this.byHand = seq;
          this.draw();
        },
      );
  }

  /**
   * Whether a decision has more options than ending the step.
   * @param {import("../client/messages.js").Decision | undefined} decision
   */
  asks(decision) {
    return (
      Boolean(decision?.actions) &&
      !noChoice(
        this.shell.game,
        decision,
        againstHouse(/** @type {MatchView} */ (this.feed.view), this.feed.seat),
        this.begun,
      )
    );
  }

  /** Mark in the log what others did since our last answer. */
  markNews = () => {
    // After the end no decision is owed.
    if (this.feed.view?.status === "ended") this.shell.log.fresh(Infinity);
    if (this.feed.seat < 0 || !this.asks(this.feed.decision)) return;
    const { answer, others } = this.back.story();
    this.shell.log.fresh(others ? answer : Infinity);
  };

  draw = () => {
    const now = /** @type {MatchView} */ (this.feed.view);
    if (now.status !== "playing" && this.back.seq) return this.back.go(Infinity);
    // Open hands are delayed: a seat that is free there has been taken since.
    const waits = now.status === "open" && this.feed.seat !== -2;
    const calledOff = now.status === "ended" && !now.table;
    // Attach it before drawing: an element without size cannot be fitted.
    if (!waits && !calledOff) this.present(this.shell.element);
    if (this.unread && this.feed.seat >= 0 && now.status === "playing") this.introduce();
    if (this.back.seq) this.back.draw();
    else this.shell.show(now, this.asked(), this.feed.seq);
    if (waits && this.invitation)
      return this.present(
        this.invitation(now, this.feed, this.shell, this.invite, {
          join: this.join,
          go: this.go,
          proposal: this.proposal,
        }),
      );
    if (now.status === "ended" && !this.ending)
      void this.fetchEnding().then(this.draw, (error) => toast(error.message));
    if (calledOff)
      return this.ending && this.present(h("div", { class: "door-page" }, this.ending(this.feed, this.shell, this.go)));
    this.shell.side.notes(now.fork ? forkBanner(now.fork) : null);
    if (now.status === "ended" && this.ending) this.end ??= this.ending(this.feed, this.shell, this.go);
    // Events already shown are not shown again.
    arrange(this.shell.banner, [
      this.back.seq ? this.back.note(this.asked()?.actions ? ui("back.turn") : "") : null,
      this.offer(now),
      now.open_delay !== undefined && now.status !== "ended" ? this.openHands(now.open_delay) : null,
      this.feed.seat === -1 && now.status === "playing" ? h("p", { class: "watching" }, ui("watching")) : null,
      now.status === "ended" && this.ending ? this.end : null,
    ]);
    // The focused element is gone with the question.
    if (this.end && lost()) requestAnimationFrame(() => arrive(this.shell.banner));
    this.tend();
    this.ours ||= this.feed.seat < 0 || (Boolean(this.asked()?.actions) && !isRest(this.question, this.asked()));
    this.question = this.asked();
    alertTurn(this.match, Boolean(this.asked()?.actions), this.shell.prompt(now, this.asked()));
    this.pass();
  };

  /** Before the first match of a game, tell what it is about. */
  introduce() {
    this.unread = false;
    const { words, game } = this.shell;
    if (words.has("game.brief") && noteBrief(game.id)) void showBrief(words, ui("brief.begin"));
  }

  /** Notice that hands are open, with the delay, and a link to them for watchers. @param {number} delay seconds */
  openHands(delay) {
    return h(
      "p",
      { class: "watching open-hands" },
      ui(this.feed.seat === -2 ? "open.lag" : "open.told", { time: lag(delay) }),
      this.feed.seat === -1
        ? h(
            "a",
            { class: "button quiet", href: addressOf(`match/${this.match}/${this.invite}/open`) },
            ui("open.watch"),
          )
        : null,
    );
  }

  /** @param {MatchView} now */
  offer(now) {
    return drawOffer(now, this.feed.seat, this.shell.words, {
      accept: () => request(this.feed.draw()),
      decline: () => request(this.feed.declineDraw()),
    });
  }

  /** @param {MatchView} now */
  buttons(now) {
    if (this.feed.seat < 0 || now.status !== "playing") return [];
    const two = Object.keys(now.seats).length > 1;
    const offered = two && now.draw_offer !== undefined && now.draw_offer !== this.feed.seat;
    const next = () =>
      void import("../lobby/next_match.js")
        .then(({ goToNext }) => goToNext(this.go, this.match))
        .catch((error) => toast(error.message));
    return [
      two ? h("button", { class: "next-match", onclick: next }, ui("next.match")) : null,
      two && !now.deal
        ? h(
            "button",
            {
              class: "draw",
              onclick: () => request(this.feed.draw().then(() => offered || toast(ui("draw.offered")))),
            },
            ui(offered ? "draw.accept" : "draw.offer"),
          )
        : null,
      h(
        "button",
        {
          class: "danger resign",
          onclick: async () => (await confirm(ui("resign"), ui("resign.sure"))) && request(this.feed.resign()),
        },
        ui("resign"),
      ),
    ].filter((node) => node !== null);
  }

  /** Undo of the last action, or consent to the other player's. @param {MatchView} now */
  undoButton(now) {
    const asks = now.undo_asked;
    if (this.feed.seat < 0 || now.undo === undefined || (now.undo !== this.feed.seat && asks === undefined)) return [];
    if (asks === this.feed.seat) return [h("button", { class: "quiet undo", disabled: true }, ui("undo.asked"))];
    if (asks === undefined && !this.takingBack.any) return [];
    if (asks === undefined && now.undo_by === "free")
      return [h("button", { class: "quiet undo", onclick: () => request(this.takingBack.back()) }, ui("undo.free"))];
    if (asks === undefined)
      return [h("button", { class: "quiet undo", onclick: () => request(this.feed.undo()) }, ui("undo.ask"))];
    const name = this.shell.words.player(now.seats[asks]);
    return [
      h("p", { class: "small asks-undo" }, ui("undo.wanted", { name })),
      h("button", { class: "undo", onclick: () => request(this.feed.undo()) }, ui("undo.agree")),
      h("button", { class: "quiet undo-decline", onclick: () => request(this.feed.declineUndo()) }, ui("undo.decline")),
    ];
  }

  /** Draw the menu and the controls beside the question. */
  tend() {
    const now = this.feed.view;
    if (!now || this.place !== this.shell.element) return;
    const small = SMALL.matches;
    const beside = this.parts.flatMap((part) => part.besideQuestion?.(small) ?? []);
    const items = this.parts.flatMap((part) => part.menu?.(now) ?? []);
    this.shell.menu.extras(...(small ? beside : []), ...this.buttons(now), ...items);
    // Without a question there is nothing to pass.
    const question = this.feed.seat >= 0 && now.status === "playing" && this.asked();
    const box = question ? autoPassBox(this.shell.game, question, this.shell.words) : null;
    this.shell.dock.extras(...(small ? [] : beside), ...this.undoButton(now), ...(box ? [box] : []));
  }

  /** @param {Record<string, any>} options */
  join = async (options) => {
    try {
      await ensurePlayer();
      await postJSON(`/api/matches/${this.match}/join`, {
        nonce: nonce(),
        options,
        invite: this.invite,
        rated: this.feed.view?.rated === true,
      });
      this.joined = true;
      this.feed.refresh();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      showError(error);
    }
  };

  remember() {
    this.past = history(this.match, this.feed.seq).then(
      (moments) => {
        this.back.fill(moments);
        const last = proposed(moments);
        if (last && last.seq > (this.proposal?.seq ?? 0)) {
          this.proposal = last;
          if (this.feed.view?.status === "open") this.draw();
        }
        if (this.joined) this.tellOpening(moments);
        // After a return, the last combat is at its place.
        if (!this.shell.tray.element.hasChildNodes()) this.back.retell();
        this.markNews();
      },
      (error) => void toast(error.message),
    );
  }

  /** Tell what happened when the player took a seat, such as the opening roll. @param {Moment[]} moments */
  tellOpening(moments) {
    this.joined = false;
    const missed = moments.filter(({ seq }) => seq > this.heard).flatMap(({ events }) => events);
    this.shell.tell();
    void this.shell.tray.play(
      this.shell.board,
      missed.filter(({ ev }) => ev !== "seated"),
      this.draw,
    );
  }

  /** Show the events of a moment, then draw it. @param {Moment} moment */
  tell(moment) {
    this.heard = moment.seq;
    this.proposal = proposed([moment]) ?? this.proposal;
    // Names of new players follow the table, before it is drawn.
    this.shell.rename(moment.view);
    this.backwards ||= moment.events.some(({ ev, seat }) => ev === "undone" && seat === this.feed.seat);
    if (this.back.seq) {
      void this.past.then(() => this.back.add(moment));
      return this.draw();
    }
    // While its last act is shown.
    if (moment.view.status === "ended" && !this.ending) this.fetchEnding().catch(() => {});
    this.shell.tell();
    this.shell.dock.unask(this.undoButton(/** @type {MatchView} */ (this.feed.view)).length > 0);
    const told = undoneOnce(this.last, moment.events);
    const goesOn = !this.ours;
    // A moment without events begins no story.
    this.ours &&= !told.some(isTold(this.shell.board));
    this.last = moment.events;
    void this.shell.tray.play(
      this.shell.board,
      told,
      () => {
        void this.past.then(() => this.back.add(moment)).then(this.markNews);
        this.shell.led(moment.view);
        // Nothing is drawn before its events are shown; a newer snapshot is not overwritten.
        if (moment.seq < this.feed.seq && moment.seq > this.whole && moment.view.status === "playing" && !this.back.seq)
          return this.shell.show(moment.view, undefined, moment.seq);
        this.draw();
        if (moment.view.status !== "ended" || moment.before?.status !== "playing") return;
        sound("end");
        this.shell.stage.end(verdictOf(moment.view, this.feed.seat), this.left.signal);
      },
      goesOn,
    );
  }

  listenToFeed() {
    this.feed.addEventListener("snapshot", () => {
      this.whole = this.feed.seq;
      this.remember();
      this.draw();
    });
    this.feed.addEventListener("moment", (event) => this.tell(/** @type {CustomEvent<Moment>} */ (event).detail));
    this.feed.addEventListener("present", () => {
      put(this.shell.line.present, this.feed.watchers ? ui("watchers", { n: this.feed.watchers }) : "");
      this.shell.line.presence(this.feed.away);
    });
  }

  keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || underDialog())
      return;
    if (event.key === "Escape" && this.back.seq) return this.back.go(Infinity);
    if (event.key === " " || event.key === "Escape") {
      // A focused button is not pressed as well: it may be another one by then.
      if (this.shell.tray.telling && event.key === " ") event.preventDefault();
      this.shell.tray.skip();
    }
    for (const part of this.parts) part.key?.(event);
    this.shell.choices.key(event);
  };

  listenToPage() {
    this.shell.choices.keys.listen(this.left.signal);
    addEventListener("keydown", this.keys, this.left);
    announceFollowing(() => [this.feed], this.left.signal);
    SMALL.addEventListener("change", () => this.tend(), this.left);
    // A check mark is no answer: it applies from the next window on.
    prefsChanged.addEventListener(
      "change",
      (event) => {
        if (!(/** @type {CustomEvent<string[]>} */ (event).detail.includes("autopass"))) return;
        this.byHand = this.feed.seq;
        this.tend();
      },
      this.left,
    );
  }

  /** Leave the table. */
  leave() {
    this.left.abort();
    this.sayNoMore();
    clearTimeout(this.settled);
    const { seat, view } = this.feed;
    const address = addressOf(`match/${this.match}/${this.invite}`);
    if (seat >= 0 && view?.status === "open")
      keepWaiting(this.match, this.shell.words.say("game.name"), address, isAgreeing(view));
    this.shell.close();
    this.feed.close();
  }
}

/**
 * Wait until a match is shown to us; rejects if it is not.
 * @param {import("../client/connection.js").Connection} connection
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
 * Earlier moments, for the log.
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
