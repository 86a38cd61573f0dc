/** How fair a map is: the engine plays itself on it in the background. */

import { h, put, wait } from "../../dom.js";
import { getJSON, postJSON, RestError } from "../../net/rest.js";
import { showError } from "../../parts/show_error.js";
import { inMatch } from "../../words/template.js";
import { Words } from "../../words/words.js";
import { pairChoice, pairResults } from "./nation_pairs.js";
import { say } from "./words.js";

/**
 * @typedef {{ played: number, wanted: number, options: Record<string, any>, north: { share: number, margin: number },
 *   turns: number, cover: number, fallen: [string, number][], pairs: import("./nation_pairs.js").PairShare[], meet: [string,
 *   string][], done?: boolean, failed?: boolean, waiting?: number, paused?: boolean }} Fairness of the seats, those of the first one are called north
 */

/** Milliseconds between two looks at the progress. */
const PAUSE = 2000;

/** The section of a map's page, and the losses for its picture. */
export class FairnessPart {
  /** @type {Fairness | null} */
  #found = null;
  #left = new AbortController();
  #told = h("div", { class: "stack fairness", "aria-live": "polite" });

  /**
   * @param {import("./map_page.js").MapInfo} map
   * @param {Words} words
   * @param {{ mine: boolean, nations: string[], options: () => Record<string, any>, draw: () => void }} of whether the
   *   map is the player's own; nations that may meet; options of the games; to draw the losses anew
   */
  constructor(map, words, of) {
    this.address = `/api/maps/${map.id}/fairness`;
    this.words = words;
    this.draw = of.draw;
    this.legend = h("p", { class: "small soft heat-legend" });
    this.results = h("div", {});
    this.pairs = pairChoice(of.nations, words);
    this.pairs.element.hidden = !of.mine;
    const begin = () =>
      postJSON(this.address, { options: of.options(), pairs: this.pairs.read() }).then(() => this.#follow());
    this.start = h("button", { class: "measure", onclick: () => begin().catch(showError) }, say("fair.start"));
    this.start.hidden = !of.mine;
    this.element = h(
      "section",
      { class: "sheet stack", hidden: !of.mine && !map.fairness },
      h("h2", {}, say("fair.title")),
      this.#told,
      this.results,
      this.pairs.element,
      h("div", { class: "row" }, this.start),
    );
    this.#tell();
    if (map.fairness) this.#follow().catch(showError);
  }

  /** Hexes with losses. */
  get fallen() {
    return this.#found?.fallen ?? [];
  }

  leave = () => this.#left.abort();

  async #follow() {
    while (!this.#left.signal.aborted) {
      const found = /** @type {Fairness | null} */ (await getJSON(this.address).catch(unlessFinal));
      if (found) {
        this.#found = found;
        this.pairs.measured(found.meet, !found.done);
        this.#tell();
        this.draw();
        if (found.done) return;
      }
      await wait(PAUSE, this.#left.signal);
    }
  }

  #tell() {
    const found = this.#found;
    put(this.#told, ...(found ? result(found, this.words) : [h("p", {}, say("fair.help"))]));
    const open = Boolean(this.results.querySelector("details")?.open);
    put(this.results, found?.pairs.length ? pairResults(found.pairs, inGames(found, this.words), open) : null);
    put(this.legend, this.fallen.length ? say("fair.legend") : "");
    put(this.start, say(found?.done ? "fair.again" : "fair.start"));
    this.start.disabled = Boolean(found && !found.done);
  }
}

/**
 * A network or a service that is down for a moment answers the next look; a refusal stays one.
 * @param {unknown} error
 */
function unlessFinal(error) {
  if (error instanceof RestError && error.status < 500 && error.status !== 429) throw error;
  return null;
}

/** The words as in these games. @param {Fairness} found @param {Words} words */
const inGames = ({ options }, words) => new Words(inMatch(words.catalogue, options), words.lang);

/** Progress and result. @param {Fairness} found @param {Words} words */
function result(found, words) {
  const { played, wanted, north, turns, cover, done, failed, waiting, paused } = found;
  if (failed) return [h("p", { class: "danger" }, say("fair.failed"))];
  const progress = done
    ? null
    : h(
        "label",
        { class: "row" },
        waiting ? say("fair.waiting", { n: waiting }) : say("fair.progress", { played, wanted }),
        h("progress", { value: played, max: wanted }),
      );
  const still = paused ? h("p", { class: "fair-paused" }, say("fair.paused")) : null;
  if (!played) return [progress, still];
  const sides = inGames(found, words);
  const [share, margin, near] = [north.share, north.margin, cover].map((part) => Math.round(100 * part));
  const better = north.share > 0.5 ? "seat.0" : "seat.1";
  return [
    progress,
    still,
    h("p", {}, h("b", {}, say("fair.told", { side: sides.say("seat.0"), share, margin, turns: Math.round(turns) }))),
    h(
      "p",
      {},
      Math.abs(north.share - 0.5) > north.margin ? say("fair.better", { side: sides.say(better) }) : say("fair.even"),
    ),
    h("p", {}, say("fair.cover", { n: near })),
    h("p", { class: "small soft" }, say("fair.games", { n: played })),
  ];
}
