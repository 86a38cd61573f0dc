"""The pages of docs/games and docs/rulings as HTML: how to play each game, and what its rules leave open."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt

_JAPANESE = "[\u3000-\u9fff\uff00-\uffef]"
#: A line break inside Japanese text, where a browser would show it as a blank; none before a point of a list.
_BREAK = re.compile(
    rf"(?<={_JAPANESE})\n *(?={_JAPANESE}|(?!\d+\. |[*+-] )[*A-Za-z0-9])|(?<=[*A-Za-z0-9])\n *(?={_JAPANESE})"
)
#: Statistics as ``python -m bocage_tools.report`` writes them; the markers stand on lines of their own.
_REPORT = re.compile(r"^<!-- report\b[^\n]*-->\n(.*?)^<!-- /report -->\n?", re.DOTALL | re.MULTILINE)
#: What the reader presses to unfold them.
_SUMMARY = {"en": "Statistics", "ja": "統計"}
#: The command that made them, which is of no use to readers of the page.
_MADE = re.compile(r" ?(?:Made by|作成コマンド：) `[^`\n]*`")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


#: Links between these texts, and to files that only the repository has.
_LINK = re.compile(r"\[(?P<text>[^\]\n]+)\]\((?P<path>\.[^)\n]*)\)")
_SCREENS = {"rulings": "rulings", "games": "rules"}


def folder() -> Path:
    """Where the texts are: beside this file in an installed wheel, else in the checkout."""
    here = Path(__file__).resolve()
    packed = here.with_name("docs")
    return packed if packed.is_dir() else here.parents[3] / "docs"


def how_to_play(game: str, language: str) -> str:
    """The page about ``game`` as a fragment of HTML; empty: nobody has written it.

    What stands between report markers is folded away, and nothing else.
    """
    source = _read("games", f"{game}.md" if language == "en" else f"{game}.{language}.md")
    shown: list[str] = []
    for number, text in enumerate(_REPORT.split(source)):
        if number % 2 == 0:
            shown.append(_rendered(text))
        elif text.strip():
            shown.append(
                f"<details><summary>{_SUMMARY[language]}</summary>\n{_rendered(_MADE.sub('', text))}</details>\n"
            )
    return "".join(shown)


def rulings(game: str) -> str:
    """The ruling sheet of ``game`` as a fragment of HTML, in English; empty: it has none."""
    return _rendered(_read("rulings", f"{game}.md"))


def _read(kind: str, name: str) -> str:
    try:
        return (folder() / kind / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _rendered(text: str) -> str:
    # Raw HTML stays off: a text of a game can neither break the page nor bring scripts into it.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return str(markdown.render(_LINK.sub(_link, _BREAK.sub("", _COMMENT.sub("", text)))))


def _link(link: re.Match[str]) -> str:
    """A link as the page has it: to its screens, and to nowhere else in the repository."""
    *_, kind, name = link["path"].split("/")
    screen = _SCREENS.get(kind)
    return f"[{link['text']}](/{screen}/{name.partition('.')[0]})" if screen else link["text"]
