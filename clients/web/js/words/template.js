/**
 * Templates: how actions, events and cards become words. The form is described in protocol/bocage/protocol/text.py;
 * both implementations are tested with tests/protocol/text_vectors.json.
 * @typedef {Record<string, string>} Catalogue
 */

/** @type {Record<string, string>} */
const JOINERS = { en: ", ", ja: "、" };

/**
 * The template `key` filled with `fields`. A key of a later release, missing in the catalogue, is shown as its id, in
 * words.
 * @param {Catalogue} catalogue
 * @param {string} key
 * @param {Record<string, any>} fields
 * @param {string} [lang]
 */
export function render(catalogue, key, fields = {}, lang = "en") {
  const template = catalogue[key];
  return template === undefined
    ? key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ")
    : fillIn(catalogue, template, fields, lang);
}

/**
 * @param {Catalogue} catalogue
 * @param {string} template
 * @param {Record<string, any>} fields
 * @param {string} lang
 * @returns {string}
 */
export function fillIn(catalogue, template, fields, lang) {
  let out = "";
  let at = 0;
  for (let start = template.indexOf("{"); start >= 0; start = template.indexOf("{", at)) {
    const end = closing(template, start);
    out += template.slice(at, start) + hole(catalogue, template.slice(start + 1, end), fields, lang);
    at = end + 1;
  }
  return out + template.slice(at);
}

/**
 * The catalogue as it reads in a match with these options: a text under with.<option>.<value>.<key> replaces that of <key>.
 * @param {Catalogue} catalogue
 * @param {Record<string, any>} options
 * @returns {Catalogue}
 */
export function inMatch(catalogue, options) {
  const prefixes = Object.entries(options).map(([name, value]) => `with.${name}.${value}.`);
  const replaced = Object.keys(catalogue).flatMap((key) => {
    const prefix = key.startsWith("with.") && prefixes.find((each) => key.startsWith(each));
    return prefix ? [[key.slice(prefix.length), catalogue[key]]] : [];
  });
  return { ...catalogue, ...Object.fromEntries(replaced) };
}

/** @param {string} template @param {number} start */
function closing(template, start) {
  let depth = 0;
  for (let i = start; i < template.length; i++) {
    if (template[i] === "{") depth++;
    else if (template[i] === "}" && --depth === 0) return i;
  }
  throw new Error(`hole not closed: ${template}`);
}

/**
 * @param {Catalogue} catalogue
 * @param {string} text
 * @param {Record<string, any>} fields
 * @param {string} lang
 */
function hole(catalogue, text, fields, lang) {
  const size = text.search(/[:?#]/);
  const value = fields[size < 0 ? text : text.slice(0, size)];
  const mark = size < 0 ? "" : text[size];
  const rest = size < 0 ? "" : text.slice(size + 1);
  if (mark === "?" || mark === "#") {
    const [first, second] = branches(rest);
    return fillIn(catalogue, (mark === "?" ? truthy(value) : value === 1) ? first : second, fields, lang);
  }
  if (rest === "+") return signed(value);
  if (rest === "%") return percent(value);
  if (!Array.isArray(value)) return item(catalogue, value, rest, fields, lang);
  return value.map((each) => item(catalogue, each, rest, fields, lang)).join(JOINERS[lang] ?? ", ");
}

/** @param {any} value */
function truthy(value) {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** @param {string} text @returns {[string, string]} */
function branches(text) {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}") depth--;
    else if (text[i] === "|" && depth === 0) return [text.slice(0, i), text.slice(i + 1)];
  }
  return [text, ""];
}

/**
 * @param {Catalogue} catalogue
 * @param {any} value
 * @param {string} namespace
 * @param {Record<string, any>} fields
 * @param {string} lang
 * @returns {string}
 */
function item(catalogue, value, namespace, fields, lang) {
  if (Array.isArray(value) && value.length === 2) {
    return `${signed(value[1])} ${item(catalogue, value[0], namespace, fields, lang)}`;
  }
  if (typeof value === "object" && value) return render(catalogue, `${namespace}.${value.do ?? ""}`, value, lang);
  if (!namespace && typeof value === "number" && value < 0) return signed(value);
  if (!namespace) return value === undefined || value === null ? "" : String(value);
  return render(catalogue, `${namespace}.${value ?? ""}`, fields, lang);
}

/** A chance in per cent. @param {[number, number] | undefined} value ways, of how many */
function percent(value) {
  if (!value) return "";
  const [ways, of] = value;
  const rounded = Math.floor((200 * ways + of) / (2 * of));
  if (rounded === 0 && ways) return "<1%";
  return rounded === 100 && ways < of ? ">99%" : `${rounded}%`;
}

/** @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
