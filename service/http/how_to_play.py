"""The pages of docs/games as HTML: how to play each game, for the page's help."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt

#: A line break inside Japanese text, where a browser would show it as a blank.
_BREAK = re.compile("(?<=[\u3000-\u9fff\uff00-\uffef])\n *(?=[\u3000-\u9fff\uff00-\uffef])")
#: Statistics as ``bocage report`` writes them; the markers stand on lines of their own.
_REPORT = re.compile(r"^<!-- report\b[^\n]*-->\n(.*?)^<!-- /report -->\n?", re.DOTALL | re.MULTILINE)
#: What the reader presses to unfold them.
_SUMMARY = {"en": "Statistics", "ja": "統計"}
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def folder() -> Path:
    """Where the texts are: beside this file in an installed wheel, else in the checkout."""
    here = Path(__file__).resolve()
    packed = here.with_name("docs")
    return packed if packed.is_dir() else here.parents[2] / "docs" / "games"


def how_to_play(game: str, language: str) -> str:
    """The page about ``game`` as a fragment of HTML; empty: nobody has written it.

    What stands between report markers is folded away, and nothing else.
    """
    name = f"{game}.md" if language == "en" else f"{game}.{language}.md"
    try:
        source = (folder() / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    # Raw HTML stays off: a text of a game can neither break the page nor bring scripts into it.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def rendered(text: str) -> str:
        return str(markdown.render(_BREAK.sub("", _COMMENT.sub("", text))))

    shown: list[str] = []
    for number, text in enumerate(_REPORT.split(source)):
        if number % 2 == 0:
            shown.append(rendered(text))
        elif text.strip():
            shown.append(f"<details><summary>{_SUMMARY[language]}</summary>\n{rendered(text)}</details>\n")
    return "".join(shown)
