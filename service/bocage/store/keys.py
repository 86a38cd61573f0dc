"""The keys in Redis.

Matches are spread over 32 shards by their id. Everything about a match, the lists that name it included,
carries the hash tag of its shard, so that one script changes a log and its lists together, in a cluster as on
a single server. The tags are chosen so that shards lie evenly over the 16,384 slots of a cluster.

    {tag}:log:<match>    stream: <seq>-0 → at, raw; finished: one row → archive
    {tag}:near:<match>   set: nodes that follow the match
    {tag}:review:<match> version of an engine, a space, its review of the match (zlib); for 90 days
    {tag}:secrets        hash: match → secret, while it is not over
    {tag}:rows           hash: match → "<at> <row as JSON>"                                   (list)
    {tag}:open, :playing, :ended   sorted sets: public matches by the time of that status     (list)
    {tag}:of:<player>    sorted set: their matches, by the time of their status                 (list)
    {tag}:due            sorted set: matches by deadline                                      (list)
    {tag}:board:<game>:<span>  sorted set: players by points of a day's deal, a feature          (list)
    {tag}:scores:<game>:<digest>  sorted set: matches of one player by their points; digest: of the options  (list)
    {tag}:rated          sorted set: results of rated matches by their end, see ledger.py      (list)
    {tag}:called         set: matches that wait for a house bot                               (list)
    {tag}:finished       sorted set: archived matches by their end                             (list)
    {tag}:cold:<bucket>  hash: match in cold storage → day of its end since 1970; bucket: its last two letters
    {tag}:closing        set: finished matches still to be archived                           (list)
    {tag}:notices        sorted set: notices by when they are to be sent, see notices.py
    {tag}:wanting        set: players who want notices; the same in every shard
    {tag}:beat, :outages  time of the last beat of any node; stretches without beats
    {tag}:mark           written to ask whether replicas have everything before it
    {tag}:fence:<node>   least epoch of a connection from which the node's appends are taken, for a day
    {tag}:node:<node>    channel: entries for one node
    cold-mover:<shard>   node that moves matches of this shard to cold storage now
    cold:<player>        list: matches of a player in cold storage, oldest first; some may be there twice
    player:<id>          hash: name, created, sign-ins (SHA-256 of each token), link, recovery codes,
                         passkeys, notices (what they want to be told, and where)
    challenge:<digest>   for whom a challenge for passkeys was made, a feature
    blocks:<player>      set: whom the player blocked
    mutes:<player>       set: whose lines of chat the player does not read, besides
    friends:<player>     sorted set: whom the player wants for friends, see friends.py
    friend-asks:<player> sorted set: players who asked to be friends
    hidden               set: matches that the operator hid, see hidden.py
    reports, report:<id> reports about players, for 30 days, see reports.py
    audit                stream: what operators did to players, see audit.py
    daily:secrets, daily:attempts:<day>:<game>  deals of days (a feature)
    duplicate:<id>       hash: what two players agreed on, and their matches (a feature)
    notices:daily        sorted set: players who want to be told of the deals, by the day they were told of last
    notices:mail:<digest>  a mail with a code went to the e-mail address with that SHA-256; for an hour
    notices:vapid        the private key by which push services know this service (base64url)
    rewritten:<server>   an hour's pause between two rewrites of its append-only file, see erasing.py
    once:<player>:<key>  SHA-256 of a request and the match it makes, for a day; key as SHA-256
    waiting:<digest>     sorted set: matches that wait for players, by when they were made, of one player or one
                         address (of which the digest is the SHA-256)
    bocage:rows          channel: list rows that changed
    bocage:signed_out    channel: ids of sign-ins that have ended
    bocage:unheard       channel: players who changed whose lines of chat they do not read
    bocage:named         channel: players who are called otherwise now, see names.py
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from zlib import crc32

import msgspec
from redis.crc import key_slot

#: Number of shards. Stored logs depend on it, so it never changes.
SHARDS = 32
#: Number of slots of a Redis Cluster.
SLOTS = 16384
#: Matches whose keys are remembered: more than a node has open, and of a million that are over nothing stays.
REMEMBERED = 1 << 14
#: The channel of list rows that changed.
ROWS_CHANNEL = b"bocage:rows"
#: The channel of sign-ins that have ended.
SIGNED_OUT_CHANNEL = b"bocage:signed_out"
#: The channel of players who are called otherwise now.
NAMED_CHANNEL = b"bocage:named"


def _tag(shard: int) -> str:
    width = SLOTS // SHARDS
    number = 0
    while key_slot(str(number).encode()) // width != shard:
        number += 1
    return f"{{{number}}}"


#: Hash tag of each shard, with its braces.
TAGS = tuple(_tag(shard) for shard in range(SHARDS))
#: The cluster slot of each shard.
SHARD_SLOTS = tuple(key_slot(tag.encode()) for tag in TAGS)


@lru_cache(maxsize=REMEMBERED)
def shard_of(match: str) -> int:
    """The shard that a match lies in."""
    return crc32(match.encode()) % SHARDS


@lru_cache(maxsize=REMEMBERED)
def log_key(match: str) -> str:
    """The key of the log of a match."""
    return f"{TAGS[shard_of(match)]}:log:{match}"


@lru_cache(maxsize=REMEMBERED)
def near_key(match: str) -> str:
    """The key of the set of nodes that follow a match."""
    return f"{TAGS[shard_of(match)]}:near:{match}"


def review_key(match: str) -> str:
    """The key of the review of a match."""
    return f"{TAGS[shard_of(match)]}:review:{match}"


def reviewing_key(match: str) -> str:
    """The key of who is making the review of a match."""
    return f"{TAGS[shard_of(match)]}:reviewing:{match}"


def options_digest(options: object) -> str:
    """What tells the options of one match from those of another in keys."""
    return hashlib.sha256(msgspec.json.encode(options, order="sorted")).hexdigest()[:12]


def shard_key(shard: int, name: str) -> str:
    """A key of which each shard has one, such as ``due``."""
    return f"{TAGS[shard]}:{name}"


def once_key(player: str, digest: str) -> str:
    """The key of a request that may be repeated; ``digest``: SHA-256 of the player's key."""
    return f"once:{player}:{digest}"


def waiting_key(digest: str) -> str:
    """The key of the matches of a player or address that wait; ``digest``: SHA-256 of either."""
    return f"waiting:{digest}"


def cold_key(match: str) -> str:
    """The key of the hash that says whether a match lies in cold storage."""
    return f"{TAGS[shard_of(match)]}:cold:{match[-2:]}"


def cold_list_key(player: str) -> str:
    """The key of the matches of a player in cold storage."""
    return f"cold:{player}"


def player_key(player: str) -> str:
    """The key of a player."""
    return f"player:{player}"
