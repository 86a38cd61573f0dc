/** Above a table: that moves cannot be stored, once that has lasted. */

import { h } from "../dom.js";
import { ui } from "../words/more.js";

/** @typedef {import("../net/connection.js").Connection} Connection */

/** Milliseconds that storage may be away before it is said. */
const LASTING = 1500;

/** Say it while it holds; returns what ends this. @param {Connection} connection @returns {() => void} */
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
