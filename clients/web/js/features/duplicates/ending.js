/** After a match of a duplicate: to the comparison. */

import { h } from "../../dom.js";
import { addressOf } from "../../route.js";
import { say } from "./words.js";

/** @param {import("../../feature.js").Ending} ending */
export function again({ view: { deal } }) {
  if (!deal?.duplicate) return [];
  const [duplicate] = deal.duplicate.split("/");
  return [
    h(
      "a",
      { class: "button primary duplicate-door", href: addressOf(`duplicate/${duplicate}`) },
      say("duplicate.door"),
    ),
  ];
}
