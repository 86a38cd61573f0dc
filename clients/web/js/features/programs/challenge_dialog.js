/** The dialog that challenges a player: game, clock, rated or not. */

import { h } from "../../dom.js";
import { CLOCKS } from "../../lobby/clocks.js";
import { allGames } from "../../net/games.js";
import { ensurePlayer, nonce, postJSON } from "../../net/rest.js";
import { dialog } from "../../parts/dialog.js";
import { toast } from "../../parts/toast.js";
import { ui } from "../../words/all_words.js";
import { listWords } from "../../words/words.js";
import { say } from "./words.js";

/** @typedef {{ player: string, name: string, games?: string[] }} Challenged */

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
    await postJSON(`/api/players/${encodeURIComponent(who.player)}/challenge`, terms);
    toast(say("sent", { name: who.name }));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
