"""The guides to the games in the installed package."""

from __future__ import annotations

from pathlib import Path


def _folder() -> Path:
    """Return the folder in the installed wheel, else in the checkout."""
    package = Path(__file__).resolve().parents[1]
    packed = package / "http" / "docs" / "games"
    return packed if packed.is_dir() else package.parents[1] / "docs" / "games"


def guide(game: str, lang: str) -> str:
    """Return the guide to ``game`` as Markdown; empty if there is none. Rejects ids that could be paths."""
    if not game.isidentifier():
        return ""
    path = _folder() / (f"{game}.md" if lang == "en" else f"{game}.{lang}.md")
    return path.read_text(encoding="utf-8") if path.exists() else ""
