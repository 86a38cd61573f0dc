/**
 * "Find the better move": a position out of a seeded match. You choose, and are told what the engine thinks of it: how likely each
 * of you wins, what would have been better, and why. From there you can play on against a bot.
 */

import { h, put } from "../dom.js";
import { houseBot } from "../lobby/start_match.js";
import { decisionOf } from "../net/live_feed.js";
import { ensurePlayer, getJSON, makeMatch, nonce } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { Shell } from "../table/shell.js";
import { ui } from "../words/more.js";
import { percent } from "../words/percentages.js";
import { between } from "../words/words.js";
import { nameless } from "./seat_names.js";

/** @typedef {import("../net/messages.js").Action} Action */
/** @typedef {{ action: Action, chance: number, behind: number }} Choice */
/** @typedef {Omit<import("../net/types.js").ExerciseLog, "choices" | "snapshot"> & { choices: Choice[], snapshot: any }} Exercise */

/** What is behind by no more is as good: so much lies within chance. */
const AS_GOOD = 0.02;

/** @type {import("../feature.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const game = path[1] ?? "";
  const number = Number(path[2] || 1);
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  /** @type {Exercise} */
  const exercise = await getJSON(`/api/games/${game}/exercises/${number}`);
  const { seq, view } = exercise.snapshot;
  const decision = decisionOf(exercise.snapshot, view);
  const shell = await Shell.make(game, {
    seat: () => exercise.seat,
    act: async (action) => tell(action),
    jump: () => {},
    now: () => connection.now(),
  });
  title(ui("exercise.title", { game: shell.words.say("game.name") }));
  const words = shell.words;
  const comment = h("div", { class: "comment scrolls stack", role: "status", tabindex: "0" });
  const solo = shell.game.seats === 1;
  const again = h("button", { class: "again", onclick: () => ask() }, ui("exercise.again"));
  const on = h(
    "button",
    { class: "play-on", onclick: () => playOn() },
    ui(solo ? "learn.play_on.solo" : "learn.play_on"),
  );
  const following =
    number < shell.game.exercises
      ? h("a", { class: "button primary next", href: addressOf(`exercise/${game}/${number + 1}`) }, ui("exercise.next"))
      : null;
  const place = h("span", { class: "mono soft" }, `${number} / ${shell.game.exercises}`);
  const doors = h(
    "div",
    { class: "row lesson-doors" },
    again,
    on,
    following,
    h("a", { class: "button quiet leave", href: addressOf("") }, ui("learn.leave")),
  );
  const panel = h("section", { class: "sheet lesson exercise", "aria-label": ui("exercise") }, comment, doors);

  /** @param {Choice} choice */
  const inWords = ({ action }) => words.action(action);
  /** @param {number} at */
  const choiceAt = (at) => /** @type {Choice} */ (exercise.choices[at]);

  /** The question, with every legal action to choose from. */
  function ask() {
    panel.classList.remove("over", "told");
    again.hidden = on.hidden = true;
    if (following) following.hidden = true;
    // Beside the words: a row of its own would take the room of a choice.
    put(comment, h("p", {}, place, " ", h("b", {}, ui("exercise.ask")), exercise.question[prefs.lang]));
    shell.show(nameless(view, shell), decision, seq);
  }

  /** What the engine says of an action. @param {Action} action */
  function tell(action) {
    const same = JSON.stringify(action);
    const chosen = choiceAt(decision?.actions?.findIndex((one) => JSON.stringify(one) === same) ?? -1);
    const best = choiceAt(exercise.best);
    const played = choiceAt(exercise.played);
    const good = chosen.behind <= AS_GOOD;
    const facts = {
      action: inWords(chosen),
      chance: percent(chosen.chance),
      best: inWords(best),
      better: percent(best.chance),
    };
    put(
      comment,
      h(
        "p",
        { class: good ? "right" : "wrong" },
        place,
        " ",
        h("b", {}, ui(good ? "exercise.right" : "exercise.wrong", facts)),
      ),
      good && chosen !== best ? h("p", {}, ui("exercise.alike", facts)) : null,
      h("p", {}, exercise.answer[prefs.lang]),
      h(
        "p",
        { class: "small soft" },
        words.reason(exercise.why, decision?.seat ?? 0),
        between(),
        chosen === played
          ? ui("exercise.bot.too")
          : ui("exercise.bot", { action: inWords(played), chance: percent(played.chance) }),
      ),
    );
    comment.scrollTop = 0;
    panel.classList.add("over", "told");
    again.hidden = on.hidden = false;
    if (following) following.hidden = false;
    shell.show(nameless(view, shell), undefined, seq);
  }

  /** A match of one's own from here, with what is hidden drawn anew. */
  async function playOn() {
    try {
      await ensurePlayer();
      const made = await makeMatch(`/api/games/${game}/exercises/${number}`, {
        nonce: nonce(),
        opponent: solo ? "" : houseBot(shell.game),
      });
      go(made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  put(main, shell.element);
  put(shell.banner, panel);
  ask();
  const keys = (/** @type {KeyboardEvent} */ event) => shell.choices.key(event);
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    shell.close();
  };
}
