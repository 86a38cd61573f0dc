/** Short updates, read as every client reads them: tests/protocol/test_short.py has the same vectors. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ShortUpdates } from "../../clients/web/js/client/short.js";

const vectors = JSON.parse(readFileSync(new URL("../protocol/short_vectors.json", import.meta.url), "utf-8"));

test("short updates are turned into updates", () => {
  const reader = new ShortUpdates();
  for (const [sent, wanted] of vectors) assert.deepEqual(reader.read(sent), wanted);
});
