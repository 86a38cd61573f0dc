/** Words in the chosen language: the page's own catalogue, and one per game from the service. */

import { getJSON } from "../net/rest.js";
import { prefs, setPrefs } from "../prefs.js";
import { inMatch, render } from "./template.js";

/** @typedef {import("./template.js").Catalogue} Catalogue */

/** Words of the lobby, by languages used so far. @type {Record<string, Catalogue>} */
const LOBBY = {};
/** Words of other screens, by language. @type {Record<string, Catalogue>} */
const OTHER = {};
/** Whether words of other screens are needed. */
let allWords = false;

/** Load the page's own words of a language. @param {"en" | "ja"} lang */
async function loadWords(lang) {
  LOBBY[lang] ??= lang === "ja" ? (await import("./lobby_ja.js")).JA : (await import("./lobby_en.js")).EN;
  if (allWords)
    OTHER[lang] ??=
      lang === "ja" ? (await import("./other_screens_ja.js")).JA : (await import("./other_screens_en.js")).EN;
}

await loadWords(prefs.lang);

/** Load all of the page's own words from here on; the lobby starts without them. */
export async function loadAllWords() {
  allWords = true;
  await loadWords(prefs.lang);
}

/** Switch to a language. @param {"en" | "ja"} lang */
export async function speak(lang) {
  await loadWords(lang);
  setPrefs({ lang });
}

/** @type {Map<string, Promise<Catalogue>>} */
const loaded = new Map();

/**
 * The page's own words, those of the lobby.
 * @param {keyof typeof import("./lobby_en.js").EN} key
 * @param {Record<string, any>} [fields]
 */
export function ui(key, fields = {}) {
  return render(/** @type {Catalogue} */ (LOBBY[prefs.lang]), key, fields, prefs.lang);
}

/** A player's name for display; for a deleted player, a replacement. @param {string | undefined} name */
export const displayName = (name) => name || ui("seat.left");

/** Separator after a sentence or colon: none in Japanese. */
export const between = () => (prefs.lang === "ja" ? "" : " ");

/** The mark of a program, to follow its name; empty for people. @param {boolean | undefined} program */
export const botMark = (program) => (program ? between() + ui("seat.bot") : "");

/** @param {string} key @param {Record<string, any>} fields */
export function pageWords(key, fields) {
  const { lang } = prefs;
  return render(
    /** @type {Catalogue} */ (key in /** @type {Catalogue} */ (LOBBY[lang]) ? LOBBY[lang] : OTHER[lang]),
    key,
    fields,
    lang,
  );
}

/**
 * A game's words in the chosen language, with those common to all games.
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

/**
 * Words of all games for lists, in the chosen language: game → names, options and bots.
 * @returns {Promise<Map<string, Words>>}
 */
export async function listWords() {
  const lang = prefs.lang;
  /** @type {Record<string, Catalogue>} */
  const told = await getJSON(`/api/words/${lang}`);
  return new Map(Object.entries(told).map(([game, words]) => [game, new Words(words, lang)]));
}

/** Namespaces of sentences, not names of things on the table. */
const SENTENCES = new Set([
  "action",
  "event",
  "rolled",
  "figure",
  "decision",
  "option",
  "seat_option",
  "outcome",
  "refusal",
  "close",
  "game",
  "bot",
]);

/** A catalogue in one language; an empty one for an unknown game. */
export class Words {
  /** Id → text key, made on demand. @type {Map<string, string> | undefined} */
  #names;
  /** Options whose texts apply, and the catalogue before. */
  #options = "";
  /** @type {Catalogue | undefined} */
  #printed;

  /** @param {Catalogue} catalogue @param {"en" | "ja"} lang */
  constructor(catalogue, lang) {
    this.catalogue = catalogue;
    this.lang = lang;
  }

  /** Apply the texts of a match's options; before play they may change. @param {Record<string, any>} options */
  inMatch(options) {
    const chosen = JSON.stringify(options);
    if (this.#options === chosen) return;
    this.#options = chosen;
    this.#printed ??= this.catalogue;
    this.catalogue = this.#printed;
    this.rename(inMatch(this.#printed, options));
  }

  /** Override names from here on, by the viewer's seat. @param {Catalogue} names text key → text */
  rename(names) {
    this.catalogue = { ...this.catalogue, ...names };
    this.#names = undefined;
  }

  /** @param {string} key */
  has(key) {
    return key in this.catalogue;
  }

  /** @param {string} key @param {Record<string, any>} [fields] */
  say(key, fields = {}) {
    return render(this.catalogue, key, fields, this.lang);
  }

  /**
   * The name of an id in a view: by the words of its kind, else of any kind, else the id itself.
   * @param {string} id
   * @param {string} kind
   */
  label(id, kind) {
    const key = this.#keyOf(id, kind);
    return key ? this.say(key) : id.replaceAll("_", " ");
  }

  /** The text key of an id's explanation; empty for none. @param {string} id @param {string} kind */
  helpKey(id, kind) {
    const key = `${this.#keyOf(id, kind)}.help`;
    return this.has(key) ? key : "";
  }

  /** A name and what belongs to it. @param {string} name @param {string} text */
  pair(name, text) {
    return ui("pair", { name, text });
  }

  /** @param {string[]} texts */
  join(texts) {
    return texts.join(this.lang === "ja" ? "、" : ", ");
  }

  /** Texts that have commas themselves. @param {string[]} texts */
  list(texts) {
    return texts.join(this.lang === "ja" ? "／" : "; ");
  }

  /** A name with a remark. @param {string} name @param {string} text */
  aside(name, text) {
    return this.lang === "ja" ? `${name}（${text}）` : `${name} (${text})`;
  }

  /** @param {string} id @param {string} kind */
  #keyOf(id, kind) {
    const own = `${kind}.${id}`;
    if (this.has(own) && !this.catalogue[own]?.includes("{")) return own;
    this.#names ??= namesIn(this.catalogue);
    return this.#names.get(id) ?? "";
  }

  /** A house bot's name; the strategy common to all games is named by the page. @param {string} name */
  bot(name) {
    return name === "random" ? ui("bot.random") : this.has(`bot.${name}`) ? this.say(`bot.${name}`) : name;
  }

  /** Description of a house bot; "" for none. @param {string} name */
  botHelp(name) {
    return name === "random" ? ui("bot.random.help") : this.has(`bot.${name}.help`) ? this.say(`bot.${name}.help`) : "";
  }

  /** The player of a seat; empty for a free seat. @param {import("../client/messages.js").SeatView | undefined} who */
  player(who) {
    if (who?.house) return this.bot(who.name ?? "");
    return who?.player || who?.name ? displayName(who.name) : "";
  }

  /**
   * The player of a seat in lists; empty for a free seat.
   * @param {import("../client/messages.js").LobbyRow} row
   * @param {number} seat
   */
  rowPlayer(row, seat) {
    const name = row.names[seat] ?? "";
    if (row.house_bots?.includes(seat)) return this.bot(name);
    return name || row.players?.[seat] ? displayName(name) : "";
  }

  /**
   * The mark of a program at a seat in lists; empty for people. House bots are known by their names.
   * @param {import("../client/messages.js").LobbyRow} row
   * @param {number} seat
   */
  rowMark(row, seat) {
    return botMark(row.bots?.includes(seat) && !row.house_bots?.includes(seat));
  }

  /** The name of a free seat. @param {string | undefined} house the strategy of the bot that it is kept for */
  freeSeat(house) {
    return house ? ui("seat.kept", { name: this.bot(house) }) : ui("seat.free");
  }

  /** @param {import("../client/messages.js").Action} action */
  action(action) {
    return this.say(`action.${action.do}`, action);
  }

  /**
   * The words of an action that ends a step, specific to the step where the game has them.
   * @param {import("../client/messages.js").Action} action
   * @param {string} kind of the question
   */
  ending(action, kind) {
    const key = `action.${action.do}.${kind}`;
    return this.has(key) ? this.say(key, action) : this.action(action);
  }

  /**
   * The reason why one action is better than another, for the seat that chooses.
   * @param {import("../net/types.js").Why} why
   * @param {number} seat
   */
  reason(why, seat) {
    return this.say(`why.${why.theme}`, { ...why, ...beaten(why, seat) });
  }

  /**
   * An action and its reason in one sentence, for the seat that chooses.
   * @param {import("../client/messages.js").Action} action
   * @param {import("../net/types.js").Why} why
   * @param {number} seat
   */
  hint(action, why, seat) {
    return this.say(`hint.${why.theme}`, { ...why, ...beaten(why, seat), action });
  }

  /**
   * Figures of a question or a choice as one line.
   * @param {import("../client/messages.js").Figure[] | undefined} figures
   * @param {"" | "line" | "brief" | "full"} [room] how much of it there is; `line`: in one of several lines
   */
  figures(figures, room = "") {
    const rooms = { "": [], line: ["line", "brief"], brief: ["brief"], full: ["full"] }[room];
    const key = (/** @type {string} */ name) =>
      rooms.map((each) => `figure.${name}.${each}`).find((each) => this.has(each)) ?? `figure.${name}`;
    const texts = (figures ?? []).map((figure) => this.say(key(figure.figure), figure));
    return texts.some((text) => /, |、/.test(text)) ? this.list(texts) : this.join(texts);
  }

  /** @param {import("../client/messages.js").GameEvent} event */
  event(event) {
    const named =
      event.ev === "hinted"
        ? { ...event, ...beaten(event, event["seat"]) }
        : event["house"]
          ? { ...event, name: this.bot(event["name"]) }
          : event.ev === "seated"
            ? { ...event, name: displayName(event["name"]) }
            : event;
    return this.say(`event.${event.ev}`, named);
  }

  /**
   * An event beside its dice, without the figures these show, where the game has such words.
   * @param {import("../client/messages.js").GameEvent} event
   */
  rolled(event) {
    return this.has(`rolled.${event.ev}`) ? this.say(`rolled.${event.ev}`, event) : this.event(event);
  }
}

/** The opponents in games that end like this for a seat. @param {Record<string, any>} why @param {number} seat */
function beaten({ won, lost }, seat) {
  const winner = won ? seat : 1 - seat;
  return won || lost ? { winner: String(winner), loser: String(1 - winner) } : {};
}

/**
 * Id → the key of its name; where things of several kinds share an id, cards come first.
 * @param {Catalogue} catalogue
 */
function namesIn(catalogue) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const [key, text] of Object.entries(catalogue)) {
    const dot = key.indexOf(".");
    const [kind, id] = [key.slice(0, dot), key.slice(dot + 1)];
    if (SENTENCES.has(kind) || id.includes(".") || text.includes("{")) continue;
    if (kind === "card" || !names.has(id)) names.set(id, key);
  }
  return names;
}
