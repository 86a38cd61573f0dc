/** A match that waits for players, as a page of its own: the link to share, or the invitation, and one button. */

import { h } from "../dom.js";
import { optionPart } from "../extensions.js";
import { briefLines, noteBrief } from "../help/brief.js";
import { clockInWords, gameLength, lag } from "../lobby/clocks.js";
import { emblem } from "../lobby/emblem.js";
import { optionFields } from "../lobby/options.js";
import { changed, written } from "../lobby/relevant_options.js";
import { houseBot, startMatch } from "../lobby/start_match.js";
import { postJSON } from "../net/rest.js";
import { copy } from "../parts/clipboard.js";
import { forkBanner } from "../parts/fork.js";
import { tiles } from "../parts/map_tiles.js";
import { share } from "../parts/share.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { ui } from "../words/all_words.js";
import { between } from "../words/words.js";
import { agreeing, isAgreeing } from "./agreement.js";
import { optionName } from "./match_options.js";
import { askedFor } from "./rematch.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */

/**
 * @param {MatchView} view
 * @param {LiveFeed} feed
 * @param {Shell} shell
 * @param {string} invite code of a private match
 * @param {{ join: (options: Record<string, any>) => void, go: (path: string) => void, proposal?:
 *   import("./agreement.js").Proposal | undefined }} does `proposal`: by which the terms came
 */
export function invitation(view, feed, shell, invite, { join, go, proposal }) {
  const { game, words } = shell;
  const mine = feed.seat >= 0;
  const content = view.house
    ? keptForBot(view, feed, words)
    : isAgreeing(view)
      ? agreeing(view, feed, shell, {
          terms: [...sides(view, shell, feed.seat), chosen(view, shell, feed.seat), ...texts(view, shell)],
          proposal,
          go,
        })
      : mine
        ? hosting(view, feed, shell, invite, go)
        : invited(view, shell, join);
  const picture = emblem(game.presentation.emblem);
  // In the lobby its map defines them.
  picture.prepend(tiles());
  return h(
    "div",
    { class: `door-page colour-${game.presentation.colour}` },
    view.fork ? forkBanner(view.fork) : null,
    h("article", { class: "sheet invite" }, picture, h("div", { class: "stack" }, content)),
  );
}

/**
 * Waiting for a house bot; a match whose bot does not come can be cancelled.
 * @param {MatchView} view
 * @param {LiveFeed} feed
 * @param {import("../words/words.js").Words} words
 */
function keptForBot(view, feed, words) {
  return [
    h("h1", {}, words.say("game.name")),
    h("p", {}, ui("waiting.house", { name: words.bot(view.house ?? "") })),
    feed.seat >= 0 ? h("div", { class: "row" }, withdraw(feed.match)) : null,
  ];
}

/**
 * @param {MatchView} view
 * @param {LiveFeed} feed
 * @param {Shell} shell
 * @param {string} invite
 * @param {(path: string) => void} go
 */
function hosting(view, feed, { game, words }, invite, go) {
  const link = location.origin + addressOf(`match/${feed.match}/${invite}`);
  const name = words.say("game.name");
  const asked = askedFor(feed.match);
  return [
    h("p", { class: "soft kicker" }, name),
    h("h1", {}, ui(asked ? "rematch.waiting" : invite ? "invite.title" : "invite.public")),
    h("p", {}, asked ? ui("rematch.waiting.help", { name: asked }) : ui(invite ? "invite.help" : "invite.public.help")),
    view.fork && !view.fork.resampled ? h("p", { class: "fork-note" }, ui("invite.fork")) : null,
    h(
      "div",
      { class: "row link-row" },
      h("input", {
        readonly: true,
        value: link,
        "aria-label": ui("invite.link"),
        class: "grow",
        onfocus: (/** @type {FocusEvent} */ e) => /** @type {HTMLInputElement} */ (e.target).select(),
      }),
      h(
        "button",
        {
          class: invite ? "primary" : "",
          onclick: () =>
            matchMedia("(pointer: coarse)").matches ? share(link, ui("invite.text", { game: name })) : copy(link),
        },
        ui("invite.copy"),
      ),
    ),
    ...sides(view, { words }, feed.seat),
    chosen(view, { game, words }, feed.seat),
    ...texts(view, { game, words }),
    h(
      "p",
      { class: "small soft" },
      ui("invite.told"),
      between(),
      view.expires
        ? ui("invite.expires", {
            when: new Date(view.expires).toLocaleString(prefs.lang, { dateStyle: "medium", timeStyle: "short" }),
          })
        : "",
    ),
    h(
      "div",
      { class: "row" },
      game.bots.length
        ? h(
            "button",
            {
              class: `meanwhile ${invite ? "" : "primary"}`,
              onclick: () => startMatch(game, { opponent: houseBot(game) }, go),
            },
            ui("invite.meanwhile"),
          )
        : null,
      withdraw(feed.match),
    ),
  ];
}

/** @param {MatchView} view @param {Shell} shell @param {(options: Record<string, any>) => void} join */
function invited(view, { game, words }, join) {
  const host = words.player(Object.values(view.seats).find((who) => who.player));
  const seat = Number(Object.keys(view.seats).find((number) => !view.seats[number]?.player) ?? 1);
  const own = optionFields(game.seat_options, words, game.presentation, {
    namespace: "seat_option",
    seat,
    match: () => view.options,
  });
  const choices = [...own.first, ...own.foremost, ...own.rest].filter((element) => !element.hidden);
  const sit = () => {
    // It was read here.
    noteBrief(game.id);
    join(own.read());
  };
  return [
    h("p", { class: "soft kicker" }, ui("join.kicker", { name: host })),
    h("h1", {}, words.say("game.name")),
    h("p", {}, words.say("game.tagline")),
    ...sides(view, { words }, seat),
    chosen(view, { game, words }, seat),
    ...texts(view, { game, words }),
    view.fork && !view.fork.resampled ? h("p", { class: "fork-note" }, ui("join.fork")) : null,
    choices.length
      ? h(
          "details",
          { class: "own-choice" },
          h("summary", {}, ui("join.choose")),
          h("div", { class: "stack" }, choices),
        )
      : null,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { class: "primary join", onclick: sit },
        ui(view.rated ? "join.rated" : view.agreement ? "join.agree" : "join"),
      ),
    ),
    words.has("game.brief") ? h("section", { class: "brief" }, h("h2", {}, ui("join.brief")), briefLines(words)) : null,
    h(
      "div",
      { class: "row links" },
      h("a", { class: "button quiet", href: addressOf(`rules/${game.id}`), target: "_blank" }, ui("rules")),
      game.lesson
        ? h("a", { class: "button quiet", href: addressOf(`learn/${game.id}`), target: "_blank" }, ui("learn"))
        : null,
    ),
  ];
}

/**
 * Length, clock, and options that differ from the usual rules.
 * @param {MatchView} view
 * @param {{ game: import("../net/games.js").GameInfo, words: import("../words/words.js").Words }} of
 * @param {number} seat of the reader
 */
function chosen(view, { game, words }, seat) {
  const options = changed(game.options, game.presentation, view.options ?? {}).map(([name, value]) => {
    const key = `option.${name}.${value}`;
    return words.pair(optionName(name, words, seat === 0), words.has(key) ? words.say(key) : String(value));
  });
  return h(
    "ul",
    { class: "chosen" },
    [
      gameLength(game.presentation),
      view.clock.kind === "none" ? ui("chosen.clock.none") : ui("chosen.clock", { clock: clockInWords(view.clock) }),
      ...options,
      view.open_delay !== undefined ? ui("open.told", { time: lag(view.open_delay) }) : "",
      view.rated ? ui("rated.told") : "",
    ]
      .filter(Boolean)
      .map((line) => h("li", {}, line)),
  );
}

/**
 * The sides from which the reader and the other player begin, where terms are to be agreed.
 * @param {MatchView} view
 * @param {{ words: import("../words/words.js").Words }} of
 * @param {number} seat of the reader
 */
function sides(view, { words }, seat) {
  if (!view.agreement || seat < 0) return [];
  const [other, who] = Object.entries(view.seats).find(([number]) => Number(number) !== seat) ?? [];
  const named = { side: words.say(`seat.${seat}`), other: words.say(`seat.${other}`), name: words.player(who) };
  return [h("p", { class: "own-side" }, ui("agree.side", named))];
}

/**
 * Options that are texts, such as a drawn map: a player who joins agrees to them.
 * @param {MatchView} view
 * @param {{ game: import("../net/games.js").GameInfo, words: import("../words/words.js").Words }} of
 */
const texts = (view, { game, words }) =>
  written(game.options, view.options ?? {}).map(([name, text]) => {
    const label = words.say(`option.${name}`);
    const plain = h("pre", {}, text);
    const figure = h("figure", { class: "written" }, h("figcaption", {}, label), plain);
    void optionPart(name)?.then(
      (part) =>
        plain.replaceWith(
          part.picture(text, view.options, label),
          h("details", {}, h("summary", {}, ui("option.text")), plain.cloneNode(true)),
        ),
      () => {}, // The text says the same.
    );
    return figure;
  });

const withdraw = (/** @type {string} */ match) =>
  h(
    "button",
    {
      class: "quiet danger withdraw",
      onclick: () => postJSON(`/api/matches/${match}/withdraw`).catch((error) => toast(error.message)),
    },
    ui("invite.withdraw"),
  );
