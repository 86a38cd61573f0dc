/** A map among the options of a match: to look at, and to choose from one's own. */

import { getJSON } from "../../net/rest.js";
import { drawingOf } from "./drawing.js";
import { picture as draw } from "./field.js";

/** @param {string} text @param {Record<string, any>} options @param {string} label */
export const picture = (text, options, label) => draw(drawingOf(text), label, options["home_edge"] ?? "north");

/** @returns {Promise<{ name: string, text: string }[]>} */
export const own = async () => (await getJSON("/api/maps?list=own")).maps;
