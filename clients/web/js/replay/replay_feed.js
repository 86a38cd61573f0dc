/** A stored match as one viewer saw it: every position at once, for steps in both directions. */

import { decisionOf } from "../client/live_feed.js";
import { merge } from "../client/patch.js";
import { getJSON } from "../net/rest.js";

/** @typedef {import("../client/live_feed.js").Moment} Moment */
/** @typedef {import("../client/messages.js").MatchView} MatchView */

export class ReplayFeed {
  /**
   * @param {string} match
   * @param {number} seat the viewer: 0, 1, …; -1 public; -2 open
   * @param {{ snapshot: { seq: number, view: MatchView, at?: number, decision?: import("../client/messages.js").Decision
   *   }, updates: any[] }} stored
   */
  constructor(match, seat, stored) {
    this.match = match;
    this.seat = seat;
    let view = stored.snapshot.view;
    /** @type {Moment[]} */
    this.moments = [
      {
        seq: stored.snapshot.seq,
        at: stored.snapshot.at ?? stored.updates[0]?.at ?? 0,
        events: [],
        before: null,
        view,
        decision: decisionOf(stored.snapshot, view),
      },
    ];
    for (const update of stored.updates) {
      const before = view;
      view = update.patch ? merge(view, update.patch) : view;
      this.moments.push({
        seq: update.seq,
        at: update.at,
        events: update.events ?? [],
        before,
        view,
        decision: decisionOf(update, view),
      });
    }
  }

  /** @param {string} match @param {number} seat */
  static async load(match, seat) {
    const eyes = seat === -2 ? "open" : seat === -1 ? "public" : String(seat);
    return new ReplayFeed(match, seat, await getJSON(`/api/matches/${match}/replay?as=${eyes}`));
  }

  /** The moment at a log position, or the nearest one before it. @param {number} seq @returns {Moment} */
  at(seq) {
    const found = this.moments[this.index(seq)];
    return /** @type {Moment} */ (found);
  }

  /** @param {number} seq */
  index(seq) {
    const first = this.moments[0]?.seq ?? 0;
    return Math.max(0, Math.min(this.moments.length - 1, seq - first));
  }

  /** The first position with a table. */
  get first() {
    return (this.moments.find(({ view }) => view.table) ?? this.moments[0])?.seq ?? 0;
  }

  get last() {
    return this.moments[this.moments.length - 1]?.seq ?? 0;
  }
}
