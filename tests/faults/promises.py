"""What the service promises, checked against the logs after a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import msgspec

from bocage.log.entries import Acted, decode, told_secret
from bocage.log.match import Match
from bocage.log.view import view
from bocage.store import Store
from bocage_tools.load.checks import digest
from tests.faults.crowd import Record


class Findings(msgspec.Struct):
    """Counts of what was checked, and sentences on what is not as promised."""

    matches: int = 0
    entries: int = 0
    acknowledged: int = 0
    views: int = 0
    set_back: int = 0
    hung: int = 0
    longest_stand: float = 0.0
    long_stands: int = 0
    broken: list[str] = []


#: Seconds from which on a stand is counted as long.
LONG = 10.0


async def check(store: Store, records: list[Record]) -> Findings:
    """Every acknowledged action stands exactly once at its number; logs have no gap; every view that anybody was
    shown is what a fresh fold shows at that entry; all matches ended, and nobody was set back."""
    findings = Findings(broken=[])
    by_match: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_match[record.match].append(record)
    for match, mine in by_match.items():
        findings.matches += 1
        await _check_match(store, match, mine, findings)
    return findings


async def _check_match(store: Store, match: str, records: list[Record], findings: Findings) -> None:
    log = await store.load(match)
    findings.entries += len(log.entries)

    def wrong(what: str) -> None:
        findings.broken.append(f"{match}: {what}")

    if [entry.seq for entry in log.entries] != list(range(1, len(log.entries) + 1)):
        wrong("the log has gaps")
        return
    acknowledged: Counter[int] = Counter()
    actions: dict[int, Any] = {}
    wanted: dict[int, set[tuple[int, bytes]]] = defaultdict(set)
    for record in records:
        acknowledged.update(record.acknowledged.keys())
        actions |= record.acknowledged
        for (seq, seat), seen in record.seen.items():
            wanted[seq].add((seat, seen))
        findings.set_back += record.set_back
        findings.hung += not record.ended
        findings.longest_stand = max(findings.longest_stand, record.stood)
        findings.long_stands += record.stood >= LONG
        for what in record.wrong:
            wrong(what)
        if record.set_back:
            wrong(f"shown set back {record.set_back} times")
        if not record.ended:
            wrong(f"hung at entry {record.newest} of {len(log.entries)}")
    findings.acknowledged += len(actions)
    folded = Match(log.secret or told_secret(log.entries))
    stored: set[int] = set()
    for entry in log.entries:
        body = decode(entry.raw)
        if isinstance(body, Acted):
            stored.add(entry.seq)
            if entry.seq in actions and body.action != actions[entry.seq]:
                wrong(f"entry {entry.seq} is not what was acknowledged")
        folded.extend(entry)
        for seat, seen in wanted.pop(entry.seq, ()):
            findings.views += 1
            if digest(view(folded, seat)) != seen:
                wrong(f"what seat {seat} was shown of entry {entry.seq} is not what it is")
    for seq, times in acknowledged.items():
        if times > 1:
            wrong(f"entry {seq} was acknowledged to two players")
    for seq in actions.keys() - stored:
        wrong(f"the action acknowledged as entry {seq} is not there")
    for seq in stored - actions.keys():
        refused = [code for record in records if (code := record.refused.get(seq - 1))]
        bodies = [type(decode(entry.raw)).__name__ for entry in log.entries[seq - 1 : seq + 3]]
        wrong(f"entry {seq} holds an action that nobody knows of ({refused}; {bodies})")
    for seq in wanted:
        wrong(f"entry {seq} was shown and is not there")
