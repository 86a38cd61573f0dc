/** The player's own matches: those that wait for them come first, by the time left, and none is left out. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { begun, shown } from "../../clients/web/js/lobby/own_matches.js";

const mine = (match, state, deadline) => ({
  row: { match },
  state,
  view: { clock: { kind: "days", ...(deadline ? { deadline } : {}) } },
});
const names = (going) => shown(going).map(({ row }) => row.match);

test("own turns come first by time left", () => {
  const going = [
    mine("open", "open"),
    mine("theirs", "theirs", 1),
    mine("late", "yours", 9),
    mine("none", "yours"),
    mine("soon", "yours", 5),
    mine("over", "won"),
  ];
  assert.deepEqual(names(going), ["soon", "late", "none", "theirs", "open"]);
});

test("all asking matches are shown", () => {
  const theirs = Array.from({ length: 12 }, (_, i) => mine(`t${i}`, "theirs", i + 1));
  const yours = Array.from({ length: 10 }, (_, i) => mine(`y${i}`, "yours", i + 1));
  assert.deepEqual(
    names([...theirs, ...yours]),
    yours.map(({ row }) => row.match),
  );
  assert.deepEqual(names([...theirs, yours[0]]), ["y0", ...theirs.slice(0, 7).map(({ row }) => row.match)]);
});

test("match age is hours or a date", () => {
  const now = Date.UTC(2026, 10, 28, 12);
  assert.match(begun(now - 3 * 3600 * 1000, now), /^started 3\D+ ago$/);
  assert.match(begun(now - 72 * 3600 * 1000, now), /^started on Nov 25, 2026$/);
});
