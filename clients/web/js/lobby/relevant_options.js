/** Options that have an effect beside the others, and options that differ from their defaults. Pure. */

/** @typedef {import("../net/games.js").Presentation} Presentation */
/** @typedef {import("../net/types.js").OptionInfo} OptionInfo */

/**
 * Whether an option matters, given the other choices.
 * @param {Pick<Presentation, "matters">} presentation
 * @param {string} option
 * @param {Record<string, any>} chosen
 * @param {number} seat of the chooser
 */
export function matters(presentation, option, chosen, seat) {
  const found = presentation.matters.find((each) => each.option === option);
  return Object.entries(found?.when ?? {}).every(([name, values]) => {
    const value = chosen[name.replace("{seat}", String(seat))];
    return value === undefined || values.includes(value);
  });
}

/**
 * The options that are texts, such as a drawn map, where one was written.
 * @param {OptionInfo[]} types
 * @param {Record<string, any>} chosen
 * @returns {[string, string][]}
 */
export const written = (types, chosen) =>
  types.filter(({ name, kind }) => kind === "text" && chosen[name]).map(({ name }) => [name, chosen[name]]);

/**
 * The options that differ from their defaults, and matter. Texts are too long to be told: another option says that there is one.
 * @param {OptionInfo[]} types
 * @param {Pick<Presentation, "matters">} presentation
 * @param {Record<string, any>} chosen
 * @returns {[string, any][]}
 */
export function changed(types, presentation, chosen) {
  return types
    .filter(
      ({ name, kind, default: usual }) =>
        kind !== "text" && name in chosen && chosen[name] !== usual && matters(presentation, name, chosen, 0),
    )
    .map(({ name }) => [name, chosen[name]]);
}
