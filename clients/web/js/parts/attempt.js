/** What is asked for in a form that keeps what was written until it is done. */

import { h, put } from "../dom.js";

/** Characters of a field as the service counts them may be two each as the browser does: pictographs are. @param {number} characters */
export const roomFor = (characters) => 2 * characters;

/** Where a form says why it was refused. */
export const refusalNote = () => h("p", { class: "danger refusal", role: "alert" });

/**
 * Do what a form asks for. Whether it was done; else `note` says why, and the form stays as it is.
 * @param {() => Promise<unknown>} act
 * @param {HTMLElement} note
 * @param {HTMLButtonElement} button is not pressed twice meanwhile
 */
export async function attempt(act, note, button) {
  button.disabled = true;
  put(note);
  try {
    await act();
    return true;
  } catch (error) {
    put(note, error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    button.disabled = false;
  }
}
