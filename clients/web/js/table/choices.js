/**
 * The decision: a plain list of the legal actions (keyboard, screen readers) and the same actions on the board.
 * On touch screens a first tap selects and a second one confirms.
 */

import { h, put } from "../dom.js";
import { RefusedError } from "../net/connection.js";
import { prefs } from "../prefs.js";
import { toast } from "../parts/toast.js";
import { ui } from "../words/words.js";

/** @typedef {import("./contract.js").Decision} Decision */
/** @typedef {import("./contract.js").Action} Action */
/** @typedef {import("../words/words.js").Words} Words */

const KEYS = "1234567890";

export class Choices {
  /** @type {Element[]} */
  #targets = [];
  /** Ends the listeners of the offers of the decision before. */
  #offers = new AbortController();
  /** @type {Decision | undefined} */
  #decision;
  /** @type {string} */
  #selected = "";
  #busy = false;
  /** Whether the keyboard's place was on what is drawn anew, and has to be found again. */
  #refocus = false;

  /**
   * @param {Words} words
   * @param {(action: Action) => Promise<unknown>} act
   * @param {import("./dock.js").Dock} dock
   */
  constructor(words, act, dock) {
    this.words = words;
    this.act = act;
    this.dock = dock;
  }

  /** What belongs to this kind of question (auto-pass). @param {...Node} nodes */
  extras(...nodes) {
    put(this.dock.extra, ...nodes);
  }

  /** The button: what passes; else it waits for a choice. @param {string} pass the verb that passes; empty: none */
  #offerPass(pass) {
    const action = this.#decision?.actions?.find((each) => each.do === pass);
    if (action) this.dock.go(this.words.action(action), () => void this.#play(action));
    else this.dock.go(ui(this.#decision ? "dock.choose" : "dock.wait"));
  }

  /**
   * Show a decision: mine (with its actions), another's, or none.
   * @param {Decision | undefined} decision
   * @param {string} heading
   * @param {string} [pass] in a reaction window, whoever may react: the verb that passes it
   */
  show(decision, heading, pass = "") {
    this.#offers.abort();
    this.#offers = new AbortController();
    for (const target of this.#targets) release(target);
    this.#targets = [];
    this.#selected = "";
    this.#decision = decision?.actions ? decision : undefined;
    this.dock.element.classList.toggle("mine", Boolean(this.#decision));
    this.dock.element.classList.toggle("window", Boolean(pass));
    put(this.dock.heading, heading);
    put(this.dock.facts, this.words.figures(this.#decision?.odds?.question));
    put(this.dock.list, ...(this.#decision?.actions ?? []).map((action, i) => this.#row(action, i)));
    this.#offerPass(pass);
    if (!this.#decision || !this.#refocus) return;
    this.#refocus = false;
    if (document.activeElement === document.body) this.dock.list.querySelector("button")?.focus({ preventScroll: true });
  }

  /**
   * Let an element of the board stand for some of the legal actions.
   * @param {Element} element
   * @param {Action[]} actions
   * @param {string} [label]
   */
  offer(element, actions, label) {
    if (!actions.length || !this.#decision) return;
    const words = actions.map((action) => this.words.action(action));
    element.classList.add("target");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    // What is written on it stays its name, as voice control needs it.
    element.setAttribute(element.textContent?.trim() ? "aria-description" : "aria-label", label ? `${label}: ${words.join(" / ")}` : words.join(" / "));
    const choose = (/** @type {Event} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      if (actions.length === 1) this.#tap(/** @type {Action} */ (actions[0]), element);
      else this.#menu(element, actions);
    };
    const { signal } = this.#offers;
    element.addEventListener("click", choose, { signal });
    element.addEventListener("keydown", (event) => {
      const key = /** @type {KeyboardEvent} */ (event).key;
      if (key === "Enter" || key === " ") choose(event);
    }, { signal });
    this.#targets.push(element);
  }

  /** A digit picks from the list. @param {KeyboardEvent} event */
  key(event) {
    const index = KEYS.indexOf(event.key);
    const action = index >= 0 ? this.#decision?.actions?.[index] : undefined;
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void this.#play(action);
  }

  /** @param {Action} action @param {number} i */
  #row(action, i) {
    const key = KEYS[i];
    const known = this.words.figures(this.#decision?.odds?.actions?.[i]);
    return h("li", {},
      h("button", { class: "action", "data-action": JSON.stringify(action), onclick: (/** @type {Event} */ e) => this.#tap(action, /** @type {Element} */ (e.currentTarget)) },
        key ? h("kbd", { "aria-hidden": "true" }, key) : null,
        h("span", {}, this.words.action(action), known ? h("small", { class: "facts" }, known) : null)));
  }

  /** @param {Action} action @param {Element} element */
  #tap(action, element) {
    const careful = prefs.confirm === "always" || (prefs.confirm === "touch" && matchMedia("(pointer: coarse)").matches);
    const name = JSON.stringify(action);
    if (!careful || this.#selected === name) return void this.#play(action);
    this.#selected = name;
    for (const each of document.querySelectorAll(".selected")) each.classList.remove("selected");
    element.classList.add("selected");
    const row = [...this.dock.list.querySelectorAll("button")].find((button) => button.dataset["action"] === name);
    row?.classList.add("selected");
    row?.scrollIntoView({ block: "nearest" });
    toast(ui("confirm.again"), 2500);
  }

  /** Several actions on one element: ask which. @param {Element} element @param {Action[]} actions */
  #menu(element, actions) {
    document.querySelector(".pick")?.remove();
    const box = element.getBoundingClientRect();
    const menu = h("div", { class: "pick sheet", role: "menu" },
      actions.map((action) => h("button", { role: "menuitem", onclick: () => (void this.#play(action), menu.remove()) }, this.words.action(action))));
    const away = (/** @type {Event} */ event) => {
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : menu.contains(/** @type {Node} */ (event.target))) return;
      menu.remove();
      removeEventListener("pointerdown", away, true);
      removeEventListener("keydown", away, true);
      if (event instanceof KeyboardEvent) /** @type {HTMLElement} */ (element).focus();
    };
    document.body.append(menu);
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(box.bottom + 6, innerHeight - menu.offsetHeight - 8))}px`;
    addEventListener("pointerdown", away, true);
    addEventListener("keydown", away, true);
    /** @type {HTMLElement} */ (menu.firstElementChild).focus();
  }

  /** @param {Action} action */
  async #play(action) {
    if (this.#busy) return;
    this.#busy = true;
    this.#refocus = Boolean(document.activeElement?.closest(".action, .target, .pick"));
    this.dock.element.classList.add("busy");
    try {
      await this.act(action);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      toast(error.rule ? `${error.message} (${error.rule})` : error.message);
    } finally {
      this.#busy = false;
      this.dock.element.classList.remove("busy");
    }
  }
}

/** @param {Element} element */
function release(element) {
  element.classList.remove("target", "selected");
  for (const name of ["role", "aria-label", "aria-description"]) element.removeAttribute(name);
  if (element.hasAttribute("data-tip")) element.setAttribute("tabindex", "-1");
  else element.removeAttribute("tabindex");
}
