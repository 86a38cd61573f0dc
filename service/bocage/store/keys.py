"""The keys in Redis.

Matches are spread over 32 shards by their id. Everything about a match, including its places in lists, carries the
hash tag of its shard, so that one script changes a log and its lists together, in a cluster as on a single server.
The tags are chosen so that the shards are spread evenly over the 16,384 slots of a cluster.

    {tag}:log:<match>    stream: <seq>-0 → at, raw; once archived: one row → archive
    {tag}:near:<match>   set: nodes that follow the match
    {tag}:review:<match> engine version, a space, review of the match (zlib); for 90 days
    {tag}:secrets        hash: match → secret, until it is over
    {tag}:rows           hash: match → "<at> <row as JSON>"                                   (list)
    {tag}:open, :playing, :ended   sorted sets: public matches by time of that status         (list)
    {tag}:of:<player>    sorted set: their matches, by time of status                         (list)
    {tag}:due            sorted set: matches by deadline                                      (list)
    {tag}:board:<game>:<span>  sorted set: players by points of a daily deal (a feature)  (list)
    {tag}:scores:<game>:<digest>  sorted set: solo matches by points; digest: of the options    (list)
    {tag}:rated          sorted set: results of rated matches by their end, see records.py      (list)
    {tag}:called         set: matches that wait for a house bot                               (list)
    {tag}:finished       sorted set: archived matches by their end                             (list)
    {tag}:cold:<bucket>  hash: match in cold storage → day of its end since 1970; bucket: end of its id
    {tag}:closing        set: finished matches still to be archived                           (list)
    {tag}:notices        sorted set: notices by time to send (a feature)
    {tag}:wanting        set: players who want notices; the same in every shard
    {tag}:beat, :outages  time of the last beat of any node; stretches without beats
    {tag}:mark           written to check that replicas have everything before it
    {tag}:fence:<node>   lowest epoch of a connection whose appends are accepted from the node, for a day
    {tag}:node:<node>    channel: entries for one node
    cold-mover:<shard>   node that is moving matches of this shard to cold storage
    cold:<player>        list: matches of a player in cold storage, oldest first, possibly twice
    player:<id>          hash: name, created, sign-ins (SHA-256 of each token), link, recovery codes,
                         passkeys, notices (preferences and channels)
    challenge:<digest>   player of a challenge for passkeys (a feature)
    blocks:<player>      set: players they have blocked
    mutes:<player>       set: players whose chat they have muted
    friends:<player>     sorted set: players they have added as friends, see friends.py
    friend-asks:<player> sorted set: players who have added them as a friend
    hidden               set: matches hidden by the operator, see moderation.py
    reports, report:<id> reports about players, for 30 days, see reports.py
    audit                stream: operators' actions on players, see moderation.py
    daily:secrets, daily:scenarios, daily:attempts:<day>:<game>  daily deals (a feature)
    duplicate:<id>       hash: terms and matches of a duplicate (a feature)
    offer:<id>, offers:<player>  challenges, and those of a player that wait for an answer (a feature)
    programs-of:<player>  set: programs that belong to them (a feature)
    programs:turn, programs:arranged, arranged:<player>  matches arranged between programs (a feature)
    programs:online, tables:<player>  programs that offer tables, for a minute (a feature)
    map:<id>, maps:<player>, shared-maps  maps drawn by players (a feature)
    map-games, map-games-by  games of the engine on maps (a feature)
    notices:daily        sorted set: subscribers of daily deals, by the day of their last notice
    notices:mail:<digest>  a code was mailed to the e-mail address with that SHA-256; for an hour
    notices:vapid        private key of the service for push services (base64url)
    rewritten:<server>   an hour's pause between two rewrites of its append-only file, see erasing.py
    once:<player>:<key>  idempotency: SHA-256 of a request and its match, for a day; key as SHA-256
    waiting:<digest>     sorted set: matches of one player or address that wait for players, by creation;
                         digest: SHA-256 of the player or address
    bocage:rows          channel: list rows that changed
    bocage:signed_out    channel: ids of sign-ins that have ended
    bocage:unheard       channel: players whose muted players have changed
    bocage:challenges    channel: challenges that were made or answered
    bocage:named         channel: players whose name has changed, see names.py
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from zlib import crc32

import msgspec
from redis.crc import key_slot

#: Number of shards. Stored logs depend on it, so it must never change.
SHARDS = 32
#: Number of slots of a Redis Cluster.
SLOTS = 16384
#: Size of the key caches: more than the open matches of a node, so that finished ones are evicted.
REMEMBERED = 1 << 14
#: Channel of changed list rows.
ROWS_CHANNEL = b"bocage:rows"
#: Channel of ended sign-ins.
SIGNED_OUT_CHANNEL = b"bocage:signed_out"
#: Channel of changed names.
NAMED_CHANNEL = b"bocage:named"


def _tag(shard: int) -> str:
    width = SLOTS // SHARDS
    number = 0
    while key_slot(str(number).encode()) // width != shard:
        number += 1
    return f"{{{number}}}"


#: Hash tag of each shard, with braces.
TAGS = tuple(_tag(shard) for shard in range(SHARDS))
#: Cluster slot of each shard.
SHARD_SLOTS = tuple(key_slot(tag.encode()) for tag in TAGS)


@lru_cache(maxsize=REMEMBERED)
def shard_of(match: str) -> int:
    return crc32(match.encode()) % SHARDS


@lru_cache(maxsize=REMEMBERED)
def log_key(match: str) -> str:
    """Return the key of a match's log."""
    return f"{TAGS[shard_of(match)]}:log:{match}"


@lru_cache(maxsize=REMEMBERED)
def near_key(match: str) -> str:
    """Return the key of the set of nodes that follow a match."""
    return f"{TAGS[shard_of(match)]}:near:{match}"


def review_key(match: str) -> str:
    """Return the key of a match's review."""
    return f"{TAGS[shard_of(match)]}:review:{match}"


def reviewing_key(match: str) -> str:
    """Return the key of the node that is making a match's review."""
    return f"{TAGS[shard_of(match)]}:reviewing:{match}"


def options_digest(options: object) -> str:
    """Return a digest of options for use in keys."""
    return hashlib.sha256(msgspec.json.encode(options, order="sorted")).hexdigest()[:12]


def shard_key(shard: int, name: str) -> str:
    """Return a key that exists once per shard, such as ``due``."""
    return f"{TAGS[shard]}:{name}"


def once_key(player: str, digest: str) -> str:
    """Return the key of an idempotent request. ``digest``: SHA-256 of the client's key."""
    return f"once:{player}:{digest}"


def waiting_key(digest: str) -> str:
    """Return the key of the waiting matches of a player or address. ``digest``: SHA-256 of either."""
    return f"waiting:{digest}"


def cold_key(match: str) -> str:
    """Return the key of the hash that records whether a match is in cold storage."""
    return f"{TAGS[shard_of(match)]}:cold:{match[-2:]}"


def cold_list_key(player: str) -> str:
    """Return the key of a player's matches in cold storage."""
    return f"cold:{player}"


def player_key(player: str) -> str:
    return f"player:{player}"
