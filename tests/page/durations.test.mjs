/** Durations in words: accurate to half their unit, singular and plural, no zero parts. */

import assert from "node:assert/strict";
import test from "node:test";

import "./world.mjs";
import { clockInWords, lag } from "../../clients/web/js/lobby/clocks.js";
import { duration, lasted, leftInWords, lengthInWords } from "../../clients/web/js/table/clock.js";
import { speak, ui } from "../../clients/web/js/words/words.js";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const SIZES = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, 秒: SECOND, 分: MINUTE, 時間: HOUR, 日: DAY };
/** Around every unit, and every seventh of a magnitude in between. */
const TIMES = [SECOND, MINUTE, HOUR, 10 * HOUR, DAY, 2 * DAY, 3 * DAY, 30 * DAY]
  .flatMap((unit) =>
    [1, 2, 3, 7, 13, 59, 60].flatMap((n) => [-SECOND, -1, 0, 1, SECOND, 31 * SECOND].map((more) => n * unit + more)),
  )
  .filter((ms) => ms > 0);

/** The milliseconds that words say. @param {string} text */
function meant(text) {
  const parts = [...text.matchAll(/(\d+) ?(second|minute|hour|day|秒|分|時間|日)(s?)/g)];
  assert.equal(
    parts
      .map(([all]) => all)
      .join("")
      .replaceAll(" ", ""),
    text.replaceAll(" ", ""),
    text,
  );
  let sum = 0;
  for (const [, n, unit, plural] of parts) {
    assert.notEqual(Number(n), 0, text);
    if (/[a-z]/.test(unit)) assert.equal(plural === "s", Number(n) !== 1, text);
    sum += Number(n) * SIZES[unit];
  }
  return sum;
}

/** Check in both languages. @param {(lang: "en" | "ja") => void} check */
async function inBoth(check) {
  for (const lang of /** @type {const} */ (["en", "ja"])) {
    await speak(lang);
    check(lang);
  }
}

test("what is left is right to half its unit", () =>
  inBoth(() => {
    for (const ms of TIMES) {
      const unit = ms >= 10 * HOUR ? HOUR : ms >= MINUTE ? MINUTE : SECOND;
      assert.ok(Math.abs(meant(leftInWords(ms)) - Math.max(SECOND, ms)) <= unit / 2, `${ms}: ${leftInWords(ms)}`);
    }
  }));

test("a length is told to the second", () =>
  inBoth(() => {
    for (const ms of TIMES)
      assert.ok(Math.abs(meant(lengthInWords(ms)) - Math.max(SECOND, ms)) <= SECOND / 2, lengthInWords(ms));
  }));

test("durations are one unit, rounded", () =>
  inBoth(() => {
    for (const ms of TIMES) {
      const unit = ms < 59_500 ? SECOND : ms < 119.5 * MINUTE ? MINUTE : ms < 47.5 * HOUR ? HOUR : DAY;
      assert.ok(Math.abs(meant(lasted(ms)) - Math.max(SECOND, ms)) <= unit / 2, `${ms}: ${lasted(ms)}`);
    }
  }));

test("every clock is said as long as it is", () =>
  inBoth((lang) => {
    for (const base of TIMES.filter((ms) => ms >= SECOND && ms <= DAY && ms % SECOND === 0)) {
      for (const increment of [0, SECOND, 5 * SECOND, MINUTE, 90 * SECOND]) {
        const said = clockInWords({ kind: "bank", base, increment }).split(/ ?[+＋] ?/);
        assert.deepEqual(said.map(meant), increment ? [base, increment] : [base]);
      }
    }
    for (let n = 1; n <= 30; n++)
      assert.equal(
        clockInWords({ kind: "days", base: n * DAY }).includes("days"),
        lang === "en" && ![1, 7].includes(n),
        `${n}`,
      );
  }));

test("watchers see hands as much later as is said", () =>
  inBoth(() => {
    for (const seconds of [1, 30, 60, 61, 120, 600]) assert.equal(meant(lag(seconds)), seconds * SECOND);
  }));

test("countdown runs in the last two days", async () => {
  await speak("en");
  assert.equal(duration(3 * DAY - 1), "3 days");
  assert.equal(duration(2 * DAY + 5 * HOUR), "2 days 5 hours");
  assert.equal(duration(2 * DAY - SECOND), "47:59:59");
  assert.equal(duration(5 * SECOND), "0:05");
  assert.equal(ui("about.minutes", { n: 1 }), "about 1 minute");
});
