/** Style sheets loaded on demand. */

import { loadAllWords } from "../words/words.js";

const SHEETS = new URL("../../css/", import.meta.url);

/** Style sheets of every table, in the order in which they override each other. */
export const TABLE_SHEETS = ["places", "table_line", "dock", "tray", "side_panel", "table", "effects"];

/** Requested sheets. @type {Map<string, Promise<HTMLLinkElement>>} */
const asked = new Map();

/** Load a style sheet, after all present ones. @param {string} href @returns {Promise<HTMLLinkElement>} */
export function loadSheet(href) {
  const link = document.createElement("link");
  return new Promise((resolve, reject) => {
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve(link));
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${href} is not there`));
    });
    document.head.append(link);
  });
}

/**
 * Load style sheets in this order, once each.
 * @param {string[]} names of files in `css`, or addresses, without `.css`
 */
export async function loadSheets(...names) {
  await Promise.all(
    names.map((name) => {
      const promise = asked.get(name) ?? loadSheet(new URL(`${name}.css`, SHEETS).href);
      promise.catch(() => asked.delete(name));
      asked.set(name, promise);
      return promise;
    }),
  );
}

/**
 * A screen's module, with its style sheets and all of the page's words.
 * @template T
 * @param {Promise<T>} module
 * @param {string[]} sheets
 */
export const withSheets = async (module, sheets) =>
  (await Promise.all([module, loadSheets(...sheets), loadAllWords()]))[0];
