/** Positions of counters and cards: pure geometry of the boards. */

import assert from "node:assert/strict";
import test from "node:test";
import { riskOf as companyRisk } from "../../clients/web/js/games/company_commander/risk.js";
import { counterSize, crowdedSize, packed, places } from "../../clients/web/js/games/company_commander/stacks.js";
import { riskOf } from "../../clients/web/js/games/omaha/risk.js";
import { handLayout, layRows } from "../../clients/web/js/parts/hand_layout.js";
import { beside } from "../../clients/web/js/parts/place_beside.js";

const SQUARE = { width: 96, height: 96 };

test("counters stand within their front, however many there are", () => {
  for (const [width, height] of [
    [368, 206],
    [230, 150],
    [110, 110],
    [96, 96],
  ]) {
    for (let count = 1; count <= 22; count++) {
      for (const { x, y } of places(width, height, count, SQUARE)) {
        assert.ok(x >= 0 && x + 96 <= width + 0.01, `${count} in ${width}: x ${x}`);
        assert.ok(y >= 0, `${count} in ${height}: y ${y}`);
      }
    }
  }
});

test("counters do not touch each other while there is room", () => {
  const spots = places(368, 206, 6, SQUARE);
  for (const [i, a] of spots.entries()) {
    for (const b of spots.slice(i + 1)) assert.ok(Math.abs(a.x - b.x) >= 96 || Math.abs(a.y - b.y) >= 96);
  }
});

test("full front stacks counters with visible left edges", () => {
  const spots = places(368, 206, 14, SQUARE);
  const first = spots.filter(({ y }) => y === spots[0].y);
  assert.equal(first.length, 7);
  for (let i = 1; i < first.length; i++) assert.ok(first[i].x - first[i - 1].x >= 40);
});

test("counters have 96 pixels where two rows fit", () => {
  assert.equal(counterSize(368, 206), 96);
  assert.equal(counterSize(600, 400), 96);
  assert.ok(counterSize(150, 120) < 60);
  assert.ok(counterSize(20, 20) >= 44);
});

test("many counters are smaller but whole", () => {
  assert.equal(crowdedSize(368, 206, 6, 96, 62), 96);
  const nine = crowdedSize(368, 206, 9, 96, 62);
  assert.ok(nine >= 62 && nine < 96);
  const spots = places(368, 206, 9, { width: nine, height: nine });
  for (const [i, a] of spots.entries()) {
    for (const b of spots.slice(i + 1)) assert.ok(Math.abs(a.x - b.x) >= nine || Math.abs(a.y - b.y) >= nine);
  }
  assert.equal(crowdedSize(368, 206, 30, 96, 62), 62);
});

test("hand of ten fits two rows", () => {
  const { width, rows } = handLayout(900, 230, [10]);
  assert.equal(rows, 2);
  assert.ok(5 * width + 4 * 6 <= 900);
});

test("small hand and low place have one row", () => {
  assert.equal(handLayout(900, 230, [5]).rows, 1);
  assert.equal(handLayout(360, 92, [9]).rows, 1);
});

test("card in a high place keeps its shape", () => {
  for (const [room, high, count] of [
    [890, 330, 6],
    [890, 330, 3],
    [700, 260, 5],
  ]) {
    const { width, height, rows } = handLayout(room, high, [count]);
    assert.equal(rows, 1);
    assert.ok(height <= 1.75 * width, `${width} ${height}`);
  }
});

test("cards of two rows run across", () => {
  const laid = {};
  const group = {
    childElementCount: 7,
    classList: { toggle: (name, on) => (laid[name] = on) },
    style: { setProperty: (name, value) => (laid[name] = value) },
  };
  layRows([group], 2);
  assert.deepEqual(laid, { "in-rows": true, "--card-columns": "4" });
  layRows([group], 1);
  assert.deepEqual(laid, { "in-rows": false, "--card-columns": "7" });
});

test("the hands of several squads share the room", () => {
  const { width, rows } = handLayout(868, 206, [5, 4, 3]);
  const columns = [5, 4, 3].reduce((all, n) => all + Math.ceil(n / rows), 0);
  assert.ok(columns * (width + 6) - 6 <= 868);
});

test("nine counters lie apart on a phone", () => {
  const size = { width: 47, height: 44 };
  for (let count = 1; count <= 9; count++) {
    const { edge, spots, nearer } = packed(109, 151, count, size);
    assert.equal(nearer, count > 6);
    assert.equal(spots.length, count);
    const boxes = spots.map(({ x, y }) => ({ left: x, top: y, right: x + edge, bottom: y + size.height }));
    for (const [i, one] of boxes.entries()) {
      assert.ok(
        one.left >= 0 && one.right <= (nearer ? 121 : 109) && one.top >= 0 && one.bottom <= 151,
        JSON.stringify(one),
      );
      assert.ok(
        boxes
          .slice(i + 1)
          .every(
            (other) =>
              one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
          ),
      );
    }
    assert.equal(edge, count <= 6 ? 47 : 39);
  }
  // On a low one they are lower.
  const { edge, high, spots } = packed(90, 84, 6, { width: 44, height: 44 });
  assert.deepEqual([edge, high, new Set(spots.map(({ y }) => y)).size], [32, 41, 2]);
});

const WINDOW = { width: 1440, height: 900 };
const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

test("explanation stands beside its piece within the window", () => {
  const size = { width: 320, height: 120 };
  for (const at of [
    box(0, 0, 96, 96),
    box(1340, 800, 96, 96),
    box(700, 450, 96, 96),
    box(500, 660, 150, 230),
    box(0, 860, 40, 40),
  ]) {
    const { left, top } = beside(at, size, WINDOW, []);
    assert.ok(left >= 0 && top >= 0 && left + 320 <= 1440 && top + 120 <= 900);
    assert.ok(apart(box(left, top, 320, 120), at), JSON.stringify(at));
  }
});

test("explanation avoids question and selection", () => {
  const card = box(520, 650, 150, 240);
  const inUse = [box(0, 640, 510, 260), box(520, 500, 150, 140)];
  const { left, top } = beside(card, { width: 300, height: 120 }, WINDOW, inUse);
  const tip = box(left, top, 300, 120);
  for (const each of [card, ...inUse]) assert.ok(apart(tip, each));
});

test("phone explains hand cards above the question", () => {
  const [sheet, chosen, card] = [box(0, 535, 375, 175), box(0, 708, 100, 100), box(196, 708, 94, 92)];
  const { left, top } = beside(card, { width: 240, height: 66 }, { width: 375, height: 812 }, [sheet, chosen]);
  for (const each of [sheet, chosen, card])
    assert.ok(apart(box(left, top, 240, 66), each), JSON.stringify([left, top]));
});

test("tall explanation stays near its piece", () => {
  const [card, question] = [box(218, 353, 113, 90), box(448, 140, 272, 310)];
  const { left, top } = beside(card, { width: 266, height: 60 }, { width: 720, height: 450 }, [question]);
  assert.ok(apart(box(left, top, 266, 60), question));
  assert.equal(top, 353 - 60 - 6);
});

test("COMPANY COMMANDER asks before a costly end of phase", () => {
  const asked = [{ figure: "routing", units: ["us_1"], sure: ["us_2"] }];
  const units = Object.fromEntries(["us_l", "us_c", "us_r", "us_r", "de_c"].map((front, at) => [at, { front }]));
  const risk = (view, known = [], verb = "end_phase") =>
    companyRisk(
      { do: verb },
      { phase: "rally", turn: 4, active: "us", units, ...view },
      ["us", "de"],
      { auto_from_turn: 4 },
      known,
    );
  assert.deepEqual(risk({}, asked), { key: "risk.routs", units: ["us_1"] });
  assert.equal(risk({}, asked, "rally").key, "");
  assert.equal(risk({}, [{ figure: "routing", units: [], sure: ["us_2"] }]).key, "");
  assert.equal(risk({}).key, "");
  assert.equal(risk({ active: "de" }, asked).key, "risk.fronts");
  assert.equal(risk({ active: "de", turn: 3 }).key, "");
  assert.equal(risk({ active: "de", phase: "assault" }).key, "");
  assert.equal(risk({ active: "de", units: { ...units, 9: { front: "de_l" } } }).key, "");
  assert.equal(risk({ active: "de" }, [], "rally").key, "");
});

test("OMAHA questions certain losses alone", () => {
  const step = { do: "move" };
  assert.equal(
    riskOf(step, 3, [
      { figure: "mine", chance: [9, 9] },
      { figure: "dead", chance: [9, 9] },
    ]),
    "risk.dead",
  );
  assert.equal(
    riskOf(step, 3, [
      { figure: "mine", chance: [8, 9] },
      { figure: "dead", chance: [8, 9] },
    ]),
    "",
  );
  assert.equal(riskOf(step, 2, [{ figure: "barred" }]), "risk.barred");
  assert.equal(riskOf({ do: "blast" }, 1, []), "risk.last_charge");
  assert.equal(riskOf({ do: "blast" }, 2, []), "");
});
