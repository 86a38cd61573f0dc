/** Muting, befriending, reporting and blocking the other players at a table, in its menu. */

import { h } from "../../dom.js";
import { getJSON } from "../../net/rest.js";
import { speaker } from "../../prefs.js";
import { say } from "./words.js";

/** @typedef {import("../../feature.js").LiveTable} LiveTable */
/** @typedef {import("./moderation.js").Someone} Someone */

/** @param {LiveTable} table @returns {import("../../feature.js").TablePart} */
export function socialPart(table) {
  const menu = new SocialMenu(table);
  menu.askBlocks();
  return { menu: (view) => menu.items(view) };
}

class SocialMenu {
  #table;
  /** Blocked players, whose chat is hidden as well. @type {Set<string>} */
  #blocked = new Set();

  /** @param {LiveTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** Load blocked and muted players. */
  askBlocks() {
    if (!speaker()) return;
    getJSON("/api/players/me/blocks").then(
      (known) => {
        for (const { player } of known.blocked) this.#blocked.add(player);
        this.#table.chat.mute([...known.blocked, ...known.muted].map(({ player }) => player));
        this.#table.tend();
      },
      () => {},
    );
  }

  /** @param {import("../../feature.js").MatchView} view */
  items(view) {
    const { feed, shell } = this.#table;
    if (feed.seat < 0) return [];
    return Object.entries(view.seats)
      .filter(([seat, who]) => Number(seat) !== feed.seat && who.player && !who.house && !who.left)
      .flatMap(([, who]) => this.#itemsFor({ player: who.player ?? "", name: shell.words.player(who) }));
  }

  /** @param {Someone} someone */
  #itemsFor(someone) {
    const { match, chat } = this.#table;
    const { name } = someone;
    const item = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {() => unknown} */ onclick) =>
      h("button", { class: kind, onclick }, text);
    const mute = item("mute", say(chat.isMuted(someone.player) ? "menu.unmute" : "menu.mute", { name }), () =>
      this.#mute(someone),
    );
    return [
      ...(this.#blocked.has(someone.player) ? [] : [mute]),
      item("befriend", say("menu.befriend", { name }), async () => (await import("./friends.js")).befriend(someone)),
      item("report", say("menu.report", { name }), async () =>
        (await import("./moderation.js")).report(someone, match, chat.said),
      ),
      item("block", say("menu.block", { name }), () => this.#block(someone)),
    ];
  }

  /** Hide or show the chat of a player. @param {Someone} someone */
  async #mute(someone) {
    const { chat } = this.#table;
    const muted = !chat.isMuted(someone.player);
    if (!(await (await import("./moderation.js")).mute(someone, muted))) return;
    chat.mute([someone.player], muted);
    this.#table.tend();
  }

  /** @param {Someone} someone */
  async #block(someone) {
    const { block } = await import("./moderation.js");
    if (!(await block(someone))) return;
    this.#blocked.add(someone.player);
    this.#table.chat.mute([someone.player]);
    this.#table.tend();
  }
}
