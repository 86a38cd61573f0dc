"""The page is light, keeps to its policy, and comes to life at once."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2

from tests.all_games import GAMES
from tests.e2e.nodes import NodeProcess
from tests.page.node import WEB
from tests.web.positions import at_table
from tests.web.visitor import Visitor, Visitors

#: Bytes that the lobby may take over the wire on a first visit, headers and all.
LOBBY = 185_000
#: Bytes of the picture of a board in it.
BOARD = 12_000


async def test_lobby_is_light_with_and_without_own_matches(visitors: Visitors, tmp_path: Path) -> None:
    """On a phone, in Japanese and with matches: the heaviest there is."""
    with NodeProcess(tmp_path) as fresh:
        await assert_light(await visitors.open(first=True, url=fresh.url))
        await assert_light(await visitors.open(first=True, url=fresh.url, lang="ja"))
        visitor = await visitors.open(url=fresh.url, lang="ja", size="phone")
        for game in GAMES:
            await visitor.lobby()
            await visitor.start(game)
        # As if it came with nothing kept but who it is.
        session = await visitor.context.new_cdp_session(visitor.page)
        await session.send("Network.clearBrowserCache")
        await visitor.page.goto("about:blank")
        await assert_light(visitor)
        assert await visitor.page.locator(".go-on-card").count() == len(GAMES)


async def assert_light(visitor: Visitor) -> None:
    tally = await visitor.context.new_cdp_session(visitor.page)
    received: list[float] = []
    sources: list[str] = []
    tally.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tally.on("Network.responseReceived", lambda event: sources.append(event["response"]["url"]))
    await tally.send("Network.enable")
    await visitor.lobby()
    await visitor.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(received) < LOBBY
    assert all(source.startswith(visitor.url) for source in sources)
    assert any(source.endswith("/fonts/cabin.woff2") for source in sources)


async def test_nothing_but_the_page_runs(visitors: Visitors, node: NodeProcess) -> None:
    async with httpx2.AsyncClient(timeout=60) as client:
        policy = (await client.get(node.url)).headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    visitor = await visitors.open()
    await visitor.lobby()
    async with visitor.page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        ran = await visitor.page.evaluate("""() => {
          const script = document.createElement("script");
          script.textContent = "globalThis.intruder = true";
          document.body.append(script);
          return "intruder" in globalThis;
        }""")
    assert ran is False
    assert [problem for problem in visitor.problems if "Content Security Policy" not in problem] == []
    visitor.problems.clear()


def test_everything_is_drawn_and_nothing_comes_from_elsewhere() -> None:
    files = [
        path
        for path in WEB.rglob("*")
        if path.suffix in {".html", ".css", ".js"} and "node_modules" not in path.parts
    ]
    assert len(files) > 30
    for path in files:
        urls = re.findall(r"https?://[a-z0-9.-]+\.[a-z]{2,}[^\s\"'`)]*", path.read_text())
        # Addresses under .example are nobody's (RFC 2606).
        assert [
            url for url in urls if url != "http://www.w3.org/2000/svg" and not url.endswith(".example")
        ] == [], path
    bitmaps = {".png", ".jpg", ".gif", ".webp"}
    found = [path for path in WEB.rglob("*") if path.suffix in bitmaps and "node_modules" not in path.parts]
    # Boards on the cards of the lobby. docs/decisions/080-boards-as-pictures.md
    assert {path.name for path in found} == {"board.webp"}
    assert all(path.stat().st_size <= BOARD for path in found)


def test_each_typeface_has_its_licence_beside_it() -> None:
    folder = WEB / "fonts"
    faces = sorted(path.name for path in folder.glob("*.woff2"))
    style = (WEB / "css" / "tokens.css").read_text()
    assert sorted(set(re.findall(r"fonts/([\w-]+\.woff2)", style))) == faces
    assert style.count("font-display: swap") == style.count("url(")
    for name in faces:
        licence = folder / f"{re.split('[-.]', name)[0]}-OFL.txt"
        assert "SIL Open Font License, Version 1.1" in licence.read_text()
    assert [
        path for path in WEB.rglob("*.woff2") if path.parent != folder and "node_modules" not in path.parts
    ] == []


def test_figures_in_japanese_are_not_alegreyas() -> None:
    """Its 1 reads like an I: 左1, the left column's first row."""
    style = (WEB / "css" / "tokens.css").read_text()
    faces = re.findall(r'"Alegreya Latin";[^}]*unicode-range:\s*([^;]+);', style)
    assert len(faces) == 2
    for face in faces:
        ends = [(int(first, 16), int(last, 16)) for first, last in re.findall(r"U\+(\w+)-(\w+)", face)]
        assert not any(first <= ord(figure) <= last for first, last in ends for figure in "0123456789")


#: Widths of figures and letters in each of the page's typefaces.
WIDTHS = """async () => {
  const style = getComputedStyle(document.documentElement);
  const pen = document.createElement("canvas").getContext("2d");
  const widths = {};
  await Promise.allSettled([...document.fonts].map((face) => face.load()));
  for (const family of ["sans", "serif", "numerals"])
    for (const weight of [400, 700]) {
      pen.font = `${weight} 100px ${style.getPropertyValue(`--${family}`)}`;
      const pairs = ["0", "O", "1"].map((text) => [text, pen.measureText(text).width]);
      widths[`${family} ${weight}`] = Object.fromEntries(pairs);
    }
  return widths;
}"""


#: Thickness of a letter's left side at half its height, in each weight.
SIDES = """async () => {
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  const pen = new OffscreenCanvas(300, 300).getContext("2d", { willReadFrequently: true });
  const side = (letter, weight) => {
    pen.clearRect(0, 0, 300, 300);
    pen.font = `${weight} 200px ${family}`;
    pen.fillText(letter, 20, 250);
    const row = [...pen.getImageData(0, 250 - 70, 300, 1).data].filter((_, at) => at % 4 === 3);
    const from = row.findIndex((ink) => ink > 127);
    return row.slice(from).findIndex((ink) => ink < 128);
  };
  return [400, 700].map((weight) => ["0", "O"].map((letter) => side(letter, weight)));
}"""


async def test_figures_are_told_from_letters(visitors: Visitors) -> None:
    """Cabin's own zero is nearly as wide as its O, and Alegreya's 1 reads like an I: left 0, Rolls 1."""
    visitor = await visitors.open(first=True)
    await visitor.lobby()
    widths = await visitor.page.evaluate(WIDTHS)
    assert all(each["0"] < 0.85 * each["O"] for each in widths.values()), widths
    assert [widths[f"serif {weight}"]["1"] for weight in (400, 700)] == [
        widths[f"sans {weight}"]["1"] for weight in (400, 700)
    ]
    # Narrower, it is no thinner.
    assert all(zero >= 0.9 * letter for zero, letter in await visitor.page.evaluate(SIDES))


async def test_counters_have_the_same_figures_in_every_language(visitors: Visitors) -> None:
    visitor = await visitors.open(first=True, lang="ja")
    await visitor.lobby()
    widths = await visitor.page.evaluate(WIDTHS)
    for weight in (400, 700):
        assert widths[f"numerals {weight}"]["1"] == widths[f"sans {weight}"]["1"] != widths[f"serif {weight}"]["1"]


#: Heights of the letters of a player's name and of the dock's button, and of the box that clips them.
LETTERS = """() => [".seat-name .who", ".go span"].map((name) => {
  const box = document.querySelector(name);
  const words = document.createRange();
  words.selectNodeContents(box);
  return [words.getBoundingClientRect().height, box.getBoundingClientRect().height];
})"""


async def test_letters_keep_what_lies_below_their_line(visitors: Visitors, finished: dict[str, str]) -> None:
    """The g of "sergeant", the p of "happened": what does not fit into these boxes is cut off."""
    visitor = await at_table(visitors, finished["squad"], size="phone")
    await visitor.page.evaluate("layout.show(layout.decisions()[0])")
    for letters, box in await visitor.page.evaluate(LETTERS):
        assert 0 < letters <= box, (letters, box)
