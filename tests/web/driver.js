// Put into every page under test: plays quickly, and waits for changes instead of sleeping.
globalThis.driver = {
  /** A seeded generator of numbers in [0, 1) (mulberry32). */
  random(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  },

  /** State of the table on the screen. */
  state() {
    const table = document.querySelector(".table");
    const choices = table?.querySelector(".choices");
    return {
      seq: Number(table?.dataset.seq ?? 0),
      status: table?.dataset.status ?? "",
      mine: Boolean(choices?.matches(".mine:not(.busy)")),
    };
  },

  /**
   * Makes one choice by buttons alone: lines of the list, and the button that carries out what is staged or ends the
   * step.
   */
  choose(pick, prefer = []) {
    const choices = document.querySelector(".choices");
    while (choices.matches(".mine:not(.busy)")) {
      const lines = [...choices.querySelectorAll(".action")];
      const go = choices.querySelector(".go:not([aria-disabled='true'])");
      const wished = lines.filter((line) => prefer.includes(line.dataset.verb));
      (choices.matches(".staged") ? go : pick(wished, [...lines, go].filter(Boolean))).click();
    }
  },

  /** Resolves with the state once it meets the condition. `sure`: whether to confirm questions. */
  when(wanted, sure = true) {
    return new Promise((resolve) => {
      const look = () => {
        // A move that would lose at once is questioned; by chance the answer is yes.
        if (sure) document.querySelector("dialog[open] .yes")?.click();
        const state = driver.state();
        if (!wanted(state)) return;
        observer.disconnect();
        resolve(state);
      };
      const observer = new MutationObserver(look);
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ["data-seq", "data-status", "class"],
      });
      look();
    });
  },

  /** Resolves with the clipboard's content once it contains this. */
  async copied(part) {
    for (;;) {
      const text = await navigator.clipboard.readText();
      if (text.includes(part)) return text;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },

  /** Until we decide, or the match is over. Questions are confirmed. */
  turn(after = 0) {
    return driver.when((state) => state.status === "ended" || (state.mine && state.seq > after));
  },

  /**
   * Undo the last action and let reaction windows pass, until we have another decision or the match is over. `windows`:
   * those that opened.
   */
  async pastWindows() {
    const { seq } = driver.state();
    const windows = new Map();
    const look = (state) => {
      const window = state.mine && document.querySelector(".choices.window");
      if (window) {
        const checked = window.querySelector("label input")?.checked ?? false;
        windows.set(state.seq, { prompt: window.querySelector(".prompt").textContent, checked });
      }
      return state.seq > seq && (state.status === "ended" || (state.mine && !window));
    };
    const past = driver.when(look);
    if (document.querySelector(".choices:not(.window)")) driver.choose((_, all) => all.at(-1));
    return { ...(await past), windows: [...windows.values()] };
  },

  /** The state as soon as a choice is possible after this entry, with questions confirmed, or at the end. */
  async next(after = 0) {
    const asked = () => Boolean(document.querySelector("dialog[open]"));
    const state = await driver.when((now) => now.status === "ended" || asked() || (now.mine && now.seq > after), false);
    return { ...state, asked: asked() };
  },

  /**
   * Press the button that listener.py has chosen, as a screen reader does: a click without a pointer. `acted`: whether
   * a move was made.
   */
  async press(button) {
    for (const piece of document.querySelectorAll(".pieces [data-tip]")) {
      if (piece.checkVisibility() && !piece.ariaLabel && !piece.textContent.trim())
        throw new Error(`no name: ${piece.outerHTML.slice(0, 200)}`);
    }
    // With reduced motion there is none.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches && document.getAnimations().length)
      throw new Error("something moves");
    const { seq, mine } = driver.state();
    // An answer closes its dialog before it takes effect.
    const sure = Boolean(button.closest("dialog"));
    button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const acted = sure || (mine && !driver.state().mine);
    return { ...(await driver.next(acted ? seq : 0)), acted };
  },

  /** Play that many moves, or to the end. `prefer`: kinds of actions taken three times out of four. */
  async play({ seed, moves, prefer }) {
    const random = driver.random(seed);
    const pick = (list) => list[Math.floor(random() * list.length)];
    let state = await driver.turn();
    let made = 0;
    for (; made < moves && state.status !== "ended"; made++) {
      driver.choose((wished, all) => pick(wished.length && random() < 0.75 ? wished : all), prefer);
      state = await driver.turn(state.seq);
    }
    return { ...state, made };
  },
};
