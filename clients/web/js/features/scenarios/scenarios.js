/** The scenarios of all games: what each is about, and buttons that begin it. */

import { h, put } from "../../dom.js";
import { optionPart } from "../../extensions.js";
import { changed, written } from "../../lobby/relevant_options.js";
import { houseBot, startMatch } from "../../lobby/start_match.js";
import { allGames } from "../../net/games.js";
import { getJSON } from "../../net/rest.js";
import { prefs } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { optionName } from "../../table/match_options.js";
import { ui } from "../../words/all_words.js";
import { inMatch } from "../../words/template.js";
import { listWords, Words } from "../../words/words.js";
import { say } from "./words.js";

/**
 * @typedef {{ id: string, game: string, name: { en: string, ja: string }, text: { en: string, ja: string }, options?:
 *   Record<string, any>, seats?: Record<string, any>[], key?: string }} Scenario
 * @typedef {import("../../net/games.js").GameInfo} GameInfo
 */

/** @type {import("../../feature.js").Screen} */
export async function screen({ main, go, title }) {
  title(say("scenarios.title"));
  /** @type {[{ scenarios: Scenario[] }, GameInfo[], Map<string, Words>]} */
  const [{ scenarios }, games, words] = await Promise.all([getJSON("/api/scenarios"), allGames(), listWords()]);
  const cards = scenarios.flatMap((scenario) => {
    const [game, said] = [games.find(({ id }) => id === scenario.game), words.get(scenario.game)];
    return game && said ? [card(scenario, game, said, go)] : [];
  });
  put(
    main,
    h(
      "div",
      { class: "scenarios" },
      h("nav", { class: "row" }, h("a", { class: "button", href: addressOf("") }, ui("back"))),
      h("header", { class: "stack" }, h("h1", {}, say("scenarios.title")), h("p", {}, say("scenarios.intro"))),
      h("div", { class: "cards" }, cards),
    ),
  );
}

/** @param {string} name of the option @param {string} text @param {Record<string, any>} options @param {Words} words */
function position(name, text, options, words) {
  const plain = h("pre", {}, text);
  void optionPart(name)?.then(
    (part) => plain.replaceWith(part.picture(text, options, words.say(`option.${name}`))),
    () => {}, // The text says the same.
  );
  return h("details", {}, h("summary", {}, say("scenarios.position")), plain);
}

/** @param {Scenario} scenario @param {GameInfo} game @param {Words} printed @param {(path: string) => void} go */
function card(scenario, game, printed, go) {
  const options = scenario.options ?? {};
  const words = new Words(inMatch(printed.catalogue, options), printed.lang);
  const told = changed(game.options, game.presentation, options).map(([name, value]) => {
    const key = `option.${name}.${value}`;
    return h("li", {}, words.pair(optionName(name, words), words.has(key) ? words.say(key) : String(value)));
  });
  const begin = (/** @type {Record<string, any>} */ wishes) =>
    startMatch(game, { options, seat_options: scenario.seats?.[0] ?? {}, ...wishes }, go);
  const doors =
    game.seats > 1
      ? [
          h(
            "button",
            { class: "primary play-bot", onclick: () => begin({ opponent: houseBot(game) }) },
            say("scenarios.bot"),
          ),
          h(
            "button",
            { class: "play-friend", onclick: () => begin({ access: { private: true } }) },
            say("scenarios.friend"),
          ),
        ]
      : [
          h(
            "button",
            { class: "primary play-solo", onclick: () => begin({ key: scenario.key ?? "" }) },
            say("scenarios.solo"),
          ),
        ];
  return h(
    "article",
    { class: "sheet scenario", id: scenario.id },
    h("p", { class: "soft" }, words.say("game.name")),
    h("h2", {}, scenario.name[prefs.lang]),
    h("p", {}, scenario.text[prefs.lang]),
    h("ul", { class: "chosen" }, told),
    written(game.options, options).map(([name, text]) => position(name, text, options, words)),
    h("div", { class: "row" }, doors),
  );
}
