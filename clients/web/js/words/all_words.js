/** All of the page's own words, including those that the lobby does not load. */

import { loadAllWords, pageWords } from "./words.js";

await loadAllWords();

/**
 * The page's own words.
 * @param {keyof typeof import("./lobby_en.js").EN | keyof typeof import("./other_screens_en.js").EN} key
 * @param {Record<string, any>} [fields]
 */
export const ui = (key, fields = {}) => pageWords(key, fields);
