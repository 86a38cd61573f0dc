/** Maps: the player's own and shared ones, and one of them. */

import { h, put } from "../../dom.js";
import { getJSON } from "../../net/rest.js";
import { showError } from "../../parts/show_error.js";
import { identity, speaker } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { ui } from "../../words/all_words.js";
import { botMark, displayName } from "../../words/words.js";
import { drawingOf } from "./drawing.js";
import { picture } from "./field.js";
import { showMap } from "./map_page.js";
import { say } from "./words.js";

/** @typedef {import("./map_page.js").MapInfo} MapInfo */
/** @typedef {import("./map_page.js").MapPage} MapPage */

/** Maps of a page: each picture is many shapes. */
const MOST = 12;

/** @type {import("../../feature.js").Screen} */
export async function screen(stage) {
  const { main, path, title } = stage;
  const one = path[1] ?? "";
  const page = h("div", { class: one ? "workshop" : "maps" });
  put(main, page);
  title(say("maps.title"));
  if (one) return showMap(page, one, stage);
  const lists = await Promise.all([...(speaker() ? [list("own")] : []), list("shared")]);
  put(
    page,
    h(
      "nav",
      { class: "row" },
      h("a", { class: "button", href: addressOf("") }, ui("back")),
      h("a", { class: "button primary draw-map", href: addressOf("workshop") }, say("maps.draw")),
    ),
    h("h1", {}, say("maps.title")),
    ...lists,
  );
}

/** @param {"own" | "shared"} which */
async function list(which) {
  const rows = h("ul", { class: "map-list" });
  const none = h("p", { class: "soft" }, say(`maps.none.${which}`));
  const more = h("button", { class: "more", onclick: () => add().catch(showError) }, say("maps.more"));
  let after = "";
  const add = async () => {
    /** @type {MapPage} */
    const found = await getJSON(
      `/api/maps?list=${which}&limit=${MOST}${after && `&after=${encodeURIComponent(after)}`}`,
    );
    rows.append(...found.maps.map(card));
    after = found.next ?? "";
    more.hidden = !after;
    none.hidden = rows.hasChildNodes();
  };
  await add();
  return h("section", { class: `stack maps-${which}` }, h("h2", {}, say(`maps.${which}`)), rows, none, more);
}

/** @param {MapInfo} map */
function card(map) {
  const mine = map.owner === identity()?.player;
  const { columns, rows } = drawingOf(map.text);
  return h(
    "li",
    {},
    h(
      "a",
      { class: "map-card", href: addressOf(`maps/${map.id}`) },
      picture(drawingOf(map.text), ""),
      h("b", {}, map.name),
      h(
        "span",
        { class: "small soft" },
        say("maps.size", { columns, rows }),
        " · ",
        mine
          ? say(map.shared ? "maps.yours.shared" : "maps.yours")
          : say("maps.by", { name: displayName(map.owner_name) + botMark(map.owner_program) }),
      ),
      map.fairness?.played ? h("span", { class: "small" }, shareOf(map.fairness)) : null,
    ),
  );
}

/** The share of the first side in the engine's games. @param {{ share: number, margin: number }} fairness */
const shareOf = ({ share, margin }) =>
  say("maps.fair", { share: Math.round(100 * share), margin: Math.round(100 * margin) });
