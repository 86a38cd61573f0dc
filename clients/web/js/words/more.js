/** All of the page's own words, including those that the lobby does not load. */

import { moreWords, uiOrMore } from "./words.js";

await moreWords();

/**
 * The page's own words.
 * @param {keyof typeof import("./ui_en.js").EN | keyof typeof import("./more_en.js").EN} key
 * @param {Record<string, any>} [fields]
 */
export const ui = (key, fields = {}) => uiOrMore(key, fields);
