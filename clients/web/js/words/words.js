/** Words in the chosen language: the page's own catalogue, and one per game from the service. */

import { prefs } from "../prefs.js";
import { getJSON } from "../net/rest.js";
import { render } from "./template.js";
import { EN } from "./ui_en.js";
import { JA } from "./ui_ja.js";

/** @typedef {import("./template.js").Catalogue} Catalogue */

/** @type {Record<string, Catalogue>} */
const UI = { en: EN, ja: JA };

/** @type {Map<string, Promise<Catalogue>>} */
const loaded = new Map();

/**
 * The page's own words.
 * @param {keyof typeof EN} key
 * @param {Record<string, any>} [fields]
 */
export function ui(key, fields = {}) {
  return render(/** @type {Catalogue} */ (UI[prefs.lang]), key, fields, prefs.lang);
}

/** A house bot's name; strategies that have no words here are called by their own. @param {string} name */
export function botName(name) {
  const key = /** @type {keyof typeof EN} */ (`bot.${name}`);
  return key in EN ? ui(key) : name;
}

/** What somebody at a table is called; empty: nobody sits there. @param {import("../net/messages.js").SeatView | undefined} who */
export function playerName(who) {
  return who?.name ? (who.house ? botName(who.name) : who.name) : "";
}

/** What a seat is called where nobody sits. @param {string | undefined} house the strategy of the bot that it is kept for */
export const freeSeat = (house) => (house ? ui("seat.kept", { name: botName(house) }) : ui("seat.free"));

/** How a house bot plays; "" for strategies that have no words here. @param {string} name */
export function botHelp(name) {
  const key = /** @type {keyof typeof EN} */ (`bot.${name}.help`);
  return key in EN ? ui(key) : "";
}

/**
 * A game's words in the chosen language, with what is common to all games.
 * @param {string} game
 * @returns {Promise<Words>}
 */
export async function gameWords(game) {
  const lang = prefs.lang;
  const key = `${game}/${lang}`;
  let promise = loaded.get(key);
  if (!promise) {
    promise = getJSON(`/api/games/${game}/text/${lang}`);
    promise.catch(() => loaded.delete(key));
    loaded.set(key, promise);
  }
  return new Words(await promise, lang);
}

/** A catalogue in one language. */
export class Words {
  /** @param {Catalogue} catalogue @param {"en" | "ja"} lang */
  constructor(catalogue, lang) {
    this.catalogue = catalogue;
    this.lang = lang;
  }

  /** @param {string} key */
  has(key) {
    return key in this.catalogue;
  }

  /** @param {string} key @param {Record<string, any>} [fields] */
  say(key, fields = {}) {
    return render(this.catalogue, key, fields, this.lang);
  }

  /** @param {import("../net/messages.js").Action} action */
  action(action) {
    return this.say(`action.${action.do}`, action);
  }

  /** @param {import("../net/messages.js").GameEvent} event */
  event(event) {
    return this.say(`event.${event.ev}`, event["house"] ? { ...event, name: botName(event["name"]) } : event);
  }
}
