/**
 * A bot in TypeScript that plays ATTACK ON OMAHA BEACH once, and checks the log.
 *
 *     npm install bocage-client
 *     node omaha_bot.ts http://127.0.0.1:8700
 *
 * Node 22.18 and later run it as it is; so do Deno and Bun.
 */

import { Bocage, play, verifyExport } from "bocage-client";
import type { Action, View } from "bocage-client/games/omaha";

/** Row of a cell: 0 is the water's edge, 3 the bluff. */
const row = (cell: string) => Number(cell.slice(1));

/** Go up the beach where that is possible, else blast what is in the way. */
function choose(table: View, actions: Action[]): Action {
  const here = table.squad ? row(table.squad) : -1;
  const up = actions.find((action) => action.do === "move" && row(action.cell) > here);
  return up ?? actions.find((action) => action.do === "blast") ?? actions[0]!;
}

const [url = "http://127.0.0.1:8700"] = process.argv.slice(2);
const bocage = new Bocage(url);
await bocage.createPlayer("TypeScript");
const { match } = await bocage.createMatch({ game: "omaha", bot: true });

const connection = bocage.connect({ client: "omaha_bot.ts" });
const { outcome } = await play(connection, match, (view, actions) => choose(view.table, actions as Action[]));
connection.close();

const { entries, why } = await verifyExport(await bocage.exported(match));
console.log(JSON.stringify({ match, outcome, entries, why }));
