import { h } from "../dom.js";
import { ui } from "../words/all_words.js";
import { toast } from "./toast.js";

/** Copy a text, and confirm it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Browsers give the clipboard to secure origins only; http:// in a local network needs the old way.
    const field = h("textarea", { readonly: true, class: "hidden-text", value: text });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(ui("copied"));
}
