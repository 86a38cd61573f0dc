/** Recent losses of squads. Pure. */

/** @typedef {import("../../client/games/squad.js").View} View */

/** Turns for which a loss is shown after its own: losses at the end of a player's turn are seen in their next one. */
const TURNS = 2;

export class Losses {
  /** @type {{ turn: number, men: Record<string, number> } | undefined} */
  #seen;
  /** @type {Map<string, { turn: number, men: number }>} */
  #lost = new Map();

  /**
   * A position is drawn: return the men that each squad lost since the turn before the last, none at first sight.
   * @param {Pick<View, "turn" | "squads">} view
   */
  see({ turn, squads }) {
    // A jump back, or far ahead, leaves the story.
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
