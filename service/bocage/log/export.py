"""The export file of a finished match, and its verification without the service.

JSON lines: a header, then one line per entry with the entry's exact text, so that anyone can check the hash chain,
the commitment and every draw without knowing the rules (``docs/trust.md``):

    {"bocage":1,"match":…,"game":…,"rules":…,"entries":n,"head":"hash of the last entry"}
    {"seq":1,"at":…,"hash":"…","draws":[[bound,value],…],"raw":"{\"e\":\"created\",…}"}
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bocage.log.chain import GENESIS, link
from bocage.log.deals import key_of
from bocage.log.entries import Body, BrokenLogError, Created, Entry, Seated, decode, secret_in, told_secret
from bocage.log.fairness import commitment
from bocage.log.legality import objection
from bocage.log.match import Match
from bocage.rules.dice import Key, draw
from bocage.rules.kernel.registry import UnknownGameError, has_rules


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. ``bocage``: version of the format.

    ``draws``: draws are listed; they are not if the rules of the match were not installed.
    """

    bocage: int
    match: str
    game: str
    rules: int
    entries: int
    head: str
    draws: bool = True


class ExportedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line of an entry: its text ``raw``, the hash after it, and all its draws."""

    seq: int
    at: int
    hash: str
    draws: list[tuple[int, int]]
    raw: str


class Finding(msgspec.Struct, frozen=True):
    """A fault of entry ``seq`` (0: the header)."""

    seq: int
    text: str


class Verification(msgspec.Struct, frozen=True):
    """The result of a verification.

    ``finished``: the secret is in the file. ``states``: all states were checked, which needs the rules. A file is
    fully verified if both are true and there are no findings.
    """

    header: ExportHeader | None
    finished: bool
    states: bool
    findings: list[Finding]


_encode = msgspec.json.Encoder().encode
_header = msgspec.json.Decoder(ExportHeader).decode
_line = msgspec.json.Decoder(ExportedEntry).decode


def export(entries: Sequence[Entry], secret: bytes = b"") -> Iterator[bytes]:
    """Yield the lines of the file, with their line breaks.

    An operator can export a match that is not over (with its draws, if ``secret`` is given). That file reveals what
    players must not know yet. Draws are omitted if the rules of the match are not installed.
    """
    secret = secret or told_secret(entries)
    created = decode(entries[0].raw)
    if not isinstance(created, Created):
        raise BrokenLogError(1, "does not create the match")
    # The header needs the last hash: hash everything first, which is quick, and fold lazily, which is slow.
    heads = [GENESIS]
    for entry in entries:
        heads.append(link(heads[-1], entry.seq, entry.at, entry.raw))
    folding = has_rules(created.game, created.rules)
    header = ExportHeader(1, created.match, created.game, created.rules, len(entries), heads[-1].hex(), folding)
    yield _encode(header) + b"\n"
    match = Match(secret)
    for number, entry in enumerate(entries, 1):
        if folding:
            try:
                match.extend(entry)
            except BrokenLogError:
                if secret:
                    raise
                # Without a secret there are no dice, so no draws.
        draws = match.draws if folding else []
        yield _encode(ExportedEntry(entry.seq, entry.at, heads[number].hex(), draws, entry.raw.decode())) + b"\n"


def read_lines(lines: Iterable[bytes]) -> tuple[ExportHeader | None, list[ExportedEntry], list[Finding]]:
    """Parse a file as far as possible. Each line must be, byte for byte, what :func:`export` writes."""
    header: ExportHeader | None = None
    entries: list[ExportedEntry] = []
    findings: list[Finding] = []
    for number, text in enumerate(lines):
        try:
            if number == 0:
                header = _header(text)
                exact = _encode(header) + b"\n" == text
            else:
                line = _line(text)
                exact = _encode(line) + b"\n" == text
                entries.append(line)
        except (msgspec.DecodeError, ValueError) as error:
            findings.append(Finding(number, f"cannot be read: {error}"))
            break
        if not exact:
            findings.append(Finding(number, "is not written as the service writes it"))
    return header, entries, findings


def verify(lines: Iterable[bytes]) -> Verification:
    """Verify a file of :func:`export`: chain, commitment, nonces, draws, states. Never raises."""
    header, entries, findings = read_lines(lines)
    if header is None:
        return Verification(None, False, False, findings or [Finding(0, "is missing")])
    findings += _check_header(header, entries)
    findings += _check_chain(entries)
    secret = secret_in(entries[-1].raw.encode()) if entries else b""
    findings += _check_draws(entries, secret)
    found, states = _check_states(entries, secret, header.draws)
    findings += found
    if not findings and header.head != (entries[-1].hash if entries else ""):
        # All entries are right, so the header is wrong.
        findings.append(Finding(0, "names another last hash than the last entry"))
    first = {finding.seq: finding for finding in reversed(findings)}
    return Verification(header, bool(secret), states, [first[seq] for seq in sorted(first)])


def _check_header(header: ExportHeader, entries: list[ExportedEntry]) -> list[Finding]:
    if header.bocage != 1:
        return [Finding(0, f"format {header.bocage} is not known")]
    if header.entries != len(entries):
        return [Finding(len(entries) + 1, f"is missing: the header speaks of {header.entries} entries")]
    created = _body(entries[0]) if entries else None
    if isinstance(created, Created) and (header.match, header.game, header.rules) != (
        created.match,
        created.game,
        created.rules,
    ):
        return [Finding(0, "names another match, game or rules than entry 1")]
    return []


def _body(line: ExportedEntry) -> Body | None:
    try:
        return decode(line.raw.encode())
    except msgspec.DecodeError:
        return None


def _check_chain(entries: list[ExportedEntry]) -> list[Finding]:
    findings: list[Finding] = []
    head = GENESIS
    for number, line in enumerate(entries, 1):
        if line.seq != number:
            findings.append(Finding(number, f"is numbered {line.seq}"))
        try:
            expected = link(head, line.seq, line.at, line.raw.encode()).hex()
            # Continue from the hash in the file, so that one changed entry is reported once.
            head = bytes.fromhex(line.hash)
        except (ValueError, struct.error) as error:
            findings.append(Finding(number, f"its hash cannot be: {error}"))
            continue
        if line.hash != expected:
            findings.append(Finding(number, "its hash is not that of its content"))
    return findings


def _check_draws(entries: list[ExportedEntry], secret: bytes) -> list[Finding]:
    """Recompute every listed draw from the key, without the rules."""
    bodies = [_body(line) for line in entries]
    if not secret or not isinstance(bodies[0], Created):
        return []
    findings: list[Finding] = []
    if commitment(secret) != bodies[0].commitment:
        findings.append(Finding(len(entries), "its secret is not the one that entry 1 committed to"))
    seated = sorted((body for body in bodies if isinstance(body, Seated)), key=lambda body: body.seat)
    key = Key(key_of(bodies[0], secret, [body.nonce for body in seated]))
    for line in entries:
        for number, (bound, value) in enumerate(line.draws):
            if not 1 <= bound <= 1 << 32 or draw(key, line.seq, number, bound) != value:
                findings.append(Finding(line.seq, f"draw {number} of {bound} is not {value}"))
    return findings


def _check_states(entries: list[ExportedEntry], secret: bytes, listed: bool) -> tuple[list[Finding], bool]:
    """Replay the match. Returns findings, and whether it could be replayed to the end or to the first finding."""
    match = Match(secret)
    for line in entries:
        entry = Entry(line.seq, line.at, line.raw.encode())
        try:
            body = match.read(entry)
            problem = objection(match, body, entry.at) if match.seq else ""
            if problem:
                return [Finding(line.seq, problem)], True
            match.extend(entry)
        except UnknownGameError:
            return [], False
        except BrokenLogError as broken:
            if not secret and match.status == "open" and match.seq and all(match.seats):
                return [], False
            return [Finding(line.seq, broken.problem)], True
        except Exception as error:
            return [Finding(line.seq, f"the rules cannot carry it out: {error!r}")], True
        if match.draws != line.draws and (listed or line.draws):
            return [Finding(line.seq, "its draws are not those that the rules ask for")], True
    return [], bool(secret)
