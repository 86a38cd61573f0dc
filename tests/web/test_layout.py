"""The window is the table: at every decision of whole random games, board, question and hand lie side by side.

The matches are played by programs first; the page then shows each position at its own table, size by size.
"""

from __future__ import annotations

import msgspec
import pytest

from bocage.rules.kernel.registry import find_game
from tests.all_games import SEATS
from tests.web.contexts import Language
from tests.web.fonts import FontSet
from tests.web.positions import MEASURE, TABLES, measured, open_table, resize
from tests.web.visitor import SIZES, Size, Visitors

#: Letters and languages that are looked at in every size; by day the first three.
LETTERS: list[tuple[FontSet, Language]] = [
    *(("plain", "en"), ("plain", "ja"), ("wide", "en")),
    *(("narrow", "ja"), ("wide", "ja"), ("narrow", "en")),
]
BY_DAY = 3


class Share(msgspec.Struct, frozen=True):
    """A sample. ``sizes``: a table is seen in every n-th size, each table in other ones.

    Every size sees other decisions: every ``step``-th of all, and every ``most``-th of those with the most choices
    of their kind.
    """

    sizes: int
    step: int
    most: int


#: By day, plain English letters see each table in every other size, others in every third.
USUAL, OTHERS = Share(sizes=2, step=96, most=3), Share(sizes=3, step=192, most=3)
#: By night every size sees every decision of every table.
NIGHTLY = Share(sizes=1, step=1, most=1)
#: How many decisions follow on each other where it is looked whether anything moves: by day the first ones in a
#: large window, those after them in a small one; by night all.
FOLLOWING = 8


#: Counters that reach out of their front, and fronts of unequal size.
FRONTS = """() => {
  const fronts = [...document.querySelectorAll('.front')].map((front) => front.getBoundingClientRect());
  const outside = [...document.querySelectorAll('.front .unit-box')].filter((unit) => {
    const { left, right } = unit.getBoundingClientRect();
    const front = unit.closest('.front').getBoundingClientRect();
    return left < front.left - 6 || right > front.right + 6;
  });
  const heights = fronts.map(({ height }) => height);
  return { count: fronts.length, uneven: Math.max(...heights) - Math.min(...heights) > 1, outside: outside.length };
}"""

#: Show the decision at which most counters of COMPANY COMMANDER are on the table.
FULLEST = """() => {
  const count = ({ view }) => Object.keys(view.table.units).length;
  layout.show(layout.decisions().reduce((most, moment) => (count(moment) > count(most) ? moment : most)));
}"""


@pytest.mark.parametrize(
    ("guests", "letters"),
    [
        pytest.param(fonts, letters, marks=pytest.mark.night if letters >= BY_DAY else ())
        for letters, (fonts, _) in enumerate(LETTERS)
    ],
    indirect=["guests"],
    ids=[f"{fonts}-{lang}" for fonts, lang in LETTERS],
)
async def test_board_question_and_hand_are_seen_together(
    guests: Visitors, stored: dict[str, str], letters: int, nightly: bool
) -> None:
    lang = LETTERS[letters][1]
    visitor = await measured(guests, lang)
    share = NIGHTLY if nightly else OTHERS if letters else USUAL
    found: list[str] = []
    for table, name in enumerate(stored):
        await open_table(visitor, stored[name], letters % TABLES[name][1])
        for number, size in enumerate(SIZES):
            if (number + table + letters) % share.sizes:
                continue
            await resize(visitor, size)
            # Sizes that are three apart see the same tables, and other decisions with the most choices.
            look = [share.step, share.most, number, table + number + number // 3]
            wrong = await visitor.page.evaluate("(look) => layout.check(...look)", look)
            found += [f"{name} {size}: {problem}" for problem in wrong]
    assert "\n".join(found) == ""


@pytest.mark.parametrize(("size", "first"), [("desktop", 0), ("phone", FOLLOWING)])
async def test_nothing_moves_but_what_changed(
    guests: Visitors, stored: dict[str, str], size: Size, first: int, nightly: bool
) -> None:
    first, last = (0, 10_000) if nightly else (first, first + FOLLOWING)
    visitor = await measured(guests, "en", painted=True)
    await resize(visitor, size)
    moved: list[str] = []
    for table, match in stored.items():
        await open_table(visitor, match)
        moved += [f"{table}: {shift}" for shift in await visitor.page.evaluate(f"layout.shifts({first}, {last})")]
    assert "\n".join(moved) == ""


#: At every so manieth decision, from this one, with the list folded away: how the board shrinks or grows when a
#: piece is chosen.
CHOSEN = """async ([step, first]) => {
  const found = new Set();
  const room = document.querySelector(".board-place");
  for (const moment of layout.decisions().filter((_, at) => at % step === first)) {
    layout.show(moment);
    await layout.painted();
    const before = room.clientHeight;
    const sheet = document.querySelector(".choices");
    for (const piece of [...document.querySelectorAll(".hand-slot .target, .board-place .target")].slice(0, 3)) {
      if (!sheet.matches(".folded")) continue;
      piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      const [now, lines] = [room.clientHeight, document.querySelector(".prompt").textContent];
      if (now !== before) found.add(`${lines}: ${before} -> ${now} (entry ${moment.seq})`);
      document.querySelector(".dock-foot .back:not([hidden])")?.click();
    }
  }
  return [...found];
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_choosing_on_a_phone_leaves_the_board_as_it_is(
    guests: Visitors, stored: dict[str, str], lang: Language, nightly: bool
) -> None:
    visitor = await measured(guests, lang)
    await resize(visitor, "phone")
    moved: list[str] = []
    for table in ("squad", "map", "company_commander"):
        await open_table(visitor, stored[table])
        # By day each language looks at other decisions.
        found = await visitor.page.evaluate(CHOSEN, [1, 0] if nightly else [32, 16 * (lang == "ja")])
        moved += [f"{table}: {one}" for one in found]
    assert "\n".join(moved) == ""


async def test_fronts_are_equal_and_hold_their_counters(guests: Visitors, stored: dict[str, str]) -> None:
    """On every screen six fronts of one height."""
    visitor = await measured(guests, "en")
    await open_table(visitor, stored["company_commander"])
    await visitor.page.evaluate(FULLEST)
    for size in SIZES:
        await resize(visitor, size)
        found = await visitor.page.evaluate(f"layout.painted().then({FRONTS})")
        assert found == {"count": 6, "uneven": False, "outside": 0}, size


LOSSES = """() => {
  layout.show(layout.decisions().findLast(({ view }) => view.table.score.us !== view.table.score.de));
  const number = (record, part) => record.querySelector(part)?.textContent.match(/\\d+/)?.[0];
  const told = (record) => [number(record, ".cc-score b"), number(record, ".pile.lost summary")];
  return layout.painted().then(() => [...document.querySelectorAll(".cc-record")].map(told));
}"""


async def test_each_record_tells_its_own_losses(guests: Visitors, stored: dict[str, str]) -> None:
    visitor = await measured(guests, "en")
    await open_table(visitor, stored["company_commander"])
    (score, lost), (others, theirs) = await visitor.page.evaluate(LOSSES)
    assert (lost, theirs) == (others, score) != (score, others)


#: That of the choices of an exercise two are seen whole, where not all can be tapped on the table.
TWO_CHOICES = """() => {
  const list = document.querySelector(".exercise:not(.told)") && document.querySelector(".actions");
  if (!list?.checkVisibility()) return [];
  const { bottom } = list.getBoundingClientRect();
  const whole = [...list.children].filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length;
  return whole < Math.min(2, list.children.length) ? [`${whole} of ${list.children.length} choices are seen`] : [];
}"""

#: By day each screen is looked at in one of these pairs, and in one language.
PAIRS: list[tuple[Size, ...]] = [("desktop", "flat"), ("laptop", "phone"), ("tablet", "small")]


def wordiest(game: str, lang: Language) -> int:
    """The number of the exercise that asks with the most words; 0: the game has none."""
    asked = [getattr(exercise.question, lang) for exercise in find_game(game).exercises()]
    return max(range(len(asked)), key=lambda at: len(asked[at])) + 1 if asked else 0


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_lessons_ends_and_replays_fit_as_well(
    guests: Visitors, stored: dict[str, str], lang: Language, nightly: bool
) -> None:
    visitor = await guests.open(lang=lang)
    await visitor.lobby()
    await visitor.page.evaluate(MEASURE)
    ended = {f"match/{match}": ".ending .doors .button" for match in stored.values()}
    replays = {f"replay/{match}": ".replay-tools" for match in stored.values()}
    lessons = {f"learn/{game}": ".lesson" for game in SEATS}
    exercises = {f"exercise/{game}/{wordiest(game, lang)}": ".exercise" for game in SEATS if wordiest(game, lang)}
    found: list[str] = []
    for number, (path, shown) in enumerate((ended | replays | lessons | exercises).items(), lang == "ja"):
        if not (nightly or number % 2):
            continue
        await visitor.move_to(path)
        await visitor.page.locator(shown).first.wait_for()
        for size in SIZES if nightly else PAIRS[number % len(PAIRS)]:
            await resize(visitor, size)
            wrong = await visitor.page.evaluate("layout.painted().then(layout.screen)")
            wrong += await visitor.page.evaluate(TWO_CHOICES)
            found += [f"{path} {size}: {problem}" for problem in wrong]
    assert "\n".join(found) == ""


#: Decisions of COMPANY COMMANDER at which, beside *Take back* and *Hint*, no choice is seen whole.
BESIDE = """async () => {
  const found = new Set();
  const button = (name) =>
    Object.assign(document.createElement("button"), { className: `quiet ${name}`, textContent: "取り消す" });
  const some = layout.decisions().filter(({ decision }, at) => decision.kind === "build" || at % 30 === 0);
  for (const moment of some) {
    layout.show(moment);
    layout.shell.dock.extras(button("hint"), button("undo"));
    layout.shell.dock.know("攻撃側：ダイス1個、損耗1以上の確率17%、防御側：ダイス3個、損耗1以上の確率42%");
    const list = document.querySelector(".actions");
    const row = list.firstElementChild;
    if (!row) continue;
    const [a, b] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
    if (a.bottom > b.bottom + 1) found.add(`${moment.decision.kind}: ${Math.round(a.bottom - b.bottom)}`);
  }
  return [...found];
}"""


async def test_tablet_shows_a_whole_choice_below_long_questions(guests: Visitors, stored: dict[str, str]) -> None:
    visitor = await measured(guests, "ja")
    await open_table(visitor, stored["company_commander"])
    await resize(visitor, "tablet")
    assert await visitor.page.evaluate(BESIDE) == []


#: Of the fronts with counters: the number of hidden names in each.
NAMELESS = """() => [...document.querySelectorAll(".front .units")].filter((front) => front.children.length)
  .map((front) => [front.children.length, Number(front.matches(".low"))])"""


async def test_counters_show_their_names_where_these_have_room(guests: Visitors, stored: dict[str, str]) -> None:
    visitor = await measured(guests, "ja")
    await open_table(visitor, stored["company_commander"])
    await visitor.page.evaluate(FULLEST)
    for size in ("desktop", "laptop", "tablet"):
        await resize(visitor, size)
        fronts = await visitor.page.evaluate(f"layout.painted().then({NAMELESS})")
        assert not any(hidden for _, hidden in fronts), (size, fronts)
    # On a phone all are small, and yet one that stands alone shows its name.
    await resize(visitor, "phone")
    await visitor.page.evaluate(
        "layout.show(layout.decisions().find(({ view }) => Object.keys(view.table.units).length > 2))"
    )
    fronts = await visitor.page.evaluate(f"layout.painted().then({NAMELESS})")
    assert [1, 0] in fronts, fronts
    assert not any(hidden for count, hidden in fronts if count == 1), fronts


#: Cards looked at, and pixels by which their texts cover a squad.
PEEK = """async () => {
  const [moment] = layout.decisions();
  const seen = { n0: { 1: "bocage", 2: "sniper", 3: "flanking_fire", 4: "ambush", 5: "light_machine_gun" } };
  layout.show({ ...moment, view: { ...moment.view, table: { ...moment.view.table, seen } } });
  await layout.painted();
  // Squads that still move, or give it up, and letters that still come, are waited for.
  await Promise.allSettled([document.fonts.ready, ...document.getAnimations().map((one) => one.finished)]);
  const peek = document.querySelector(".peek").getBoundingClientRect();
  return [...document.querySelectorAll(".position .men")].map((squad) => {
    const box = squad.getBoundingClientRect();
    const across = Math.min(box.right, peek.right) - Math.max(box.left, peek.left);
    const down = Math.min(box.bottom, peek.bottom) - Math.max(box.top, peek.top);
    return Math.round(Math.max(0, Math.min(across, down)));
  });
}"""


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_phone_keeps_peeked_cards_off_squads(
    guests: Visitors, stored: dict[str, str], lang: Language
) -> None:
    visitor = await measured(guests, lang)
    await resize(visitor, "phone")
    await open_table(visitor, stored["squad"])
    assert await visitor.page.evaluate(PEEK) == [0, 0]


#: Marks of a front that have no room side by side on a phone.
SEVERAL = ["attacked", "fogged", "disordered"]
#: Pixels by which marks of a front cover a counter, with at most three there.
MARKED = """async (flags) => {
  const found = new Set();
  let seen = 0;
  for (const moment of layout.decisions()) {
    const fronts = moment.view.table.fronts;
    for (const front of Object.keys(fronts)) for (const flag of flags) fronts[front][flag] = true;
    layout.show(moment);
    const units = [...document.querySelectorAll(".front .unit-box:not(.pinned)")];
    for (const tag of document.querySelectorAll(".front-marks .tag")) for (const unit of units) {
      const [a, b] = [tag.getBoundingClientRect(), unit.getBoundingClientRect()];
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const into = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (over > 1) seen++;
      if (over > 1 && into > 8) found.add(Math.round(into));
    }
    if (seen > 60) break;
  }
  return { seen: seen > 10, found: [...found] };
}"""


async def test_marks_of_a_front_hide_no_counter(guests: Visitors, stored: dict[str, str]) -> None:
    visitor = await measured(guests, "ja")
    await open_table(visitor, stored["company_commander"])
    for size in ("tablet", "desktop", "phone"):
        await resize(visitor, size)
        assert await visitor.page.evaluate(MARKED, ["attacked"]) == {"seen": True, "found": []}, size
    assert await visitor.page.evaluate(MARKED, SEVERAL) == {"seen": True, "found": []}


#: The lines for moves to three fronts, as they are listed when the table has just been opened.
FIRST = """async (match, seat) => {
  await layout.open(match, seat);
  const verbs = ({ decision }, verb) => decision.actions.filter((each) => each.do === verb);
  const fronts = (moment) => new Set(verbs(moment, "move").map((each) => each.front));
  const placed = (moment) => moment.decision.kind === "deploy" && !verbs(moment, "deploy").length;
  layout.show(layout.decisions().find((moment) => placed(moment) && fronts(moment).size === 3));
  const lines = [...document.querySelectorAll('.action[data-verb="move"] .grow')];
  return lines.map((line) => /left|center|right/.exec(line.textContent)[0]);
}"""


@pytest.mark.parametrize("seat", [0, 1])
async def test_first_choices_follow_the_lanes(guests: Visitors, stored: dict[str, str], seat: int) -> None:
    visitor = await measured(guests, "en")
    script = f"(match) => ({FIRST})(match, {seat})"
    lines = await visitor.page.evaluate(script, stored["company_commander"])
    assert sorted(lines, key=["left", "center", "right"].index) == lines
