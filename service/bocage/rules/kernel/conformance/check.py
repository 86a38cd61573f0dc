"""The kit's one entry: plays games and runs every check on them."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.conformance.choices import check_choices, check_shuffled
from bocage.rules.kernel.conformance.coverage import Coverage, tag_of, wanted_of
from bocage.rules.kernel.conformance.decisions import check_decision, check_stable
from bocage.rules.kernel.conformance.draws import check_draws, check_setup_draws
from bocage.rules.kernel.conformance.hidden import check_kept
from bocage.rules.kernel.conformance.imagined import Imagining, check_evenness
from bocage.rules.kernel.conformance.leaks import (
    check_leaks,
    check_now,
    check_power,
    check_world_at_a_glance,
    glance,
)
from bocage.rules.kernel.conformance.moment import (
    BrokenError,
    Moment,
    decode_json,
    encode,
    encode_json,
    holds_none,
    viewers,
)
from bocage.rules.kernel.conformance.odds import check_odds
from bocage.rules.kernel.conformance.orders import check_orders
from bocage.rules.kernel.conformance.quiet import check_quiet
from bocage.rules.kernel.conformance.refusals import check_over, check_refusals
from bocage.rules.kernel.conformance.states import Twin, check_in_place, check_packing, check_replay, check_setup
from bocage.rules.kernel.conformance.telling import all_names
from bocage.rules.kernel.conformance.things import check_action, check_event
from bocage.rules.kernel.conformance.views import check_view, check_views
from bocage.rules.kernel.conformance.words import Words, outcome_key
from bocage.rules.kernel.game import LANGUAGES, OPEN, PUBLIC, Action, AnyGame, Event, Told
from bocage.rules.kernel.legal import legal_action, verbs
from bocage.rules.kernel.open_game import OpenGame
from bocage.rules.kernel.options import has_defaults
from bocage.rules.kernel.play import Playthrough, Policy, new_playthrough, random_choice, read_line

#: Steps of the first game that get the close look.
_FIRST = 200
#: Comparisons of an event kind below which it is compared wherever it occurs.
_ENOUGH, _TRIES = 3, 100
#: Steps of a run that are glanced at, each of them; and how often what follows what is looked at more closely.
_GLANCED, _TURNS = 2000, 2
#: Games that are played again with other hash seeds.
_ORDERED = 3


def check_game(
    game: AnyGame,
    *,
    games: int = 100,
    seed: int | str = 0,
    deep: int = 10,
    steps: int = 10_000,
    cap: int | None = None,
    options: msgspec.Struct | None = None,
    seats: Sequence[msgspec.Struct] | None = None,
    policies: Sequence[Policy] = (random_choice,),
    unreachable: Mapping[str, str] | None = None,
    transient: Mapping[str, str] | None = None,
    uncompared: Mapping[str, str] | None = None,
    kept: Mapping[str, str] | None = None,
) -> Coverage:
    """Play seeded games over random options and check everything; raise ``AssertionError`` on the first fault.

    Every step of every game: legal list, apply leaves its input alone, invariants, texts of new things. One step in
    ``deep`` gets the close look (views, patches, leak test, refusals, packing), and one game in ``deep`` is
    followed by a second engine and replayed; so are the first 200 steps of the first game, and the state at the
    start and the end of every game.

    At least ``games`` are played, and up to ``cap`` (default: ten times as many, at least 100) until all content,
    verbs, events, decisions and outcomes were met, and the leak test has compared every event. ``unreachable`` (id
    → reason) names what cannot be met (names as in :meth:`Coverage.missing`; ``resample`` for a game that hides
    nothing, except an ``OpenGame``), ``uncompared`` what cannot be compared (names as in
    :meth:`Coverage.uncompared` → reason). ``transient`` (event kind → reason): see ``leaks``. ``kept`` (path of the
    state → reason): parts that ``resample`` may keep although the viewer cannot know them; see ``hidden``.
    ``options`` and ``seats`` fix otherwise random choices; ``policies`` take turns, one per game. A game that does
    not end within ``steps`` actions is broken.
    """
    kit = _Kit(game, deep, steps, policies, dict(transient or {}))
    nothing = {"resample": "an open game hides nothing"} if isinstance(game, OpenGame) else {}
    excused, alone, kept = {**nothing, **(unreachable or {})}, dict(uncompared or {}), dict(kept or {})
    for name, reason in {**excused, **alone, **kit.transient, **kept}.items():
        if not reason.strip():
            raise BrokenError(f"{game.id}: {name} is excused without a reason")
    kit.check_facts()
    limit = max(10 * games, 100) if cap is None else cap
    index = 0
    while index < games or (index < limit and kit.is_wanting(excused, alone)):
        playthrough = new_playthrough(game, f"{seed}/{index}", options, seats, usual=index == 0)
        kit.play(playthrough, index)
        index += 1
    kit.check_coverage(excused, alone)
    check_shuffled(game, kit.coverage)
    check_kept(game, kit.coverage.hidden, kept)
    check_evenness(game, kit.coverage)
    if note := check_orders(game, kit.played):
        kit.coverage.notes.append(note)
    return kit.coverage


def repeat_game(game: AnyGame, line: str, transient: Mapping[str, str] | None = None) -> None:
    """Play the one game that a failure printed again, looking closely at every step."""
    playthrough = read_line(game, line)
    actions, playthrough.actions = playthrough.actions, []
    kit = _Kit(game, 1, len(actions) + 1, (random_choice,), dict(transient or {}))
    kit.play(playthrough, 0, actions)
    check_shuffled(game, kit.coverage)
    check_kept(game, kit.coverage.hidden, least=1)


def printed(game: AnyGame) -> bytes:
    """Data served without a match, which do not change by playing."""
    return encode([game.facts(), game.lesson(), sorted(game.content()), game.text])


def _summary(game: AnyGame, state: Any) -> tuple[object, ...]:
    """A finished game as lists and links show it."""
    return game.symbols(state), list(game.sides(state)), game.score(state), game.turns(state)


def _check_picture(playthrough: Playthrough, state: Any, other: Any) -> None:
    """A picture is made of the view alone, whatever was looked at before."""
    game: AnyGame = playthrough.game
    view = game.view(state, PUBLIC)
    picture = encode(game.picture(view))
    game.setup(playthrough.options, playthrough.seats, playthrough.chance(0, "picture"))
    game.view(other, OPEN)
    if encode(game.picture(view)) != picture:
        raise BrokenError("LEAK: picture() depends on more than the view that it was given")


class _Kit:
    """One run: what it was asked to do, and what it met so far."""

    def __init__(
        self, game: AnyGame, deep: int, steps: int, policies: Sequence[Policy], transient: Mapping[str, str]
    ) -> None:
        self.game = game
        self.deep = deep
        self.steps = steps
        self.policies = policies
        self.transient = transient
        self.words = Words(game)
        self.coverage = Coverage(game.id, wanted_of(game, game.text.get(LANGUAGES[0], {})))
        #: Actions and encoded events that were checked already.
        self.parsed: set[Action] = set()
        self.met: set[tuple[type[Event], bytes]] = set()
        #: Successions of kinds of steps, and their counts: see :meth:`_is_new_turn`.
        self.turns: Counter[tuple[object, ...]] = Counter()
        #: The first games.
        self.played: list[Playthrough] = []
        #: Data that anybody may request without a match; requested again after each game.
        self.printed = printed(game)

    def check_facts(self) -> None:
        """Check catalogues, options and printed facts, without playing."""
        game = self.game
        if game.seats not in (1, 2):
            raise BrokenError(
                f"{game.id}: seats is {game.seats}; the service, its lessons and its page know games for 1 or 2"
            )
        for kind in (game.Options, game.SeatOptions):
            if not has_defaults(kind):
                raise BrokenError(f"{game.id}: every field of {kind.__name__} needs a default")
        unknown = self.transient.keys() - {tag_of(kind) for kind in verbs(game.Events)}
        if unknown:
            raise BrokenError(f"{game.id}: transient names {sorted(unknown)}, which are no events of the game")
        self.words.check_catalogues()
        facts = game.facts()
        if holds_none(facts) or decode_json(encode_json(facts)) != msgspec.msgpack.decode(encode(facts)):
            raise BrokenError(f"{game.id}: facts() holds None, or is not the same in JSON and msgpack")

    def play(self, playthrough: Playthrough, index: int, forced: list[Any] | None = None) -> None:
        """One game with all its checks; any fault is raised with the line that repeats it."""
        try:
            self._play(playthrough, index, forced)
        except Exception as problem:
            where = ""
            if not isinstance(problem, BrokenError):
                where = f"{type(problem).__name__}\n" + traceback.format_tb(problem.__traceback__)[-1]
            raise AssertionError(
                f"{playthrough.game.id}, game {playthrough.seed!r}, step {len(playthrough.actions)}: {problem}\n"
                f"{where}repeat_game(GAME, {playthrough.line()!r})"
            ) from problem

    def _play(self, playthrough: Playthrough, index: int, forced: list[Any] | None) -> None:
        game = self.game
        rng, sampling = Random(f"{playthrough.seed}/play"), Random(f"{playthrough.seed}/deep")
        policy = self.policies[index % len(self.policies)]
        closely = index == 0 or sampling.random() * self.deep < 1
        dice = playthrough.dice(0)
        begun = game.setup(playthrough.options, playthrough.seats, dice)
        if len(self.played) < _ORDERED:
            self.played.append(playthrough)
        check_setup(playthrough, begun)
        self._meet(begun.events, setup=True)
        check_setup_draws(playthrough, begun, dice.draws, self.coverage, self.transient)
        for viewer in viewers(game):
            check_view(game, begun.state, viewer)
        told = [encode(begun.events)]
        twin = Twin(playthrough, begun) if closely else None
        imagining = Imagining(playthrough, begun.events)
        legal: dict[Action, None] = {}
        state, packed = begun.state, game.pack(begun.state)
        game.assert_invariants(state)
        while (decision := game.decision(state)) is not None:
            check_decision(game, decision)
            imagining.meet(state, decision)
            if game.outcome(state) is not None:
                raise BrokenError("a decision is owed although the game is over")
            number = len(playthrough.actions) + 1
            if number > self.steps:
                raise BrokenError(f"no end after {self.steps} steps")
            if forced is not None and number > len(forced):
                return
            action = policy(game, state, decision, rng) if forced is None else forced[number - 1]
            try:
                action = legal_action(game, state, decision.seat, action, decision=decision)
            except RefusedError as refused:
                raise BrokenError(f"{action!r} is refused: {refused}") from None
            playthrough.actions.append(action)
            dice = playthrough.dice(number)
            after = game.apply(state, action, dice)
            if game.pack(state) != packed:
                raise BrokenError("apply changed the state it was given")
            game.assert_invariants(after.state)
            self.coverage.see_step(game, decision, action)
            self._meet(after.events)
            imagining.hear(after.events)
            moment = Moment(playthrough, number, state, packed, decision, action, after, dice.draws)
            if (index == 0 and number <= _FIRST) or sampling.random() * self.deep < 1:
                self._look_closely(moment, legal)
            elif self._is_new_turn(moment) or self._is_news(after.events):
                self._look_for_leaks(moment)
            self._glance(moment)
            legal.update(dict.fromkeys(decision.actions))
            if twin is not None:
                twin.follow(moment)
                told.append(encode(after.events))
            state, packed = after.state, game.pack(after.state)
        imagining.check(self.coverage)
        self._end(playthrough, state)
        if twin is not None:
            check_replay(playthrough, told, packed)

    def _meet(self, events: list[Told], setup: bool = False) -> None:
        self.coverage.told.update(all_names(events, setup))
        for told in events:
            if not all(0 <= seat < self.game.seats or seat == OPEN for seat in told.private):
                raise BrokenError(f"an event is told to seats {sorted(told.private)}, not all of which exist")
            for event in (told.public, *told.private.values()):
                self.coverage.see_event(self.game, event)
                mark = (type(event), encode(event))
                if mark not in self.met:
                    self.met.add(mark)
                    check_event(self.game, event)
                    self.words.check_thing("event", event)

    def _is_news(self, events: list[Told]) -> bool:
        """True if an event occurs that was hardly ever compared, and not tried often."""
        told, compared = self.coverage.told, self.coverage.compared
        return any(compared[name] < _ENOUGH and told[name] <= _TRIES for name in all_names(events, setup=False))

    def _is_new_turn(self, moment: Moment) -> bool:
        """True if what followed this action, who decides what, hardly ever followed it.

        A window that opens for the holder of one card alone is such a turn.
        """
        following = self.game.decision(moment.after.state)
        turn = (
            moment.decision.kind,
            type(moment.action),
            following and (following.kind, following.seat == moment.decision.seat),
        )
        self.turns[turn] += 1
        return self.turns[turn] <= _TURNS

    def _glance(self, moment: Moment) -> None:
        """True if events or questions depend on a card that another seat holds."""
        if self.coverage.steps > _GLANCED:
            return
        decider, seats = moment.decision.seat, self.game.seats
        viewers = (decider, 1 - decider if seats > 1 else PUBLIC)
        for viewer in viewers if self.coverage.steps * 2 <= _GLANCED else viewers[moment.number % 2 :][:1]:
            if glance(moment, viewer):
                check_world_at_a_glance(moment, viewer, self.coverage, self.transient)

    def _look_for_leaks(self, moment: Moment) -> None:
        check_leaks(moment, self.coverage, self.transient)
        check_draws(moment, self.coverage, self.transient)
        check_choices(moment, self.coverage, self.transient)

    def _look_closely(self, moment: Moment, legal: Collection[Action]) -> None:
        game = self.game
        self.coverage.deep_steps += 1
        check_packing(game, moment.after.state)
        check_stable(moment)
        for action in moment.decision.actions:
            if action not in self.parsed:
                self.parsed.add(action)
                check_action(game, action)
                self.words.check_thing("action", action)
        check_in_place(moment)
        check_views(moment, self.coverage)
        check_odds(moment, self.words)
        check_quiet(moment)
        self._look_for_leaks(moment)
        check_refusals(moment, self.coverage, self.words, moment.playthrough.actions, legal)

    def _end(self, playthrough: Playthrough, state: Any) -> None:
        game = self.game
        outcome = game.outcome(state)
        if outcome is None:
            raise BrokenError("no decision is owed, but there is no outcome")
        if not all(0 <= seat < game.seats for seat in outcome.winners) or len(set(outcome.winners)) != len(
            outcome.winners
        ):
            raise BrokenError(f"the outcome names winners {outcome.winners}, not all of which exist")
        self.words.check_key(outcome_key(outcome))
        self.coverage.see_end(outcome, len(playthrough.actions))
        check_over(game, state, playthrough.actions)
        for viewer in viewers(game):
            view = encode(check_view(game, state, viewer))
            chance = playthrough.chance(len(playthrough.actions), f"end {viewer}")
            other = game.resample(state, viewer, chance)
            check_now(game, state, other, viewer, view)
            if viewer == PUBLIC:
                _check_picture(playthrough, state, other)
            if viewer == PUBLIC and _summary(game, state) != _summary(game, other):
                raise BrokenError("LEAK: symbols(), sides(), score() or turns() tell what public cannot know")
        if printed(game) != self.printed:
            raise BrokenError("LEAK: facts(), lesson(), content() or text changed: they tell what was played")
        for name, value in game.facets(state).items():
            if type(name) is not str or type(value) is not str:
                raise BrokenError("facets() must map strings to strings")

    def is_wanting(self, excused: Mapping[str, str], alone: Mapping[str, str]) -> bool:
        """True if more games might show what was not met or not compared yet."""
        coverage = self.coverage
        if set(coverage.missing()) - excused.keys():
            return True
        return "resample" not in excused and bool(set(coverage.uncompared()) - alone.keys())

    def check_coverage(self, excused: Mapping[str, str], alone: Mapping[str, str]) -> None:
        """All was met that is not excused, nothing was met that is, and the leak test had worlds to compare.

        ``alone``: what could not be compared, with reasons.
        """
        coverage = self.coverage
        names = excused.keys() - {"resample"}
        if unknown := sorted(names - coverage.wanted):
            raise BrokenError(f"{self.game.id}: unreachable names {unknown}, which the game does not have")
        if met := sorted(names & coverage.seen.keys()):
            raise BrokenError(f"{self.game.id}: {met} were met; take them out of unreachable")
        if missing := sorted(set(coverage.missing()) - names):
            raise BrokenError(f"{self.game.id}: {len(missing)} never met: {missing}\n{coverage}")
        check_power(self.game, coverage, excused, alone)
