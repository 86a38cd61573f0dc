"""``bocage dataset``: matches as data, for learning and for statistics."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.cli.common import FAILED, CommandError, UsageError, pairs
from bocage.cli.logs import entries_of, read_file
from bocage.cli.storage import add_storage, opened, storage_url
from bocage.dataset.records import Choose, Evaluate, Record, record_of, simulate
from bocage.dataset.shards import Manifest, OtherSetError, Shards, check, read_manifest
from bocage.dataset.sheet import sheet
from bocage.progress import Progress

if TYPE_CHECKING:
    from bocage.cli.common import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "dataset",
        description="Plays matches, or reads exported ones, and writes every decision as its seat saw it: Parquet "
        "or JSON lines in shards, with a datasheet. The same command continues a run that was stopped.",
    )
    parser.add_argument("game", nargs="?", default="", help="id of the game to play")
    parser.add_argument("--logs", nargs="+", default=[], metavar="FILE", help="exported logs of one game instead")
    parser.add_argument(
        "--month",
        default="",
        metavar="YYYY-MM",
        help="the public matches of the service that ended in that month (UTC) instead: a data set for each game, "
        "version of rules and options",
    )
    add_storage(parser)
    parser.add_argument("--check", default="", metavar="FOLDER", help="replay a data set and compare its rows")
    parser.add_argument("--out", default="", metavar="FOLDER", help="folder for the files")
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="matches to play")
    parser.add_argument(
        "--strategy",
        action="append",
        default=[],
        metavar="NAME",
        help="strategy of the next seat (default: random)",
    )
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the matches"
    )
    parser.add_argument("--seed", default="dataset", help="source of cards, dice and choices")
    parser.add_argument("--odds", action="store_true", help="include the game's figures for each action")
    parser.add_argument(
        "--evaluate",
        type=int,
        default=0,
        metavar="ACTIONS",
        help="include the engine's value of each legal action, from the view of the seat: so many actions are "
        "executed in imagined worlds for each decision",
    )
    parser.add_argument("--format", choices=["parquet", "jsonl"], default="parquet", help="format of the rows")
    parser.add_argument("--shard", type=int, default=1000, metavar="N", help="matches per file")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of processes")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if min(chosen.matches, chosen.shard, chosen.jobs) < 1:
        raise UsageError("--matches, --shard and --jobs are numbers from 1")
    if chosen.evaluate < 0:
        raise UsageError("--evaluate is a number of actions")
    if chosen.format == "parquet" and find_spec("pyarrow") is None:
        raise CommandError(
            "bocage dataset needs the package pyarrow: pip install 'bocage[dataset]' brings it;"
            " or choose --format jsonl"
        )
    if chosen.check:
        return _check(Path(chosen.check))
    if [bool(chosen.game), bool(chosen.logs), bool(chosen.month)].count(True) != 1 or not chosen.out:
        raise UsageError("name a game, --logs or --month, and --out")
    try:
        if chosen.logs:
            _from_logs(chosen)
        elif chosen.month:
            _from_month(chosen)
        else:
            _play(chosen)
    except OtherSetError as error:
        raise CommandError(str(error)) from None
    return 0


def _check(folder: Path) -> int:
    faults = 0
    manifest = read_manifest(folder)
    evaluate = None
    if manifest.evaluate:
        if manifest.engine == _engine_of(manifest.game):
            evaluate = _evaluator(manifest)
        else:
            print(f"{folder}: its values are of another version of the engine, and not compared")
    for match, fault in check(folder, evaluate):
        print(f"{match}: {fault}")
        faults += 1
    print(f"{folder}: {faults} faults" if faults else f"{folder}: right")
    return FAILED if faults else 0


def _engine_of(game: str) -> str:
    from bocage.engine.version import version_of

    return version_of(game)


def _evaluation(nodes: int, game: str) -> dict[str, Any]:
    """Return the fields of a manifest about the engine. Raises :class:`CommandError` for a game without one."""
    if not nodes:
        return {}
    from bocage.engine.strongest import NoEngineError, strongest
    from bocage.rules.kernel.registry import find_game

    try:
        strongest(find_game(game))
    except NoEngineError as error:
        raise CommandError(str(error)) from None
    return {"evaluate": nodes, "engine": _engine_of(game)}


def _evaluator(manifest: Manifest) -> Evaluate | None:
    """Return what evaluates the choices of a data set; None: nothing does."""
    if not manifest.evaluate:
        return None
    from bocage.engine.choice_values import choice_values
    from bocage.rules.kernel import AnyGame, Seen, UnimaginableError

    def evaluate(game: AnyGame, seen: Seen, actions: Sequence[Any]) -> tuple[list[float], int]:
        try:
            return choice_values(game, seen, actions, manifest.evaluate)
        except UnimaginableError:
            return [], 0

    return evaluate


def _play(chosen: argparse.Namespace) -> None:
    from bocage.rules.kernel.registry import find_game

    game = find_game(chosen.game)
    try:
        options = msgspec.convert(pairs(chosen.option), game.Options)
    except msgspec.ValidationError as error:
        raise UsageError(f"{game.id} has no such options: {error}") from None
    players = (chosen.strategy or ["random"]) * game.seats
    manifest = Manifest(
        game=game.id,
        rules=game.rules,
        options=msgspec.to_builtins(options),
        source=f"Simulated: {' against '.join(players[: game.seats])}, seed `{chosen.seed}`.",
        players=players[: game.seats],
        seed=chosen.seed,
        matches=chosen.matches,
        shard=chosen.shard,
        odds=chosen.odds,
        format=chosen.format,
        **_evaluation(chosen.evaluate, game.id),
    )
    shards = _begin(Path(chosen.out), manifest)
    missing = shards.missing()
    with Progress("matches", sum(len(shards.matches_of(number)) for number in missing)) as progress:
        if chosen.jobs == 1:
            for number in missing:
                shards.write(number, progress_of(progress, simulated(manifest, shards.matches_of(number))))
            return
        with ProcessPoolExecutor(chosen.jobs) as pool:
            for matches in pool.map(partial(_write, Path(chosen.out), manifest), missing):
                progress.step(matches)


def progress_of(progress: Progress, records: Iterator[Record]) -> Iterator[Record]:
    """Yield the records, and report progress."""
    for record in records:
        yield record
        progress.step()


def _write(folder: Path, manifest: Manifest, number: int) -> int:
    """Write a shard in a process of its own. Returns its number of matches."""
    shards = Shards(folder, manifest, _evaluator(manifest))
    shards.write(number, simulated(manifest, shards.matches_of(number)))
    return len(shards.matches_of(number))


def simulated(manifest: Manifest, numbers: range) -> Iterator[Record]:
    """Play matches. Each depends only on the seed and its number, not on other matches."""
    from bocage.rules.kernel.registry import find_game

    game = find_game(manifest.game, manifest.rules)
    options = msgspec.convert(manifest.options, game.Options)
    facts = msgspec.to_builtins(game.facts())
    for number in numbers:
        seed = f"{manifest.seed}/{number}"
        choices = [_strategy(name, game.id, facts, f"{seed}/{seat}") for seat, name in enumerate(manifest.players)]
        yield simulate(game, options, seed, manifest.players, choices)


def _strategy(name: str, game: str, facts: dict[str, Any], seed: str) -> Choose:
    from hashlib import sha256

    from bocage.bots import UnknownStrategyError, find_strategy
    from bocage.sdk.bot import FromFacts

    try:
        found: Any = find_strategy(name, game, int.from_bytes(sha256(seed.encode()).digest()[:4]))
    except UnknownStrategyError as error:
        raise CommandError(str(error)) from None
    chosen: Any = found.make(facts) if isinstance(found, FromFacts) else found
    strategy: Choose = chosen
    return strategy


def _from_logs(chosen: argparse.Namespace) -> None:
    from bocage.log.course import course_of

    records: list[Record] = []
    for path in chosen.logs:
        course = course_of(entries_of(read_file(path), path))
        if course is None:
            raise CommandError(f"{path}: the game never began")
        try:
            records.append(record_of(course))
        except ValueError as error:
            raise CommandError(f"{path}: {error}") from None
    kinds = {(record.game, record.rules, msgspec.json.encode(record.options)) for record in records}
    if len(kinds) > 1:
        raise CommandError("the logs are of different games, rules or options: write a data set for each")
    source = "Played at a service, from exported logs; `bocage verify` proves the dice of each."
    _write_played(chosen, Path(chosen.out), records, source)


def _from_month(chosen: argparse.Namespace) -> None:
    from bocage.cli.month import month_of, records_of_month

    try:
        month = month_of(chosen.month)
    except ValueError:
        raise UsageError("--month is a year and a month, such as 2026-11") from None

    async def read(url: str) -> dict[str, list[Record]]:
        async with opened(url, chosen.cold_storage) as (store, _):
            return await records_of_month(store, month)

    with ExitStack() as stack:
        found = asyncio.run(read(storage_url(chosen, stack)))
    source = f"Public matches of a service that ended in {month.name} (UTC), without those of deleted accounts."
    for name, records in found.items():
        _write_played(chosen, Path(chosen.out) / name, records, source)
    print(f"{sum(map(len, found.values()))} matches in {len(found)} data sets")


def _write_played(chosen: argparse.Namespace, folder: Path, records: list[Record], source: str) -> None:
    manifest = Manifest(
        game=records[0].game,
        rules=records[0].rules,
        options=records[0].options,
        source=source,
        players=[],
        seed="",
        matches=len(records),
        shard=chosen.shard,
        odds=chosen.odds,
        format=chosen.format,
        **_evaluation(chosen.evaluate, records[0].game),
    )
    shards = _begin(folder, manifest)
    for number in shards.missing():
        shards.write(number, [records[at] for at in shards.matches_of(number)])


def _begin(folder: Path, manifest: Manifest) -> Shards:
    shards = Shards(folder, manifest, _evaluator(manifest))
    (folder / "README.md").write_text(sheet(manifest), encoding="utf-8")
    return shards
