/** The dialog that challenges a player: game, clock, rated or not. */

import { h } from "../../dom.js";
import { CLOCKS } from "../../lobby/clocks.js";
import { allGames } from "../../net/games.js";
import { ensurePlayer, getJSON, nonce, postJSON } from "../../net/rest.js";
import { dialog } from "../../parts/dialog.js";
import { toast } from "../../parts/toast.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { listWords } from "../../words/words.js";
import { say } from "./words.js";

/** @typedef {{ player: string, name: string, games?: string[] }} Challenged */

/** Milliseconds between two looks at a challenge. */
const LOOK = 1500;

/**
 * Go to the match when the challenge is accepted; say so when it is declined.
 * @param {import("../../client/wire.js").Challenge} made
 * @param {string} name
 */
async function waitFor(made, name) {
  while (Date.now() < made.until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    /** @type {import("../../client/wire.js").Challenge} */
    const now = await getJSON(`/api/challenges/${made.challenge}`);
    // The screen of challenges may have gone there already.
    if (now.match && !location.pathname.endsWith(now.match)) location.assign(addressOf(`match/${now.match}`));
    if (now.status === "declined")
      toast(say(/** @type {any} */ (now.reason ? `declined.${now.reason}` : "declined"), { name }));
    if ((now.status ?? "waiting") !== "waiting") return;
  }
}

/** Ask for the terms, and challenge. @param {Challenged} who */
export async function challenge(who) {
  const [all, words] = await Promise.all([allGames(), listWords()]);
  const games = all.filter(({ id, seats }) => seats === 2 && (!who.games?.length || who.games.includes(id)));
  const game = h(
    "select",
    { name: "game" },
    games.map(({ id }) => h("option", { value: id }, words.get(id)?.say("game.name") ?? id)),
  );
  const clock = h(
    "select",
    { name: "clock" },
    Object.keys(CLOCKS).map((name) => h("option", { value: name }, ui(/** @type {any} */ (`clock.${name}`)))),
  );
  const answer = await dialog(say("challenge.title", { name: who.name }), (close) => [
    h("label", {}, say("game"), game),
    h("label", {}, say("clock"), clock),
    h(
      "div",
      { class: "row spread" },
      h("button", { class: "quiet", onclick: () => close("") }, ui("no")),
      h("button", { class: "primary send", onclick: () => close("send") }, say("send")),
    ),
  ]);
  if (answer !== "send") return;
  try {
    await ensurePlayer();
    const terms = { game: game.value, clock: CLOCKS[clock.value], nonce: nonce() };
    const made = await postJSON(`/api/players/${encodeURIComponent(who.player)}/challenge`, terms);
    toast(say("sent", { name: who.name }));
    await waitFor(made, who.name);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
