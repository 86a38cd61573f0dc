/** Ink drawings for cards, 120 × 60, that several games share. `line` is drawn, `solid` filled, `wash` tinted. */

import { s } from "../dom.js";

const line = (/** @type {string} */ d) => s("path", { d, class: "ink-line" });
const solid = (/** @type {string} */ d) => s("path", { d, class: "ink-solid" });
const wash = (/** @type {string} */ d) => s("path", { d, class: "ink-wash" });
const at = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {SVGElement[]} */ nodes,
  /** @type {string} */ more = "",
) => s("g", { transform: `translate(${x} ${y}) ${more}` }, nodes);

const man = () => [
  solid(
    "M-4.5-33a4.5 4 0 0 1 9 0zM-6-32.5h12l-1 2h-10zM-3-30h6v3h-6zM-6-26q6-3 12 0l-1 13h-10zM-5-12h10L6 2H2L0-7-2 2h-4z",
  ),
];
const soldier = () => [...man(), line("M-9-11L9-26")];
const kneel = () => [
  at(0, 7, [solid("M-4.5-33a4.5 4 0 0 1 9 0zM-6-32.5h12l-1 2h-10zM-3-30h6v3h-6zM-6-26q6-3 12 0l-1 13h-10z")]),
  solid("M-8 2l2-9 3-1h8l1 4h3L8 2H4v-4h-5L-3 2z"),
];
const cap = () => [
  solid("M-16 2q-2-12 16-14 18 2 16 14zM-13 3h26v5h-26zM-15 8h30q-4 5-15 5t-15-5z"),
  s("circle", { cx: 0, cy: -4, r: 3, class: "ink-paper" }),
];
const burst = () => [
  wash("M0-22l6 12 14-8-6 13 16 4-15 6 7 13-14-6-6 13-6-13-14 7 6-14-15-5 15-6-7-12 14 7z"),
  line("M0-22l6 12 14-8-6 13 16 4-15 6 7 13-14-6-6 13-6-13-14 7 6-14-15-5 15-6-7-12 14 7z"),
];
const cloud = () => [
  wash("M-30 14q-16-2-12-14 2-10 14-9 4-14 20-13 12 0 16 10 14-5 22 6 12 2 10 13-2 8-12 7z"),
  line("M-30 14q-16-2-12-14 2-10 14-9 4-14 20-13 12 0 16 10 14-5 22 6 12 2 10 13-2 8-12 7z"),
  line("M-22 4q6-6 13-2M2-6q7-6 14-1M10 8q6-4 12-1"),
];
const tree = () => [
  solid("M-2 14h4V0h-4z"),
  wash("M-14 2q-6-10 4-14 2-11 11-10 10 0 11 11 8 4 2 13z"),
  line("M-14 2q-6-10 4-14 2-11 11-10 10 0 11 11 8 4 2 13zM-6-6q4 3 7 0"),
];
const bush = () => [
  wash("M-20 10q-6-10 4-14 4-12 14-8 12-4 14 8 10 3 6 14z"),
  line("M-20 10q-6-10 4-14 4-12 14-8 12-4 14 8 10 3 6 14z"),
];
const arrow = (/** @type {number} */ length) => [line(`M0 0H${length - 5}`), solid(`M${length} 0l-11-6v12z`)];
const mine = () => [solid("M-15 0q0-6 15-6t15 6v5q0 6-15 6T-15 5zM-4-6h8v-5h-8z"), line("M0-11v-6")];
const plane = () => [
  solid(
    "M-30 2q4-5 16-6h18q14-1 26 3 4 2 0 4-12 4-26 3h-18q-12 0-16-4zM-28-1l-6-9h7l7 8zM-2-3l-4-17h7l10 17zM-2 4l-6 15h7l12-15z",
  ),
];
const gun = () => [
  line("M-20 6L26-14"),
  solid("M-26 8l8-10 14-3-2 8-10 5zM-12-6l12-4v14l-8 5z"),
  s("circle", { cx: -8, cy: 8, r: 8, class: "ink-paper" }),
  s("circle", { cx: -8, cy: 8, r: 8, class: "ink-line" }),
  line("M-8 0v16M-16 8h16M-12 12L-34 18"),
];
const tank = () => [
  solid("M-32 4h64l-4 10q-28 6-56 0zM-26-2h50l6 5h-60zM-12-12h24l4 9h-32z"),
  line("M12-8h28"),
  line("M-24 9h48"),
];
const house = () => [
  wash("M-18 16V-4L0-18 18-4v20z"),
  line("M-22-2L0-20 22-2M-18-4v20h36V-4M-4 16V4h8v12M-13 0h6v6h-6zM7 0h6v6H7z"),
];
const hedge = () => [
  wash("M-50 12q-4-14 8-14 4-12 16-6 8-10 20-2 10-8 20 0 12-6 18 4 14 0 16 18z"),
  line(
    "M-50 12q-4-14 8-14 4-12 16-6 8-10 20-2 10-8 20 0 12-6 18 4 14 0 16 18zM-34 4q6-5 11 0M-4 2q6-5 11 0M22 5q6-5 11 0",
  ),
];
const wire = () => [
  line("M-54 10q18-34 36 0t36 0 36 0M-54-2q18 30 36 0t36 0 36 0"),
  line("M-50-18v38M0-18v38M50-18v38M-30-3l6 6m0-6l-6 6M22-3l6 6m0-6l-6 6"),
];
const grenade = () => [
  solid("M-9-4h18q6 4 6 11T9 20H-9q-6-4-6-13t6-11zM-5-14H5v9H-5z"),
  line("M0-12l14 4v12M-14 4h28M-14 12h28M-5-4v24M5-4v24"),
];
const flame = () => [
  wash("M-20 18q-10-18 6-26-2 10 6 10 0-18 12-24-2 14 8 18 2-6 6-8 10 18-6 30z"),
  line("M-20 18q-10-18 6-26-2 10 6 10 0-18 12-24-2 14 8 18 2-6 6-8 10 18-6 30z"),
];

/** @type {Record<string, () => SVGElement[]>} */
export const PICTURES = {
  officer: () => [at(60, 26, cap(), "scale(1.5)"), line("M28 52h64M36 46l-8 6 8 6M84 46l8 6-8 6")],
  cross: () => [
    solid("M57 12h6v10h10v6H63v26h-6V28H47v-6h10z"),
    line("M22 54q16-8 38-6t38 6"),
    at(60, 14, [solid("M-9 0a9 7 0 0 1 18 0z")]),
  ],
  banner: () => [
    solid("M34 6h3v50h-3z"),
    wash("M37 9q14-6 26 0t28 0v26q-14 6-27 0t-27 0z"),
    line("M37 9q14-6 26 0t28 0v26q-14 6-27 0t-27 0M37 18q14-6 26 0t28 0M37 26q14-6 26 0t28 0"),
  ],
  comrades: () => [at(44, 54, man(), "scale(1.35)"), at(76, 54, man(), "scale(1.35)"), line("M48 22q12 8 24 0")],
  fist: () => [
    wash("M42 28q0-14 12-14h22q8 2 8 14l-4 12q-2 6-6 6v8H50v-8q-8-6-8-18z"),
    line(
      "M42 28q0-14 12-14h22q8 2 8 14l-4 12q-2 6-6 6v8H50v-8q-8-6-8-18zM54 14v16M63 14v16M72 14v16M42 30h22q6 4 2 8H54",
    ),
  ],
  burst: () => [at(60, 30, burst(), "scale(1.1)")],
  arrows_astray: () => [
    at(60, 32, arrow(38), "rotate(-35)"),
    at(56, 30, arrow(36), "rotate(200)"),
    at(60, 34, arrow(30), "rotate(70)"),
    at(58, 28, arrow(32), "rotate(285)"),
  ],
  kneeling: () => [at(52, 54, kneel(), "scale(1.35)"), line("M66 54V18M72 30q8-2 10 4M76 40q6 0 8 4M16 55h88")],
  question: () => [
    at(40, 54, man(), "scale(1.3)"),
    line("M68 22q0-10 11-10t11 9q0 7-11 11v8"),
    solid("M76 46h6v6h-6z"),
  ],
  eyes: () => [
    solid("M14 6h92v48H14z"),
    s("path", { d: "M32 30q10-12 22 0-12 10-22 0zM66 30q10-12 22 0-12 10-22 0z", class: "ink-paper" }),
    solid("M40 26h6v7h-6zM74 26h6v7h-6z"),
  ],
  ring: () => [
    at(60, 46, man()),
    s("ellipse", { cx: 60, cy: 42, rx: 44, ry: 13, class: "ink-line" }),
    ...[
      [22, 36, 20],
      [98, 36, 160],
      [60, 60, 270],
    ].map(([x = 0, y = 0, turn = 0]) => at(x, y, arrow(16), `rotate(${turn})`)),
  ],
  objective: () => [
    line("M16 52q20-10 44-8t44 8"),
    solid("M57 6h3v42h-3z"),
    wash("M60 8h30l-8 9 8 9H60z"),
    line("M60 8h30l-8 9 8 9H60zM48 48h22"),
  ],
  smoke: () => [at(60, 32, cloud(), "scale(1.35)")],
  leaves: () => [
    at(60, 50, kneel(), "scale(1.3)"),
    ...[
      [30, 46],
      [48, 52],
      [76, 52],
      [94, 44],
    ].map(([x = 0, y = 0]) => at(x, y, bush(), "scale(.75)")),
  ],
  ambush: () => [
    at(30, 46, hedge().slice(0, 2), "scale(.7)"),
    at(24, 36, [solid("M-9 0a9 7 0 0 1 18 0z")]),
    line("M32 34l22-6"),
    ...[
      [66, 24],
      [78, 20],
      [90, 16],
    ].map(([x = 0, y = 0]) => line(`M${x} ${y}l6-2`)),
    at(100, 50, man()),
  ],
  enfilade: () => [
    ...[20, 32, 44].map((y) => line(`M14 ${y}h74`)),
    solid("M100 20l-12-5v10zM100 32l-12-5v10zM100 44l-12-5v10z"),
    ...[40, 58, 76].map((x) => at(x, 54, man(), "scale(.9)")),
  ],
  flank: () => [
    at(40, 52, man()),
    at(54, 52, man()),
    line("M100 54q8-40-26-40-14 0-18 10"),
    solid("M52 30l10-6-11-5z"),
  ],
  cutters: () => [at(60, 34, wire()), line("M44 52l22-24M52 56l10-30"), solid("M64 28l2-12 4 12zM70 28l10-8-6 11z")],
  fallen_cap: () => [at(60, 34, cap(), "rotate(155) scale(1.4)"), line("M22 54h76M92 12l10 10m0-10L92 22")],
  mines: () => [at(34, 40, mine()), at(86, 40, mine()), at(60, 24, mine()), line("M8 56q26-8 52-6t52 6")],
  wire: () => [at(60, 30, wire())],
  star: () => [
    wash("M60 6l7 17 18 1-14 12 5 18-16-10-16 10 5-18-14-12 18-1z"),
    line("M60 6l7 17 18 1-14 12 5 18-16-10-16 10 5-18-14-12 18-1z"),
  ],
  helmet: () => [
    wash("M32 40q-2-30 28-30t28 30z"),
    line("M32 40q-2-30 28-30t28 30zM26 40h68l-4 6H30zM44 46q2 10 16 10t16-10M60 10v12"),
  ],
  net: () => [
    at(60, 34, tank()),
    line("M18 50L60 8l42 42M32 50l36-34M88 50L52 16M46 50l22-24M74 50L52 26M22 42h76M32 32h56M44 22h32"),
  ],
  mud: () => [
    wash("M8 48q24-14 52-10t52 10v8H8z"),
    line("M8 48q24-14 52-10t52 10M24 52h14M52 50h18M84 52h12"),
    s("circle", { cx: 44, cy: 32, r: 13, class: "ink-line" }),
    line("M44 19v26M31 32h26"),
    s("circle", { cx: 84, cy: 34, r: 11, class: "ink-line" }),
    line("M56 26h22"),
  ],
  road: () => [
    wash("M50 8h20l34 48H16z"),
    line("M50 8L16 56M70 8l34 48M60 14v6M60 28v8M60 44v12M20 20q8-6 16 0M86 22q8-6 14 0"),
  ],
  veteran: () => [
    line("M36 20l24 12 24-12M36 32l24 12 24-12M36 44l24 12 24-12"),
    solid("M60 3l3 7 7 .5-5.5 4.5 2 7-6.5-4-6.5 4 2-7-5.5-4.5 7-.5z"),
  ],
  howitzer: () => [at(46, 34, gun(), "scale(1.25)"), at(94, 14, burst(), "scale(.5)")],
  barrage: () => [
    at(26, 40, burst(), "scale(.7)"),
    at(60, 28, burst(), "scale(.85)"),
    at(96, 42, burst(), "scale(.65)"),
    line("M12 4l10 18M48 0l8 12M100 2l-4 20"),
  ],
  dive_bomber: () => [
    at(52, 24, plane(), "rotate(35) scale(.95)"),
    solid("M84 44l4 8-8 2zM94 50l5 7-8 2z"),
    line("M76 38l4 5M18 56h84"),
  ],
  strafing: () => [
    at(48, 18, plane(), "rotate(12)"),
    line("M66 28l6 5M76 36l6 5M86 44l6 5M96 52l4 3"),
    at(74, 58, bush(), "scale(.4)"),
  ],
  air_support: () => [at(40, 20, plane(), "scale(.8)"), at(80, 36, plane(), "scale(.8)"), line("M10 54h100")],
  air_superiority: () => [
    at(60, 14, plane(), "scale(.6)"),
    at(32, 34, plane(), "scale(.6)"),
    at(88, 34, plane(), "scale(.6)"),
    at(60, 50, plane(), "scale(.6)"),
  ],
  radio: () => [
    wash("M36 18h42v36H36z"),
    line("M36 18h42v36H36zM72 18V2M44 28h18M44 34h18"),
    s("circle", { cx: 68, cy: 42, r: 5, class: "ink-line" }),
    line("M84 10q10 8 0 18M92 4q16 14 0 30"),
  ],
  reserves: () => [...[30, 50, 70].map((x) => at(x, 54, soldier())), at(84, 40, arrow(24))],
  reinforcements: () => [
    ...[22, 38, 54].map((x) => at(x, 54, soldier(), "scale(.95)")),
    solid("M88 16h8v12h12v8H96v12h-8V36H76v-8h12z"),
  ],
  binoculars: () => [
    wash("M34 18h20v28H34zM66 18h20v28H66z"),
    line(
      "M34 18h20v28H34zM66 18h20v28H66zM54 26h12M54 34h12M38 10h12v8H38zM70 10h12v8H70zM32 46h24v6H32zM64 46h24v6H64z",
    ),
  ],
  air_recon: () => [
    at(54, 16, plane(), "scale(.85)"),
    line("M24 48q36-26 72 0-36 22-72 0z"),
    s("circle", { cx: 60, cy: 48, r: 8, class: "ink-solid" }),
  ],
  rifle_grenade: () => [line("M14 46L84 18"), solid("M10 52l16-12 10-2-4 8-14 10zM84 12l16-4 6 8-12 8-8-2z")],
  machine_gun: () => [
    solid("M8 26l24-4h52v4h28v4H84v4H44l-4 14h-8l2-13-20 3c-8 0-10-10-6-12z"),
    line("M94 30l-10 24M94 30l12 24"),
    solid("M54 34h14v10H54z"),
  ],
  panzerfaust: () => [line("M12 48L74 22"), solid("M74 14l20-8 10 8-6 12-18 4-8-8zM30 42l6-2v10h-4z")],
  overrun: () => [at(52, 32, tank(), "scale(1.05)"), at(92, 50, arrow(24)), line("M8 52h78")],
  breakthrough: () => [line("M60 4v16M60 42v16M72 4v16M72 42v16"), at(14, 31, arrow(92))],
  concentrate: () => [
    at(12, 10, arrow(42), "rotate(24)"),
    at(12, 31, arrow(40)),
    at(12, 52, arrow(42), "rotate(-24)"),
    at(88, 30, burst(), "scale(.8)"),
  ],
  trap: () => [
    line("M16 46q44-58 88 0M16 46q44 12 88 0"),
    solid("M28 36l6 10-12 2zM46 24l6 12-12 1zM74 24l6 13-12-1zM92 36l6 12-12-2z"),
  ],
  lightning: () => [solid("M66 2L34 34h18L44 58l36-34H60z")],
  crossfire: () => [at(12, 10, arrow(96), "rotate(25)"), at(12, 50, arrow(96), "rotate(-25)")],
  satchel: () => [
    wash("M32 24h50v28H32z"),
    line("M32 24h50v28H32zM32 32h50M40 24q17-22 34 0M82 28q14-4 16-18"),
    at(100, 8, burst(), "scale(.32)"),
  ],
  grenade: () => [at(60, 28, grenade(), "rotate(18) scale(1.1)")],
  flame_thrower: () => [solid("M12 40h44v5H12zM18 45h6v9h-6z"), at(84, 36, flame(), "rotate(90) scale(1.1)")],
  knife: () => [solid("M22 26h58q14 2 22 6-8 5-24 5H22zM18 20h6v22h-6zM4 27h14v9H4z")],
  surprise: () => [
    at(34, 54, soldier()),
    at(86, 54, soldier(), "scale(-1 1)"),
    solid("M56 8h9l-2 26h-5zM57 38h7v7h-7z"),
  ],
  hedgerows: () => [at(60, 22, hedge(), "scale(.8)"), at(60, 46, hedge(), "scale(1.05)")],
  woods: () => [at(28, 38, tree(), "scale(1.2)"), at(60, 32, tree(), "scale(1.3)"), at(92, 38, tree(), "scale(1.2)")],
  trench: () => [
    wash("M6 34l20-6 14 8 20-8 20 8 14-8 20 6v22H6z"),
    line("M6 34l20-6 14 8 20-8 20 8 14-8 20 6M6 46l20-6 14 8 20-8 20 8 14-8 20 6"),
    ...[40, 76].map((x) => at(x, 30, [solid("M-8 0a8 7 0 0 1 16 0z")])),
  ],
  tree_line: () => [...[16, 38, 60, 82, 104].map((x) => at(x, 38, tree(), "scale(.85)")), line("M4 54h112")],
  buildings: () => [at(34, 38, house()), at(80, 34, house(), "scale(1.2)")],
  sun: () => [
    s("circle", { cx: 60, cy: 38, r: 14, class: "ink-wash" }),
    s("circle", { cx: 60, cy: 38, r: 14, class: "ink-line" }),
    line("M60 6v10M28 14l8 9M92 14l-8 9M14 38h12M106 38H94M10 54h100"),
  ],
  hilltop: () => [
    wash("M6 54q30-6 40-28 14-18 30 2 12 20 38 26z"),
    line("M6 54q30-6 40-28 14-18 30 2 12 20 38 26M34 46q20-12 26-20"),
    at(62, 22, man(), "scale(.6)"),
  ],
  field: () => [
    line("M6 24h108M20 32l-8 24M44 32l-4 24M68 32l2 24M92 32l12 24"),
    at(60, 30, man(), "scale(.55)"),
    line("M12 24q6-6 12 0M92 24q6-6 12 0"),
  ],
  opportunity: () => [
    s("circle", { cx: 78, cy: 30, r: 18, class: "ink-line" }),
    line("M78 6v48M54 30h48"),
    at(78, 44, man(), "scale(.8)"),
    line("M8 44l28-8"),
  ],
  fog: () => [
    line(
      "M14 16q12-8 24 0t24 0 24 0 20-2M10 28q12-8 24 0t24 0 24 0 24 0M18 40q12-8 24 0t24 0 24 0 12 0M12 52q12-8 24 0t24 0 24 0 20 0",
    ),
  ],
  hourglass: () => [
    wash("M46 10h28q0 14-12 20 12 6 12 20H46q0-14 12-20-12-6-12-20z"),
    line("M42 8h36M42 52h36M46 10q0 14 12 20-12 6-12 20M74 10q0 14-12 20 12 6 12 20"),
    solid("M52 48q8-10 16 0z"),
  ],
  green: () => [
    at(48, 54, man(), "scale(1.2)"),
    line("M78 54V30M78 40q-12-2-12-14 12 0 12 14M78 36q0-14 14-16 0 16-14 16"),
  ],
  empty: () => [...[34, 54, 74].map((x) => line(`M${x} 50V24q6-14 12 0v26z`)), line("M14 10l92 44")],
  wrench: () => [at(44, 30, tank(), "scale(.8)"), line("M80 50l20-24"), solid("M96 30q-4-10 4-16l2 8 8-2q2 12-10 14z")],
  separated: () => [at(22, 54, man()), at(36, 54, man()), at(98, 54, man()), line("M62 10v10M62 26v10M62 42v10")],
};
