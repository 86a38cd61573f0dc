import { copy } from "./clipboard.js";

/**
 * Pass a link on: phones ask to whom, elsewhere it is copied.
 * @param {string} url
 * @param {string} text what it shows
 */
export async function share(url, text) {
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ title: "Bocage", text, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // Thought better of it.
    }
  }
  await copy(url);
}
