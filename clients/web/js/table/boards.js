/** The boards: a game's own, `games/<id>/board.js` with `board.css`, or the generic one for games without. */

/** @typedef {import("../net/games.js").GameInfo} GameInfo */
/** @typedef {{ make: (context: import("./contract.js").BoardContext) => import("./contract.js").GameBoard }} BoardModule */

/** @type {HTMLLinkElement | null} */
let style = null;

/**
 * Load a game's board, and its style in place of that of the game before.
 * @param {GameInfo} game
 * @returns {Promise<BoardModule>}
 */
export async function loadBoard(game) {
  const folder = new URL(game.board ? `../games/${game.id}/` : "./generic/", import.meta.url);
  const [module] = await Promise.all([import(new URL("board.js", folder).href), dress(new URL("board.css", folder).href)]);
  return module;
}

/** @param {string} href @returns {Promise<void>} */
function dress(href) {
  if (style?.href === href) return Promise.resolve();
  const last = style;
  const link = (style = document.createElement("link"));
  return new Promise((resolve, reject) => {
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => (last?.remove(), resolve()));
    link.addEventListener("error", () => reject(new Error(`${href} is not there`)));
    document.head.append(link);
  });
}
