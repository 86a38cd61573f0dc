/**
 * Selection of several cards to discard: they are chosen together and confirmed once. Each is an action of its own,
 * sent when the service asks for the next one.
 */

/** @typedef {import("./board_contract.js").Action} Action */
/** @typedef {import("./selection.js").Pick} Pick */
/** @typedef {import("./selection.js").Picks} Picks */
/** @typedef {import("./selection.js").Standing} Standing */

/** Whether one thing on the table stands for one action: lines are chosen one by one. @param {Pick} pick */
const single = ({ key, actions }) => actions.length === 1 && !key.startsWith("row ");

export class BatchSelection {
  /** Chosen before the last one, which is among the picks of the table. @type {Pick[]} */
  #also = [];
  /** Confirmed, and not sent yet. @type {Action[]} */
  #due = [];
  /** Whether one was sent, and the service has not asked again. */
  #sent = false;
  /** Number of cards to choose. */
  #most = 1;

  /** Whether several cards must be chosen. */
  get many() {
    return this.#most > 1;
  }

  /**
   * The card of a line: of several equal ones the first not yet chosen, else a chosen one; undefined if the line stands
   * for no card.
   * @param {{ actions: readonly number[] }} row @param {Picks} picks @param {readonly Pick[]} things what can be chosen
   *   on the table
   */
  cardOf(row, picks, things) {
    const cards = this.many
      ? things.filter((thing) => single(thing) && row.actions.includes(thing.actions[0] ?? -1))
      : [];
    const chosen = (/** @type {Pick} */ card) => [...this.#also, ...picks].some(({ key }) => key === card.key);
    return cards.find((card) => !chosen(card)) ?? cards[0];
  }

  /**
   * The selection in cards: a hint selects a line.
   * @param {Picks} picks
   * @param {readonly Pick[]} things what can be chosen on the table
   * @returns {Picks}
   */
  inCards(picks, things) {
    return picks.map((chosen) => (single(chosen) ? chosen : (this.cardOf(chosen, [], things) ?? chosen)));
  }

  /**
   * Whether one of the chosen cards belongs to a line.
   * @param {{ actions: readonly number[] }} row
   * @param {Picks} picks
   */
  has(row, picks) {
    return this.many && [...this.#also, ...picks].some(({ actions }) => row.actions.includes(actions[0] ?? -1));
  }

  /** Number of chosen cards, where several must be. @param {Picks} picks */
  chosen(picks) {
    return this.many && picks.length ? this.#also.length + 1 : 0;
  }

  /** Number of cards chosen beside the last one. */
  get more() {
    return this.#also.length;
  }

  /** A new decision, or none. `figures`: those of the question. @param {readonly { figure: string }[]} figures */
  asked(figures) {
    const excess = figures.find(({ figure }) => figure === "excess");
    this.#most = Number(/** @type {{ n?: number } | undefined} */ (excess)?.n ?? 1);
    this.#also = [];
    // Another decision came between: drop the selection for the previous one.
    if (!excess) this.#due = [];
  }

  /** The service has answered the last action. */
  answered() {
    this.#sent = false;
  }

  /**
   * Choose one more, or deselect one; undefined if this is no choice of several.
   * @param {Picks} picks @param {Pick} next
   * @returns {Picks | undefined}
   */
  pick(picks, next) {
    const [last, more] = picks;
    if (!this.many || !last || more || !single(last) || !single(next)) return undefined;
    if (next.key === last.key) return this.back();
    const before = this.#also.length;
    this.#also = this.#also.filter(({ key }) => key !== next.key);
    if (this.#also.length < before) return picks;
    // One too many replaces the first.
    this.#also = [...this.#also, last].slice(1 - this.#most);
    return [next];
  }

  /** Deselect the last one, if another was chosen before it. @returns {Picks | undefined} */
  back() {
    const last = this.#also.pop();
    return last && [last];
  }

  clear() {
    this.#also = [];
  }

  /** Something else was chosen: drop confirmed actions not yet sent. */
  drop() {
    [this.#also, this.#due] = [[], []];
  }

  /**
   * Standing of a thing in the selection; undefined: as in any selection.
   * @param {Picks} picks
   * @param {Pick} thing
   * @returns {Standing | undefined}
   */
  standing(picks, thing) {
    if (this.#also.some(({ key }) => key === thing.key)) return "picked";
    const [last] = picks;
    return this.many && last && last.key !== thing.key && single(last) && single(thing) ? "follows" : undefined;
  }

  /** All are confirmed; send the last one now. @param {readonly Action[]} actions of the decision */
  confirm(actions) {
    this.#due = this.#also.flatMap((pick) => actions[pick.actions[0] ?? -1] ?? []);
    this.#also = [];
  }

  /** One is sent. */
  sent() {
    this.#sent = true;
  }

  /**
   * The number of the next one, once the service asks for it; drop actions that became illegal.
   * @param {readonly Action[]} actions of the decision
   */
  next(actions) {
    if (this.#sent || !actions.length) return undefined;
    const due = JSON.stringify(this.#due.shift());
    const number = actions.findIndex((action) => JSON.stringify(action) === due);
    if (number < 0) this.#due = [];
    return number < 0 ? undefined : number;
  }
}
