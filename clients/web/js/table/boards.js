/** The boards: a game's own, `games/<id>/board.js` with `board.css`, or the generic one for games without. */

import { loadSheet } from "../parts/style_sheets.js";

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/**
 * @typedef {{ make: (context: import("./board_contract.js").BoardContext) => import("./board_contract.js").GameBoard }} BoardModule
 */

/** @type {HTMLLinkElement | null} */
let style = null;

/**
 * Load a game's board, and its style in place of that of the game before.
 * @param {GameInfo} game
 * @returns {Promise<BoardModule>}
 */
export async function loadBoard(game) {
  const folder = new URL(game.board ? `../games/${game.id}/` : "./generic/", import.meta.url);
  const [module] = await Promise.all([
    import(new URL("board.js", folder).href),
    replaceStyle(new URL("board.css", folder).href),
  ]);
  return module;
}

/** @param {string} href */
async function replaceStyle(href) {
  if (style?.href === href) return;
  const last = style;
  style = await loadSheet(href);
  last?.remove();
}
