/**
 * A soldier as a small ink figure: from behind on the near side, from the front on the far one; uniforms in pieces.css.
 */

import { s } from "../dom.js";

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

/** @typedef {{ nation: string, near: boolean, pinned: boolean, pose: number, leads: boolean }} Man */

/** One man, feet at 0,0; about 42 high; able to fall and duck. `pose`: 0 to 2. @param {Man} man */
export const figure = (man) => s("g", { class: "man-body" }, drawing(man));

/** @param {Man} man */
function drawing({ nation, near, pinned, pose, leads }) {
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
