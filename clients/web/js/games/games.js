/** The games that have a table of their own; each is loaded when its table is opened. */

/** @typedef {import("../table/contract.js").TableContext} TableContext */
/** @typedef {import("../table/contract.js").GameTable} GameTable */

/** @type {Record<string, () => Promise<{ make: (context: TableContext) => GameTable }>>} */
export const TABLES = {
  company_commander: () => import("./company_commander/table.js"),
  omaha: () => import("./omaha/table.js"),
  squad: () => import("./squad/table.js"),
  zombies: () => import("./zombies/table.js"),
};
