/** The ruling sheet of a game: docs/rulings as the service renders it, in English for all readers. */

import { h, put } from "../dom.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { gameWords } from "../words/words.js";
import { sheet } from "./rules.js";

/** @type {import("../feature.js").Screen} */
export async function screen({ main, path, title }) {
  const game = path[1] ?? "";
  const [words, text] = await Promise.all([gameWords(game), sheet(`/api/games/${game}/rulings`)]);
  text.lang = "en";
  title(`${words.say("game.name")}: ${ui("rulings")}`);
  put(
    main,
    h(
      "nav",
      { class: "row" },
      h("a", { class: "button", href: addressOf(`rules/${game}`) }, ui("rules")),
      h("span", { class: "soft" }, ui("rulings")),
    ),
    text,
  );
}
