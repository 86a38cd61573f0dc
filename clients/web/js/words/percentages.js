/** Chances in per cent. Pure. */

/** @typedef {[number, number]} Share a chance: ways, of how many */
/** @typedef {import("../client/messages.js").Figure} Figure */

/** A chance between 0 and 1. @param {number} chance */
export const percent = (chance) => `${Math.round(100 * chance)}%`;

/**
 * Round chances to whole per cent that add up to 100, the largest remainders up. Incomplete chances, and ones that
 * would wrongly read as none or certain, stay.
 * @param {readonly Share[]} shares @returns {readonly Share[]}
 */
export function whole(shares) {
  const exact = shares.map(([ways, of]) => (100 * ways) / of);
  if (Math.abs(exact.reduce((all, each) => all + each, 0) - 100) > 1e-6) return shares;
  const rounded = exact.map(Math.floor);
  const missing = 100 - rounded.reduce((all, each) => all + each, 0);
  // The last digits of a fraction are noise.
  const most = exact
    .map((each, i) => [Math.round(1e6 * (each - Math.floor(each))), i])
    .sort(([a = 0], [b = 0]) => b - a);
  for (const [, i = 0] of most.slice(0, missing)) rounded[i] = (rounded[i] ?? 0) + 1;
  const alike = (/** @type {number} */ i, /** @type {number} */ j) =>
    Math.abs((exact[i] ?? 0) - (exact[j] ?? 0)) < 1e-6;
  // Equal chances stay equal, even if the sum is off by one per cent then.
  if (rounded.some((one, i) => rounded.some((other, j) => one !== other && alike(i, j)))) return shares;
  return shares.map((share, i) => {
    const [ways, of] = share;
    const shown = rounded[i] ?? 0;
    return (shown === 0 && ways) || (shown === 100 && ways < of) ? share : [shown, 100];
  });
}

/**
 * The figures, with the chances of those `named` rounded together where they add up to one.
 * @param {readonly Figure[]} figures
 * @param {readonly string[]} named
 * @returns {Figure[]}
 */
export function together(figures, named) {
  const parts = figures.filter(({ figure }) => named.includes(figure));
  const shares = whole(parts.map((part) => part["chance"]));
  return figures.map((figure) =>
    parts.includes(figure) ? { ...figure, chance: shares[parts.indexOf(figure)] } : figure,
  );
}
