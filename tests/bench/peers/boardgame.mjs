// The duel on boardgame.io with its own server and storage in memory. `node boardgame.mjs [REDIS_SOCKET]` prints its
// port and serves until its input ends. With a socket every action is appended to a stream of the match before anybody
// is told: through its interface for publishing, as it tells first and stores then.
import { createRequire } from "node:module";
import { deal, redisAt } from "./duel.mjs";

const load = createRequire(import.meta.url);
const { Server, SocketIO } = load("boardgame.io/server");
const { INVALID_MOVE } = load("boardgame.io/core");

const redis = redisAt(process.argv[2]);

const duel = {
  name: "duel",
  disableUndo: true,
  setup: () => {
    const hands = [deal(), deal()];
    return {
      hands: hands.map(({ held }) => held),
      piles: hands.map(({ pile }) => pile),
      totals: [0, 0],
      card: 0,
      die: 0,
    };
  },
  playerView: ({ G, playerID }) => {
    const { hands, piles, ...open } = G;
    return { ...open, hand: hands[playerID] ?? [] };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID, random }, card) => {
      const hand = G.hands[playerID];
      const pile = G.piles[playerID];
      const at = hand.indexOf(card);
      if (at < 0) {
        return INVALID_MOVE;
      }
      const place = random.Die(pile.length) - 1;
      G.card = card;
      G.die = random.D6();
      G.totals[playerID] += card + G.die;
      hand[at] = pile[place];
      pile[place] = card;
    },
  },
};

/** Publishes what is told to a match once its entry is stored. */
class Appending {
  constructor() {
    this.listeners = new Map();
  }

  async publish(channel, payload) {
    const [match, state] = payload.args;
    if (payload.type === "update") {
      const entry = JSON.stringify(state.deltalog[0].action.payload);
      await redis.xadd(`log:${match}`, `${state._stateID}-0`, "at", Date.now(), "raw", entry);
    }
    for (const listener of this.listeners.get(channel) ?? []) {
      listener(payload);
    }
  }

  subscribe(channel, listener) {
    this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), listener]);
  }

  unsubscribeAll(channel) {
    this.listeners.delete(channel);
  }
}

const transport = new SocketIO(redis ? { pubSub: new Appending() } : {});
const server = Server({ games: [duel], origins: ["http://127.0.0.1"], transport });
console.info = () => {};
const { appServer } = await server.run({ port: 0 });
console.log(appServer.address().port);
process.stdin.on("end", () => process.exit()).resume();
