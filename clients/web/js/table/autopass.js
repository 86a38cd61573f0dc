/**
 * Automatic passing. Per kind of reaction window, as a setting: it never looks at the hand; where it is on, every
 * window of that kind is passed after the same short moment, so that timing reveals nothing. And, unless switched off,
 * publicly visible lack of choice: the service marks it (`forced`), from public facts. A single option that follows
 * from the hand is passed at once only against house bots.
 */

import { h } from "../dom.js";
import { toast } from "../parts/toast.js";
import { prefs, setPrefs } from "../prefs.js";
import { ui } from "../words/all_words.js";
import { isIdle, passVerb } from "./presentation.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("../words/words.js").Words} Words */

const MOMENT = 400;

/** The key of a window's setting. @param {string} game @param {string} kind */
export const passKey = (game, kind) => `${game}.${kind}`;

/**
 * The switch for the open kind of window; null where the decision is no window. It answers nothing itself: whoever
 * switches it on still answers this one, and is not asked again.
 * @param {GameInfo} game
 * @param {import("./board_contract.js").Decision} decision
 * @param {Words} words
 */
export function autoPassBox(game, decision, words) {
  const { kind } = decision;
  if (!decision.actions || !passVerb(game.presentation, kind)) return null;
  const key = passKey(game.id, kind);
  const box = h("input", { type: "checkbox", checked: prefs.autopass[key] ?? false });
  const whole = ui("autopass", { kind: words.say(`decision.${kind}`) });
  box.ariaLabel = whole;
  box.addEventListener("change", () => {
    if (box.checked) {
      toast(ui("autopass.next", { kind: words.say(`decision.${kind}`) }));
      standing.add(words.say(`decision.${kind}`));
    }
    setPrefs({ autopass: { ...prefs.autopass, [key]: box.checked } });
  });
  // It stands beside its question.
  return h("label", { class: "small", title: whole }, box, ui("autopass.brief"));
}

/**
 * Phases of a turn in which the player acted. These are ended by hand: the end of the next one is on the same button.
 */
export class Begun {
  /** Kinds of decisions. @type {Set<string>} */
  #kinds = new Set();

  /** @param {GameInfo["presentation"]} presentation */
  constructor(presentation) {
    this.presentation = presentation;
  }

  /**
   * An answer was given by hand.
   * @param {import("./board_contract.js").Decision | undefined} decision
   * @param {import("./board_contract.js").Action} action
   */
  acted(decision, { do: verb }) {
    if (!decision) return;
    if (this.presentation.phases.includes(verb)) this.#kinds.delete(decision.kind);
    else this.#kinds.add(decision.kind);
  }

  /**
   * A decision is owed: with the turn of another seat all phases are over.
   * @param {import("./board_contract.js").Decision | undefined} decision
   * @param {number} own seat
   */
  asked(decision, own) {
    if (decision && decision.seat !== own && !passVerb(this.presentation, decision.kind)) this.#kinds.clear();
  }

  /**
   * Whether an action ends a phase that was begun.
   * @param {import("./board_contract.js").Decision | undefined} decision
   * @param {import("./board_contract.js").Action} action
   */
  ends(decision, { do: verb }) {
    return decision !== undefined && this.presentation.phases.includes(verb) && this.#kinds.has(decision.kind);
  }
}

/**
 * Whether all opponents are house bots.
 * @param {import("../client/messages.js").MatchView} view
 * @param {number} seat one's own
 */
export function againstHouse({ seats }, seat) {
  const others = Object.entries(seats).filter(([other]) => Number(other) !== seat);
  return others.length > 0 && others.every(([, who]) => who.house);
}

/**
 * The action to pass with where there is no choice, or undefined.
 * @param {GameInfo} game
 * @param {import("./board_contract.js").Decision | undefined} decision
 * @param {boolean} [house] whether only house bots sit opposite
 * @param {Begun} [begun] what is ended by hand
 */
export function noChoice({ presentation }, decision, house = false, begun = undefined) {
  // In a window, an option without effect is no choice either; in a turn of one's own it stays.
  const idle = (/** @type {number} */ number) =>
    decision !== undefined && passVerb(presentation, decision.kind) && isIdle(decision.odds?.actions?.[number]);
  const [only, more] = decision?.actions?.filter((_, number) => !idle(number)) ?? [];
  return prefs.forced &&
    only &&
    (decision?.forced || (house && !more)) &&
    presentation.ends.includes(only.do) &&
    !begun?.ends(decision, only)
    ? only
    : undefined;
}

/**
 * The action to pass with now, or undefined.
 * @param {GameInfo} game
 * @param {import("./board_contract.js").Decision | undefined} decision
 * @param {boolean} [house] whether only house bots sit opposite
 * @param {Begun} [begun] what is ended by hand
 */
export function passes(game, decision, house = false, begun = undefined) {
  if (!decision?.actions) return undefined;
  const { id, presentation } = game;
  const only = noChoice(game, decision, house, begun);
  if (only) return only;
  const verb = passVerb(presentation, decision.kind);
  return prefs.autopass[passKey(id, decision.kind)] ? decision.actions.find((action) => action.do === verb) : undefined;
}

/**
 * Pass the present decision if it is one to be passed; false if the service refused.
 * @param {GameInfo} game
 * @param {LiveFeed} feed
 * @param {Words} words
 * @param {Begun} begun phases to end by hand
 * @param {(seq: number | undefined) => void} passed called with the number of its entry
 */
export async function autoPass(game, feed, words, begun, passed) {
  const { decision, seq, view, seat } = feed;
  const house = Boolean(view && againstHouse(view, seat));
  if (!passes(game, decision, house, begun)) return true;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  const pass = passes(game, decision, house, begun);
  if (!pass || feed.seq !== seq || feed.decision !== decision) return true;
  return feed.act(pass).then(
    ({ seq: entry }) => {
      tell(game, decision, pass, words);
      passed(entry);
      return true;
    },
    () => false,
  );
}

/** Decisions announced as passed since the page was loaded. @type {Set<string>} */
const standing = new Set();

/**
 * Announce, once, that a window was passed without a question.
 * @param {GameInfo} game
 * @param {import("./board_contract.js").Decision | undefined} decision
 * @param {import("./board_contract.js").Action} pass
 * @param {Words} words
 */
function tell({ id, presentation }, decision, pass, words) {
  if (!decision || decision.forced || passVerb(presentation, decision.kind) !== pass.do) return;
  const question = words.say(`decision.${decision.kind}`);
  if (prefs.autopass[passKey(id, decision.kind)]) {
    if (!standing.has(question)) toast(ui("autopass.standing", { kind: question }));
    standing.add(question);
  } else if (!prefs.told["passes"]) {
    setPrefs({ told: { ...prefs.told, passes: true } });
    toast(ui("autopass.told", { kind: question }));
  }
}
