/** Short updates: arrays, in which an action that was sent before is a number. docs/protocol.md describes them. */

/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").Action} Action */
/** @typedef {import("./messages.js").Decision} Decision */
/**
 * The decision owed: its seat, its kind, and the actions that were sent.
 * @typedef {{ seat: number, kind: string, actions: Action[] }} Owed
 */
/**
 * First new number, actions, number of the default, other fields.
 * @typedef {[number, (number | Action | any[])[], number, Partial<Decision>]} ShortDecision
 */

/** Reads the messages of one connection, and turns short updates into updates. */
export class ShortUpdates {
  /** @type {Map<string, Owed>} */
  #owed = new Map();

  /** @param {any} message as it was parsed @returns {ServerMessage} */
  read(message) {
    if (Array.isArray(message)) return this.#lengthen(message);
    // A match may be followed again: what was known of it goes.
    if (message.t === "snapshot") this.#owed.delete(message.match);
    else if (message.t === "update") follow(this.#owed.get(message.match), message.patch);
    return message;
  }

  /** @param {any[]} short @returns {ServerMessage} */
  #lengthen([match, seq, at, digest, events, table, rest, decision]) {
    const owed = this.#owed.get(match) ?? { seat: -1, kind: "", actions: [] };
    this.#owed.set(match, owed);
    follow(owed, rest);
    const patch = Object.keys(table).length > 0 ? { ...rest, table } : rest;
    return {
      t: "update",
      match,
      seq,
      at,
      patch,
      events,
      digest,
      ...(decision && { decision: owedBy(owed, decision) }),
    };
  }
}

/** Take from a patch of the view who decides about what. @param {Owed | undefined} owed @param {any} patch */
function follow(owed, patch) {
  if (!owed || !patch) return;
  owed.seat = patch.turn ?? owed.seat;
  owed.kind = patch.decision ?? owed.kind;
}

/** @param {Owed} owed @param {ShortDecision} short @returns {Decision} */
function owedBy(owed, [first, numbers, fallback, more]) {
  if (!first) Object.assign(owed, { seat: more.seat, kind: more.kind, actions: [] });
  /** @type {Action} */
  let like = { do: "" };
  const actions = numbers.map((one) => {
    if (typeof one === "number") return /** @type {Action} */ (owed.actions[one]);
    like = Array.isArray(one) ? alike(like, one) : one;
    owed.actions.push(like);
    return like;
  });
  const { seat, kind } = owed;
  return { seat, kind, actions, default: /** @type {Action} */ (owed.actions[fallback]), ...more };
}

/** An action with the fields of another one. @param {Action} like @param {any[]} values @returns {Action} */
function alike(like, values) {
  const fields = Object.keys(like).slice(1);
  return { do: like.do, ...Object.fromEntries(fields.map((field, at) => [field, values[at]])) };
}
