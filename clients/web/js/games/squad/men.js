/** The men of a squad, in rows. */

import { s } from "../../dom.js";
import { figure } from "../../parts/men.js";

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
        { class: `man nation-${squad.nation}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${SIZE})` },
        figure({ nation: squad.nation, near, pinned: Boolean(squad.pinned), pose, leads }),
      ),
    };
  })
    .sort((a, b) => a.y - b.y)
    .map(({ node }) => node);
}
