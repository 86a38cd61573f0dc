"""The datasheet (https://arxiv.org/abs/1803.09010) of a data set."""

from __future__ import annotations

import msgspec

from bocage.dataset.shards import Manifest

_SHEET = """# Data set of {game}

{matches:,} matches of the game `{game}`, rules version {rules}, one row for each decision. Options: `{options}`.

- **How it came about.** {source} Written by `bocage dataset`.
- **What a row holds.** `view` is the table as the deciding seat saw it, and nothing that was hidden from it.
  `actions` are all legal actions, `choice` is the place of the one that was played. `odds` is what the game
  computes, using the view alone{odds}. `result` is 1 if this seat won, -1 if it lost, 0 for a draw. `seq` is the
  number of the entry in the match. `view`, `actions` and `odds` are JSON.
- **What the engine adds.** {values}
- **Splits.** `split` follows from the SHA-256 of the match's id: 80 % train, 10 % validation, 10 % test. All rows
  of a match are in one split.
- **How it is verified.** `matches` has the course of each match: its first state, and each action with its draws.
  `bocage dataset --check FOLDER` plays them again and compares every row.
- **People.** No names and no ids of players are included.
- **Licence.** To be chosen by whoever publishes it.
"""


_VALUES = """`values` has for each of `actions` an estimate of this seat's chance of winning after it, from 0 to 1:
  the mean over `worlds` imagined states that fit `view`, each action in the same states and with the same dice,
  while the engine's quick play continues for all seats. It knows `view` alone, and nothing that was hidden from the
  seat. At least {nodes:,} actions were executed for each decision, by the engine `{engine}`. `values` is empty
  where no state can be imagined."""
_WITHOUT = "Nothing: `values` is empty (`--evaluate` fills it)."


def sheet(manifest: Manifest) -> str:
    """Return the text of ``README.md``."""
    return _SHEET.format(
        game=manifest.game,
        rules=manifest.rules,
        matches=manifest.matches,
        options=msgspec.json.encode(manifest.options).decode(),
        source=manifest.source,
        odds="" if manifest.odds else " (left out here)",
        values=_VALUES.format(nodes=manifest.evaluate, engine=manifest.engine) if manifest.evaluate else _WITHOUT,
    )
