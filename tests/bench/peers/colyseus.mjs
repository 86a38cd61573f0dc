// The duel on Colyseus, as its documentation shows a turn-based room: state in a schema, patched at once, the hand by
// messages to its owner. `node colyseus.mjs [REDIS_SOCKET]` prints its port and serves until its input ends. With a
// socket every action is appended to a stream of the match before anybody is told.
import { createServer } from "node:http";
import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { below, deal, redisAt } from "./duel.mjs";

const redis = redisAt(process.argv[2]);

const State = schema({
  seq: t.uint32(),
  turn: t.uint8(),
  card: t.uint8(),
  die: t.uint8(),
  total0: t.uint32(),
  total1: t.uint32(),
});

class Duel extends Room {
  maxClients = 2;
  // Patches are sent after each action, not at a rate.
  patchRate = null;

  onCreate() {
    this.state = new State({ seq: 0, turn: 0, card: 0, die: 0, total0: 0, total1: 0 });
    this.seated = [];
    this.hands = [deal(), deal()];
    this.waits = false;
    this.onMessage("play", (client, card) => this.play(client, card));
  }

  onJoin(client) {
    const seat = this.seated.push(client) - 1;
    client.send("hand", { seat, cards: this.hands[seat].held });
    if (this.seated.length === 2) {
      this.broadcast("start", 0);
    }
  }

  async play(client, card) {
    const { state } = this;
    const seat = state.turn;
    const { held, pile } = this.hands[seat];
    const at = held.indexOf(card);
    if (this.waits || client !== this.seated[seat] || at < 0) {
      client.send("refused", card);
      return;
    }
    const die = 1 + below(6);
    const place = below(pile.length);
    const drawn = pile[place];
    if (redis) {
      this.waits = true;
      const entry = JSON.stringify({ seat, card, die, drawn });
      await redis.xadd(`log:${this.roomId}`, `${state.seq + 1}-0`, "at", Date.now(), "raw", entry);
      this.waits = false;
    }
    held[at] = drawn;
    pile[place] = card;
    state.seq += 1;
    state.turn = 1 - seat;
    state.card = card;
    state.die = die;
    state[seat ? "total1" : "total0"] += card + die;
    client.send("drew", drawn);
    this.broadcastPatch();
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define("duel", Duel);
await server.listen(0, "127.0.0.1");
console.log(http.address().port);
process.stdin.on("end", () => process.exit()).resume();
