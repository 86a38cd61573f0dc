// Put into a page under test: shows every position of a stored match at the real table, and measures it.
const inTable = (selector) => document.querySelector(".table").querySelector(selector);

/** Name of a piece in a message. */
const nameOf = (element) =>
  element.dataset.thing ??
  element.dataset.unit ??
  element.dataset.card ??
  element.dataset.squad ??
  element.dataset.hex ??
  element.getAttribute("class")?.split(" ")[0] ??
  element.tagName;

const isInside = ({ left, top, right, bottom }, box) =>
  left >= box.left - 1 && top >= box.top - 1 && right <= box.right + 1 && bottom <= box.bottom + 1;

globalThis.layout = {
  /** Open a stored match from a seat's viewpoint, with its decisions. `shell`: the page's own. */
  async open(match, seat) {
    const [
      { Shell },
      { ReplayFeed },
      { autoPassBox },
      { gameWords },
      { loadSheets, TABLE_SHEETS },
      { Hint },
      { ui },
      { h, SMALL },
    ] = await Promise.all(
      [
        "table/shell",
        "replay/replay_feed",
        "table/autopass",
        "words/words",
        "parts/style_sheets",
        "features/reviews/hint",
        "words/all_words",
        "dom",
      ].map((name) => import(`/js/${name}.js`)),
    );
    await loadSheets(...TABLE_SHEETS, "ending", "pieces", "lesson");
    const feed = await ReplayFeed.load(match, seat);
    const shell = await Shell.make(feed.at(feed.last).view.game, {
      seat: () => seat,
      act: async () => {},
      jump() {},
      now: () => 0,
    });
    const place = document.createElement("div");
    place.className = "screen";
    place.append(shell.element);
    document.querySelector("main").replaceChildren(place);
    layout.shell?.close();
    // Enough lines to scroll; all of them would make every layout slow.
    shell.log.fill(feed.moments.slice(0, 60));
    const words = await gameWords(shell.game.id);
    // As in a match against a bot: with undo and hints.
    const undo = h("button", { class: "quiet undo" }, ui("undo.free"));
    const beside = (view, decision) =>
      matchMedia(SMALL).matches
        ? []
        : new Hint({ view: { ...view, hints: true }, decision }, shell.choices).besideQuestion(false);
    const tend = ({ view, decision }) =>
      decision?.actions
        ? [...beside(view, decision), undo, autoPassBox(shell.game, decision, words)].filter(Boolean)
        : [];
    Object.assign(layout, { feed, shell, tend });
    await document.fonts.ready;
  },

  /** Show the position after an entry, with its dice. */
  show(moment) {
    const { shell, tend } = layout;
    shell.tray.still(shell.board, moment.events);
    shell.show(moment.view, moment.decision, moment.seq);
    shell.dock.extras(...tend(moment));
  },

  /** Boxes of the lines of a text. */
  lines(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()];
  },

  /** Resolves after the next paint. */
  painted: () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),

  /** The positions in which this seat had to decide; all others, if there were none. */
  decisions: () => layout.feed.moments.filter((moment) => moment.view.status === "playing" && moment.decision?.actions),

  /**
   * A sample of the decisions: every `step`-th from number `first`, and every `most`-th, from `extreme`, of those with
   * the most choices of their kind; at least one.
   */
  some(step, most, first, extreme) {
    const all = layout.decisions();
    const extremes = [];
    for (const kind of new Set(all.map(({ decision }) => decision.kind))) {
      const alike = all.filter(({ decision }) => decision.kind === kind);
      extremes.push(
        alike.reduce((most, moment) => (moment.decision.actions.length > most.decision.actions.length ? moment : most)),
      );
    }
    const chosen = new Set(extremes.filter((_, number) => number % most === extreme % most));
    const some = all.filter((moment, number) => number % step === first % step || chosen.has(moment));
    return some.length ? some : extremes.slice(0, 1);
  },

  /** Problems at a sample of decisions, in the present window: one line each, equal ones once. */
  async check(...which) {
    await layout.painted();
    const found = new Map();
    for (const moment of layout.some(...which)) {
      const room = document.querySelector(".board-place");
      const { clientHeight } = room;
      layout.show(moment);
      // A phone's sheet folds, and boards fit their pieces into the new room before the paint.
      if (room.clientHeight !== clientHeight) await layout.painted();
      for (const problem of layout.problems()) if (!found.has(problem)) found.set(problem, moment.seq);
    }
    return [...found].map(([problem, seq]) => `${problem} (entry ${seq})`);
  },

  /** Parts outside of the window or of their place, or on top of each other. */
  problems() {
    const found = [];
    const say = (what, ...rest) =>
      found.push([what, ...rest.map((each) => (typeof each === "number" ? Math.round(each) : each))].join(" "));
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
      say("the page scrolls", page.scrollWidth, page.scrollHeight);
    layout.checkPlaces(say);
    layout.checkDock(say);
    layout.checkBoard(say);
    layout.checkHand(say);
    return found;
  },

  /** The places: within the window, and none on another. */
  checkPlaces(say) {
    const one = inTable;
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const places = {
      header: document.querySelector(".masthead .brand"),
      line: one(".table-line"),
      board: one(".board-place"),
      tray: one(".tray-place"),
      question: one(".prompt"),
      list: one(".actions"),
      button: one(".go"),
      passing: one(".dock-extra > label"),
      hint: one(".dock-extra > .hint"),
      undo: one(".dock-extra > .undo"),
      hand: one(".hand-slot"),
    };
    const seen = Object.entries(places)
      .filter(([, element]) => element?.checkVisibility())
      .map(([key, element]) => [key, element.getBoundingClientRect()]);
    const folded = layout.isFolded();
    for (const key of ["line", "board", "question", ...(folded ? [] : ["list"]), "button", "undo"])
      if (!seen.some(([each]) => each === key)) say(key, "is not shown");
    for (const [i, [key, a]] of seen.entries()) {
      if (!isInside(a, window)) say(key, "is outside of the window", a.left, a.top, a.right, a.bottom);
      for (const [other, b] of seen.slice(i + 1)) {
        // Beside buttons a question and a list have narrower lines than their boxes.
        const within = {
          question: () => layout.lines(one(".prompt")),
          list: () => [...one(".actions").children].map((row) => row.getBoundingClientRect()),
        };
        const lines = ["hint", "undo"].includes(other) ? (within[key]?.() ?? [a]) : [a];
        const across = (line) => Math.min(line.right, b.right) - Math.max(line.left, b.left);
        const down = (line) => Math.min(line.bottom, b.bottom) - Math.max(line.top, b.top);
        if (lines.some((line) => across(line) > 1 && down(line) > 1) && !(key === "header" && other === "line"))
          say(key, "lies on", other);
      }
    }
  },

  /** On phones the list is folded away while every choice can be tapped on the table. */
  isFolded: () => innerWidth < 720 && inTable(".choices").matches(".folded"),

  /** The question can be read whole, the list has room for one choice, the button for its words. */
  checkDock(say) {
    const one = inTable;
    const dock = one(".choices");
    const head = one(".prompt").parentElement;
    if (head.scrollHeight > head.clientHeight + 1) say("the question is cut", head.clientHeight, head.scrollHeight);
    if (dock.scrollHeight > dock.clientHeight + 1) say("the dock is cut", dock.clientHeight, dock.scrollHeight);
    const rows = [...one(".actions").children];
    const list = one(".actions").getBoundingClientRect();
    const first = rows[0]?.getBoundingClientRect();
    if (first && !layout.isFolded() && list.bottom - list.top < Math.min(first.height, 44))
      say("not one choice can be hit", list.bottom - list.top);
    const go = one(".go");
    if (go.scrollHeight > go.clientHeight + 2) say("the button's words are cut:", go.textContent);
  },

  /** The board lies in its place, except for parts that scroll; targets are large enough. */
  checkBoard(say) {
    const board = inTable(".board-place");
    if (board.scrollHeight > board.clientHeight + 1 || board.scrollWidth > board.clientWidth + 1)
      say("the board is cut", board.clientWidth, board.clientHeight, board.scrollWidth, board.scrollHeight);
    const box = board.getBoundingClientRect();
    for (const piece of board.querySelectorAll(".target, [data-tip]")) {
      if (!piece.checkVisibility()) {
        if (piece.matches(".target")) say(nameOf(piece), "is offered and not shown");
        continue;
      }
      // Trees and walls of a hex may reach over its edge.
      const at = (piece.querySelector(":scope > .ground") ?? piece).getBoundingClientRect();
      if (!isInside(at, box) && !layout.scroller(piece, board))
        say(
          nameOf(piece),
          "is outside of the board",
          at.left - box.left,
          at.top - box.top,
          at.right - box.right,
          at.bottom - box.bottom,
        );
      if (piece.matches(".target") && (at.width < 12 || at.height < 12))
        say(nameOf(piece), "is too small to hit", at.width, at.height);
    }
  },

  /** Cards of the hand are whole; only a strip may hide them sideways. */
  checkHand(say) {
    const slot = inTable(".hand-slot");
    if (slot?.checkVisibility()) {
      const room = slot.getBoundingClientRect();
      if (slot.scrollHeight > slot.clientHeight + 1) say("the hand is cut", slot.clientHeight, slot.scrollHeight);
      for (const card of slot.querySelectorAll(".hand-card, .target")) {
        const { top, bottom } = card.getBoundingClientRect();
        if (top < room.top - 5 || bottom > room.bottom + 1)
          say(nameOf(card), "is cut in the hand", top - room.top, bottom - room.bottom);
      }
    }
  },

  /** Problems of a screen as a whole, a table with something in place of its question: a lesson, an end, a replay. */
  screen() {
    const found = [];
    const [width, height] = [innerWidth, innerHeight];
    const page = document.documentElement;
    if (page.scrollWidth > width || page.scrollHeight > height)
      found.push(`the page scrolls: ${page.scrollWidth} ${page.scrollHeight}`);
    const table = document.querySelector(".table");
    const places = [
      ".table-line",
      ".board-place",
      ".tray-place",
      ".banner",
      ".dock-head",
      ".go",
      ".table-foot",
      ".hand-slot",
    ];
    const seen = places.flatMap((place) => {
      const element = table.querySelector(place);
      const box = element?.checkVisibility() ? element.getBoundingClientRect() : null;
      return box?.width && box.height ? [[place, element, box]] : [];
    });
    const say = (place, what, box) =>
      found.push(`${place} ${what}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    const outside = (a, b) =>
      a.left < b.left - 1 || a.top < b.top - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1;
    for (const [i, [place, element, a]] of seen.entries()) {
      if (outside(a, { left: 0, top: 0, right: width, bottom: height })) say(place, "is outside of the window", a);
      for (const [other, , b] of seen.slice(i + 1)) {
        if (
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
        )
          say(place, `lies on ${other}`, a);
      }
      const board = place === ".board-place";
      if (board && Math.min(a.width, a.height) < 100) say(place, "is too small", a);
      if (board && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1))
        say(place, "is cut", a);
    }
    if (!seen.some(([place]) => place === ".board-place")) found.push("no board");
    // Texts of the end lie below each other.
    const texts = [...table.querySelectorAll(".ending :is(h2, .why, .facts, .swing, .luck-short)")].filter((text) =>
      text.checkVisibility(),
    );
    for (const [i, text] of texts.entries()) {
      const a = text.getBoundingClientRect();
      const under = texts.slice(i + 1).find((other) => {
        const b = other.getBoundingClientRect();
        return (
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
        );
      });
      if (under) say(text.className || "the heading", `lies on ${under.className}`, a);
    }
    const status = table.querySelector(".status");
    if (status?.checkVisibility() && status.scrollHeight > status.clientHeight + 1)
      say(".status", "is cut", status.getBoundingClientRect());
    // Buttons beside the board are whole, or lie in a container with a scroll sign.
    for (const button of table.querySelectorAll(".ask :is(button, a, select, input, summary)")) {
      if (!button.checkVisibility()) continue;
      const box = button.getBoundingClientRect();
      const name = button.textContent.trim().slice(0, 30) || button.className;
      const holder = layout.scroller(button, table);
      if (!holder && outside(box, table.querySelector(".ask").getBoundingClientRect()))
        say(name, "is outside of its place", box);
      if (holder && !holder.matches(".replay-tools") && holder.scrollWidth > holder.clientWidth + 1)
        say(name, "lies in what scrolls sideways", box);
      if (!button.matches("select, input") && button.scrollWidth > button.clientWidth + 1) say(name, "is cut", box);
    }
    return found;
  },

  /** The scrolling container of an element; null for none. */
  scroller(element, until) {
    for (let each = element.parentElement; each && each !== until; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if ([overflowX, overflowY].some((how) => how === "auto" || how === "scroll")) return each;
    }
    return null;
  },

  /**
   * Layout shifts from decision to decision of parts that should not move: the places and permanent parts. Of the
   * decisions from number `first` to before `last`; all, if there are fewer.
   */
  async shifts(first, last) {
    const fixed =
      ".table-line, .seats, .table-buttons, .table-buttons button, .board-place, .tray-place, .ask, .choices, .prompt, .go, .hand-slot, .table-side, .log, .masthead, .masthead *";
    const found = new Set();
    const isSheet = () => innerWidth < 720 && document.querySelector(".choices").matches(".folded");
    let sheet = false;
    const go = document.querySelector(".go");
    const note = (entries) => {
      for (const entry of entries) {
        for (const { node, previousRect: a, currentRect: b } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // The upper edge of a phone's sheet follows its content; for parts of it, the browser reports movement
          // relative to that
          // edge. Its button keeps its place, which is measured below.
          if (sheet && element?.matches(".ask, .choices, .prompt, .go")) continue;
          if (element?.matches(fixed))
            found.add(
              `${element.className.baseVal ?? element.className}: ${a.x} ${a.y} ${a.width} ${a.height} -> ${b.x} ${b.y} ${b.width} ${b.height}`,
            );
        }
      }
    };
    const seen = new PerformanceObserver((list) => note(list.getEntries()));
    await layout.painted();
    const all = layout.decisions();
    const moments = all.length > first + 1 ? all.slice(first, last) : all;
    layout.show(moments[0]);
    await layout.painted();
    await layout.painted();
    seen.observe({ type: "layout-shift", buffered: false });
    for (const moment of moments) {
      const before = isSheet();
      const { top, height } = go.getBoundingClientRect();
      layout.show(moment);
      sheet = before || isSheet();
      const now = go.getBoundingClientRect();
      if (now.top !== top || now.height !== height)
        found.add(`the button: ${top} ${height} -> ${now.top} ${now.height}`);
      await layout.painted();
      await layout.painted();
      note(seen.takeRecords());
    }
    seen.disconnect();
    return [...found];
  },
};
