/** The map of ZOMBIES VS LIGHT TANK while events are shown. */

import assert from "node:assert/strict";
import test from "node:test";

import { viewAfter } from "../../clients/web/js/games/zombies/view_after_event.js";

const isZombie = (counter) => counter.startsWith("z");
const view = { face_down: { brevands: "event", auvers: "back" }, items: {}, zombies: { z1: "cats" } };

test("counterattacking zombie moves before its blow", () => {
  assert.equal(
    viewAfter(view, { ev: "zombie_moved", zombie: "z1", start: "cats", path: ["a", "carentan"] }, isZombie).zombies.z1,
    "carentan",
  );
});

test("turned counter is seen before its effect", () => {
  const event = viewAfter(view, { ev: "turned_up", hex: "brevands", counter: "event" }, isZombie);
  assert.deepEqual([event.face_down, event.items], [{ auvers: "back" }, { brevands: "event" }]);
  const zombie = viewAfter(view, { ev: "turned_up", hex: "auvers", counter: "z3" }, isZombie);
  assert.deepEqual([zombie.face_down, zombie.zombies], [{ brevands: "event" }, { z1: "cats", z3: "auvers" }]);
});

test("destroyed counter stays away", () => {
  assert.deepEqual(
    viewAfter(view, { ev: "destroyed", hex: "cats", counter: "z1", face_down: false }, isZombie).zombies,
    {},
  );
  assert.deepEqual(
    viewAfter(view, { ev: "destroyed", hex: "auvers", counter: "z2", face_down: true }, isZombie).face_down,
    { brevands: "event" },
  );
});

test("where a newer view is shown already, nothing moves back", () => {
  for (const event of [
    { ev: "zombie_moved", zombie: "z1", start: "b", path: ["c"] },
    { ev: "turned_up", hex: "b", counter: "event" },
    { ev: "struck", zombie: "z1" },
  ]) {
    assert.equal(viewAfter(view, event, isZombie), view);
  }
});
