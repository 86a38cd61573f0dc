/** Names of players: every seat has one, also of deleted players. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { displayName, speak, Words } from "../../clients/web/js/words/words.js";

const LEFT = { en: "a player who left", ja: "退会したプレイヤー" };
const WORDS = { "event.seated": "<{name}>" };

test("nameless seat is a player who left", async () => {
  for (const lang of /** @type {const} */ (["en", "ja"])) {
    await speak(lang);
    const words = new Words(WORDS, lang);
    assert.equal(displayName(undefined), LEFT[lang]);
    for (const name of ["", undefined]) {
      assert.equal(displayName(name), LEFT[lang]);
      for (const left of [true, undefined]) {
        assert.equal(words.player({ player: "ann", name, left }), LEFT[lang]);
        assert.equal(words.event({ ev: "seated", seat: 0, name, left }), `<${LEFT[lang]}>`);
      }
      assert.equal(words.rowPlayer({ names: [name], players: ["ann"] }, 0), LEFT[lang]);
    }
  }
});

test("named players have their name, free seats none", () => {
  const words = new Words(WORDS, "en");
  assert.equal(displayName("Ann"), "Ann");
  assert.equal(words.player({ player: "ann", name: "Ann" }), "Ann");
  assert.equal(words.rowPlayer({ names: ["Ann"], players: ["ann"] }, 0), "Ann");
  assert.deepEqual(
    [undefined, {}].map((who) => words.player(who)),
    ["", ""],
  );
  assert.equal(words.rowPlayer({ names: [""], players: [""] }, 0), "");
});

test("values of options replace texts, names stay until they change", () => {
  const words = new Words({ "seat.0": "North", "with.edge.west.seat.0": "West", "with.fog.true.seat.0": "Mist" }, "en");
  words.inMatch({ edge: "west", fog: false });
  assert.equal(words.say("seat.0"), "West");
  words.rename({ "seat.0": "You" });
  words.inMatch({ edge: "west", fog: false });
  assert.equal(words.say("seat.0"), "You");
  words.inMatch({ edge: "north", fog: true });
  assert.equal(words.say("seat.0"), "Mist");
});
