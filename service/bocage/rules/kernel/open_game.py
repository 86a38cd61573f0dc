"""Games that hide nothing: their view is their state, so that a whole game fits into one short file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, cast

import msgspec

from bocage.rules.dice import Chance
from bocage.rules.kernel.game import PUBLIC, Game, Step, Viewer

S = TypeVar("S", bound=msgspec.Struct)


class OpenGame(Game[S]):
    """A game in which every viewer sees the whole state.

    A subclass gives ``id``, ``seats``, ``State`` (every field with a default), ``Actions``, ``Events``,
    ``decisions``, ``words``, :meth:`decision`, :meth:`reduce` and :meth:`outcome`.
    """

    #: English templates by key; the keys are those of :attr:`Game.text`.
    words: ClassVar[Mapping[str, str]]
    #: Japanese templates by the same keys; empty: Japanese players read the English ones.
    ja: ClassVar[Mapping[str, str]] = {}
    View = dict[str, Any]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "words" in vars(cls):
            cls.text = {"en": cls.words, "ja": cls.ja or cls.words}

    def setup(self, options: Any, seats: tuple[Any, ...], dice: Chance) -> Step[S]:
        """The state of which every field has its default."""
        return Step(cast(S, self.State()), [])

    def view(self, state: S, viewer: Viewer) -> Mapping[str, object]:
        """The state as plain data, whoever the viewer is."""
        return cast(Mapping[str, object], msgspec.to_builtins(state))

    def public_part(self, state: S) -> Mapping[str, object]:
        """The whole view: all viewers see the same."""
        return self.view(state, PUBLIC)

    def own_part(self, state: S, viewer: Viewer) -> Mapping[str, object]:
        """Nothing: no viewer sees anything of their own."""
        return {}

    def assert_invariants(self, state: S) -> None:
        """Check nothing."""

    def resample(self, state: S, viewer: Viewer, dice: Chance) -> S:
        """A copy of the state: there is nothing that a viewer does not know."""
        return self.copy(state)
