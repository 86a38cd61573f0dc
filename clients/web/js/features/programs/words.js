/** Words about challenges and programs, not loaded by the lobby. */

import { prefs } from "../../prefs.js";
import { render } from "../../words/template.js";
import { EN } from "./words_en.js";
import { JA } from "./words_ja.js";

/** @param {keyof typeof EN} key @param {Record<string, any>} [fields] */
export const say = (key, fields = {}) => render({ en: EN, ja: JA }[prefs.lang], key, fields, prefs.lang);
