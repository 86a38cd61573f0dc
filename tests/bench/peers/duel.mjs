// Shared by the peers on Node: cards, chance, and Redis with all appends of a turn of the event loop in one write.
import Redis from "ioredis";

const CARDS = 80;
const HELD = 40;

/** A number from 0 to `bound` - 1. */
export function below(bound) {
  return Math.floor(Math.random() * bound);
}

/** A hand, and the cards that it does not hold. */
export function deal() {
  const cards = Array.from({ length: CARDS }, (_, at) => at + 1);
  for (let at = CARDS - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [cards[at], cards[other]] = [cards[other], cards[at]];
  }
  return { held: cards.slice(0, HELD), pile: cards.slice(HELD) };
}

/** A client of the Redis at a Unix socket; null without one. */
export function redisAt(socket) {
  return socket ? new Redis(socket, { enableAutoPipelining: true }) : null;
}
