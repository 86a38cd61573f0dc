/** A duplicate: create, play round by round, compare when both players have finished. */

import { h, put } from "../../dom.js";
import { botChoices } from "../../lobby/bots.js";
import { allGames } from "../../net/games.js";
import { ensurePlayer, getJSON, nonce, postJSON, RestError } from "../../net/rest.js";
import { copy } from "../../parts/clipboard.js";
import { toast } from "../../parts/toast.js";
import { prefs } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { between, botMark, displayName, gameWords } from "../../words/words.js";
import { say } from "./words.js";

/**
 * @typedef {import("../../net/games.js").GameInfo} GameInfo
 * @typedef {{ match: string, player: number, round: number, points: number, reason?: string }} Result
 * @typedef {{ duplicate: string, game: string, rounds: number, commitment: string, until: number, players: { player:
 *   string, name: string, program?: boolean }[], opponent?: string, you?: number, mine?: { match: string, round: number, ended: boolean
 *   }[], over?: boolean, results?: Result[] }} Duplicate
 * @typedef {(path: string) => void} Go
 */

/** @type {import("../../feature.js").Screen} */
export async function screen({ main, path, go, title }) {
  title(say("duplicate"));
  const games = await allGames();
  const page = h("div", { class: "record duplicate" });
  put(main, page);
  const back = h("nav", { class: "row" }, h("a", { class: "button", href: addressOf("") }, ui("back")));
  const id = path[1] ?? "";
  if (!id)
    return put(page, back, h("h1", {}, say("duplicate")), h("p", {}, say("duplicate.intro")), await form(games, go));
  const draw = async () => {
    /** @type {Duplicate | null} */
    let found = null;
    try {
      found = await getJSON(`/api/duplicates/${encodeURIComponent(id)}`);
    } catch (error) {
      if (!(error instanceof RestError) || error.code !== "no_duplicate") throw error;
    }
    const game = games.find((one) => one.id === found?.game);
    if (!found || !game) return put(page, back, h("p", { class: "sheet", role: "status" }, say("duplicate.missing")));
    const words = await gameWords(game.id);
    const name = say("duplicate.title", { game: words.say("game.name") });
    title(name);
    put(
      page,
      back,
      h(
        "header",
        { class: "stack" },
        h("h1", {}, name),
        h("p", {}, say("duplicate.intro"), between(), found.rounds > 1 ? say("duplicate.intro.two") : ""),
      ),
      ...content(found, go, draw),
    );
  };
  await draw();
}

/** @param {() => Promise<any>} act */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** The game and the start button. @param {GameInfo[]} games @param {Go} go */
async function form(games, go) {
  const all = await Promise.all(games.map(async (game) => ({ game, words: await gameWords(game.id) })));
  const choice = h(
    "select",
    { name: "game" },
    all.map(({ game, words }) => h("option", { value: game.id }, words.say("game.name"))),
  );
  const bot = h("select", { name: "opponent" });
  const against = h("label", {}, say("duplicate.opponent"), bot);
  const more = h("p", { class: "soft" }, say("duplicate.intro.two"));
  const fit = () => {
    const found = all.find(({ game }) => game.id === choice.value);
    const two = (found?.game.seats ?? 1) > 1;
    against.hidden = more.hidden = !two;
    put(bot, ...(two && found ? botChoices(found.game, found.words) : []));
  };
  choice.addEventListener("change", fit);
  fit();
  const make = () =>
    attempt(async () => {
      await ensurePlayer();
      const { duplicate } = await postJSON("/api/duplicates", { game: choice.value, opponent: bot.value });
      go(`duplicate/${duplicate}`);
    });
  return h(
    "form",
    {
      class: "sheet stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        make();
      },
    },
    h("label", {}, say("duplicate.game"), choice),
    against,
    more,
    h("div", { class: "row" }, h("button", { class: "primary make" }, say("duplicate.make"))),
  );
}

/** @param {Duplicate} found @param {Go} go @param {() => Promise<any>} draw */
function content(found, go, draw) {
  const { you, players, over } = found;
  const named = players.map(({ name, program }, at) =>
    h(
      "li",
      {},
      h("span", { class: "who" }, at === you ? say("duplicate.you", { name }) : displayName(name)),
      botMark(program),
    ),
  );
  const link = location.origin + addressOf(`duplicate/${found.duplicate}`);
  const date = new Date(found.until).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" });
  const free = players.length < 2;
  const done = (found.mine ?? []).filter(({ ended }) => ended).length === found.rounds;
  return [
    h(
      "section",
      { class: "sheet stack" },
      h("h2", {}, say("duplicate.players")),
      h("ul", {}, named, free ? h("li", { class: "soft" }, say("duplicate.nobody")) : null),
      free && you === 0 && !over
        ? h(
            "div",
            { class: "stack invite-friend" },
            h("p", {}, say("duplicate.invite")),
            h(
              "div",
              { class: "row" },
              h("input", { readonly: true, value: link, "aria-label": say("duplicate.copy"), class: "grow" }),
              h("button", { class: "copy", onclick: () => copy(link) }, say("duplicate.copy")),
            ),
          )
        : null,
      over ? null : h("p", { class: "soft" }, say("duplicate.until", { date })),
    ),
    over
      ? comparison(found)
      : you === undefined && !free
        ? h("p", { class: "sheet" }, say("duplicate.full"))
        : rounds(found, go),
    !over && done
      ? h(
          "p",
          { class: "sheet row waiting", role: "status" },
          h("span", { class: "grow" }, say("duplicate.wait")),
          h("button", { class: "quiet look", onclick: () => attempt(draw) }, say("duplicate.look")),
        )
      : null,
    h("p", { class: "small soft proof" }, say("duplicate.proof", { text: found.commitment })),
  ].filter((part) => part !== null);
}

/** The player's own matches. @param {Duplicate} found @param {Go} go */
function rounds(found, go) {
  const play = (/** @type {number} */ round) =>
    attempt(async () => {
      await ensurePlayer();
      const { match } = await postJSON(`/api/duplicates/${found.duplicate}/play`, { round, nonce: nonce() });
      go(`match/${match}`);
    });
  return h(
    "section",
    { class: "sheet stack rounds" },
    h(
      "ul",
      { class: "rows" },
      Array.from({ length: found.rounds }, (_, round) => {
        const mine = found.mine?.find((one) => one.round === round);
        const what = mine ? "duplicate.on" : found.you === undefined ? "duplicate.take" : "duplicate.play";
        const label = say("duplicate.round", { n: round + 1 });
        return h(
          "li",
          { class: "row spread" },
          h("span", {}, label),
          mine?.ended
            ? h("a", { href: addressOf(`match/${mine.match}`) }, say("duplicate.done"))
            : h(
                "button",
                { class: "primary start", onclick: () => play(round) },
                say(what),
                h("span", { class: "hidden-text" }, ` ${label}`),
              ),
        );
      }),
    ),
  );
}

/** Both results, side by side. @param {Duplicate} found */
function comparison({ players, rounds, results = [], opponent }) {
  const of = (/** @type {number} */ player) => results.filter((one) => one.player === player);
  const totals = players.map((_, player) => of(player).reduce((sum, { points }) => sum + points, 0));
  const [first = 0, second = 0] = totals;
  const better = first > second ? players[0] : players[1];
  const cell = (/** @type {Result | undefined} */ one) =>
    h(
      "td",
      { class: "number" },
      one?.reason ? h("a", { href: addressOf(`replay/${one.match}`) }, one.points) : say("duplicate.none"),
    );
  return h(
    "section",
    { class: "sheet stack comparison" },
    h("h2", {}, say("duplicate.results")),
    h(
      "p",
      { role: "status" },
      h(
        "b",
        {},
        first === second || !better
          ? say("duplicate.equal")
          : better.name
            ? say("duplicate.won", { name: better.name })
            : say("duplicate.won.left"),
      ),
    ),
    h("p", { class: "small soft" }, say(opponent ? "duplicate.points.two" : "duplicate.points")),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          players.map(({ name }) =>
            h("th", { scope: "col", class: "number" }, h("span", { class: "who" }, displayName(name))),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        Array.from({ length: rounds }, (_, round) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, say("duplicate.round", { n: round + 1 })),
            players.map((_, player) => cell(of(player).find((one) => one.round === round))),
          ),
        ),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, say("duplicate.total")),
          totals.map((sum) => h("td", { class: "number" }, h("b", {}, sum))),
        ),
      ),
    ),
  );
}
