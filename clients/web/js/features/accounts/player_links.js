/** Links behind a player's name to their devices, their data and signing in. */

import { say as sayIdentity } from "../../identity/words.js";
import { showDevices } from "./devices.js";
import { showData } from "./own_data.js";
import { say } from "./words.js";

/** @returns {import("../../feature.js").PlayerLink[]} */
export const playerLinks = () => [
  { rank: 1, name: "devices", text: say("devices"), open: showDevices },
  { rank: 5, name: "data", text: say("data"), open: showData },
  { rank: 6, name: "", text: sayIdentity("move.door"), path: "move", guests: true },
];
