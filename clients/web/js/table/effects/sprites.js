/** Drawings of effects, around 0,0 and about 100 units wide. */

import { s } from "../../dom.js";

/** @typedef {[path: string, kind: string][]} Drawing */

/** A star with that many rays. @param {number} rays @param {number} far @param {number} near */
function star(rays, far, near) {
  const corner = (/** @type {number} */ i) => {
    const [angle, reach] = [(i * Math.PI) / rays, i % 2 ? near : far * (i % 4 ? 0.78 : 1)];
    return `${(reach * Math.sin(angle)).toFixed(1)} ${(-reach * Math.cos(angle)).toFixed(1)}`;
  };
  return `M${Array.from({ length: 2 * rays }, (_, i) => corner(i)).join("L")}z`;
}

const CLOUD = "M-34 18q-18-14 2-26-4-22 20-20 12-20 30-4 24-6 22 16 16 12-4 26-10 18-30 8-22 14-40 0z";
const TEETH = "M-44 0q44-52 88 0l-9-4-8 17-9-19-9 22-9-23-9 23-9-22-9 19-8-17z";

/** @type {Record<string, Drawing>} */
const DRAWINGS = {
  tracer: [["M-50-5H30l20 5-20 5H-50l14-5z", "fire"]],
  flash: [
    [star(7, 48, 16), "fire"],
    [star(7, 26, 10), "glow"],
  ],
  burst: [
    [star(9, 50, 24), "blaze"],
    [star(8, 36, 17), "fire"],
    [star(7, 20, 10), "glow"],
  ],
  dust: [
    [CLOUD, "dust"],
    ["M-24 20l-8-22M0 20V-14M24 20l8-22", "streak"],
  ],
  smoke: [[CLOUD, "smoke"]],
  flame: [
    ["M0 46q-40-6-30-44 6 12 12 12-6-36 22-58-4 26 10 34 4-8 4-14 22 32 8 56-8 14-26 14z", "blaze"],
    ["M0 44q-20-6-14-28 6 8 8 8 0-18 10-30 0 18 8 24 8 20-12 26z", "fire"],
  ],
  shell: [["M0 44q-12-6-12-40 0-34 12-44 12 10 12 44 0 34-12 40zM-12 36l-12 12M12 36l12 12", "iron"]],
  grenade: [
    ["M-18-8q0-22 18-22T18-8V22q-4 20-18 20T-18 22z", "iron"],
    ["M-8-30v-12H8v12M8-40l18 12v18", "edge"],
  ],
  debris: [["M-30 10l16-28 30-6 16 22-18 26z", "earth"]],
  crater: [
    ["M-48 0q4-20 48-20T48 0q-4 20-48 20T-48 0z", "earth"],
    ["M-34 2q4-11 34-11T34 2q-4 11-34 11T-34 2z", "iron"],
  ],
  spark: [[star(4, 48, 9), "glow"]],
  clash: [
    [star(6, 50, 12), "fire"],
    ["M-40-40L40 40M40-40L-40 40", "blade"],
  ],
  upper: [[TEETH, "teeth"]],
  lower: [[TEETH, "teeth"]],
  blood: [["M0-40q26 36 20 54-6 18-20 18T-20 14Q-26-4 0-40z", "blood"]],
  shield: [
    ["M0-46l36 12v30q0 34-36 48Q-36 30-36-4v-30z", "plate"],
    ["M0-46V44M-36-6H36", "edge"],
  ],
  fallen: [
    ["M0-46a46 46 0 1 1-.1 0z", "plate"],
    ["M0-32V34M-20-12H20", "mark"],
  ],
  down: [
    ["M0-46a46 46 0 1 1-.1 0z", "plate"],
    ["M-22-20L0 0 22-20M-22 6L0 26 22 6", "mark"],
  ],
  up: [
    ["M0-46a46 46 0 1 1-.1 0z", "plate"],
    ["M-22 20L0 0 22 20M-22-6L0-26 22-6", "mark good"],
  ],
  missed: [
    ["M0-46a46 46 0 1 1-.1 0z", "plate"],
    ["M0-26a26 26 0 1 1-.1 0z", "mark soft"],
  ],
  ring: [["M0-46a46 46 0 1 1-.1 0z", "hoop"]],
  glass: [
    ["M-6-44H-30L-44 20q0 20 20 20T-4 20zM6-44H30L44 20q0 20-20 20T4 20zM-6-20H6V10H-6z", "iron"],
    ["M-24 8a14 14 0 1 1-.1 0zM24 8a14 14 0 1 1-.1 0z", "glow"],
  ],
  wire: [
    ["M-50 34V-24M0 34V-24M50 34V-24", "post"],
    [`M-50 8${"c4-30 20-30 16 0s-10 22-4 0".repeat(8)}`, "coil"],
  ],
  flag: [
    ["M-30 48V-48", "post"],
    ["M-28-46q22-12 34 0t38-2v44q-24 12-38 0t-34 2z", "cloth"],
  ],
  // A cross with a helmet on it.
  grave: [
    ["M-46 46q46-20 92 0z", "earth"],
    ["M-4-26h8v66h-8zM-24-10h48v8h-48z", "plank"],
    ["M-19-24q0-22 19-22t19 22l7 7q-26 7-52 0z", "moss"],
  ],
  man: [
    ["M-9-38a9 9 0 1 1 18 0 9 9 0 1 1-18 0M-14-28h28v32h-6v40H-8V4h-6z", "iron"],
    ["M-22-6L22-20", "edge"],
  ],
};

/** Marks that tell a result without movement. @type {Partial<Record<import("./rows.js").Shape, string>>} */
const MARKS = {
  fall: "fallen",
  gone: "fallen",
  duck: "down",
  rise: "up",
  spark: "shield",
  smoke: "smoke",
  wire: "wire",
  flag: "flag",
  flame: "flame",
  rush: "clash",
};

/** The mark of an effect; empty: none. @param {import("./rows.js").Effect} effect @param {boolean} attack */
export const markOf = ({ shape, hit }, attack) =>
  attack && !hit ? "missed" : (MARKS[shape] ?? (attack ? "burst" : ""));

/** @param {string} name */
export function sprite(name) {
  return s(
    "svg",
    { viewBox: "-52 -52 104 104", class: `sprite sprite-${name}` },
    (DRAWINGS[name] ?? []).map(([d, kind]) => s("path", { d, class: kind })),
  );
}
