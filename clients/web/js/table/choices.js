/**
 * Acting: clicked pieces, and first halves of lines, are selected; the list shows the remaining actions. A single
 * remaining action is played at once where it could be undone, and by a drop on its target; else it is staged: the
 * dock's button, and one at the place of the click, name it and play it. The person may want to confirm everything, or
 * nothing.
 */

import { RefusedError } from "../client/connection.js";
import { h, put, underDialog } from "../dom.js";
import { toast } from "../parts/toast.js";
import { prefs } from "../prefs.js";
import { ui } from "../words/all_words.js";
import { BatchSelection } from "./batch_selection.js";
import { line } from "./choice_line.js";
import { ConfirmHere } from "./confirm_here.js";
import { SHEET } from "./dock.js";
import { isLong, Known } from "./figures.js";
import { bring, showUsable } from "./hand_strip.js";
import { MispressGuard } from "./mispress_guard.js";
import { meansNothing, Pieces } from "./pieces.js";
import { isIdle } from "./presentation.js";
import {
  back,
  candidates,
  few,
  heldTogether,
  ordered,
  pick,
  plain,
  reachable,
  rows,
  staged,
  standing,
} from "./selection.js";
import { SkipKeys } from "./skip_keys.js";

/** @typedef {import("./board_contract.js").Decision} Decision */
/** @typedef {import("./board_contract.js").Action} Action */
/** @typedef {import("./selection.js").Row} Row */
/** @typedef {import("../words/words.js").Words} Words */

const KEYS = "1234567890";

/** Screens that are touched. */
const COARSE = matchMedia("(pointer: coarse)");

/** Whether every action is staged. */
const careful = () => prefs.confirm === "always";
/** Whether none is. */
const expert = () => prefs.confirm === "never";

export class Choices {
  /** @type {readonly Action[]} */
  #actions = [];
  /** The decision of the selection, and its kind. */
  #about = "";
  #kind = "";
  /** The seat that owes it. */
  #seat = 0;
  /** The engine's hint, and its action. @type {import("../client/messages.js").Hint | undefined} */
  #hint;
  #hinted = -1;
  /** Placeholder of the hint: progress, or an error. `#kept`: a selection made meanwhile, which stays. */
  asked = "";
  #kept = false;
  /** @type {import("./selection.js").Picks} */
  #picks = [];
  /** @type {Row[]} */ #rows = [];
  #batch = new BatchSelection();
  /** Whether it is a reaction window. */
  #window = false;
  #busy = false;
  #here = new ConfirmHere();
  /** Whether the focus was in the dock or on the board, and must be restored. */
  #refocus = false;
  /** Whether the last action ended a step. */
  #ended = false;
  /**
   * Order of an action among those that differ only in their place.
   * @type {import("./board_contract.js").GameBoard["order"]}
   */
  order;
  #pieces = new Pieces({
    select: (picked, _piece, keyboard) => this.#take(picked, keyboard),
    drag: (picked) => {
      this.#batch.clear();
      this.#select([picked]);
    },
    confirm: () => void this.#go(),
    drop: (picked) => {
      if (!picked || this.#picks.some(({ key }) => key === picked.key)) return;
      const picks = pick(this.#picks, picked);
      this.#select(picks, false, picks.length > 1);
    },
  });

  /**
   * @param {Words} words
   * @param {import("../net/games.js").Presentation} presentation
   * @param {(action: Action, figures: import("./board_contract.js").Figures, asked: import("./board_contract.js").Figures,
   *   undoable: boolean) => Promise<unknown>} act `undoable`: only if it could be undone at once; false: it could not
   * @param {import("./dock.js").Dock} dock
   */
  constructor(words, presentation, act, dock) {
    this.words = words;
    this.presentation = presentation;
    this.act = act;
    this.dock = dock;
    this.guard = new MispressGuard(dock.button);
    this.keys = new SkipKeys(dock.button, () => this.#actions.length > 0 && !this.#busy);
    /** Skips what is being told. */
    this.onward = () => {};
    /** Remarks beside the question. */
    this.known = new Known(words, () => SHEET.matches, presentation.whole);
  }

  /**
   * Show a decision: mine (with its actions), another's, or none. The selection stays while the same decision is shown
   * again.
   * @param {Decision | undefined} decision
   * @param {string} heading
   * @param {boolean} [window] whether it is a reaction window, of any seat
   */
  show(decision, heading, window = false) {
    this.#here.hide();
    this.#pieces.clear();
    const before = new Set(this.#actions.map((action) => JSON.stringify(action)));
    this.#actions = decision?.actions ?? [];
    Object.assign(this.known, { actions: this.#actions, odds: decision?.odds ?? {} });
    if (decision?.actions) {
      const about = JSON.stringify([decision.kind, decision.actions]);
      if (about !== this.#about) {
        // After each discarded card the list keeps its position.
        if (!this.#actions.every((action) => before.has(JSON.stringify(action)))) this.dock.begin();
        this.dock.refit();
        this.#picks = [];
        this.#batch.asked(decision.odds?.question ?? []);
        this.guard.asked(window);
        this.keys.asked();
      }
      const [fresh, kept] = [
        decision.hint && (!this.#hint || about !== this.#about),
        this.#kept && about === this.#about && this.#picks.length > 0,
      ];
      if (fresh || about !== this.#about) [this.asked, this.#kept] = ["", false];
      [this.#about, this.#kind, this.#seat] = [about, decision.kind, decision.seat];
      this.#hint = decision.hint;
      const meant = JSON.stringify(this.#hint?.action);
      this.#hinted = this.#actions.findIndex((action) => JSON.stringify(action) === meant);
      if (fresh && this.#hinted >= 0 && !kept) this.#picks = this.#leading(this.#hinted);
    } else this.#batch.answered();
    if (decision && !decision.actions && !window) this.dock.close();
    this.dock.element.classList.toggle("mine", this.#actions.length > 0);
    this.dock.element.classList.toggle("window", window);
    this.#window = window;
    this.dock.ask(heading, this.#actions.length > 0);
    this.#draw();
    this.#leaveMenu();
    this.#goOn();
    if (!this.#actions.length || !this.#refocus) return;
    this.#refocus = false;
    // Enter has confirmed: a second press must not end the step.
    const ends = document.activeElement === this.dock.button && !this.#ended && this.#end() !== undefined;
    if (ends || document.activeElement === document.body) this.#focusDock();
  }

  /**
   * Let an element of the board stand for some of the legal actions.
   * @param {Element} element
   * @param {Action[]} actions
   * @param {string} [label]
   * @param {Element} [area] what stands on it
   */
  offer(element, actions, label = "", area = undefined) {
    const numbers = actions.map((action) => this.#actions.indexOf(action)).filter((number) => number >= 0);
    // An action without effect highlights nothing; the list has it, and a card in the hand can still be chosen.
    const idle = numbers.every(this.#idle);
    if (!numbers.length || (idle && !element.matches(".hand-card"))) return this.#pieces.name(element, label);
    this.#pieces.add(element, numbers, [...new Set(numbers.map(this.#say))].join(" / "), label, area);
    element.classList.toggle("idle", idle);
  }

  /** Select the engine's advice without playing it, in expert mode too. */
  advise() {
    if (this.#hinted < 0 || this.#busy) return;
    this.#batch.clear();
    this.#picks = this.#leading(this.#hinted);
    this.wait("");
    this.#leaveMenu();
  }

  /** A hint was requested in the menu, whose button Enter would press again. */
  #leaveMenu() {
    if (this.#hinted >= 0 && this.#picks.length && document.activeElement?.closest(".table-buttons")) this.#focusDock();
  }

  /** Reserve the place of the hint, so that no line moves when it comes. @param {string} asked what stands there */
  wait(asked) {
    [this.asked, this.#kept] = [asked, false];
    this.#draw();
    this.#mark();
  }

  /**
   * The lines that lead to an action; none if the button names it at once.
   * @param {number} number
   * @returns {import("./selection.js").Picks}
   */
  #leading(number) {
    if (this.#actions.length === 1 || this.#end() === number) return [];
    /** @type {Row[]} */
    const lines = [];
    for (let line = this.#lines(lines).find(({ actions }) => actions.includes(number)); line; ) {
      lines.push(line);
      line = line.group ? this.#lines(lines).find(({ actions }) => actions.includes(number)) : undefined;
    }
    return lines;
  }

  /** The lines of the list for a selection. @param {import("./selection.js").Picks} picks */
  #lines(picks) {
    // A staged line stays among the lines it was chosen from.
    const others = picks.filter(({ key }) => !key.startsWith("row "));
    const meant = candidates(others, this.#actions);
    const among = this.#actions.filter((_, number) => meant.includes(number));
    const left = this.order
      ? ordered(meant, (number) => this.order?.(/** @type {Action} */ (this.#actions[number]), among) ?? ["", 0])
      : meant;
    const end = others.length ? undefined : meant.find(this.#endsStep);
    return rows(
      this.#actions,
      left.filter((number) => number !== end),
      this.presentation.groups,
      {
        action: this.#say,
        group: ({ text }, number) => this.words.say(text, this.#actions[number]),
      },
      others.length > 0,
    );
  }

  /** The board is drawn, and every piece offered: show the kept selection on them. */
  ready() {
    this.#draw();
    this.#mark();
    // Boards set the width of cards when their place is measured.
    requestAnimationFrame(() => showUsable(this.dock.hand));
  }

  /** A click on the empty board clears the selection. @param {Event} event */
  empty(event) {
    const what = /** @type {Element} */ (event.target);
    if (this.#picks.length && !what.closest("a, button, input, label, summary, .target")) this.#select([]);
    this.guard.pressed(what);
  }

  /** A digit chooses a line, Escape deselects, Enter confirms the staged action. @param {KeyboardEvent} event */
  key(event) {
    // Elements above the table get the keys.
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !this.#actions.length || underDialog())
      return;
    if (event.key === "Escape" && this.#picks.length) return this.#back();
    const row = this.#rows[KEYS.indexOf(event.key)];
    if (row) {
      event.preventDefault();
      this.#choose(row, true);
    } else if (
      event.key === "Enter" &&
      this.#picks.length &&
      event.target instanceof Element &&
      meansNothing(event.target)
    ) {
      void this.#go();
    }
  }

  #say = (/** @type {number} */ number) => this.words.action(/** @type {Action} */ (this.#actions[number]));

  /** The button's words; for the end of a step, which step. @param {number} number */
  #named = (number) => this.words.ending(/** @type {Action} */ (this.#actions[number]), this.#kind);

  /** The one possible action, if there is only one, also without a selection. */
  #only() {
    return staged(candidates(this.#picks, this.#actions), this.#say);
  }

  /**
   * The action named by the button: also a complete one that more pieces can extend, unless the list shows all ways.
   */
  #staged() {
    return (
      this.#only() ??
      (this.#picks.length && SHEET.matches && !this.dock.open
        ? plain(candidates(this.#picks, this.#actions), this.#actions, this.#pieces.stands, this.#say)
        : undefined)
    );
  }

  /** The selection so far, where more is missing; remarks of the list, while it is folded away. */
  #half() {
    const left = candidates(this.#picks, this.#actions);
    const group = heldTogether(
      left.map((number) => /** @type {Action} */ (this.#actions[number])),
      this.presentation.groups,
    );
    return group ? this.words.say(group.text, this.#actions[left[0] ?? 0]) : "";
  }

  /** Whether the list would only repeat what the table shows, and where each choice can be made. */
  #onTable() {
    const end = this.#end();
    const left = candidates(this.#picks, this.#actions).filter((number) => number !== end);
    return (
      this.#rows.length > 1 &&
      this.#hinted < 0 &&
      left.every((number) => !this.known.of(number, false)) &&
      reachable(left, left, this.#pieces.stands, this.#say, this.#actions)
    );
  }

  /** Whether the list is seen as it is. */
  get #listed() {
    const { list, element } = this.dock;
    return list.checkVisibility() && !element.classList.contains("on-table");
  }

  #idle = (/** @type {number} */ number) => isIdle(this.known.odds.actions?.[number]);

  #endsStep = (/** @type {number} */ number) => this.presentation.ends.includes(this.#actions[number]?.do ?? "");

  /** The action that ends the step, while nothing is selected. */
  #end() {
    return this.#picks.length ? undefined : candidates([], this.#actions).find(this.#endsStep);
  }

  /**
   * @param {import("./selection.js").Picks} picks
   * @param {boolean} [keyboard]
   * @param {boolean} [dropped] whether one thing was put upon another: that is an answer
   */
  #select(picks, keyboard = false, dropped = false) {
    if (this.#busy) return;
    this.#here.hide();
    if (!picks.length) this.#batch.clear();
    // Right after deselecting, the button is not meant as the end of the step.
    [this.#picks, this.guard.taken, this.#kept] = [
      picks,
      this.#picks.length > 0 && !picks.length && !keyboard,
      this.asked !== "",
    ];
    this.#draw();
    this.#mark();
    const only = picks.length ? this.#only() : undefined;
    if (only !== undefined && (expert() || (dropped && !careful()))) void this.#go();
    else if (only !== undefined && !careful() && !this.#batch.many)
      void this.#play(only, keyboard ? "keyboard" : "pointer");
    else if (keyboard && picks.length) this.#focusDock();
  }

  /** Ask for a confirmation of what could not be undone, at the place of the choice. @param {boolean} keyboard */
  #ask(keyboard) {
    if (keyboard) return this.#focusDock();
    // On a phone the button is below the finger already.
    const number = SHEET.matches ? undefined : this.#only();
    const last = this.#picks.at(-1);
    const at = (last && this.#pieces.find(last.key)) ?? this.dock.list.querySelector(".action.selected") ?? undefined;
    if (at && number !== undefined) this.#here.show(at, this.#named(number), () => void this.#go());
  }

  #take = (/** @type {import("./selection.js").Pick} */ picked, /** @type {boolean} */ keyboard) =>
    this.#select(
      this.#batch.pick(this.#batch.inCards(this.#picks, this.#pieces.picks), picked) ?? pick(this.#picks, picked),
      keyboard,
    );

  /** Deselect the last piece; the keyboard focus returns to it. */
  #back() {
    const last = this.#picks.at(-1);
    const inDock = this.dock.element.contains(document.activeElement);
    this.#select(this.#batch.back() ?? back(this.#picks, this.#actions));
    this.guard.missed = false;
    const piece = last && this.#pieces.find(last.key);
    if (!inDock) return;
    if (piece instanceof HTMLElement || piece instanceof SVGElement) piece.focus();
    else this.#focusDock();
  }

  /** Update the list and the button from the selection. */
  #draw() {
    const { dock } = this;
    const end = this.#end();
    const alone = this.#actions.length === 1;
    this.#rows = alone ? [] : this.#lines(this.#batch.many ? [] : this.#picks);
    const refocus = dock.list.contains(document.activeElement);
    dock.choose(...this.#rows.map((row, i) => this.#row(row, i)));
    dock.element.classList.toggle("on-table", this.#onTable());
    if (refocus) this.#focusDock();
    const number = this.#staged() ?? end;
    dock.element.classList.toggle("staged", this.#picks.length > 0 && number !== undefined);
    // Figures of an action stand in its line; while the list is folded away, here.
    const known = alone && number !== undefined ? this.known.of(number, true) : "";
    // Reserve its lines, so that nothing moves upon a selection.
    const kept = alone ? "" : this.known.longest();
    const told = this.#picks.length
      ? (number !== undefined && this.known.staged(number, this.#only() === undefined)) ||
        this.known.meaning(candidates(this.#picks, this.#actions))
      : "";
    const meant =
      (!alone && (told || (this.#picks.length && number === undefined && kept && this.#half()))) || (kept && "\u00a0");
    // Where the step can only be ended, say that nothing is missing.
    const nothing = alone && end !== undefined ? ui(this.#window ? "dock.nothing.window" : "dock.nothing") : "";
    const about = this.words.join(
      [this.known.question(this.#window && !alone, this.#batch.chosen(this.#picks)), known].filter(Boolean),
    );
    dock.know(
      about,
      nothing ? h("span", { class: "nothing" }, nothing) : null,
      meant
        ? h("span", { class: `meant-facts ${isLong(about) ? "much" : ""}`, "data-kept": kept }, h("span", {}, meant))
        : null,
      this.#actions.length && (this.#hint || this.asked)
        ? h("span", { class: "advice" }, this.#hint ? this.known.advice(this.#hint, this.#seat) : this.asked)
        : null,
    );
    if (this.#picks.length && this.#actions.length) dock.back(ui("dock.back"), () => this.#back());
    else dock.back("");
    const { more } = this.#batch;
    if (number !== undefined)
      dock.go(
        more ? ui("dock.several", { what: this.#named(number), n: more }) : this.#named(number),
        () => this.#go(),
        this.#endsStep(number),
      );
    else if (!this.#actions.length && !dock.heading.textContent)
      dock.go(ui(COARSE.matches ? "dock.telling.touch" : "dock.telling"), () => this.onward(), true);
    else
      dock.go(
        ui(!this.#actions.length ? "dock.wait" : expert() && !this.#picks.length ? "dock.choose.line" : "dock.choose"),
      );
  }

  #mark() {
    const { dock } = this;
    const left = candidates(this.#picks, this.#actions);
    const chosen = this.#picks.length > 0;
    this.#pieces.mark(
      (picked) =>
        chosen ? (this.#batch.standing(this.#picks, picked) ?? standing(this.#picks, picked, left)) : "follows",
      chosen ? this.#staged() : undefined,
    );
    dock.element.closest(".table")?.classList.toggle("selecting", chosen);
    if (chosen) bring(dock.hand, this.#pieces.chosen(dock.hand));
    // While another seat decides, the sheet stays as it was, without a list to unfold.
    if (this.#actions.length) this.#fold(left);
    dock.unfold.disabled = !this.#actions.length && !dock.open;
    if (
      this.#staged() === undefined &&
      (chosen || (this.#actions.length && this.#end() === undefined && !this.#listed))
    ) {
      // Name the missing part if it is only in the hand, or while the list is hidden.
      const next = this.#pieces.going(this.#picks, left);
      const cards = next.filter((piece) => dock.hand.contains(piece)).length;
      dock.go(
        ui(
          !next.length
            ? "dock.choose"
            : cards === next.length
              ? "dock.choose.card"
              : this.#listed
                ? "dock.choose"
                : cards
                  ? "dock.choose.both"
                  : "dock.choose.board",
        ),
      );
    }
    dock.fit();
    put(dock.told, chosen ? ui(this.#only() === undefined ? "dock.narrow" : "dock.staged", { n: left.length }) : "");
  }

  /**
   * Fold the list away where everything can be done on the table, or where its few lines fit; a selection never folds
   * it: nothing moves then.
   * @param {readonly number[]} left
   */
  #fold(left) {
    const wanted = left.filter((number) => number !== this.#end() && !this.#idle(number));
    const can = reachable(wanted, left, this.#pieces.stands, this.#say, this.#actions, few);
    this.dock.fold({ can, empty: !this.#rows.length, few: few(this.#rows), chosen: this.#picks.length > 0 });
  }

  #focusDock() {
    /** @type {HTMLButtonElement | null} */
    const first = this.#only() === undefined ? this.dock.list.querySelector("button.action") : null;
    (first ?? this.dock.button).focus({ preventScroll: true });
  }

  /** @param {Row} row @param {number} i */
  #row(row, i) {
    const [first = 0] = row.actions;
    return line(
      row,
      {
        key: KEYS[i],
        verb: this.#actions[first]?.do,
        known: row.group ? "" : this.known.inLine(first),
        whole: row.group ? "" : this.known.of(first, true),
        hinted: row.actions.includes(this.#hinted),
        chosen:
          this.#batch.has(row, this.#picks) ||
          this.#picks.some((picked) => picked.key === row.key) ||
          (this.#picks.length > 0 && this.#rows.length === 1 && this.#staged() === first),
        staged: !expert(),
      },
      { choose: (keyboard) => this.#choose(row, keyboard), point: (at) => this.#pieces.point(at ? row.actions : []) },
    );
  }

  /** A line was chosen, by pointer or keyboard. @param {Row} row @param {boolean} keyboard */
  #choose(row, keyboard) {
    const card = this.#batch.cardOf(row, this.#picks, this.#pieces.picks);
    if (card) return this.#take(card, keyboard);
    this.#batch.drop();
    if (row.group || careful()) {
      // Its number pressed again deselects nothing: it confirms the hint.
      if (keyboard && this.#picks.at(-1)?.key === row.key) return this.#focusDock();
      const others = this.#picks.filter(({ key }) => !key.startsWith("row ") || key === row.key);
      this.#select(pick(others, row), keyboard);
    } else if (expert()) {
      void this.#play(/** @type {number} */ (row.actions[0]), "line");
    } else {
      const others = this.#picks.filter(({ key }) => !key.startsWith("row "));
      this.#select([...others, row], keyboard);
    }
  }

  /**
   * Play the action named by the button. A press meant for the former button does nothing; nor does one right after a
   * press on the board that selected nothing.
   */
  async #go() {
    const staged = this.#staged();
    const number = staged ?? this.#end();
    if (number === undefined) return;
    const launches = this.presentation.launches.includes(this.#actions[number]?.do ?? "");
    const ends = staged === undefined && !(launches && !this.guard.missed);
    if (this.guard.late(ends)) return;
    const doubt = this.guard.doubt(ends);
    if (doubt) return toast(doubt);
    this.#here.hide();
    this.#batch.confirm(this.#actions);
    await this.#play(number);
  }

  /** Send actions confirmed together as the service asks for them. */
  #goOn() {
    const number = this.#busy ? undefined : this.#batch.next(this.#actions);
    if (number !== undefined) void this.#play(number);
  }

  /**
   * @param {number} number
   * @param {"" | "line" | "pointer" | "keyboard"} [by] what plays it without the button; "pointer", "keyboard": only if it could be undone at once
   */
  async #play(number, by = "") {
    const action = this.#actions[number];
    if (this.#busy || !action) return;
    const [about, undoable] = [this.#about, by === "pointer" || by === "keyboard"];
    this.guard.acted({ ended: this.#endsStep(number), line: by !== "" });
    // The next decision is another one, even if it reads alike.
    [this.#busy, this.#about, this.asked] = [true, "", ""];
    this.#batch.sent();
    this.#refocus = !this.keys.pointed && Boolean(document.activeElement?.closest(".action, .target, .go"));
    this.#ended = this.#endsStep(number);
    this.dock.element.classList.add("busy");
    let done = true;
    try {
      const { actions, question } = this.known.odds;
      done = (await this.act(action, actions?.[number] ?? [], question ?? [], undoable)) !== false;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      toast(error.rule ? `${error.message} (${error.rule})` : error.message);
    } finally {
      this.#busy = false;
      this.dock.element.classList.remove("busy");
      if (done) {
        this.#select([]);
        this.guard.missed = false;
        this.#goOn();
      } else if (!this.#about) {
        this.#about = about;
        this.#batch.answered();
        this.#ask(by === "keyboard");
      }
    }
  }
}
