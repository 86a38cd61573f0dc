/** Bocage for programs: players and matches over REST, and a connection that follows matches and plays in them. */

import { Connection, RefusedError } from "./connection.js";
import { LiveFeed } from "./live_feed.js";
import { merge } from "./patch.js";
import { play } from "./play.js";
import { ask, nonce, RestError, untilAnswered } from "./rest.js";
import { verifyExport } from "./verify.js";

export { Connection, LiveFeed, merge, nonce, play, RefusedError, RestError, verifyExport };

/** @typedef {import("./messages.js").Action} Action */
/** @typedef {import("./messages.js").Decision} Decision */
/** @typedef {import("./messages.js").GameEvent} GameEvent */
/** @typedef {import("./messages.js").MatchView} MatchView */
/** @typedef {import("./live_feed.js").Moment} Moment */
/** @typedef {import("./play.js").Strategy} Strategy */

/** One player of a service, or somebody who only watches. */
export class Bocage {
  /**
   * @param {string} url of the service, such as `https://play.example`
   * @param {{ token?: string, lang?: "en" | "ja" }} [identity] the player's token; language of refusals
   */
  constructor(url, { token = "", lang = "en" } = {}) {
    this.url = url.replace(/\/$/, "");
    this.token = token;
    this.lang = lang;
  }

  /** @param {string} path from the service's root, such as `/api/games` @returns {Promise<any>} */
  async get(path) {
    return (await ask("GET", this.url + path, this.#identity)).json();
  }

  /** @param {string} path @param {any} [body] @returns {Promise<any>} */
  async post(path, body = {}) {
    return (await ask("POST", this.url + path, { ...this.#identity, body })).json();
  }

  /**
   * Create a player and become them. Keep the token: it is the proof of identity.
   * @param {string} name
   * @returns {Promise<{ player: string, name: string, token: string }>}
   */
  async createPlayer(name) {
    const player = await this.post("/api/players", { name });
    this.token = player.token;
    return player;
  }

  /**
   * Create a match and take a seat in it. Sent again when the network breaks, and carried out once.
   * @param {{ game: string, [field: string]: any }} wish as in the OpenAPI description of the service
   * @returns {Promise<{ match: string, seat: number, invite?: string }>}
   */
  createMatch(wish) {
    const body = { nonce: nonce(), ...wish };
    return untilAnswered((key) => ask("POST", `${this.url}/api/matches`, { ...this.#identity, key, body }));
  }

  /**
   * Take a seat in a match that waits for players.
   * @param {string} match
   * @param {Record<string, any>} [wish]
   * @returns {Promise<{ match: string, seat: number }>}
   */
  join(match, wish = {}) {
    return this.post(`/api/matches/${match}/join`, { nonce: nonce(), ...wish });
  }

  /** The log of a finished match, as {@link verifyExport} takes it. @param {string} match @returns {Promise<string>} */
  async exported(match) {
    return (await ask("GET", `${this.url}/api/matches/${match}/export`, this.#identity)).text();
  }

  /**
   * Connect. One connection follows many matches; where `welcome` says `per_match`, one for each is faster: give `near`.
   * @param {import("./connection.js").Settings} [settings]
   */
  connect(settings = {}) {
    return new Connection(`${this.url.replace(/^http/, "ws")}/ws`, {
      identity: () => this.#identity,
      reachable: () =>
        fetch(`${this.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ...settings,
    });
  }

  get #identity() {
    return { token: this.token, lang: this.lang };
  }
}
