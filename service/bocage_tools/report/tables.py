"""A report as Markdown, in English or Japanese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from bocage.protocol.codes import common_text
from bocage.protocol.text import render
from bocage.rules.kernel.registry import find_game

if TYPE_CHECKING:
    from bocage_tools.report.games import Played, Report

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "caption": "{games} games per row, played by {strategies}, seed `{seed}`. Shares are right to about "
        "±{margin} points. Made by",
        "options": "options",
        "usual": "as usual",
        "wins": "{seat} wins",
        "won": "won",
        "lost": "lost",
        "drawn": "drawn",
        "decisions": "decisions",
        "turns": "turns",
        "middle": "{middle} ({low}–{high})",
        "how": "how it ends",
        "games": "games",
        "lengths": "Lengths are medians, with the middle nine tenths of all games in brackets.",
        "random": "random choice",
        "against": " against ",
    },
    "ja": {
        "caption": "1行あたり{games}ゲーム、{strategies}によるプレイ、シード`{seed}`。"
        "割合の誤差はおよそ±{margin}ポイント。作成コマンド：",
        "options": "オプション",
        "usual": "標準",
        "wins": "{seat}の勝ち",
        "won": "勝ち",
        "lost": "負け",
        "drawn": "引き分け",
        "decisions": "決定の数",
        "turns": "ターン数",
        "middle": "{middle}（{low}～{high}）",
        "how": "終わり方",
        "games": "ゲーム数",
        "lengths": "長さは中央値、括弧内は全ゲームの中央九割の範囲です。",
        "random": "無作為の選択",
        "against": " 対 ",
    },
}


def markdown(reports: Sequence[Report], language: str, command: str) -> str:
    """All reports (same game, different options) as tables. ``command`` is the command line that made them."""
    return _Page(reports, language).write(command)


class _Page:
    def __init__(self, reports: Sequence[Report], language: str) -> None:
        self.reports = reports
        self.game = find_game(reports[0].game)
        self.say = _WORDS[language]
        self.language = language
        self.catalogue = {**common_text(language), **self.game.text[language]}

    def write(self, command: str) -> str:
        first = self.reports[0]
        count = len(first.played)
        margin = round(98 / sqrt(count), 1) if count else 0
        names = dict.fromkeys(self.say["random"] if name == "random" else f"`{name}`" for name in first.strategies)
        caption = self.say["caption"].format(
            games=f"{count:,}", strategies=self.say["against"].join(names), seed=first.seed, margin=margin
        )
        parts = [f"{caption} `{command}`", self.say["lengths"], self.results(), self.endings(), *self.groups()]
        return "\n\n".join(parts) + "\n"

    def results(self) -> str:
        """One row per set of options: wins and length."""
        turns = any(game.turns >= 0 for report in self.reports for game in report.played)
        head = [self.say["options"], *self.sides(), self.say["decisions"], *([self.say["turns"]] if turns else [])]
        rows = []
        for report in self.reports:
            row = [self.options(report.options), *self.shares(report.played)]
            row.append(self.lengths(report.played))
            if turns:
                row.append(self.spread([game.turns for game in report.played if game.turns >= 0]))
            rows.append(row)
        return _table(head, rows)

    def endings(self) -> str:
        """One row per way to end, one column per set of options."""
        counts = [Counter((game.reason, self.side(game)) for game in report.played) for report in self.reports]
        every = sum(counts, Counter[tuple[str, str]]())
        head = [self.say["how"], "", *(self.options(report.options) for report in self.reports)]
        rows = [
            [
                render(self.catalogue, f"outcome.{reason}", {}, self.language).rstrip(".。"),
                side,
                *(_share(count[reason, side], count.total()) for count in counts),
            ]
            for (reason, side), _ in sorted(every.items(), key=lambda item: (-item[1], item[0]))
        ]
        return _table(head, rows)

    def groups(self) -> Iterable[str]:
        """One table per facet of the game, over all sets of options: results by value.

        Facets ``nation_0``, ``nation_1`` … become one table of how often each nation won for the seat that had it.
        """
        played = [game for report in self.reports for game in report.played]
        names = dict.fromkeys(name for game in played for name in game.facets)
        per_seat = dict.fromkeys(base for name in names if (base := self.base(name, names)))
        for base in per_seat:
            yield self.per_seat(base, played)
        for name in names:
            if not self.base(name, names):
                yield self.per_value(name, played)

    def base(self, name: str, names: Mapping[str, object]) -> str:
        """``nation`` for ``nation_1`` if there is one per seat; "" for other facets."""
        base, _, seat = name.rpartition("_")
        seats = range(self.game.seats)
        return base if seat.isdecimal() and all(f"{base}_{one}" in names for one in seats) else ""

    def per_value(self, name: str, played: Sequence[Played]) -> str:
        groups: dict[str, list[Played]] = {}
        for game in played:
            groups.setdefault(game.facets.get(name, ""), []).append(game)
        head = [self.facet(name), self.say["games"], *self.sides(), self.say["decisions"]]
        rows = [
            [self.facet(name, value), f"{len(group):,}", *self.shares(group), self.lengths(group)]
            for value, group in sorted(groups.items())
            if value
        ]
        return _table(head, rows)

    def per_seat(self, base: str, played: Sequence[Played]) -> str:
        groups: dict[str, list[tuple[int, Played]]] = {}
        for game in played:
            for seat in range(self.game.seats):
                groups.setdefault(game.facets.get(f"{base}_{seat}", ""), []).append((seat, game))
        head = [self.facet(base), *(self.say[word] for word in ("games", "won", "lost", "drawn", "decisions"))]
        rows = []
        for value, group in sorted(groups.items()):
            won = sum(seat in game.winners for seat, game in group)
            drawn = sum(not game.winners for _, game in group)
            shares = [_share(n, len(group)) for n in (won, len(group) - won - drawn, drawn)]
            if value:
                length = self.lengths([game for _, game in group])
                rows.append([self.facet(base, value), f"{len(group):,}", *shares, length])
        return _table(head, rows)

    def sides(self) -> list[str]:
        """Column heads for :meth:`shares`."""
        if self.game.seats == 1:
            return [self.say["won"]]
        seats = (self.catalogue[f"seat.{seat}"] for seat in range(self.game.seats))
        return [*(self.say["wins"].format(seat=seat) for seat in seats), self.say["drawn"]]

    def shares(self, played: Sequence[Played]) -> list[str]:
        if self.game.seats == 1:
            return [_share(sum(bool(game.winners) for game in played), len(played))]
        wins = [sum(seat in game.winners for game in played) for seat in range(self.game.seats)]
        return [_share(n, len(played)) for n in (*wins, sum(not game.winners for game in played))]

    def side(self, game: Played) -> str:
        """The winner as text."""
        if self.game.seats == 1:
            return self.say["won"] if game.winners else self.say["lost"]
        names = [self.catalogue[f"seat.{seat}"] for seat in game.winners]
        return self.say["wins"].format(seat=", ".join(names)) if names else self.say["drawn"]

    def options(self, options: Mapping[str, Any]) -> str:
        """The options that differ from the defaults, as text."""
        if not options:
            return self.say["usual"]
        parts = []
        for name, value in options.items():
            plain = str(value).lower() if isinstance(value, bool) else str(value)
            label = self.catalogue.get(f"option.{name}", name)
            parts.append(f"{label}: {self.catalogue.get(f'option.{name}.{plain}', plain)}")
        return ", ".join(parts)

    def spread(self, numbers: Sequence[int]) -> str:
        """The median with the 5 % and 95 % quantiles."""
        if not numbers:
            return "–"
        ranked = sorted(numbers)
        low, middle, high = (ranked[int(mark * (len(ranked) - 1) + 0.5)] for mark in (0.05, 0.5, 0.95))
        return self.say["middle"].format(low=low, middle=middle, high=high)

    def lengths(self, played: Sequence[Played]) -> str:
        return self.spread([game.decisions for game in played])

    def facet(self, name: str, value: str = "") -> str:
        """The game's text for a facet or one of its values; the plain name if it has none.

        The keys tried are ``facet.<name>.<value>``, ``<name>.<value>`` and ``option.<name>.<value>``.
        """
        tail = f"{name}.{value}" if value else name
        keys = (f"facet.{tail}", *([tail] if value else []), f"option.{tail}")
        return next((self.catalogue[key] for key in keys if key in self.catalogue), value or name)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
