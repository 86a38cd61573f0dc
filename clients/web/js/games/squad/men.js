/** The men of a squad as small ink figures: from behind on the near side, from the front on the far one. */

import { s } from "../../dom.js";

/** Helmets by nation, drawn over a head at 0,−36. @type {Record<string, string>} */
const HELMETS = {
  us: "M-5.6-34.4Q-5.8-42 0-42Q5.8-42 5.6-34.4z",
  de: "M-7-33l1.4-2Q-5.6-42 0-42Q5.6-42 5.6-35L7-33z",
  uk: "M-8.4-36Q-4-37-4-39.4Q0-42.4 4-39.4Q4-37 8.4-36Q0-33.6-8.4-36z",
  jp: "M-5.2-35.4Q-5.4-41.6 0-41.8Q5.4-41.6 5.2-35.4zM-6.4-35.6h12.8l-1-1.6h-10.8z",
  ru: "M-5.8-34.6Q-6-41.8 0-42.2Q6-41.8 5.8-34.6z",
};
const CAP = "M-6-37q0-4 6-4.4q6 .4 6 4.4zM-4.6-37h9.2l.6 2h-10.4z";

const LEGS = "M-5.4 0l.9-16.4h9L5.4 0H1.8L0-10.6-1.8 0z";
const KNEES = "M-9 0l2-6.6 3-1.6h8l1.6 3.4L6.4 0H2.8V-4.4H-2L-4.6 0z";
const COAT = "M-6-14.6l-1.2-14q7.2-4.4 14.4 0l-1.2 14z";
const PRONE = "M-17 0q-1-3.4 3-3.6l9-2.2 9-3.2q7-1 9 2.2l3 3L16 0z";

const path = (/** @type {string} */ d, kind = "cloth") => s("path", { d, class: kind });

/**
 * One man, feet at 0,0; about 42 high.
 * @param {{ nation: string, near: boolean, pinned: boolean, pose: number, leads: boolean }} man
 */
function figure({ nation, near, pinned, pose, leads }) {
  const helmet = leads ? CAP : (HELMETS[nation] ?? HELMETS["us"] ?? "");
  if (pinned) {
    return [
      path(PRONE),
      s("g", { transform: "translate(15 32)" }, path(helmet, "helmet")),
      path("M12-3l13-2.4", "rifle"),
    ];
  }
  const low = pose === 1 && !leads;
  return [
    path(low ? KNEES : LEGS),
    s(
      "g",
      { transform: low ? "translate(0 8)" : "" },
      path(COAT),
      path("M-6.2-17.6H6.2", "belt"),
      near ? path("M-4.6-27.4h9.2v8.4h-9.2z", "pack") : s("circle", { cy: -34.6, r: 4, class: "face" }),
      path(helmet, "helmet"),
      leads
        ? path(near ? "M6-27l9-9" : "M-6-27l-9-9", "arm")
        : path(pose === 2 ? "M7-12l1-29" : near ? "M-3-21L10-33" : "M-9-17L8-26", "rifle"),
    ),
  ];
}

/** Scale of the drawing. */
const SIZE = 1.4;
const ROW = 12;
const WIDTH = 440;

/**
 * Whether a squad's declared move is still to come; false if it was stopped or has no men.
 * @param {{ men?: number, declared?: boolean, stopped?: boolean }} squad
 */
export const setsOut = ({ men, declared, stopped }) => Boolean(declared) && !stopped && men !== 0;

/**
 * All men of a squad, in rows around 0,0.
 * @param {{ men: number, nation: string, seat: number, pinned?: boolean, leaderless?: boolean, point_man?: boolean,
 *   declared?: boolean, stopped?: boolean }} squad
 * @param {boolean} near whether they are seen from behind
 * @returns {SVGElement[]} the farthest first
 */
export function company(squad, near) {
  const rows = Math.max(1, Math.ceil(squad.men / ROW));
  const each = Math.ceil(squad.men / rows);
  const step = Math.min(squad.pinned ? 62 : 42, WIDTH / each);
  return Array.from({ length: squad.men }, (_, i) => {
    const row = Math.floor(i / each);
    const inRow = Math.min(each, squad.men - row * each);
    const x = ((i % each) - (inRow - 1) / 2 + (row % 2) * 0.5) * step;
    // The last row stands in front; the man in its middle leads, the one at its end goes ahead.
    const last = row === rows - 1;
    const leads = last && !squad.leaderless && i % each === Math.floor(inRow / 2);
    const ahead = last && Boolean(squad.point_man) && setsOut(squad) && i % each === inRow - 1;
    const y = (row - rows + 1) * 18 + ((i * 7) % 5) - 3 + (ahead ? (near ? -26 : 12) : 0);
    const pose = (i * 5 + row) % 3;
    return {
      y,
      node: s(
        "g",
        { class: `man seat-${squad.seat}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${SIZE})` },
        figure({ nation: squad.nation, near, pinned: Boolean(squad.pinned), pose, leads }),
      ),
    };
  })
    .sort((a, b) => a.y - b.y)
    .map(({ node }) => node);
}
