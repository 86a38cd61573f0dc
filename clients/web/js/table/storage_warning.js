/** Warning above a table that moves cannot be stored. */

import { h } from "../dom.js";
import { ui } from "../words/all_words.js";

/** @typedef {import("../client/connection.js").Connection} Connection */

/** Milliseconds of an outage before the warning. */
const LASTING = 1500;

/**
 * Show the warning while it holds; returns a function that ends this.
 * @param {Connection} connection
 * @returns {() => void}
 */
export function sayHeld(connection) {
  const bar = h("p", { class: "bar unstored", hidden: true }, ui("held"));
  document.querySelector(".bars")?.append(bar);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const look = () => {
    if (connection.held)
      waiting ??= setTimeout(() => {
        bar.hidden = false;
      }, LASTING);
    else {
      clearTimeout(waiting);
      waiting = undefined;
      bar.hidden = true;
    }
  };
  for (const what of ["health", "held"]) connection.addEventListener(what, look);
  look();
  return () => {
    clearTimeout(waiting);
    for (const what of ["health", "held"]) connection.removeEventListener(what, look);
    bar.remove();
  };
}
