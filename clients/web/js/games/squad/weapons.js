/** Weapons in silhouette, 120 × 32, muzzle to the right. */

import { s } from "../../dom.js";

const shape = (/** @type {string} */ d) => s("path", { d });
const stroke = (/** @type {string} */ d) => s("path", { d, class: "stroke" });
const man = (/** @type {number} */ x) =>
  shape(`M${x} 6a4 4 0 1 1 8 0a4 4 0 1 1-8 0M${x - 2} 12h12v9h-2l-1 10h-6l-1-10h-2z`);

const rifle = (/** @type {number} */ muzzle, more = "") =>
  shape(`M8 15l24-3h30v-1h${muzzle - 62}v2h-${muzzle - 84}v2H62l-4 2H44l-3 4h-4l2-5-7 0-20 7c-3 1-5-1-5-4z${more}`);

/** @type {Record<string, () => SVGElement[]>} */
export const WEAPONS = {
  knife: () => [shape("M22 14h26v-3h4v3h38q8 2 12 5H52v3h-4v-3H22z")],
  bayonet: () => [rifle(88), shape("M88 9h20q6 1 8 3l-28 1z")],
  entrenching_tool: () => [shape("M14 12h8v8h-8zM22 14.5h50v3H22zM72 9h20q14 3 14 7t-14 7H72z")],
  rifle_butt: () => [rifle(100), stroke("M6 6l4 4M4 26l5-3M1 16h4")],
  bare_hands: () => [
    shape("M40 12q0-6 8-6h20q4 0 4 3 4 0 4 4 3 0 3 4 2 1 2 4 0 5-6 5H50q-10 0-10-7z"),
    stroke("M26 10l8 3M24 18h9M26 26l8-4"),
  ],
  garrote: () => [shape("M16 10h4v14h-4zM100 10h4v14h-4z"), stroke("M20 16q20 22 40 4t40-4")],
  take_prisoners: () => [man(56), stroke("M52 18L44 6M68 18l8-12")],
  pistol: () => [shape("M38 8h44v7H62q0 5-5 5h-4l-3 9H38l4-15h-4z")],
  grenade: () => [shape("M52 12h18q8 3 8 9t-8 8H52q-8-3-8-8t8-9zM56 6h12v4H56z"), stroke("M68 7l12 5v6")],
  flame_thrower: () => [
    shape("M20 6h7v20h-7zM29 6h7v20h-7zM40 18h34v3H40zM46 21h4v6h-4z"),
    shape("M76 18q10-10 14-4 6-10 20-6-6 4-2 9 0 8-14 9-14 0-18-7z"),
  ],
  bazooka_panzerfaust: () => [
    shape("M12 11h76v7H12zM88 9l16 3q8 2 8 3t-8 3l-16 3zM6 9h6v11H6zM40 18h5l-1 9h-5zM56 18h4l-1 7h-4z"),
  ],
  sub_machine_gun: () => [shape("M14 12h18l2-2h40v2h24v3H74v2H58l2 13h-7l-2-13h-5l-3 8h-6l2-8-8-1-19 5c-3 0-4-6 0-7z")],
  carbine: () => [rifle(96), shape("M50 16h7l1 9h-6z")],
  bolt_action_rifle: () => [rifle(112), stroke("M48 15l-2 6")],
  semi_automatic_rifle: () => [rifle(106), shape("M50 17h9v4h-8z")],
  sniper_attack: () => [rifle(114), shape("M40 5h26v4H40zM44 9h3v3h-3zM59 9h3v3h-3z")],
  mortar: () => [stroke("M42 28L74 4M66 10l14 18M66 10l0 18"), stroke("M44 25L72 5"), shape("M32 27h20v3H32z")],
  light_machine_gun: () => [
    shape("M6 12l20-2h44v2h40v3H70v2H34l-3 6h-5l2-6-18 2c-4 0-5-5-2-5z"),
    stroke("M96 15l-7 15M96 15l8 15"),
    shape("M44 17h12v7H44z"),
  ],
  radio_artillery: () => [
    shape("M22 8h22v22H22zM26 2h2v6h-2z"),
    shape("M62 24h46l-2 4H60zM70 14l34-8 2 4-32 9z"),
    s("circle", { cx: 76, cy: 24, r: 7, class: "stroke" }),
  ],
  fire_section: () => [man(24), man(44), man(64), man(84)],
  assault_section: () => [man(24), man(44), man(64), stroke("M80 16h26M98 10l8 6-8 6")],
  fire_team: () => [man(36), man(56), man(76)],
  scout: () => [shape("M42 8h12v16H42zM66 8h12v16H66zM54 12h12v6H54zM40 24h16v4H40zM64 24h16v4H64z")],
  infiltration: () => [man(30), stroke("M46 24q12-14 24-4t26-6M88 8l9 6-6 8")],
};
