/** Drawings of the tactical cards: names in parts/pictures.js. */

import { s } from "../../dom.js";
import { PICTURES } from "../../parts/pictures.js";

/** @type {Record<string, string>} */
const SHOWN = {
  smoke: "smoke",
  take_cover: "helmet",
  camouflage: "net",
  mud: "mud",
  roads: "road",
  veteran_unit: "veteran",
  howitzer_battery: "howitzer",
  artillery_barrage: "barrage",
  dive_bomber: "dive_bomber",
  strafing_run: "strafing",
  air_support: "air_support",
  air_superiority: "air_superiority",
  radio: "radio",
  reserves: "reserves",
  reinforcements: "reinforcements",
  seasoned_commander: "officer",
  air_reconnaissance: "air_recon",
  forward_observer: "binoculars",
  rifle_grenades: "rifle_grenade",
  machine_guns: "machine_gun",
  panzerfausts: "panzerfaust",
  overrun: "overrun",
  surrounded: "ring",
  breakthrough: "breakthrough",
  concentrate_force: "concentrate",
  trapped: "trap",
  blitzkrieg: "lightning",
  enfilade: "enfilade",
  crossfire: "crossfire",
  satchel_charge: "satchel",
  grenades: "grenade",
  flame_thrower: "flame_thrower",
  commando_raid: "knife",
  surprise_contact: "surprise",
  hedgerows: "hedgerows",
  woods: "woods",
  entrenched: "trench",
  tree_line: "tree_line",
  buildings: "buildings",
  daylight_push: "sun",
  ambush: "ambush",
  hilltop_vantage: "hilltop",
  open_field: "field",
  opportunity_fire: "opportunity",
  mine_field: "mines",
  fog_of_war: "fog",
  formation_disorder: "arrows_astray",
  awaiting_orders: "hourglass",
  green_unit: "green",
  out_of_ammo: "empty",
  breakdown: "wrench",
  unit_separated: "separated",
  shaken: "eyes",
  professionalism: "comrades",
};

/** @param {string} card */
export function picture(card) {
  return s(
    "svg",
    { viewBox: "0 0 120 60", class: "card-art", "aria-hidden": "true" },
    PICTURES[SHOWN[card] ?? "star"]?.() ?? [],
  );
}
