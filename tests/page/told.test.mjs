/** Words of tables and pages that are easily wrong. */

import assert from "node:assert/strict";
import test from "node:test";
import * as en from "../../clients/web/js/features/ratings/words_en.js";
import * as ja from "../../clients/web/js/features/ratings/words_ja.js";
import {
  cardText,
  statusLine as company,
  signsOf as companySigns,
  frontNames,
  seatNames,
} from "../../clients/web/js/games/company_commander/table_text.js";
import { setsOut } from "../../clients/web/js/games/squad/men.js";
import { order, signsOf, statusLine } from "../../clients/web/js/games/squad/table_text.js";
import { optionWords } from "../../clients/web/js/table/match_options.js";
import { ordered } from "../../clients/web/js/table/selection.js";
import * as uiEn from "../../clients/web/js/words/lobby_en.js";
import * as uiJa from "../../clients/web/js/words/lobby_ja.js";

const words = { say: (key, fields = {}) => [key, ...Object.values(fields)].join(" ") };
const only = (module) => Object.values(module)[0];

test("last turn is named when it is near", () => {
  const squad = (turn, turn_cap) => statusLine(words, { objectives: {}, turn, active: 0, squads: {} }, { turn_cap })[0];
  assert.equal(squad(1, 200).trimEnd(), "squad.turn 1");
  assert.equal(squad(190, 200), "squad.turn 190 200");
  assert.equal(squad(1, 20), "squad.turn 1 20");
});

test("SQUAD counts men after elimination, else objectives", () => {
  const squads = { 0.1: { seat: 0, men: 8 }, 0.2: { seat: 0, men: 3 }, 1.1: { seat: 1, men: 0 } };
  const view = { objectives: { 0: 0, 1: 1 }, phase: "position_fire", turn: 9, active: 0, range: "S", squads };
  const end = (reason) => statusLine(words, view, { turn_cap: 20 }, reason).at(-1).replaceAll("\u00a0", " ");
  assert.equal(end("annihilation"), "squad.men_left seat.0 11 : seat.1 0");
  assert.equal(end("turn_cap"), "squad.goal_over seat.0 0 : seat.1 1");
});

test("Company Commander seats are called by side", () => {
  assert.deepEqual(seatNames(words, { seats: { us: 1, de: 0 } }), { "seat.0": "leader.de", "seat.1": "leader.us" });
});

test("Company Commander scores follow the players", () => {
  const units = { a: { front: "us_l" }, b: { front: "us_r" }, c: { front: "de_c" } };
  const view = { seats: { us: 1, de: 0 }, units, score: { us: 1, de: 5 }, turn: 5, active: "us", phase: "deploy" };
  const told = company(words, { sides: ["us", "de"], score_to_win: 10 }, view, { auto_from_turn: 4 }, true);
  const [score, fronts] = ["cc.goal_over", "cc.fronts_over"].map((key) =>
    told.find((fact) => fact.startsWith(`${key} `)).trim(),
  );
  assert.equal(score, "cc.goal_over cc.short.de\u00a0:\u00a0cc.short.us 5\u00a0:\u00a01");
  assert.equal(fronts, "cc.fronts_over 1\u00a0:\u00a02");
});

test("three fronts win only from their turn on", () => {
  const units = { a: { front: "us_l" }, b: { front: "us_c" }, c: { front: "us_r" } };
  const view = { seats: { us: 0, de: 1 }, units, score: {}, turn: 3, active: "us", phase: "deploy" };
  const facts = { sides: ["us", "de"], score_to_win: 10 };
  const fronts = (turn) =>
    company(words, facts, { ...view, turn }, { auto_from_turn: 4 })
      .find((fact) => fact.startsWith("cc.fronts"))
      .trim();
  assert.equal(fronts(3), "cc.fronts 3\u00a0:\u00a00 4");
  assert.equal(fronts(4), "cc.fronts 3\u00a0:\u00a00");
});

test("own front is called by its lane", () => {
  const facts = {
    lanes: [
      ["us_l", "de_r"],
      ["us_c", "de_c"],
      ["us_r", "de_l"],
    ],
  };
  assert.equal(frontNames(words, facts, "us")["place.us_l"], "place.us_l");
  assert.equal(frontNames(words, facts, "de")["place.de_r"], "place.de_r");
  assert.equal(frontNames(words, facts, "de")["front.us_l"], "front.seen.us_r");
});

test("creator's side is not the reader's", () => {
  const known = { ...words, has: (key) => key === "told.creator_side", pair: (name, value) => `${name}: ${value}` };
  const types = [
    { name: "creator_side", kind: "choice", default: "random" },
    { name: "turn_cap", kind: "number", default: 60 },
  ];
  assert.deepEqual(optionWords(types, { creator_side: "de", turn_cap: 16 }, known), [
    "told.creator_side false: de",
    "option.turn_cap false: 16",
  ]);
  assert.deepEqual(
    optionWords(types, { creator_side: "de", turn_cap: 16 }, known, ["turn_cap"]),
    ["told.creator_side false: de"],
    "what the table shows anyway is not told twice",
  );
});

test("foreign card says it is useless", () => {
  const known = { ...words, has: () => true };
  assert.equal(cardText(known, "air", "us", "de"), "cc.not_yours usshort.air");
  assert.equal(cardText(known, "air", "us", "us"), "short.air");
  assert.equal(cardText(known, "air", "", "de"), "short.air");
  assert.equal(cardText({ ...words, has: () => false }, "air", "us", "de"), "card.air.help");
});

test("ladder tells the ways to rated matches", () => {
  for (const [record, page] of [
    [en, uiEn],
    [ja, uiJa],
  ]) {
    for (const way of ["play.pair", "play.options"])
      assert.ok(only(record)["ladder.how"].includes(only(page)[way]), way);
  }
});

test("chosen terrain card lists its moves first", () => {
  const move = (card, into, step) => ({ do: "move", card, into, step });
  const hedge = [
    move("hedge", "open", "closer"),
    move("hedge", "open", "hold"),
    move("hedge", "terrain", "closer"),
    move("hedge", "terrain", "hold"),
  ];
  const sorted = (all) => ordered([...all.keys()], (n) => order(all[n], all));
  assert.deepEqual(sorted(hedge), [2, 3, 0, 1]);
  assert.deepEqual(sorted([...hedge, move("mortar", "open", "hold")]), [0, 1, 2, 3, 4]);
  assert.deepEqual(sorted([{ do: "attack", card: "mortar" }, { do: "end_fire" }]), [0, 1]);
});

test("squad signs explain themselves", () => {
  const known = { ...words, has: (key) => ["about.pinned", "about.flanked"].includes(key) };
  const flags = (_of, thing) => ["pinned", "shot_at"].filter((name) => thing[name]).map((name) => `flag.${name}`);
  const view = { squads: { 0.1: { pinned: true, shot_at: true, flanked: ["1.1"] }, 1.1: { seat: 1 } } };
  assert.deepEqual(signsOf(known, flags, "0.1", view), [
    { label: "flag.pinned", help: "about.pinned" },
    { label: "flag.shot_at", help: "" },
  ]);
  assert.deepEqual(signsOf(known, flags, "1.1", view), [{ label: "flag.flanked", help: "about.flanked" }]);
  view.squads["1.1"].moved = true;
  assert.deepEqual(signsOf(known, flags, "1.1", view), [], "who has moved since fires as always");
});

test("SQUAD: smoke lasts until its move", () => {
  const flags = (_, thing) =>
    Object.entries(thing)
      .filter(([, value]) => value)
      .map(([name]) => name);
  const signs = (squad) =>
    signsOf({ ...words, has: () => false }, flags, "0.1", { squads: { 0.1: squad } }).map(({ label }) => label);
  assert.deepEqual(signs({ smoke: true, declared: true }).sort(), ["declared", "smoke"]);
  assert.deepEqual(signs({ smoke: true, declared: true, moved: true }).sort(), ["declared", "moved"]);
});

test("SQUAD: point man lasts until the move ends", () => {
  const flags = (_, thing) =>
    Object.entries(thing)
      .filter(([name, value]) => value && name !== "men")
      .map(([name]) => name);
  const signs = (squad) =>
    signsOf({ ...words, has: () => false }, flags, "0.1", { squads: { 0.1: { point_man: true, ...squad } } }).map(
      ({ label }) => label,
    );
  const goes = { men: 8, declared: true };
  assert.deepEqual(signs(goes).sort(), ["declared", "point_man"]);
  assert.deepEqual(signs({ ...goes, stopped: true }), ["stopped"]);
  assert.deepEqual(signs({ ...goes, men: 0 }), []);
  assert.deepEqual(signs({ men: 8, moved: true }), ["moved"]);
  assert.deepEqual([goes, { ...goes, stopped: true }, { men: 8, moved: true }].map(setsOut), [true, false, false]);
});

test("a unit's signs say what they mean, a line each", () => {
  const catalogue = { "about.green": "does nothing" };
  const said = {
    has: (key) => key in catalogue,
    say: (key) => catalogue[key],
    pair: (name, text) => `${name}: ${text}`,
  };
  const flags = (of, thing) => ["green", "helped"].filter((name) => of === "unit" && thing[name]);
  assert.equal(
    companySigns(said, flags, { pins: 1, green: true, helped: true }, "1 of 2"),
    "1 of 2\ngreen: does nothing\nhelped",
  );
  assert.equal(companySigns(said, flags, { green: true }, ""), "green: does nothing");
  assert.equal(companySigns(said, flags, {}, ""), "");
});

test("what the board shows is told at the end alone", () => {
  const view = { objectives: { 0: 1, 1: 2 }, phase: "draw", turn: 3, active: 0, range: "L", squads: {} };
  const [going, over] = ["", "objectives"].map((ended) => statusLine(words, view, { turn_cap: 20 }, ended));
  assert.equal(over.at(-1).split(/[ \u00a0]/)[0], "squad.goal_over");
  assert.deepEqual(
    going.filter((fact) => !over.includes(fact)).map((fact) => fact.split(/[ \u00a0]/)[0]),
    [],
  );
  const table = { seats: { us: 0, de: 1 }, phase: "recon", turn: 2, active: "us", score: { us: 1 }, units: {} };
  const facts = { sides: ["us", "de"], score_to_win: 10 };
  const [before, after] = ["", "objectives"].map((ended) =>
    company(words, facts, table, { turn_cap: 60, auto_from_turn: 4 }, ended),
  );
  assert.deepEqual(
    before.filter((fact) => !after.includes(fact)).map((fact) => fact.split(" ")[0]),
    [],
  );
  assert.deepEqual(
    after.filter((fact) => !before.includes(fact)).map((fact) => fact.split(" ")[0]),
    ["cc.goal_over", "cc.fronts_over"],
  );
});
