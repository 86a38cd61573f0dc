/** The deals of a day: play, results, boards, verification. */

import { h, put } from "../../dom.js";
import { hasScreen } from "../../extensions.js";
import { changed } from "../../lobby/relevant_options.js";
import { allGames } from "../../net/games.js";
import { getJSON } from "../../net/rest.js";
import { signs } from "../../parts/result_signs.js";
import { identity, prefs } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { lasted } from "../../table/clock.js";
import { ui } from "../../words/all_words.js";
import { botMark, displayName, gameWords, listWords } from "../../words/words.js";
import { playDeal, shareResult } from "./deals.js";
import { say } from "./words.js";

/**
 * @typedef {{ game: string, day: string, options: Record<string, any>, commitment: string, committed: number, secret?:
 *   string, scenario?: { name: { en: string, ja: string }, text: { en: string, ja: string } }, players?: number, match?: string, score?: number, place?: number, symbols?: string }} Deal
 * @typedef {{ day: string, now: number, until: number, deals: Deal[], next: Deal[], days: string[] }} Table
 * @typedef {{ place: number, player: string, name: string, score: number, program?: boolean }} Row
 * @typedef {"day" | "week" | "all"} Span
 */

/** Number of past days offered. */
const OFFERED = 30;
/** @type {Span[]} */
const SPANS = ["day", "week", "all"];

/** @type {import("../../feature.js").Screen} */
export async function screen({ main, path, go, title }) {
  title(say("daily.title"));
  /** @type {[Table, import("../../net/games.js").GameInfo[]]} */
  const [table, games] = await Promise.all([
    getJSON(`/api/daily${path[1] ? `?day=${encodeURIComponent(path[1])}` : ""}`),
    allGames(),
  ]);
  const over = table.now >= table.until;
  const words = await listWords();
  const cards = await Promise.all(
    table.deals.flatMap((deal) => {
      const game = games.find(({ id }) => id === deal.game);
      return game ? [card(deal, game, over, go)] : [];
    }),
  );
  put(
    main,
    h(
      "div",
      { class: "daily" },
      h(
        "nav",
        { class: "row" },
        h("a", { class: "button", href: addressOf("") }, ui("back")),
        over ? h("a", { class: "button", href: addressOf("daily") }, say("daily.title")) : null,
        hasScreen("duplicate")
          ? h("a", { class: "button duplicate-door", href: addressOf("duplicate") }, say("daily.duplicate"))
          : null,
      ),
      h(
        "header",
        { class: "stack" },
        h("h1", {}, say("daily.title")),
        h(
          "p",
          { class: "soft" },
          say("daily.day", { date: day(table.day) }),
          over ? "" : ` · ${say("daily.left", { time: lasted(table.until - table.now) })}`,
        ),
        h("p", {}, say(over ? "daily.over" : "daily.intro")),
      ),
      h("div", { class: "deals" }, cards),
      h(
        "details",
        { class: "sheet" },
        h("summary", {}, say("daily.proof")),
        h("p", {}, say("daily.proof.help")),
        h(
          "ul",
          { class: "small proof" },
          [...table.deals, ...table.next].map((deal) =>
            h(
              "li",
              {},
              h("b", {}, words.get(deal.game)?.say("game.name") ?? deal.game),
              " ",
              ...proofOf(deal, table.day),
            ),
          ),
        ),
      ),
      table.days.length > 1 ? daysGone(table) : null,
    ),
  );
  // Open the game of a finished match, or of a shared result.
  if (path[2])
    [...main.querySelectorAll(".deal")]
      .find((deal) => deal.getAttribute("data-game") === path[2])
      ?.scrollIntoView({ block: "start" });
}

/** Links to past days. @param {Table} table */
function daysGone(table) {
  return h(
    "section",
    { class: "stack" },
    h("h2", {}, say("daily.days")),
    h(
      "ul",
      { class: "days" },
      table.days.slice(0, OFFERED).map((one) =>
        h(
          "li",
          {},
          h(
            "a",
            {
              class: "button quiet",
              href: addressOf(`daily/${one}`),
              "aria-current": one === table.day ? "page" : null,
            },
            day(one),
          ),
        ),
      ),
    ),
  );
}

/** @param {Deal} deal @param {string} today */
function proofOf(deal, today) {
  const date = new Date(deal.committed).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" });
  if (deal.day !== today) return [say("daily.next", { text: deal.commitment })];
  return [
    say("daily.commitment", { date, text: deal.commitment }),
    deal.secret ? ` ${say("daily.secret", { text: deal.secret })}` : "",
  ];
}

/** @param {string} one */
const day = (one) =>
  new Date(`${one}T12:00:00Z`).toLocaleDateString(prefs.lang, { dateStyle: "medium", timeZone: "UTC" });

/**
 * @param {Deal} deal
 * @param {import("../../net/games.js").GameInfo} game
 * @param {boolean} over
 * @param {(path: string) => void} go
 */
async function card(deal, game, over, go) {
  const w = await gameWords(game.id);
  const name = w.say("game.name");
  const options = changed(game.options, game.presentation, deal.options).map(([option, value]) =>
    w.pair(
      w.say(`option.${option}`),
      w.has(`option.${option}.${value}`) ? w.say(`option.${option}.${value}`) : String(value),
    ),
  );
  const { score } = deal;
  const going = !over && deal.match && score === undefined;
  const door = over || score !== undefined ? "daily.again" : going ? "daily.on" : "daily.play";
  const list = h("div", { class: "stack", "aria-live": "polite" });
  const tabs = h("div", { class: "row", role: "group", "aria-label": say("daily.board") });
  const show = async (/** @type {Span} */ span) => {
    for (const [at, tab] of [...tabs.children].entries()) tab.setAttribute("aria-pressed", String(SPANS[at] === span));
    put(list, await board(deal, span));
  };
  put(
    tabs,
    ...SPANS.map((span) =>
      h(
        "button",
        { class: "quiet", "aria-pressed": "false", onclick: () => show(span).catch(() => {}) },
        say(`daily.span.${span}`),
      ),
    ),
  );
  await show("day");
  return h(
    "article",
    { class: "sheet deal", "data-game": game.id },
    h("h2", {}, name),
    deal.scenario
      ? h(
          "p",
          { class: "scenario-of-day" },
          h("b", {}, say("daily.scenario", { name: deal.scenario.name[prefs.lang] })),
          " ",
          deal.scenario.text[prefs.lang],
        )
      : null,
    options.length ? h("p", { class: "small soft" }, options.join(" · ")) : null,
    score === undefined
      ? null
      : h(
          "p",
          { class: "result" },
          signs(deal.symbols ?? ""),
          " ",
          h("b", {}, say("daily.points", { n: score })),
          deal.place ? ` · ${say("daily.place", { place: deal.place, n: deal.players ?? 0 })}` : "",
        ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          class: score === undefined && !over ? "primary start" : "start",
          onclick: () => playDeal(deal.game, over ? deal.day : "", go),
        },
        say(door),
      ),
      score === undefined
        ? null
        : h(
            "button",
            { class: "share", onclick: () => shareResult(deal.game, name, deal.day, score, deal.symbols ?? "") },
            say("daily.share"),
          ),
    ),
    h("h3", {}, say("daily.board")),
    tabs,
    list,
  );
}

/** @param {Deal} deal @param {Span} span */
async function board(deal, span) {
  /** @type {{ players: number, rows: Row[], mine?: Row }} */
  const found = await getJSON(`/api/daily/board?game=${deal.game}&day=${deal.day}&span=${span}`);
  if (!found.rows.length) return h("p", { class: "soft" }, say("daily.nobody"));
  const me = identity()?.player;
  const rows = found.mine && !found.rows.some(({ player }) => player === me) ? [...found.rows, found.mine] : found.rows;
  return h(
    "div",
    {},
    h("p", { class: "small soft" }, say("daily.players", { n: found.players })),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "number" }, say("daily.rank")),
          h("th", { scope: "col" }, say("daily.name")),
          h("th", { scope: "col", class: "number" }, say("daily.score")),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            { class: row.player === me ? "me" : "" },
            h("td", { class: "number" }, row.place),
            h("td", {}, h("span", { class: "who" }, displayName(row.name)), botMark(row.program)),
            h("td", { class: "number" }, row.score),
          ),
        ),
      ),
    ),
  );
}
