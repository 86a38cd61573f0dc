/** Terms that both players accept before play: what stands, and the ways to answer. */

import { h } from "../dom.js";
import { optionPart } from "../extensions.js";
import { optionFields } from "../lobby/options.js";
import { matters } from "../lobby/relevant_options.js";
import { confirm, dialog } from "../parts/dialog.js";
import { attempt, refusalNote } from "../parts/form_submit.js";
import { toast } from "../parts/toast.js";
import { ui } from "../words/all_words.js";
import { optionName } from "./match_options.js";

/** @typedef {import("../client/messages.js").MatchView} MatchView */
/** @typedef {import("../client/live_feed.js").LiveFeed} LiveFeed */
/** @typedef {import("./shell.js").Shell} Shell */
/**
 * @typedef {{ seat: number, seq: number, before: Record<string, any> }} Proposal of a seat; `before`: the terms that it
 *   replaced
 */

/** Options whose text players went to write, by match. @type {Map<string, string>} */
const left = new Map();

/** Whether all have sat down, and some have not accepted the terms. @param {MatchView} view */
export const isAgreeing = (view) =>
  view.status === "open" && view.agreement !== undefined && Object.values(view.seats).every((who) => who.player);

/**
 * The newest proposal; undefined: the first terms stand.
 * @param {import("../client/live_feed.js").Moment[]} moments
 * @returns {Proposal | undefined}
 */
export function proposed(moments) {
  for (const { seq, before, events } of moments.toReversed()) {
    const event = events.find(({ ev }) => ev === "terms_proposed");
    if (event && before) return { seat: event.seat, seq, before: before.options };
  }
  return undefined;
}

/**
 * The terms that a proposal changes, in words.
 * @param {Proposal} proposal
 * @param {MatchView} view
 * @param {Pick<Shell, "game" | "words">} of
 */
export function differences({ before }, { options, agreement }, { game, words }) {
  const { swap } = agreement ?? {};
  return game.options.flatMap(({ name, kind, default: usual }) => {
    const [now, then] = [options[name] ?? usual, before[name] ?? usual];
    if (now === then || !matters(game.presentation, name, options, 0)) return [];
    // The swap that is possible now leads back.
    if (swap && (swap[name] ?? null) === then) return [ui("agree.swapped")];
    if (kind === "text") return [ui("agree.another", { option: words.say(`option.${name}`) })];
    const key = `option.${name}.${now}`;
    return [words.pair(optionName(name, words), words.has(key) ? words.say(key) : String(now))];
  });
}

/** @param {Promise<unknown>} request */
const send = (request) => void request.catch((error) => toast(error.message));

/**
 * @param {MatchView} view
 * @param {LiveFeed} feed
 * @param {Shell} shell
 * @param {{ terms: Node[], proposal: Proposal | undefined, go: (path: string) => void }} with `terms`: the options in
 *   words; `proposal`: by which they came
 */
export function agreeing(view, feed, { game, words }, { terms, proposal, go }) {
  const ask = (/** @type {Record<string, any>} */ chosen = {}) => void propose(view, feed, { game, words }, go, chosen);
  const option = left.get(feed.match) ?? "";
  left.delete(feed.match);
  void optionPart(option)?.then(
    (part) => {
      const text = part.written();
      if (text) ask({ [option]: text });
    },
    () => {}, // The person can paste it.
  );
  const { accepted = [], swap } = view.agreement ?? {};
  const other = Object.entries(view.seats).find(([seat]) => Number(seat) !== feed.seat)?.[1];
  const mine = accepted.includes(feed.seat);
  const name = words.player(other);
  const ways = h(
    "div",
    { class: "row agree" },
    mine ? null : h("button", { class: "primary accept", onclick: () => send(feed.accept()) }, ui("agree.accept")),
    swap ? h("button", { class: "swap", onclick: () => send(feed.propose(swap)) }, ui("agree.swap")) : null,
    h("button", { class: "propose", onclick: () => ask() }, ui("agree.propose")),
    h(
      "button",
      {
        class: "quiet danger withdraw",
        onclick: async () => (await confirm(ui("agree.leave"), ui("agree.leave.sure"))) && send(feed.resign()),
      },
      ui("agree.leave"),
    ),
  );
  const changes = proposal ? differences(proposal, view, { game, words }) : [];
  const whose = proposal?.seat === feed.seat ? "agree.proposed.own" : "agree.proposed";
  return [
    h("p", { class: "soft kicker" }, words.say("game.name")),
    h("h1", {}, ui("agree.title")),
    changes.length
      ? h(
          "p",
          { class: "agree-changes" },
          ui(whose, { name: words.player(view.seats[proposal?.seat ?? 0]), changes: changes.join(" · ") }),
        )
      : null,
    h("p", { class: "agree-state", role: "status" }, ui(mine ? "agree.waiting" : "agree.yours", { name })),
    ...terms,
    feed.seat >= 0 ? ways : null,
  ];
}

/**
 * Let the player choose one of their own texts, above the field where one is written.
 * @param {string} option
 * @param {HTMLElement[]} fields
 */
async function offerOwn(option, fields) {
  const own = await optionPart(option)
    ?.then((part) => part.own())
    .catch(() => []); // The field alone does, too.
  const area = fields.map((field) => field.querySelector("textarea")).find(Boolean);
  if (!own?.length || !area) return;
  const choose = (/** @type {Event} */ event) => {
    const chosen = own[Number(/** @type {HTMLSelectElement} */ (event.target).value)];
    if (chosen) area.value = chosen.text;
    area.dispatchEvent(new Event("input"));
  };
  const none = h("option", { value: "" }, ui("agree.own"));
  const select = h(
    "select",
    { class: "own", "aria-label": ui("agree.own"), onchange: choose },
    none,
    own.map(({ name }, at) => h("option", { value: at }, name)),
  );
  area.before(select);
}

/**
 * Ask for other terms, until they are sent or the person cancels.
 * @param {MatchView} view
 * @param {LiveFeed} feed
 * @param {Pick<Shell, "game" | "words">} of
 * @param {(path: string) => void} go
 * @param {Record<string, any>} chosen in place of the present terms
 */
async function propose(view, feed, { game, words }, go, chosen) {
  const open = view.agreement?.negotiable ?? [];
  const types = game.options
    .filter(({ name }) => open.includes(name))
    .map((type) => ({ ...type, default: view.options[type.name] ?? type.default }));
  /** @type {import("../feature.js").OptionLink | undefined} */
  let leaving;
  const fields = optionFields(types, words, game.presentation, {
    match: () => view.options,
    chosen,
    leave: (link) => {
      leaving = link;
      fields.rest.concat(fields.foremost)[0]?.closest("dialog")?.close("");
    },
  });
  for (const { name, kind } of types) if (kind === "text") void offerOwn(name, [...fields.foremost, ...fields.rest]);
  await dialog(ui("agree.propose"), (close) => {
    const [note, button] = [refusalNote(), h("button", { class: "primary" }, ui("agree.send"))];
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const changes = Object.entries(fields.read()).filter(
        ([name, value]) => value !== types.find((type) => type.name === name)?.default,
      );
      if (await attempt(() => feed.propose(Object.fromEntries(changes)), note, button)) close("yes");
    };
    return [
      h(
        "form",
        { class: "stack", onsubmit: submit },
        ...fields.foremost,
        ...fields.rest,
        note,
        h("div", { class: "row" }, button, h("button", { type: "button", onclick: () => close("") }, ui("cancel"))),
      ),
    ];
  });
  if (!leaving) return;
  const { option, path } = leaving;
  left.set(feed.match, option);
  await (await optionPart(option)?.catch(() => undefined))?.take(
    { ...view.options, ...fields.read(), [option]: view.options[option] },
    `match/${feed.match}`,
  );
  go(path);
}
