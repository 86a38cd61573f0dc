/**
 * "Find the better move": a position out of a seeded match. The player chooses, and sees the engine's estimates for
 * both choices, the better one, and the reason. From there they can play on against a bot.
 */

import { RefusedError } from "../client/connection.js";
import { decisionOf } from "../client/live_feed.js";
import { h, put } from "../dom.js";
import { houseBot } from "../lobby/start_match.js";
import { ensurePlayer, getJSON, makeMatch, nonce } from "../net/rest.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { addressOf } from "../route.js";
import { Shell } from "../table/shell.js";
import { ui } from "../words/all_words.js";
import { percent } from "../words/percentages.js";
import { between } from "../words/words.js";
import { nameless } from "./seat_names.js";

/** @typedef {import("../client/messages.js").Action} Action */
/** @typedef {{ action: Action, chance: number, behind: number }} Choice */
/**
 * @typedef {Omit<import("../net/types.js").ExerciseLog, "choices" | "snapshot"> & { choices: Choice[], snapshot: any }}
 *   ExerciseLog
 */

/** Largest deficit of a choice that counts as good: within the error of the estimate. */
const AS_GOOD = 0.02;

/** @type {import("../feature.js").Screen} */
export async function screen({ connection, main, path, go, title }) {
  const game = path[1] ?? "";
  const number = Number(path[2] || 1);
  put(main, h("p", { class: "soft coming" }, ui("loading")));
  /** @type {ExerciseLog} */
  const log = await getJSON(`/api/games/${game}/exercises/${number}`);
  /** @type {Exercise} */
  let exercise;
  const shell = await Shell.make(game, {
    seat: () => log.seat,
    act: async (action, undoable) => {
      if (undoable) throw new RefusedError({ t: "refused", code: "final", text: "" });
      exercise.tell(action);
    },
    jump: () => {},
    now: () => connection.now(),
  });
  title(ui("exercise.title", { game: shell.words.say("game.name") }));
  exercise = new Exercise(game, number, log, shell, go);
  put(main, shell.element);
  put(shell.banner, exercise.panel);
  exercise.ask();
  const keys = (/** @type {KeyboardEvent} */ event) => shell.choices.key(event);
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    shell.close();
  };
}

class Exercise {
  #comment = h("div", { class: "comment scrolls stack", role: "status", tabindex: "0" });
  #again = h("button", { class: "again", onclick: () => this.ask() }, ui("exercise.again"));

  /**
   * @param {string} game
   * @param {number} number
   * @param {ExerciseLog} log
   * @param {Shell} shell
   * @param {(path: string) => void} go
   */
  constructor(game, number, log, shell, go) {
    this.address = `/api/games/${game}/exercises/${number}`;
    this.log = log;
    this.shell = shell;
    this.go = go;
    this.decision = decisionOf(log.snapshot, log.snapshot.view);
    this.solo = shell.game.seats === 1;
    this.place = h("span", { class: "mono soft" }, `${number} / ${shell.game.exercises}`);
    this.on = h(
      "button",
      { class: "play-on", onclick: () => this.#playOn() },
      ui(this.solo ? "learn.play_on.solo" : "learn.play_on"),
    );
    const next = { class: "button primary next", href: addressOf(`exercise/${game}/${number + 1}`) };
    this.following = number < shell.game.exercises ? h("a", next, ui("exercise.next")) : null;
    const leave = h("a", { class: "button quiet leave", href: addressOf("") }, ui("learn.leave"));
    const doors = h("div", { class: "row lesson-doors" }, this.#again, this.on, this.following, leave);
    this.panel = h("section", { class: "sheet lesson exercise", "aria-label": ui("exercise") }, this.#comment, doors);
  }

  /** Show the question, with every legal action to choose from. */
  ask() {
    this.#show(false);
    // Beside the words: a row of its own would take the room of a choice.
    const question = this.log.question[prefs.lang];
    put(this.#comment, h("p", {}, this.place, " ", h("b", {}, ui("exercise.ask")), question));
  }

  /** Show the engine's estimate of an action. @param {Action} action */
  tell(action) {
    const same = JSON.stringify(action);
    const chosen = this.#choice(this.decision?.actions?.findIndex((one) => JSON.stringify(one) === same) ?? -1);
    put(this.#comment, ...this.#verdict(chosen));
    this.#comment.scrollTop = 0;
    this.#show(true);
  }

  /** @param {boolean} answered */
  #show(answered) {
    const { shell, log, decision } = this;
    for (const name of ["over", "told"]) this.panel.classList.toggle(name, answered);
    this.#again.hidden = this.on.hidden = !answered;
    if (this.following) this.following.hidden = !answered;
    shell.show(nameless(log.snapshot.view, shell), answered ? undefined : decision, log.snapshot.seq);
  }

  /** @param {number} at */
  #choice(at) {
    return /** @type {Choice} */ (this.log.choices[at]);
  }

  /** The engine's words on a choice. @param {Choice} chosen */
  #verdict(chosen) {
    const { log, shell } = this;
    const { words } = shell;
    const [best, played] = [this.#choice(log.best), this.#choice(log.played)];
    const good = chosen.behind <= AS_GOOD;
    const facts = {
      action: words.action(chosen.action),
      chance: percent(chosen.chance),
      best: words.action(best.action),
      better: percent(best.chance),
    };
    const bot =
      chosen === played
        ? ui("exercise.bot.too")
        : ui("exercise.bot", { action: words.action(played.action), chance: percent(played.chance) });
    const verdict = ui(good ? "exercise.right" : "exercise.wrong", facts);
    return [
      h("p", { class: good ? "right" : "wrong" }, this.place, " ", h("b", {}, verdict)),
      good && chosen !== best ? h("p", {}, ui("exercise.alike", facts)) : null,
      h("p", {}, log.answer[prefs.lang]),
      h("p", { class: "small soft" }, words.reason(log.why, this.decision?.seat ?? 0), between(), bot),
    ];
  }

  /** Begin a match from here, with hidden things redrawn. */
  async #playOn() {
    try {
      await ensurePlayer();
      const opponent = this.solo ? "" : houseBot(this.shell.game);
      const made = await makeMatch(this.address, { nonce: nonce(), opponent });
      this.go(made.invite ? `match/${made.match}/${made.invite}` : `match/${made.match}`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}
