"""The pages of docs/games and docs/rulings as HTML: guides and ruling sheets."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt

_JAPANESE = "[\u3000-\u9fff\uff00-\uffef]"
#: A line break inside Japanese text, which a browser would show as a blank, except before an item of a list.
_BREAK = re.compile(
    rf"(?<={_JAPANESE})\n *(?={_JAPANESE}|(?!\d+\. |[*+-] )[*A-Za-z0-9])|(?<=[*A-Za-z0-9])\n *(?={_JAPANESE})"
)
#: Statistics written by ``python -m bocage_tools.report``, between markers on separate lines.
_REPORT = re.compile(r"^<!-- report\b[^\n]*-->\n(.*?)^<!-- /report -->\n?", re.DOTALL | re.MULTILINE)
#: Label for unfolding them.
_SUMMARY = {"en": "Statistics", "ja": "統計"}
#: The command that made them, for maintainers only.
_MADE = re.compile(r" ?(?:Made by|作成コマンド：) `[^`\n]*`")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


#: Links between these texts, and to files in the repository.
_LINK = re.compile(r"\[(?P<text>[^\]\n]+)\]\((?P<path>\.[^)\n]*)\)")
_SCREENS = {"rulings": "rulings", "games": "rules"}


def folder() -> Path:
    """Return the folder of the texts: beside this file in a wheel, else in the checkout."""
    here = Path(__file__).resolve()
    packed = here.with_name("docs")
    return packed if packed.is_dir() else here.parents[3] / "docs"


def guide(game: str, language: str) -> str:
    """Return the guide of ``game`` as an HTML fragment; empty: there is none. Statistics are folded."""
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
    """Return the ruling sheet of ``game`` as an HTML fragment, in English; empty: there is none."""
    return _rendered(_read("rulings", f"{game}.md"))


def _read(kind: str, name: str) -> str:
    try:
        return (folder() / kind / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _rendered(text: str) -> str:
    # No raw HTML: a game's text can neither break the page nor inject scripts.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return str(markdown.render(_LINK.sub(_link, _BREAK.sub("", _COMMENT.sub("", text)))))


def _link(link: re.Match[str]) -> str:
    """Convert a link to one to a screen of the page, or to plain text."""
    *_, kind, name = link["path"].split("/")
    screen = _SCREENS.get(kind)
    return f"[{link['text']}](/{screen}/{name.partition('.')[0]})" if screen else link["text"]
