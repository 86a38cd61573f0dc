/** Any view as panels: numbers, words, cards, rows and places. Pure; the presentation of a field is data. */

/** @typedef {import("../../net/games.js").Presentation} Presentation */
/** @typedef {import("../../words/words.js").Words} Words */
/** @typedef {Presentation["panels"][number]} Panel */
/**
 * A thing on the table: id, name, number, details, text key of its help.
 * @typedef {{ id: string, text: string, count: number, details: string[], help: string }} Thing
 */
/**
 * Things under a heading; `owner`: their key, such as a seat.
 * @typedef {{ owner: string, title: string, things: Thing[] }} Group
 */
/** @typedef {{ shape: Panel["shape"], title: string, value: string, groups: Group[] }} Shown */

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {any} value */
const isPlain = (value) => typeof value !== "object" || value === null;
/** @param {any} value whether there is nothing to be said of it */
const isNothing = (value) =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (!isPlain(value) && Object.keys(value).length === 0);

/** The panels of a view without declared ones: one per field. @param {Record<string, any>} view @returns {Panel[]} */
export function panelsOf(view) {
  return Object.entries(view).map(([field, value]) => ({ field, shape: shapeOf(value) }));
}

/** @param {any} value @returns {Panel["shape"]} */
function shapeOf(value) {
  if (typeof value === "number") return "number";
  if (isPlain(value)) return "word";
  const inner = Object.values(value);
  if (Array.isArray(value)) return inner.some(isObject) ? "rows" : "cards";
  if (inner.every((each) => Array.isArray(each) && each.every(isPlain))) return "cards";
  return inner.every(isPlain) ? "places" : "rows";
}

/**
 * Contents of the panels; empty ones are left out.
 * @param {Presentation} presentation
 * @param {Record<string, any>} view
 * @param {Words} words
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @returns {Shown[]}
 */
export function shownOf(presentation, view, words, flags) {
  const panels = presentation.panels.length ? presentation.panels : panelsOf(view);
  return panels
    .flatMap((panel) => {
      const value = panel.field.split(".").reduce((/** @type {any} */ all, part) => all?.[part], view);
      if (isNothing(value)) return [];
      const { shape, names = "", values = "" } = panel;
      const field = panel.field.split(".").at(-1) ?? "";
      const title = panel.title ? words.say(panel.title, { n: value }) : words.label(field, "label");
      const single = shape === "number" || shape === "word";
      return [
        {
          shape,
          title,
          value: single ? (value === true ? "" : said(value, words, values || field)) : "",
          groups: single
            ? []
            : groupsOf(panel, value, words, names, values, flags).filter((group) => group.things.length),
        },
      ];
    })
    .filter((shown) => shown.groups.length || shown.shape === "number" || shown.shape === "word");
}

/**
 * @param {Panel} panel
 * @param {any} value
 * @param {Words} words
 * @param {string} names
 * @param {string} values
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @returns {Group[]}
 */
function groupsOf({ shape, field }, value, words, names, values, flags) {
  if (shape === "cards") {
    const grouped = isObject(value) && Object.values(value).some((each) => !isPlain(each));
    const heaps = grouped ? Object.entries(value) : [["", value]];
    return heaps.map(([owner = "", heap]) => ({
      owner,
      title: owner ? words.label(owner, names || "seat") : "",
      things: cards(heap, words, values || "card"),
    }));
  }
  const kind = names || field.replace(/s$/, "");
  const things = Object.entries(value)
    .filter(([, each]) => !isNothing(each))
    .map(([id, each]) => {
      const own = Array.isArray(value) ? String(Number(id) + 1) : words.label(id, kind);
      const details = isObject(each)
        ? [...flags(kind, each), ...fields(each, words, flagNames(each, flags, kind))]
        : each === true
          ? []
          : [said(each, words, values)];
      return {
        id,
        text: own,
        count: 1,
        details,
        help: words.helpKey(
          isPlain(each) && each !== true ? String(each) : id,
          isPlain(each) && each !== true ? values : kind,
        ),
      };
    });
  return [{ owner: "", title: "", things }];
}

/**
 * Fields of a thing that its flags replace.
 * @param {Record<string, any>} thing
 * @param {(of: string, thing: Record<string, any>) => string[]} flags
 * @param {string} kind
 */
function flagNames(thing, flags, kind) {
  return new Set(Object.keys(thing).filter((name) => flags(kind, { [name]: thing[name] }).length));
}

/** @param {any} heap names, or name → copies @param {Words} words @param {string} kind @returns {Thing[]} */
function cards(heap, words, kind) {
  /** @type {Map<string, number>} */
  const copies = new Map();
  if (Array.isArray(heap)) for (const each of heap) copies.set(String(each), (copies.get(String(each)) ?? 0) + 1);
  else for (const [id, n] of Object.entries(heap)) copies.set(id, typeof n === "number" ? n : 1);
  // In a hand keyed by number, the name is the value.
  const of = (/** @type {string} */ id) => (!Array.isArray(heap) && typeof heap[id] === "string" ? heap[id] : id);
  return [...copies]
    .filter(([, count]) => count > 0)
    .map(([id, count]) => ({
      id,
      text: words.label(of(id), kind),
      count,
      details: [],
      help: words.helpKey(of(id), kind),
    }));
}

/**
 * Details of an object, field by field.
 * @param {Record<string, any>} thing
 * @param {Words} words
 * @param {Set<string>} [without]
 * @returns {string[]}
 */
function fields(thing, words, without = new Set()) {
  return Object.entries(thing)
    .filter(([name, value]) => !without.has(name) && !isNothing(value))
    .map(([name, value]) => {
      const label = words.label(name, "label");
      if (value === true) return label;
      const text = said(value, words, name);
      return text === label ? label : words.pair(label, text);
    });
}

/** A value in words. @param {any} value @param {Words} words @param {string} kind @returns {string} */
function said(value, words, kind) {
  if (value === true || value === false) return words.label(String(value), kind);
  if (Array.isArray(value)) return words.join(value.map((each) => said(each, words, kind.replace(/s$/, ""))));
  if (isObject(value)) return words.join(fields(value, words));
  return typeof value === "number" && !words.has(`${kind}.${value}`) ? String(value) : words.label(String(value), kind);
}

/** The same panels as lines of text. @param {Shown[]} panels @param {Words} words @returns {string[]} */
export function linesOf(panels, words) {
  return panels.flatMap(({ title, value, groups, shape }) => {
    if (shape === "number" || shape === "word") return [value ? words.pair(title, value) : title];
    return groups.map(({ title: owner, things }) =>
      words.pair(
        owner ? words.join([title, owner]) : title,
        words.list(
          things.map((thing) =>
            thing.details.length
              ? words.aside(thing.text, words.join(thing.details))
              : thing.count > 1
                ? `${thing.text} ×${thing.count}`
                : thing.text,
          ),
        ),
      ),
    );
  });
}
