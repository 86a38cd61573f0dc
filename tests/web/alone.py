"""Scripts that show a question on the page by itself, without a match: the dock, and what can be chosen in it."""

_DOCK = """async () => {
  const [{ Choices }, { Dock }, { gameInfo }, { gameWords }, { loadSheets, TABLE_SHEETS }] = await Promise.all([
    import("/js/table/choices.js"), import("/js/table/dock.js"), import("/js/net/games.js"),
    import("/js/words/words.js"), import("/js/parts/style_sheets.js")]);
  await loadSheets(...TABLE_SHEETS);
  const [{ presentation }, words] = await Promise.all([gameInfo("squad"), gameWords("squad")]);
  const dock = new Dock();
  const choices = new Choices(words, presentation, async () => {}, dock);
  const table = Object.assign(document.createElement("div"), { className: "table has-hand" });
"""

_HAND = """
  table.append(dock.element, dock.hand);
  document.querySelector("main").replaceChildren(table);
  const row = document.createElement("div");
  row.style.cssText = "display: flex; width: 944px; height: 90px";
  const card = () => Object.assign(document.createElement("div"), { className: "hand-card" });
  const cards = Array.from({ length: 8 }, card);
  for (const each of cards) each.style.cssText = "flex: 1";
  row.append(...cards);
  dock.hand.append(row);
"""


def docked(script: str) -> str:
    """A function: `script` with the `choices` of SQUAD, their `dock` and a `table` that is not shown yet."""
    return _DOCK + script + "}"


def handed(script: str) -> str:
    """As `docked`, on the page, with a hand of eight `cards`, more than a phone is wide."""
    return docked(_HAND + script)
