"""Log and tray: the log stays at its end unless the reader scrolls up; a roll stays whole in the tray."""

from __future__ import annotations

from tests.web.visitor import Visitors

STORY = """async () => {
  const [{ Log }, { gameInfo }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/log.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const { presentation } = await gameInfo("squad");
  const log = new Log({ event: ({ n }) => `line ${n}` }, presentation, () => {});
  log.element.style.height = "200px";
  document.querySelector("main").replaceChildren(log.element);
  const box = log.element.querySelector(".log-lines");
  let seq = 0;
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const tell = () => {
    const events = Array.from({ length: 30 }, (_, n) => ({ ev: "told", n }));
    log.add({ seq: ++seq, events });
  };
  const above = () => box.scrollHeight - box.scrollTop - box.clientHeight;
  tell();
  await painted();
  const first = above();
  // The browser tells that we scrolled to the end when more has been added already.
  tell();
  box.dispatchEvent(new Event("scroll"));
  await painted();
  const second = above();
  box.scrollTop = 0;
  box.dispatchEvent(new Event("scroll"));
  tell();
  await painted();
  return { first, second, read: box.scrollTop };
}"""


async def test_the_log_stays_at_its_end_unless_somebody_reads_above(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    told = await visitor.page.evaluate(STORY)
    assert (told["read"], told["first"] < 2, told["second"] < 2) == (0, True, True)


TRAY = """async () => {
  const [{ Tray }, { gameInfo }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const { presentation } = await gameInfo("squad");
  const say = ({ n }) => `What happened then, as number ${n} of a long story.`;
  const tray = new Tray({ event: say, rolled: say }, presentation);
  const place = Object.assign(document.createElement("div"), { className: "tray-place" });
  place.style.cssText = "width: 272px; height: 144px";
  place.append(tray.element);
  document.querySelector("main").replaceChildren(place);
  const dice = () => Object.assign(document.createElement("b"), { textContent: "6" });
  const events = Array.from({ length: 8 }, (_, n) => ({ ev: "told", n }));
  tray.still({ roll: ({ n }) => (n ? null : dice()) }, events);
  const at = (selector) => place.querySelector(selector).getBoundingClientRect();
  const box = place.getBoundingClientRect();
  const [roll, since, last] = [".rolled", ".since", ".since p:last-child"].map(at);
  return {
    above: roll.top - box.top,
    between: since.top - roll.bottom,
    below: box.bottom - since.bottom,
    last: since.bottom - last.bottom,
    keys: place.querySelector(".since").tabIndex,
  };
}"""


async def test_a_roll_stays_whole_however_much_follows(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    told = await visitor.page.evaluate(TRAY)
    # Scrolling parts can be reached by keys.
    assert told.pop("keys") == 0
    assert all(distance > -1.5 for distance in told.values()), told


#: Consequences of a roll for action points, in the table's place for it, and a long story in the same place.
LOW = """async () => {
  const [{ Tray }, { gameInfo }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const { presentation } = await gameInfo("zombies");
  const tell = (sentences) => {
    const tray = new Tray({ event: ({ n }) => sentences[n], rolled: ({ n }) => sentences[n] }, presentation);
    const table = Object.assign(document.createElement("div"), { className: "table" });
    table.append(tray.place);
    document.querySelector("main").replaceChildren(table);
    const dice = () => Object.assign(document.createElement("b"), { className: "die", textContent: "1" });
    tray.still({ roll: ({ n }) => (n ? null : dice()) }, sentences.map((_, n) => ({ ev: "told", n })));
    const box = tray.place.getBoundingClientRect();
    return [...tray.place.querySelectorAll(".rolled, .since > p")].map((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      if (bottom <= box.top + 1 || top >= box.bottom - 1) return "out";
      return top >= box.top - 1 && bottom <= box.bottom + 1 ? "whole" : "cut";
    });
  };
  const long = "What happened then is told in a sentence of more than one line, as there are many of them.";
  return { short: tell(["Rolls 1: the turn ends.", "Turn 2."]), long: tell(["Rolls 1.", long, long, long]) };
}"""


async def test_low_window_shows_roll_and_story_if_possible(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="flat")
    told = await visitor.page.evaluate(LOW)
    assert told == {"short": ["whole", "whole"], "long": ["out", "out", "out", "whole"]}


#: Beginning of scripts that show events of SQUAD in the tray.
SQUAD_TRAY = """async () => {
  const [{ Tray }, { gameInfo }, { loadSheets, TABLE_SHEETS }, { gameWords }, { rolls }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js"),
    import("/js/words/words.js"), import("/js/games/squad/rolls.js")]);
  await loadSheets(...TABLE_SHEETS);
  const [{ presentation }, words] = await Promise.all([gameInfo("squad"), gameWords("squad")]);
  const tray = new Tray(words, presentation);
  const table = Object.assign(document.createElement("div"), { className: "table has-hand" });
  table.append(tray.place);
  document.querySelector("main").replaceChildren(table);
"""

#: Visible part of one's own shot when the other side's step follows at once, in a phone's place for it.
SHOT = (
    SQUAD_TRAY
    + """
  const shot = { ev: "attacked", squad: "n0", target: "s0", card: "bolt_action_rifle", range: "L", dice: [3, 1],
    raw: 2, mods: [["cover", -3]], total: -1, terrain: "pill_box" };
  const lines = () => [...tray.place.querySelectorAll("p")].filter((line) => {
    const { top, bottom, width } = line.getBoundingClientRect();
    const box = tray.place.getBoundingClientRect();
    return width > 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
  }).map((line) => line.textContent);
  tray.still({ roll: rolls(words) }, [shot, { ev: "turn", turn: 3, seat: 1 }]);
  const shown = lines();
  tray.still({ roll: () => null }, [3, 4, 5, 6].map((turn) => ({ ev: "turn", turn, seat: 1 })));
  const turns = lines().length;
  // The roll in one line, and two that followed.
  tray.still({ roll: rolls(words) }, [shot, { ev: "turn", turn: 3, seat: 1 }, { ev: "turn", turn: 4, seat: 0 }]);
  const after = lines().length;
  // A roll of the other side takes the dice's place: what one's own came to stays above it.
  const rally = { ev: "rallied", squad: "n0", die: 4, mods: [], total: 4, result: "pinned" };
  tray.still({ roll: rolls(words) }, [shot, rally]);
  return { shown, turns, after, rolls: lines() };
}"""
)


async def test_phone_shows_ones_shot_before_the_next_step(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone", lang="ja")
    told = await visitor.page.evaluate(SHOT)
    assert len(told["shown"]) == 2
    assert "攻撃" in told["shown"][0]
    assert "第3ターン" in told["shown"][1]
    # As many as have room, not the last one alone.
    assert told["turns"] == 3
    assert [end in line for line, end in zip(told["rolls"], ("損失なし。", "回復ロール。"), strict=True)] == [
        True,
        True,
    ]


async def test_one_line_roll_has_the_height_of_a_line(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="phone")
    assert (await visitor.page.evaluate(SHOT))["after"] == 3


#: Two suppression rolls of COMPANY COMMANDER and a window that is passed after each, as lines.
QUIET = """async () => {
  const [{ Tray }, { gameInfo }, { gameWords }, { rolls }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/words/words.js"),
    import("/js/games/company_commander/rolls.js")]);
  const game = "company_commander";
  const [{ presentation }, words] = await Promise.all([gameInfo(game), gameWords(game)]);
  const tray = new Tray(words, presentation);
  document.querySelector("main").replaceChildren(tray.place);
  const shot = { ev: "suppression", card: "howitzer_battery", dice: [1, 2], total: 3, result: "nothing" };
  const passed = { ev: "passed", side: "de" };
  const board = { roll: rolls(words), quiet: ({ ev }) => ev === "passed" };
  tray.still(board, [shot, passed, shot, passed]);
  return [...tray.place.querySelectorAll(".before p, .since p")].map((line) => line.textContent);
}"""


async def test_earlier_roll_leaves_a_sentence(
    visitors: Visitors,
) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(QUIET) == ["Suppression: Howitzer Battery – nothing."]


#: Two rolls of one act in a place with room for more than the last, and what of their story is seen whole.
TWO_ROLLS = """async () => {
  const [{ Tray }, { gameInfo }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const { presentation } = await gameInfo("zombies");
  const sentences = ["Rolls 5.", "No zombie in sight. Rolls 4.", "Something stirs."];
  const tray = new Tray({ event: ({ n }) => sentences[n], rolled: ({ n }) => sentences[n] }, presentation);
  tray.place.style.height = "160px";
  document.querySelector("main").replaceChildren(tray.place);
  const dice = () => Object.assign(document.createElement("b"), { className: "die", textContent: "1" });
  tray.still({ roll: ({ n }) => (n < 2 ? dice() : null) }, sentences.map((_, n) => ({ ev: "told", n })));
  const box = tray.place.getBoundingClientRect();
  return [...tray.place.querySelectorAll(".before p, .rolled, .since p")].map((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom;
  });
}"""


async def test_first_of_two_rolls_is_seen(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(TWO_ROLLS) == [True, True, True]


#: A long story without a roll, and how much of each line is seen.
NO_ROLL = """async () => {
  const [{ Tray }, { gameInfo }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const { presentation } = await gameInfo("squad");
  const tray = new Tray({ event: ({ n }) => `It is told what happened then: ${n}.` }, presentation);
  tray.place.style.height = "150px";
  document.querySelector("main").replaceChildren(tray.place);
  tray.still({}, Array.from({ length: 9 }, (_, n) => ({ ev: "told", n })));
  const box = tray.place.getBoundingClientRect();
  return [...tray.place.querySelectorAll("p")].map((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    if (bottom <= box.top + 1) return "above";
    return top >= box.top && bottom <= box.bottom ? "whole" : "cut";
  });
}"""


async def test_long_story_is_shown_in_whole_lines(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    seen = await visitor.page.evaluate(NO_ROLL)
    assert set(seen) == {"above", "whole"}
    assert seen == sorted(seen)
    assert seen.count("whole") > 4


#: A roll, and later events in a narrow place without room for both: the parts that stay whole.
GIVES_WAY = """async (told) => {
  const [{ Tray }, { gameInfo }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const { presentation } = await gameInfo("squad");
  const tray = new Tray({ event: ({ text }) => text, rolled: ({ text }) => text }, presentation);
  tray.place.style.cssText = "width: 289px; height: 196px";
  const table = Object.assign(document.createElement("div"), { className: "table" });
  table.append(tray.place);
  document.querySelector("main").replaceChildren(table);
  await document.fonts.ready;
  const dice = () => Object.assign(document.createElement("b"), {
    className: "sum", textContent: "⚁ = 2 lost", style: "height: 90px" });
  tray.still({ roll: ({ ev }) => (ev === "rallied" ? dice() : null) }, told.map(([ev, text]) => ({ ev, text })));
  const box = tray.place.getBoundingClientRect();
  return [...tray.place.querySelectorAll("p, .sum")].filter((line) => {
    const { top, bottom, width } = line.getBoundingClientRect();
    return width > 1 && top >= box.top && bottom <= box.bottom;
  }).map((line) => line.textContent);
}"""


async def test_finished_roll_yields_its_room(visitors: Visitors) -> None:
    """A unit that is lost at a turn's end is not passed over for the last roll of that turn."""
    visitor = await visitors.stage()
    units = "Rifle Squad, Recon Team, Half Squad"
    told = [
        ["rallied", "German Panzerschreck Team tries to rally."],
        ["routed", "German Panzer IV G routs. US and German score: 1, 2."],
        ["turn", "Turn 6: US side."],
        ["told", f"US reinforcements: {units}, {units}, {units}."],
    ]
    seen = await visitor.page.evaluate(GIVES_WAY, told)
    assert seen[-3:] == [text for _, text in told[1:]]
    assert not any("⚁" in line for line in seen)


async def test_long_sentence_below_a_roll_is_whole(visitors: Visitors) -> None:
    visitor = await visitors.stage()
    units = ", ".join(f"German Light MG {n}" for n in range(1, 8))
    told = [["rallied", "Suppression: German Half Track."], ["told", f"Assault on US front, left: {units}!"]]
    assert await visitor.page.evaluate(GIVES_WAY, told) == [text for _, text in told]


COMBAT = (
    SQUAD_TRAY
    + """
  const mods = [["weapon", -1], ["pinned", -1], ["moving_fire", -2], ["smoke", -2], ["cover", -3]];
  tray.still({ roll: rolls(words) }, [{ ev: "attacked", squad: "s0", target: "n0", card: "light_machine_gun",
    range: "M", dice: [4, 2], raw: 2, mods, total: -7, terrain: "building" }]);
  const { place } = tray;
  return { text: place.textContent, beyond: place.scrollHeight - place.clientHeight };
}"""
)


async def test_combat_with_five_modifiers_fits_a_low_window(visitors: Visitors) -> None:
    visitor = await visitors.stage(size="flat", lang="ja")
    told = await visitor.page.evaluate(COMBAT)
    assert "軽機関銃" in told["text"]
    assert told["beyond"] <= 0


#: Durations of queued events; the shown ones are worth that long.
HURRIED = """async (worths) => {
  const [{ Tray }, { gameInfo }, { gameWords }, { tempo }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/words/words.js"), import("/js/prefs.js")]);
  const [{ presentation }, words] = await Promise.all([gameInfo("squad"), gameWords("squad")]);
  const tray = new Tray(words, presentation);
  document.querySelector("main").replaceChildren(tray.place);
  const real = window.setTimeout;
  const waited = worths.map(() => 0);
  let now = 0;
  window.setTimeout = (work, ms = 0, ...more) => {
    if (ms) waited[now] += Math.round(ms / tempo());
    return real(work, 0, ...more);
  };
  try {
    const board = { pace: ({ worth }) => worth };
    const play = (event, n) => tray.play(board, [event], () => now = n + 1);
    const told = worths.map((worth) => ({ ev: "smoked", squad: "0.1", worth })).map(play);
    await told.at(-1);
  } finally {
    window.setTimeout = real;
  }
  return waited;
}"""


async def test_while_much_waits_what_matters_is_told_in_less_time(visitors: Visitors) -> None:
    """A house bot's whole turn passed in two seconds, and a unit that was lost in it with them."""
    visitor = await visitors.stage(motion=True)
    assert await visitor.page.evaluate(HURRIED, [1000, 300] * 4) == [600, 0, 600, 300, 1000, 300, 1000, 300]
    # A reader far behind sees the present state.
    many = await visitor.page.evaluate(HURRIED, [1000] * 50)
    assert many[:11] == [0] * 11
    assert many[11] == 600


#: Distance (px) from the top of the visible part to the beginning of a sentence without room below a roll.
LONG = """async () => {
  const [{ Tray }, { gameInfo }, { gameWords }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/tray.js"), import("/js/net/games.js"), import("/js/words/words.js"),
    import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const [{ presentation }, words] = await Promise.all([gameInfo("squad"), gameWords("squad")]);
  const tray = new Tray(words, presentation);
  const place = Object.assign(document.createElement("div"), { className: "table" });
  place.append(tray.place);
  document.querySelector("main").replaceChildren(place);
  tray.place.style.cssText = "width: 260px; height: 200px";
  const dice = () => Object.assign(document.createElement("div"), { style: "height: 120px" });
  const five = ["bazooka_panzerfaust", "bolt_action_rifle", "encircled", "flame_thrower", "infiltration"];
  const cards = [...five, ...five, ...five];
  const events = [{ ev: "smoked", squad: "0.1", die: 6 }, { ev: "eliminated", squad: "0.2", cards }];
  tray.still({ roll: ({ die }) => (die ? dice() : null) }, events);
  const since = tray.place.querySelector(".rolled").nextElementSibling;
  const [whole, line] = [since, since.lastElementChild].map((one) => one.getBoundingClientRect());
  return [line.height > whole.height, Math.round(line.top - whole.top)];
}"""


async def test_cramped_sentence_shows_its_beginning(visitors: Visitors) -> None:
    """The names of cards stood below an attack, and not that a squad had lost its last men."""
    visitor = await visitors.stage()
    assert await visitor.page.evaluate(LONG) == [True, 0]
