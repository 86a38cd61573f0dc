/** A program as others see it: owner, strength, free tables, and the button to play it. */

import { h } from "../../dom.js";
import { addressOf } from "../../route.js";
import { displayName, listWords } from "../../words/words.js";
import { challenge } from "./challenge_dialog.js";
import { say } from "./words.js";

/**
 * @typedef {{ expected: number, low: number, high: number }} Rating
 * @typedef {{ player: string, name: string, owner?: string, owner_name?: string, online?: boolean, tables?: number,
 *   free?: number, games?: string[], ladder?: boolean, ratings?: Record<string, Rating>, retired?: boolean }} Program
 */

const percent = (/** @type {number} */ score) => Math.round(score * 100);

/** @param {Program} program */
export async function programCard(program) {
  const words = await listWords();
  const ratings = Object.entries(program.ratings ?? {});
  const { free = 0, tables = 0 } = program;
  const standing = program.retired ? "retired" : program.online ? (free ? "free" : "full") : "offline";
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row spread" },
      h("a", { class: "who", href: addressOf(`player/${program.player}`) }, displayName(program.name)),
      program.owner_name ? h("span", { class: "soft" }, say("owner", { name: program.owner_name })) : null,
    ),
    ratings.length
      ? h(
          "ul",
          {},
          ratings.map(([game, { expected, low, high }]) => {
            const name = words.get(game)?.say("game.name") ?? game;
            const numbers = { expected: percent(expected), low: percent(low), high: percent(high) };
            return h(
              "li",
              {},
              say("strength", { game: name, ...numbers }),
              " ",
              h("a", { href: addressOf(`programs/${game}/${program.player}`) }, say("record")),
            );
          }),
        )
      : h("p", { class: "soft" }, say("unrated")),
    h(
      "div",
      { class: "row spread" },
      h("span", { class: "tables" }, say(standing, { n: free, all: tables })),
      program.online ? h("button", { class: "play", onclick: () => challenge(program) }, say("play")) : null,
    ),
  );
}
