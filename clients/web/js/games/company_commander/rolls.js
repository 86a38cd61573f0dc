/** COMPANY COMMANDER's rolls written out. */

import { die, sum } from "../../parts/dice.js";

/** @typedef {import("../../client/games/company_commander.js").GameEvent} GameEvent */

/** The least total of a fire die that hits. */
const HIT = 4;

/** @param {import("../../words/words.js").Words} words @returns {(event: GameEvent) => HTMLElement | null} */
export function rolls(words) {
  const saved = (/** @type {import("../../client/games/company_commander.js").Hit} */ { result, effect }) =>
    words.say(effect === result ? `effect.${effect}` : `armour.${effect}`);
  return (event) => {
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({
      text: words.say(`mod.${code}`),
      value,
    }));
    switch (event.ev) {
      case "fire": {
        const plus = event.plus ?? 0;
        return sum({
          dice: event.dice.map((face) => die(face, face + plus >= HIT ? "hit" : "miss")),
          // The number of dice is visible; beside a single die it would look like a modifier.
          parts: [
            ...(mods.length ? [{ text: words.say("cc.base", { n: event.base }), value: event.base }] : []),
            ...mods,
            ...(plus && event.dice.length ? [{ text: words.say("cc.flank"), value: plus }] : []),
          ],
          result: words.say(event.dice.length ? "roll.hits" : "roll.none", {
            n: event.dice.filter((face) => face + plus >= HIT).length,
          }),
        });
      }
      case "suppression":
        return sum({
          dice: event.dice.map((face) => die(face)),
          between: "+",
          parts: mods,
          total: event.total,
          result: words.say(`result.${event.result}`),
        });
      case "recon":
      case "rallied":
        return event.die
          ? sum({
              dice: [die(event.die)],
              parts: mods,
              total: event.total,
              result: words.say(`result.${event.result}`),
            })
          : null;
      case "hit":
        return event.armour
          ? sum({
              of: words.say("cc.armour"),
              dice: [die(event.armour)],
              parts: mods,
              ...(mods.length ? { total: event.total } : {}),
              result: saved(event),
            })
          : null;
      default:
        return null;
    }
  };
}
