/** Percentages of a whole add up to 100, unless equal ones would differ. */

import assert from "node:assert/strict";
import test from "node:test";

import { together, whole } from "../../clients/web/js/words/percentages.js";

test("complete chances add up to 100", () => {
  for (let of = 2; of <= 24; of++) {
    for (let a = 0; a <= of; a++) {
      for (let b = 0; a + b <= of; b++) {
        const shares = [
          [a, of],
          [b, of],
          [of - a - b, of],
        ];
        const shown = whole(shares);
        const percent = shown.map(([ways, all]) => Math.round((100 * ways) / all));
        const all = percent.reduce((one, other) => one + other, 0);
        assert.ok(
          all === 100 || (Math.abs(all - 100) === 1 && new Set([a, b, of - a - b]).size < 3),
          `${shares} ${all}`,
        );
        for (const [i, share] of shares.entries())
          for (const [j, other] of shares.entries()) if (share[0] === other[0]) assert.equal(percent[i], percent[j]);
        for (const [i, [ways, all]] of shown.entries())
          assert.ok(Math.abs((100 * ways) / all - (100 * shares[i][0]) / of) < 1);
      }
    }
  }
  assert.deepEqual(
    whole([
      [10, 18],
      [7, 18],
      [1, 18],
    ]),
    [
      [56, 100],
      [39, 100],
      [5, 100],
    ],
  );
  // Equal chances stay equal.
  for (const shares of [
    [
      [1, 3],
      [1, 3],
      [1, 3],
    ],
    [
      [4, 9],
      [4, 9],
      [1, 9],
    ],
  ])
    assert.deepEqual(whole(shares), shares);
});

test("partial and tiny chances stay as they are", () => {
  for (const shares of [
    [
      [1, 6],
      [2, 6],
    ],
    [],
    [
      [1, 1000],
      [999, 1000],
    ],
  ])
    assert.deepEqual(whole(shares), shares);
});

test("only the figures that a game names are rounded together", () => {
  const figures = [
    { figure: "cost", ap: 1 },
    ...["is_zombie", "is_friendly", "is_event"].map((figure, i) => ({ figure, chance: [[10, 7, 1][i], 18] })),
  ];
  const named = ["is_zombie", "is_friendly", "is_event"];
  assert.deepEqual(
    together(figures, named).map(({ chance }) => chance?.[0]),
    [undefined, 56, 39, 5],
  );
  assert.deepEqual(together(figures, []), figures);
});
