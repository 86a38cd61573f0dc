/** SQUAD's rolls written out. */

import { die, sum } from "../../parts/dice.js";

/** @typedef {import("../../client/games/squad.js").GameEvent} GameEvent */

/** @param {import("../../words/words.js").Words} words @returns {(event: GameEvent) => HTMLElement | null} */
export function rolls(words) {
  return (event) => {
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({
      text: words.say(`mod.${code}`),
      value,
    }));
    if (event.ev === "initiative") return sum({ dice: event.dice.map((face) => die(face)), between: ":" });
    if ("dice" in event) {
      const [a, b] = event.dice;
      const kills = event.kills ?? 0;
      return sum({
        dice: [die(a, kills ? "hit" : "plain"), die(b, "minus")],
        between: "−",
        parts: mods,
        total: "total" in event ? event.total : a - b,
        result: words.say("roll.kills", { n: kills }),
      });
    }
    if ("die" in event && event.die)
      return sum({
        dice: [die(event.die)],
        parts: mods,
        total: event.total,
        result: words.say(`${event.ev === "rallied" ? "rally" : "result"}.${event.result}`),
      });
    return null;
  };
}
