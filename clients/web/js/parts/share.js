import { copy } from "./clipboard.js";

/**
 * Share a link: phones ask for a recipient, elsewhere it is copied.
 * @param {string} url
 * @param {string} text what it shows
 */
export async function share(url, text) {
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    try {
      return await navigator.share({ title: "Bocage", text, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // The person cancelled.
    }
  }
  await copy(url);
}
