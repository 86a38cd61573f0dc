/** What squads lost lately. Pure. */

/** @typedef {import("./types.js").View} View */

/** For how many turns after its own a loss is shown: what one's own turn cost at its end is seen in one's next. */
const TURNS = 2;

export class Losses {
  /** @type {{ turn: number, men: Record<string, number> } | undefined} */
  #seen;
  /** @type {Map<string, { turn: number, men: number }>} */
  #lost = new Map();

  /** A position is drawn; the men that each squad lost since the turn before the last, none where it is looked at for the first time. @param {Pick<View, "turn" | "squads">} view */
  see({ turn, squads }) {
    // Whoever looks back, or far ahead, has left the story.
    const before = this.#seen && turn >= this.#seen.turn && turn - this.#seen.turn <= TURNS ? this.#seen : undefined;
    if (!before) this.#lost.clear();
    for (const [id, { men }] of Object.entries(squads)) {
      const fell = (before?.men[id] ?? men) - men;
      const lately = this.#lost.get(id);
      if (fell > 0) this.#lost.set(id, { turn, men: fell + (lately?.turn === turn ? lately.men : 0) });
      if (fell < 0 || (lately && turn - lately.turn > TURNS && fell <= 0)) this.#lost.delete(id);
    }
    this.#seen = { turn, men: Object.fromEntries(Object.entries(squads).map(([id, { men }]) => [id, men])) };
    return new Map(this.#lost);
  }
}
