/** One map: looked at, played, measured, drawn on. */

import { h, put } from "../../dom.js";
import { gameInfo } from "../../net/games.js";
import { getJSON, postJSON, RestError } from "../../net/rest.js";
import { ask, confirm } from "../../parts/dialog.js";
import { share } from "../../parts/share.js";
import { showError } from "../../parts/show_error.js";
import { identity } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { botMark, displayName, gameWords } from "../../words/words.js";
import { isUnsaved, keepDraft, keptDraft, LONGEST_NAME } from "./draft.js";
import { drawingOf } from "./drawing.js";
import { FairnessPart } from "./fairness.js";
import { picture } from "./field.js";
import { playDoors } from "./play.js";
import { report } from "./report.js";
import { edgeOf, GAME, nationsOf, settings, withoutNations } from "./settings.js";
import { say } from "./words.js";

/**
 * @typedef {{ id: string, game: string, name: string, owner: string, owner_name: string, owner_program?: boolean,
 *   created: number, text: string, options: Record<string, any>, shared?: boolean, forked_from?: string, fairness?:
 *   { share: number, margin: number, played: number, wanted: number } }} MapInfo a map that the service keeps
 * @typedef {{ maps: MapInfo[], next?: string }} MapPage
 */
/** @typedef {import("../../feature.js").Go} Go */

/**
 * @param {HTMLElement} page
 * @param {string} id
 * @param {import("../../feature.js").Stage} stage
 */
export async function showMap(page, id, { go, title }) {
  /** @type {MapInfo} */
  let map;
  try {
    map = await getJSON(`/api/maps/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof RestError) || error.code !== "no_map") throw error;
    return void put(
      page,
      back(),
      h("h1", {}, say("maps.title")),
      h("p", { class: "sheet", role: "status" }, error.message),
    );
  }
  title(map.name);
  const [game, words] = await Promise.all([gameInfo(GAME), gameWords(GAME)]);
  const drawing = drawingOf(map.text);
  const place = h("div", { class: "workshop-field" });
  const chosen = settings(game, words, keptDraft().options, () => draw());
  const fair = new FairnessPart(map, words, {
    mine: map.owner === identity()?.player,
    nations: nationsOf(game),
    options: () => withoutNations(chosen.read()),
    draw: () => draw(),
  });
  const draw = () => {
    const edge = edgeOf(chosen.read());
    put(place, picture(drawing, say("maps.picture", { name: map.name }), { edge, fallen: fair.fallen }));
  };
  draw();
  put(
    page,
    h("header", { class: "row" }, back(), h("div", {}, h("h1", {}, map.name), owner(map))),
    h("div", { class: "workshop-map" }, place, fair.legend),
    h(
      "div",
      { class: "workshop-panel" },
      h(
        "section",
        { class: "sheet stack play-map" },
        h("h2", {}, say("workshop.play")),
        chosen.elements,
        playDoors(game, () => ({ ...map.options, ...chosen.read() }), go),
      ),
      fair.element,
      h("div", { class: "map-tools" }, doors(map, go)),
    ),
  );
  return fair.leave;
}

const back = () => h("a", { class: "button", href: addressOf("maps") }, say("maps.all"));

/** @param {MapInfo} map */
function owner(map) {
  const mine = map.owner === identity()?.player;
  return h(
    "p",
    { class: "small soft" },
    mine
      ? say(map.shared ? "maps.yours.shared" : "maps.yours")
      : say("maps.by", { name: displayName(map.owner_name) + botMark(map.owner_program) }),
    map.forked_from ? [" ", h("a", { href: addressOf(`maps/${map.forked_from}`) }, say("maps.forked"))] : null,
  );
}

/** Everything to do with a map besides playing on it. @param {MapInfo} map @param {Go} go */
function doors(map, go) {
  const again = () => go(`maps/${map.id}`);
  const change = (/** @type {Record<string, any>} */ fields) => postJSON(`/api/maps/${map.id}`, fields);
  const button = (/** @type {string} */ name, /** @type {() => Promise<any>} */ act) =>
    h(
      "button",
      { class: `map-${name}`, onclick: () => act().catch(showError) },
      say(/** @type {any} */ (`maps.${name}`)),
    );
  const url = location.origin + addressOf(`maps/${map.id}`);
  const fork = button("fork", async () => {
    if (await drawOn(map)) go("workshop");
  });
  if (map.owner !== identity()?.player)
    return [fork, button("link", () => share(url, map.name)), button("report", () => report(map))];
  return [
    fork,
    map.shared
      ? button("link", () => share(url, map.name))
      : button("share", async () => {
          await change({ shared: true });
          await share(url, map.name);
          again();
        }),
    map.shared ? button("unshare", () => change({ shared: false }).then(again)) : null,
    button("rename", async () => {
      const name = await ask(say("maps.rename"), say("workshop.name"), map.name, LONGEST_NAME, (text) =>
        change({ name: text }),
      );
      if (name) again();
    }),
    button("delete", async () => {
      if (!(await confirm(say("maps.delete"), say("maps.delete.sure", { name: map.name }), say("maps.delete.do"))))
        return;
      await postJSON(`/api/maps/${map.id}/delete`);
      go("maps");
    }),
  ];
}

/** Take a map as the draft, if the person agrees to lose the present one. @param {MapInfo} map */
async function drawOn(map) {
  const draft = keptDraft();
  if (isUnsaved(draft) && !(await confirm(say("maps.fork"), say("maps.fork.sure"), say("maps.fork.do")))) return false;
  const drawing = drawingOf(map.text);
  keepDraft({ ...draft, drawing, written: "", name: map.name, origin: map.id, saved: map.text });
  return true;
}
