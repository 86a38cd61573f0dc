/** Submitting a form that keeps its content until it succeeds. */

import { h, put } from "../dom.js";

/**
 * Length limit of a field: the service counts a pictograph as one character, the browser as two.
 * @param {number} characters
 */
export const roomFor = (characters) => 2 * characters;

/** Place of a form's error message. */
export const refusalNote = () => h("p", { class: "danger refusal", role: "alert" });

/**
 * Submit a form. Resolves with whether it succeeded; otherwise `note` shows the reason.
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
