/** How fair a map is: the engine plays itself on it in the background. */

import { h, put, wait } from "../../dom.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { showError } from "../../parts/show_error.js";
import { inMatch } from "../../words/template.js";
import { Words } from "../../words/words.js";
import { say } from "./words.js";

/**
 * @typedef {{ played: number, wanted: number, options: Record<string, any>, north: { share: number, margin: number },
 *   turns: number, cover: number, fallen: [string, number][], done?: boolean, failed?: boolean, waiting?: number }} Fairness
 *   of the seats, those of the first one are called north
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
   * @param {{ mine: boolean, options: () => Record<string, any>, draw: () => void }} of whether the map is the player's
   *   own; options of the games; to draw the losses anew
   */
  constructor(map, words, of) {
    this.address = `/api/maps/${map.id}/fairness`;
    this.words = words;
    this.draw = of.draw;
    this.legend = h("p", { class: "small soft heat-legend" });
    const begin = () => postJSON(this.address, { options: of.options() }).then(() => this.#follow());
    this.start = h("button", { class: "measure", onclick: () => begin().catch(showError) }, say("fair.start"));
    this.start.hidden = !of.mine;
    this.element = h(
      "section",
      { class: "sheet stack", hidden: !of.mine && !map.fairness },
      h("h2", {}, say("fair.title")),
      this.#told,
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
      this.#found = /** @type {Fairness} */ (await getJSON(this.address));
      this.#tell();
      this.draw();
      if (this.#found.done) return;
      await wait(PAUSE, this.#left.signal);
    }
  }

  #tell() {
    const found = this.#found;
    put(this.#told, ...(found ? result(found, this.words) : [h("p", {}, say("fair.help"))]));
    put(this.legend, this.fallen.length ? say("fair.legend") : "");
    put(this.start, say(found?.done ? "fair.again" : "fair.start"));
    this.start.disabled = Boolean(found && !found.done);
  }
}

/** Progress and result. @param {Fairness} found @param {Words} words */
function result({ played, wanted, options, north, turns, cover, done, failed, waiting }, words) {
  if (failed) return [h("p", { class: "danger" }, say("fair.failed"))];
  const progress = done
    ? null
    : h(
        "label",
        { class: "row" },
        waiting ? say("fair.waiting", { n: waiting }) : say("fair.progress", { played, wanted }),
        h("progress", { value: played, max: wanted }),
      );
  if (!played) return [progress];
  const sides = new Words(inMatch(words.catalogue, options), words.lang);
  const [share, margin, near] = [north.share, north.margin, cover].map((part) => Math.round(100 * part));
  const better = north.share > 0.5 ? "seat.0" : "seat.1";
  return [
    progress,
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
