"""Nothing is wider than its place, whatever font a machine has and however long names are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage.limits import Limits
from bocage.rules.kernel.registry import find_game
from tests.all_games import GAMES
from tests.e2e.nodes import NodeProcess
from tests.needs import MissingError
from tests.web.browsers import Browsers, find_chromium
from tests.web.contexts import Language
from tests.web.fonts import JAPANESE, LATIN, WIDTHS, FontSet, installed
from tests.web.visitor import SIZES, Size, Visitor, Visitors

#: The longest name that is allowed, of the widest letters.
LONGEST: dict[str, str] = {"en": "W" * Limits().name_length, "ja": "龍" * Limits().name_length}
#: Each screen is looked at where it is narrowest, and by day in one other size: the next screen in the next one.
NARROWEST: Size = "small"
#: The others. For narrow letters, and for Japanese with its few wide ones, the largest and the lowest.
SOME: tuple[Size, ...] = ("desktop", "flat")
ALL: tuple[Size, ...] = (*SOME, "phone", "tablet", "laptop")
#: Letters, a language, sizes beside the narrowest, and which games are played by day: every other one, from which.
#: Japanese among narrow letters is as wide as among those of the plain set, and the few Latin ones are narrower.
LETTERS: list[tuple[FontSet, Language, tuple[tuple[Size, ...], int]]] = [
    ("wide", "en", (ALL, 1)),
    ("plain", "ja", (ALL, 0)),
    ("plain", "en", (ALL, 1)),
    ("wide", "ja", (SOME, 0)),
    ("narrow", "en", (SOME, 0)),
]
#: By day only the first of them: the widest letters, Japanese, and between them every game.
BY_DAY = 2
in_letters = pytest.mark.parametrize(
    ("visitors", "lang", "screens"),
    [
        pytest.param(*letters, marks=pytest.mark.night if number >= BY_DAY else ())
        for number, letters in enumerate(LETTERS)
    ],
    indirect=["visitors", "screens"],
    ids=[f"{lang}-{fonts}" for fonts, lang, _ in LETTERS],
)


#: Elements that exceed the window or their own box, and those that scroll sideways (tables of rules, strips may).
OUTSIDE = """async () => {
  // Boards fit their pieces to the room that they have, once a frame.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const width = document.documentElement.clientWidth;
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (!(element instanceof HTMLElement)) continue;
    const { left, right } = element.getBoundingClientRect();
    const out = left < -0.5 || right > width + 0.5;
    // Of most elements nothing more is asked.
    if (!out && element.scrollWidth - element.clientWidth <= 1) continue;
    const strips = ".hidden-text, .wide, .hand-slot, .strip, .replay-tools";
    if (!element.checkVisibility() || element.closest(strips)) continue;
    const style = getComputedStyle(element);
    const clips = style.overflowX !== "visible";
    const scrolls = style.overflowX === "auto" || style.overflowX === "scroll";
    const wider = style.display !== "inline" && element.scrollWidth - element.clientWidth > 1;
    if (out) found.push(["window", element, left, right]);
    else if (wider && (scrolls || !clips)) found.push(["box", element, element.clientWidth, element.scrollWidth]);
  }
  const over = document.documentElement.scrollWidth - width;
  if (over) found.push(["page", document.body, over, 0]);
  return found.map(([what, element, from, to]) => `${what} ${from} ${to} ${element.outerHTML.slice(0, 120)}`);
}"""

#: Widths of some words: in the machine's three kinds of Latin type, and in Japanese.
TEXT_WIDTHS = """() => ["sans-serif", "serif", "monospace", "sans-serif"].map((font, number) => {
  const probe = document.createElement("span");
  probe.textContent = number < 3 ? "Bocage, minimal illness, WWW" : "生垣の向こう";
  probe.style.cssText = `font: 32px ${font}; white-space: nowrap; position: absolute; font-kerning: none`;
  document.body.append(probe);
  return probe.getBoundingClientRect().width;
})"""


class Screens:
    """Looks at one screen after the other, each in some sizes."""

    def __init__(self, others: tuple[Size, ...], first: int, nightly: bool) -> None:
        self.games = GAMES if nightly else GAMES[first::2]
        self._others = others
        self._nightly = nightly
        self._looks = 0

    async def all_inside(self, visitor: Visitor) -> None:
        """Nothing sticks out of what this visitor sees."""
        others = self._others if self._nightly else (self._others[self._looks % len(self._others)],)
        self._looks += 1
        outside: list[str] = []
        for size in (*others, NARROWEST):
            width, height = SIZES[size]
            await visitor.page.set_viewport_size({"width": width, "height": height})
            outside += [f"{size} {place}" for place in await visitor.page.evaluate(OUTSIDE)]
        assert "\n".join(outside) == "", visitor.page.url


@pytest.fixture
def screens(request: pytest.FixtureRequest, nightly: bool) -> Screens:
    """Its parameter: the sizes beside the narrowest, and the first game that is played."""
    others, first = request.param
    return Screens(others, first, nightly)


async def rename(visitor: Visitor, name: str, screens: Screens) -> None:
    """Be called something else, from the masthead; the dialog holds the name."""
    await visitor.page.locator("button.name").click()
    await visitor.page.locator("dialog input").fill(name)
    await screens.all_inside(visitor)
    await visitor.page.locator("dialog .primary").click()
    await visitor.page.locator("button.name", has_text=name).wait_for()


@in_letters
async def test_long_names_stay_in_their_places(visitors: Visitors, lang: Language, screens: Screens) -> None:
    host, guest = await visitors.open(lang=lang, size="small"), await visitors.open(lang=lang, size="small")
    for visitor in (host, guest):
        await visitor.lobby()
        await rename(visitor, LONGEST[lang], screens)
        await screens.all_inside(visitor)
    # Pages of a waiting player, an invited one, and a visitor of the list.
    await host.invite("squad", private=False)
    await screens.all_inside(host)
    await guest.page.locator(f'.rows a[href="/match/{host.match}"]').wait_for()
    await screens.all_inside(guest)
    await guest.move_to(f"match/{host.match}")
    await guest.page.locator(".join").wait_for()
    await screens.all_inside(guest)
    await guest.page.locator(".join").click()
    # The table, while it is played and afterwards.
    for visitor in (host, guest):
        await visitor.begun()
        assert await visitor.page.locator(".seat .who").all_inner_texts() == [LONGEST[lang]] * 2
        await screens.all_inside(visitor)
    await host.lobby()
    await host.page.locator(f'.go-on a[href="/match/{guest.match}"] .who').wait_for()
    await host.page.locator(f'.rows.live a[href="/match/{guest.match}"] .who').nth(1).wait_for()
    await screens.all_inside(host)
    await guest.resign()
    await guest.page.locator(".ending .why").wait_for()
    await screens.all_inside(guest)
    await guest.move_to(f"replay/{guest.match}")
    await guest.page.locator(".scrubber").wait_for()
    await screens.all_inside(guest)
    await guest.aside()
    await screens.all_inside(guest)
    await guest.page.locator(".side-close").click()
    # A match resigned at once has no luck to show.
    await guest.page.locator("button.verify").click()
    await guest.page.locator("dialog button").wait_for()
    await screens.all_inside(guest)
    await guest.close_dialog()


@in_letters
async def test_tables_and_dialogs_stay_in_their_places(
    visitors: Visitors, lang: Language, screens: Screens
) -> None:
    visitor = await visitors.open(lang=lang, size="small")
    page = visitor.page
    await visitor.lobby()
    await visitor.settings()
    await screens.all_inside(visitor)
    await visitor.close_dialog()
    await page.keyboard.press("?")
    await page.locator("dialog .keys").first.wait_for()
    await screens.all_inside(visitor)
    await visitor.close_dialog()
    for game in screens.games:
        await page.locator(f'[data-game="{game}"] .create').click()
        await page.locator("dialog .tiles").first.wait_for()
        await screens.all_inside(visitor)
        await visitor.close_dialog()
        await visitor.start(game)
        await screens.all_inside(visitor)
        await visitor.play(seed=3, moves=5)
        await screens.all_inside(visitor)
        exercise = ((f"exercise/{game}/1", ".exercise"),) if find_game(game).exercises() else ()
        for path, there in ((f"rules/{game}", ".rules h1"), (f"learn/{game}", ".lesson"), *exercise):
            await visitor.move_to(path)
            await page.locator(there).wait_for()
            await screens.all_inside(visitor)
        await visitor.move_to("")
    # Rare requests: duplicates, the player's data, deleting the account.
    await visitor.move_to("duplicate")
    await page.locator(".make").click()
    await page.locator(".invite-friend").wait_for()
    await screens.all_inside(visitor)
    await page.locator("button.name").click()
    for button, shown in (("data", ".leave"), ("leave", ".leave-now")):
        await page.locator(f"dialog button.{button}").click()
        await page.locator(f"dialog {shown}").wait_for()
        await screens.all_inside(visitor)
    await visitor.close_dialog()


@in_letters
async def test_the_header_holds_whatever_it_says(visitors: Visitors, lang: Language, screens: Screens) -> None:
    """Without a connection it says so, which takes more room than a dot."""
    visitor = await visitors.open(lang=lang, size="small")
    await visitor.lobby()
    await rename(visitor, LONGEST[lang], screens)
    visitor.cut_off = True
    await visitor.page.route_web_socket(re.compile(r"/ws(\?.*)?$"), lambda line: line.close())
    await visitor.page.reload()
    await visitor.page.locator('.health[data-health="offline"] .health-text').wait_for()
    await screens.all_inside(visitor)
    # As much of the name is left as a finger needs.
    name = await visitor.page.locator("button.name").bounding_box()
    assert name
    assert name["width"] >= 44


async def test_the_fonts_are_ours(browsers: Browsers, node: NodeProcess) -> None:
    """Latin letters are as wide as the set says, Japanese ones as ever; whatever the machine has is not found."""
    widths: dict[str, list[float]] = {}
    for fonts in WIDTHS:
        async with Visitors(await browsers.get(fonts), node.url) as visitors:
            visitor = await visitors.open()
            await visitor.lobby()
            widths[fonts] = await visitor.page.evaluate(TEXT_WIDTHS)
    for fonts, factor in WIDTHS.items():
        *latin, japanese = (mine / plain for mine, plain in zip(widths[fonts], widths["plain"], strict=True))
        assert latin == pytest.approx([factor] * len(latin), rel=0.03), fonts
        assert japanese == 1, fonts


def test_a_machine_without_the_fonts_is_told_what_to_install(tmp_path: Path) -> None:
    for package, names in (LATIN, JAPANESE):
        with pytest.raises(MissingError, match=f"install Debian's package {package}\\.$"):
            installed((tmp_path,))
        for name in names:
            (tmp_path / name).touch()
    assert installed((tmp_path,)).keys() == {*LATIN[1], *JAPANESE[1]}


def test_without_a_browser_playwrights_own_is_used_or_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    own = tmp_path / "chrome"
    with pytest.raises(MissingError, match=r"package chromium, or run \S+ install chromium\.$"):
        find_chromium(str(own))
    own.touch()
    assert find_chromium(str(own)) == str(own)
    debians = tmp_path / "chromium"
    debians.touch(mode=0o755)
    assert find_chromium(str(own)) == str(debians)
    shell = tmp_path / "chromium-headless-shell"
    shell.touch(mode=0o755)
    assert (find_chromium(str(own)), find_chromium(str(own), whole=True)) == (str(shell), str(debians))
    # It is not enough by itself.
    debians.unlink()
    assert find_chromium(str(own)) == str(own)
