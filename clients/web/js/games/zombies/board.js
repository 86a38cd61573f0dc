/** ZOMBIES VS LIGHT TANK: the hexes of the Cotentin around Carentan, the turn track, the tank's record. */

import { h, put, s } from "../../dom.js";
import { die, sum } from "../../parts/dice.js";
import { fall, jolt } from "../../parts/felt.js";
import { tiles } from "../../parts/fields.js";
import { corners, flatTop } from "../../parts/hexmap.js";
import { arrange, Pieces } from "../../parts/keyed.js";
import { after } from "./after.js";
import { counter, tankCounter } from "./counters.js";
import { legend, marks } from "./marks.js";

/** @typedef {import("../../table/contract.js").BoardContext} BoardContext */
/** @typedef {import("../../table/contract.js").GameBoard} GameBoard */
/** @typedef {import("../../table/contract.js").Action} Action */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").View} View */
/**
 * @typedef {{ q: number, r: number, number: number, name: Record<string, string> }} Place
 */

const SIZE = 50;
/** Where the pieces stand in a hex, from its centre: left of the plates, over the name. */
const LEFT = -6;
const MIDDLE = -14;
/** Where counters stand behind the tank, and the tank before them: over a name of three lines. */
const BEHIND = -30;
const BEFORE = -5;

/** @param {BoardContext} context @returns {GameBoard} */
export function make({ words, facts, flags, offer, explain }) {
  /** @type {[string, Place][]} */
  const places = Object.entries(facts.hexes);
  const at = (/** @type {string} */ id) => flatTop(facts.hexes[id].q, facts.hexes[id].r, SIZE);
  const xs = places.map(([id]) => at(id)[0]);
  const ys = places.map(([id]) => at(id)[1]);
  const box = [
    Math.min(...xs) - SIZE - 6,
    Math.min(...ys) - SIZE + 3,
    Math.max(...xs) - Math.min(...xs) + 2 * SIZE + 12,
    Math.max(...ys) - Math.min(...ys) + 2 * SIZE - 6,
  ];
  const points = (/** @type {string} */ id, /** @type {number} */ size) => corners(...at(id), size, "flat");

  const marsh = s(
    "g",
    {},
    Object.values(facts.holes).map((hole) => {
      const place = /** @type {Place} */ (hole);
      const [x, y] = flatTop(place.q, place.r, SIZE);
      return s(
        "g",
        {},
        s("polygon", { points: corners(x, y, SIZE - 1, "flat"), class: "marsh" }),
        [-14, 4, 20].map((dy) => s("path", { d: `M${x - 20} ${y + dy}q6 -6 12 0t12 0 12 0`, class: "wave" })),
      );
    }),
  );
  const ground = s(
    "g",
    {},
    places.map(([id]) =>
      s(
        "g",
        { class: id === facts.star ? "star" : "" },
        s("polygon", { points: points(id, SIZE - 1), class: "ground" }),
        s("polygon", { points: points(id, SIZE - 1), class: id === facts.star ? "streets" : "hedges" }),
      ),
    ),
  );
  const labels = s(
    "g",
    { class: "labels", "aria-hidden": "true" },
    places.map(([id, place]) => {
      const [x, y] = at(id);
      return s(
        "g",
        { class: id === facts.star ? "star" : "" },
        place.number ? s("text", { x: x - 34, y: y - 4, class: "number" }, String(place.number)) : null,
        id === facts.star ? s("text", { x: x - 35, y: y - 6, class: "star-mark" }, "★") : null,
        label(place.name[words.lang] ?? id, x, y),
      );
    }),
  );
  const sea = s("rect", { x: (box[0] ?? 0) - 600, y: (box[1] ?? 0) - 600, width: 1800, height: 1800, class: "swell" });
  const standing = s("g", { class: "standing" });
  // The edge of what is chosen lies over all that stands in the hexes, and within its own: nothing covers it.
  const targets = s("g");
  const plates = s("g", { class: "marks", "aria-hidden": "true" });
  const board = s(
    "svg",
    { viewBox: box.join(" "), class: "board bocage", role: "group", "aria-label": words.say("game.name") },
    tiles(),
    s("g", { "aria-hidden": "true" }, sea, marsh, ground, standing),
    targets,
    labels,
    plates,
  );
  const track = h("ol", { class: "turn-track", "aria-label": words.say("track.turns") });
  const record = h("div", { class: "record" });
  const cost = (/** @type {string} */ kind) =>
    ({ recon: String(facts.recon_ap), repair: "1+", reveal: "", mend: "" })[kind] ?? "1";
  const element = h(
    "div",
    { class: "zombies" },
    board,
    h(
      "div",
      { class: "beside" },
      track,
      record,
      legend((kind) => words.say(`mark.${kind}`), cost),
    ),
  );
  const pieces = new Pieces();
  const zombies = Object.values(facts.counters).filter(
    (each) => /** @type {{ number?: number }} */ (each).number,
  ).length;

  /** What an action is about, as a hex. @param {Action} action @param {View} view */
  const where = (action, view) =>
    action["hex"] ??
    (action.do === "ram" || action.do === "repair" || action.do === "mend" ? view.tank.hex : undefined);

  const name = (/** @type {string} */ id) => words.say(`counter.${id}`);
  /** Why it ended; empty: it goes on. */
  let reason = "";
  const lost = () => reason === "tank_destroyed" || reason === "overrun";
  /** Of a tank that is lost, how it ended says more than how it stood before the last blow. @param {View} view */
  const signs = ({ tank }) => flags("tank", { ...tank, damaged: tank.damaged && !lost() });
  /** @param {View} view */
  const condition = (view) => [...(view.tank.damaged || lost() ? [] : [words.say("tank.sound")]), ...signs(view)];

  /** @param {string} id @param {View} view */
  const contents = (id, view) => [
    ...(id in view.face_down ? [view.face_down[id] ?? ""] : []),
    ...(id in view.items ? [view.items[id] ?? ""] : []),
    ...Object.entries(view.zombies)
      .filter(([, hex]) => hex === id)
      .map(([zombie]) => zombie),
  ];

  /** A piece at a place of the map. @param {SVGElement} piece @param {number} x @param {number} y @param {number} scale @param {Node} face */
  const stand = (piece, x, y, scale, face) => {
    piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    put(piece, face);
    return piece;
  };

  /** Counters side by side; the tank in front of them. @param {View} view @param {import("../../parts/keyed.js").Piece} piece */
  const stood = (view, piece) => {
    const make = () => s("g", { class: "piece" });
    return places.flatMap(([id]) => {
      const [x, y] = at(id);
      const inside = contents(id, view);
      const tank = view.tank.hex === id;
      const scale = inside.length > 1 ? 0.55 : tank ? 0.66 : 1;
      return [
        ...inside.map((each, i) =>
          stand(
            piece(each in view.zombies ? each : `${id}:${each}`, make),
            x + (inside.length > 2 ? (i - 1) * 19 + 3 : LEFT + (i - (inside.length - 1) / 2) * 23),
            y + (tank ? BEHIND : MIDDLE),
            scale,
            counter(each, facts.counters[each]?.number),
          ),
        ),
        ...(tank
          ? [
              stand(
                piece("tank", make),
                x + LEFT,
                y + (inside.length ? BEFORE : MIDDLE),
                inside.length ? 0.8 : 0.95,
                tankCounter(view.tank),
              ),
            ]
          : []),
      ];
    });
  };

  /** Elements that are offered and explained, hex by hex: they stay. */
  const hexes = new Map(
    places.map(([id]) => [
      id,
      s(
        "g",
        { class: "hex", "data-hex": id },
        s("polygon", { points: points(id, SIZE - 1), class: "reach" }),
        s("polygon", { points: points(id, SIZE - 5), class: "lit" }),
      ),
    ]),
  );
  put(targets, ...hexes.values());
  /** @type {View | undefined} */
  let shown;
  for (const [id, hex] of hexes) {
    explain(hex, () => {
      if (!shown) return "";
      const there = new Set(
        [...contents(id, shown), ...(shown.tank.hex === id ? ["m5"] : [])].filter((each) =>
          words.has(`counter.${each}.help`),
        ),
      );
      return [
        words.say(`hex.${id}`),
        ...[...there].map((each) => words.pair(begun(name(each)), words.say(`counter.${each}.help`, options))),
      ].join("\n");
    });
  }
  /** The match's options, which texts depend on. @type {Record<string, any>} */
  let options = {};

  /** @param {View} view @param {Action[]} actions */
  const draw = (view, actions) => {
    shown = view;
    for (const [id, hex] of hexes) {
      const here = actions.filter((action) => where(action, view) === id);
      hex.classList.toggle("open", here.length > 0);
      const inside = [...contents(id, view).map(name), ...(view.tank.hex === id ? [name("m5")] : [])];
      offer(hex, here, words.join([words.say(`hex.${id}`), ...inside]));
    }
    put(
      plates,
      ...places.flatMap(([id]) =>
        marks(
          actions.filter((action) => where(action, view) === id),
          cost,
          ...at(id),
          SIZE,
          view.tank.hex === id && contents(id, view).length > 1,
        ),
      ),
    );
    pieces.draw((piece) => arrange(standing, stood(view, piece)));
    put(
      track,
      ...Array.from({ length: facts.turns }, (_, i) =>
        h(
          "li",
          {
            class: i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : "",
            "aria-current": i + 1 === view.turn ? "step" : false,
          },
          String(i + 1),
        ),
      ),
    );
    const list = (/** @type {string} */ key, /** @type {string[]} */ ids) =>
      h(
        "div",
        { class: "record-row" },
        h("span", { class: "soft" }, words.say(key)),
        h(
          "span",
          { class: "minis" },
          ids.length
            ? ids.map((id) =>
                s(
                  "svg",
                  { viewBox: "-21 -21 42 42", role: "img", "aria-label": name(id) },
                  counter(id, facts.counters[id]?.number),
                ),
              )
            : "–",
        ),
      );
    put(
      record,
      h(
        "div",
        { class: "record-row" },
        h("span", { class: "soft" }, name("m5")),
        h("span", {}, condition(view).join(" · ") || "–"),
      ),
      list("track.killed", view.killed),
      list("track.gone", view.gone),
      list("track.marker", [view.marker]),
    );
  };

  /** The face of a counter as it stands. @param {string} id @param {string} hex */
  const find = (id, hex) => pieces.find(shown && id in shown.zombies ? id : `${hex}:${id}`)?.firstElementChild ?? null;

  /** @param {GameEvent} event */
  const roll = (event) => {
    if (!("die" in event)) return null;
    const mods = ("mods" in event && event.mods ? event.mods : []).map(([code, value]) => ({
      text: words.say(`mod.${code}`),
      value,
    }));
    const total =
      "total" in event ? event.total : "row" in event ? event.row : "number" in event ? event.number : undefined;
    const good = ("hit" in event && event.hit) || ("success" in event && event.success);
    return sum({
      dice: [die(event.die, good ? "hit" : "plain")],
      parts: mods,
      ...(mods.length && total !== undefined ? { total } : {}),
      ...("needs" in event ? { result: words.say("roll.attack", event) } : {}),
    });
  };

  return {
    element,
    roll,
    told: (event) => {
      if (
        event.ev === "struck" ||
        event.ev === "hull_damaged" ||
        event.ev === "tank_destroyed" ||
        event.ev === "overrun"
      )
        jolt(board, pieces.find("tank")?.firstElementChild ?? null);
      const target = "hex" in event && shown ? contents(event["hex"], shown) : [];
      if (event.ev === "destroyed")
        for (const each of target) if (each === event["counter"] || event["face_down"]) fall(find(each, event["hex"]));
      if ((event.ev === "fired" || event.ev === "rammed") && event["hit"])
        for (const each of target)
          if (each === event["target"] || !(each in (shown?.zombies ?? {}))) jolt(null, find(each, event["hex"]));
      const next = shown && after(shown, /** @type {any} */ (event), (id) => Boolean(facts.counters[id]?.number));
      if (!next || next === shown) return;
      shown = next;
      // What is destroyed falls; the next drawing takes it away.
      if (event.ev !== "destroyed") pieces.draw((piece) => arrange(standing, stood(next, piece)));
    },
    sound: (event) =>
      ["fired", "rammed", "struck", "hull_damaged", "tank_destroyed", "overrun"].includes(event.ev)
        ? "shot"
        : event.ev === "turned_up"
          ? "card"
          : "",
    // Hexes to drive to are tapped on the map; what else can be done is seen without scrolling.
    order: ({ do: verb }) => [verb, 0, verb === "move" ? 1 : 0],
    show: (match, decision) => {
      options = match.options;
      reason = match.outcome?.reason ?? "";
      draw(match.table, decision?.actions ?? []);
    },
    options: ["rescue"],
    status: (match) => {
      /** @type {View} */
      const view = match.table;
      return [
        ...(match.outcome ? [] : [words.say("status.ap", { ap: view.ap })]),
        words.say("status.turn", { turn: view.turn, turns: facts.turns }),
        words.say("status.zombies", { n: view.killed.length, all: zombies }),
        ...(match.options["rescue"]
          ? [words.say("status.rescue", { n: view.tank.infantry, all: match.options["rescue"] })]
          : []),
        ...signs(view),
      ];
    },
    text: (match) => {
      /** @type {View} */
      const view = match.table;
      return [
        words.say("text.turn", { turn: view.turn, ap: view.ap }),
        words.pair(words.say("counter.m5"), words.join([words.say(`hex.${view.tank.hex}`), ...condition(view)])),
        ...places
          .filter(([id]) => contents(id, view).length)
          .map(([id]) => words.pair(words.say(`hex.${id}`), words.join(contents(id, view).map(name)))),
        words.pair(words.say("track.killed"), words.join(view.killed.map(name)) || "–"),
      ];
    },
    pace: (event) => (event["die"] === undefined ? 350 : 900),
    // ZB-23: driving into two zombies is legal, and the end.
    risk: (action, match) =>
      action.do === "move" && Object.values(match.table.zombies).filter((hex) => hex === action["hex"]).length > 1
        ? words.say("risk.overrun")
        : "",
  };
}

/** As a line begins. @param {string} text */
const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A place name, broken into lines from below: a hex is narrowest there. @param {string} text @param {number} x @param {number} y the centre of the hex */
function label(text, x, y) {
  const parts = text.match(/[^-・の\s]+[-・の]?/g) ?? [text];
  /** @type {string[]} from the last line upwards */
  const lines = [];
  for (const part of parts.reverse()) {
    const below = lines.at(-1);
    const joined = /[-・の]$/.test(part) ? `${part}${below}` : `${part} ${below}`;
    if (below === undefined || width(joined) > (WIDEST[lines.length - 1] ?? 0)) lines.push(part);
    else lines[lines.length - 1] = joined;
  }
  // As low as leaves the last line clear of the slanting edges.
  const low = y + Math.min(LOWEST, Math.sqrt(3) * (SIZE - CLEAR - (width(lines[0] ?? "") * LETTER) / 2));
  return s(
    "text",
    { class: "place" },
    lines.map((line, i) => s("tspan", { x, y: low - i * 9.4 }, line)),
  );
}

/** Where the last line of a name is at the lowest, and how far from the edges it stays. */
const LOWEST = 36;
const CLEAR = 2;
/** How wide a Latin letter is. */
const LETTER = 4.75;
/** In Latin letters, from the last line upwards; Japanese ones are about twice as wide. */
const WIDEST = [11, 13.4, 15];
/** @param {string} text */
const width = (text) => [...text].reduce((all, letter) => all + (letter > "\u2fff" ? 1.9 : 1), 0);
