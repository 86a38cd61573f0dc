"""``python -m tests.goldens [game …]``: write the golden logs anew."""

from __future__ import annotations

import sys

from tests.goldens.stored import folder_of, recipes
from tests.goldens.write import golden


def main(wanted: list[str]) -> None:
    """Write the logs of the games named, or of all, and remove those that no recipe makes."""
    for game, name, recipe in recipes():
        if wanted and game.id not in wanted:
            continue
        folder = folder_of(game.id)
        folder.mkdir(exist_ok=True)
        path = folder / f"{name}.txt"
        written = golden(game, name, recipe)
        old = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(written, encoding="utf-8")
        state = "unchanged" if old == written else "new" if old is None else "CHANGED"
        print(f"{path}: {len(written.encode()) / 1000:.0f} kB, {state}")
    for game_id in {game.id for game, _, _ in recipes()}:
        names = {name for game, name, _ in recipes() if game.id == game_id}
        for path in folder_of(game_id).glob("*.txt"):
            if path.stem not in names and (not wanted or game_id in wanted):
                path.unlink()
                print(f"{path}: removed, no recipe makes it")


if __name__ == "__main__":
    main(sys.argv[1:])
