"""Coverage of a run: content, verbs, events, decisions, outcomes, and the power of the leak test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import median

import msgspec

from bocage.rules.kernel.conformance.hidden import Hidden
from bocage.rules.kernel.conformance.tally import Tally
from bocage.rules.kernel.game import Action, AnyGame, Decision, Event, Outcome
from bocage.rules.kernel.legal import verbs


class Leaks(msgspec.Struct):
    """Figures of the leak test for one viewer: how much it could compare."""

    #: States resampled; those that differed; and those that another viewer saw differently (counted up to 100).
    resampled: int = 0
    changed: int = 0
    shown: int = 0
    #: Next steps of both worlds: same events, different events, action not legal in the resampled world.
    alike: int = 0
    parted: int = 0
    illegal: int = 0


class Shuffled(msgspec.Struct):
    """Information about a choice in a kind of event, in steps that shuffle afterwards."""

    #: Number of other steps that told and showed it.
    shown: int = 0
    #: The error if there were none, and the line that repeats the game.
    said: str = ""
    line: str = ""


class Coverage(msgspec.Struct):
    """The report of :func:`check_game`; ``str()`` gives a page of text."""

    game: str
    wanted: frozenset[str]
    games: int = 0
    steps: int = 0
    deep_steps: int = 0
    seen: Counter[str] = msgspec.field(default_factory=Counter)
    lengths: list[int] = msgspec.field(default_factory=list)
    legal_sizes: Counter[int] = msgspec.field(default_factory=Counter)
    patch_sizes: dict[str, list[int]] = msgspec.field(default_factory=dict)
    leaks: dict[str, Leaks] = msgspec.field(default_factory=dict)
    #: Events told: ``event.<kind>``, or ``setup.<kind>`` for those of setup, with `` (private)`` appended for those
    #: told to one seat; and the number of those that the leak test compared in two different worlds.
    told: Counter[str] = msgspec.field(default_factory=Counter)
    compared: Counter[str] = msgspec.field(default_factory=Counter)
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    #: Parts proved hidden, and whether they varied (module ``hidden``).
    hidden: Hidden = msgspec.field(default_factory=dict)
    #: Pairs of worlds compared for it, by place and viewer.
    pairs: Counter[str] = msgspec.field(default_factory=Counter)
    #: By kind of event: information told in steps that shuffle, and whether a view shows it (module ``choices``).
    shuffled: dict[str, Shuffled] = msgspec.field(default_factory=dict)
    #: Comparison of ``imagine`` with the truth (module ``imagined``).
    evenness: dict[str, Tally] = msgspec.field(default_factory=dict)
    #: Checks that could not be made, a sentence each.
    notes: list[str] = msgspec.field(default_factory=list)

    def see_step(self, game: AnyGame, decision: Decision, action: Action) -> None:
        """Count a step: its decision kind, its verb, and the content that the action shows."""
        self.steps += 1
        self.legal_sizes[len(decision.actions)] += 1
        self.seen[f"decision.{decision.kind}"] += 1
        self.seen[f"action.{tag_of(type(action))}"] += 1
        self.seen.update(game.used(action))

    def see_event(self, game: AnyGame, event: Event) -> None:
        """Count an event and the content that it shows."""
        self.seen[f"event.{tag_of(type(event))}"] += 1
        self.seen.update(game.used(event))

    def see_end(self, outcome: Outcome, length: int) -> None:
        """Count a finished game."""
        self.games += 1
        self.lengths.append(length)
        self.seen[f"outcome.{outcome.reason}"] += 1

    def missing(self) -> list[str]:
        """Names of things that should have occurred and did not."""
        return sorted(self.wanted - self.seen.keys())

    def uncompared(self) -> list[str]:
        """Names of events that were never compared between two different worlds."""
        return sorted(self.told.keys() - self.compared.keys())

    def __str__(self) -> str:
        lengths = sorted(self.lengths) or [0]
        lines = [
            f"{self.game}: {self.games} games, {self.steps} steps ({self.deep_steps} looked at closely), "
            f"{lengths[0]} to {lengths[-1]} steps a game, median {median(lengths):g}",
            f"met {len(self.wanted & self.seen.keys())} of {len(self.wanted)}; "
            f"legal actions: at most {max(self.legal_sizes, default=0)}",
            *(f"  never met: {name}" for name in self.missing()),
            "  outcomes: " + ", ".join(f"{n} × {name}" for name, n in _counted(self.seen, "outcome.")),
            "  refused: " + ", ".join(f"{n} × {code}" for code, n in self.refusals.most_common()),
        ]
        for who, sizes in self.patch_sizes.items():
            lines.append(f"  patches for {who}: median {median(sizes):g} bytes, longest {max(sizes)}")
        for who, leak in self.leaks.items():
            lines.append(
                f"  leak test for {who}: {leak.resampled} resampled, {leak.changed} changed, {leak.shown} shown "
                f"to others; next step {leak.alike} alike, {leak.parted} parted, {leak.illegal} not legal"
            )
        if never := self.uncompared():
            lines.append("  told, but never compared by the leak test: " + ", ".join(never))
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines)


def _counted(seen: Counter[str], prefix: str) -> list[tuple[str, int]]:
    return [(name.removeprefix(prefix), n) for name, n in seen.most_common() if name.startswith(prefix)]


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The tag of an Action or Event struct: its verb or kind."""
    return str(kind.__struct_config__.tag)


def wanted_of(game: AnyGame, text: Mapping[str, str]) -> frozenset[str]:
    """Everything that play must reach: content, verbs, events, decisions, and outcomes that have a text.

    Outcomes of the match itself (resigned, draw, time) are not the game's and have their text elsewhere.
    """
    return frozenset(game.content()).union(
        (f"action.{tag_of(kind)}" for kind in verbs(game.Actions)),
        (f"event.{tag_of(kind)}" for kind in verbs(game.Events)),
        (f"decision.{kind}" for kind in game.decisions),
        (key for key in text if key.startswith("outcome.") and key.count(".") == 1),
    )
