/** A live match: the view at a log position, kept current by updates without gaps. */

import { Absence } from "./absence.js";
import { merge } from "./patch.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./messages.js").MatchView} MatchView */
/** @typedef {import("./messages.js").Decision} Decision */
/** @typedef {import("./messages.js").Action} Action */
/** @typedef {import("./messages.js").GameEvent} GameEvent */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */

/**
 * One step of a match as a viewer saw it.
 * @typedef {{ seq: number, at: number, events: GameEvent[], before: MatchView | null, view: MatchView, decision:
 *   Decision | undefined }} Moment
 */

/**
 * The decision owed: one's own comes with the message, another's is in the view.
 * @param {{ decision?: Decision, [field: string]: any }} message
 * @param {MatchView} view
 * @returns {Decision | undefined}
 */
export function decisionOf(message, view) {
  if (message.decision || view.turn === undefined) return message.decision;
  return { seat: view.turn, kind: view.decision ?? "" };
}

/**
 * Events: `moment` for every update in order, `snapshot` when the whole view was replaced, `said` for chat, `present`
 * when somebody comes or goes.
 */
export class LiveFeed extends EventTarget {
  seq = 0;
  /** Digest: distinguishes this position from the same number in another history. */
  digest = "";
  seat = -1;
  /** @type {MatchView | null} */
  view = null;
  /** @type {Decision | undefined} */
  decision;
  /** Number of watchers without a seat. */
  watchers = 0;
  #absence;
  #wish;

  /**
   * @param {Connection} connection
   * @param {string} match
   * @param {string} [invite] code of a private match
   * @param {boolean} [open] ask for delayed open hands
   */
  constructor(connection, match, invite = "", open = false) {
    super();
    this.connection = connection;
    this.match = match;
    this.#wish = { match, invite, open, odds: true };
    this.#absence = new Absence(
      () => connection.now(),
      () => this.dispatchEvent(new Event("present")),
    );
    this.follow();
  }

  /** Follow the match from the present position; again after {@link close}. */
  follow() {
    this.connection.follow(this.match, {
      opening: () => ({
        t: "watch",
        ...this.#wish,
        ...(this.seq ? { t: "resume", seq: this.seq, digest: this.digest } : {}),
      }),
      receive: (message) => this.#receive(message),
      another: () => (this.seq = 0),
    });
  }

  /** Seats whose player is not connected → since when, in service time; 0: before this page was opened. */
  get away() {
    return this.#absence.seats;
  }

  /** Ask for the whole view again: our role in the match has changed. */
  refresh() {
    this.seq = 0;
    this.connection.reopen(this.match);
  }

  close() {
    this.connection.unfollow(this.match, { t: "unwatch", match: this.match });
  }

  /**
   * Answer a decision. Rejects with a RefusedError.
   * @param {Action} action
   * @param {number} [seq] position of the decision
   * @param {boolean} [undoable] only if it could be undone at once; else it is refused as `final`
   */
  act(action, seq = this.seq, undoable = false) {
    const asked = undoable ? { undoable } : {};
    return this.connection.request({ t: "act", match: this.match, seq, action, ...asked });
  }

  resign() {
    return this.connection.request({ t: "resign", match: this.match });
  }

  /** Offer a draw, or accept the one offered, at the present position. */
  draw() {
    return this.connection.request({ t: "draw", match: this.match, seq: this.seq });
  }

  /** Accept the terms at the present position, before play. */
  accept() {
    return this.connection.request({ t: "accept", match: this.match, seq: this.seq });
  }

  /** Propose other terms. @param {Record<string, any>} options those that change */
  propose(options) {
    return this.connection.request({ t: "propose", match: this.match, seq: this.seq, options });
  }

  /** Decline the draw that the other player offers. */
  declineDraw() {
    return this.connection.request({ t: "decline_draw", match: this.match, seq: this.seq });
  }

  /** Decline the other player's request to undo their last action. */
  declineUndo() {
    return this.connection.request({ t: "decline_undo", match: this.match, seq: this.seq });
  }

  /** Undo the last action, ask for it, or agree to the other player's request. */
  undo() {
    return this.connection.request({ t: "undo", match: this.match, seq: this.seq });
  }

  /** @param {string} text */
  say(text) {
    return this.connection.request({ t: "say", match: this.match, text });
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    if (message.t === "snapshot") {
      this.seq = message.seq;
      this.digest = message.digest ?? "";
      this.seat = message.seat;
      this.view = message.view;
      this.decision = decisionOf(message, message.view);
      this.#absence.look(this.view);
      this.dispatchEvent(new Event("snapshot"));
    } else if (message.t === "update") {
      if (message.seq <= this.seq) return;
      if (message.seq !== this.seq + 1 || !this.view) return this.connection.reopen(this.match);
      const before = this.view;
      this.seq = message.seq;
      this.digest = message.digest ?? "";
      this.view = message.patch ? merge(before, message.patch) : before;
      this.decision = decisionOf(message, /** @type {MatchView} */ (this.view));
      this.#absence.look(this.view);
      /** @type {Moment} */
      const moment = {
        seq: message.seq,
        at: message.at,
        events: message.events ?? [],
        before,
        view: /** @type {MatchView} */ (this.view),
        decision: this.decision,
      };
      this.dispatchEvent(new CustomEvent("moment", { detail: moment }));
    } else if (message.t === "present") {
      this.watchers = message.watchers;
      this.#absence.told(message.seats ?? [], this.view);
      this.dispatchEvent(new Event("present"));
    } else if (message.t === "said") {
      this.dispatchEvent(new CustomEvent("said", { detail: message }));
    }
  }
}
