/** "Your turn": a badge in the title, a sound and a notification, the last two only where they were asked for. */

import { prefs } from "../prefs.js";
import { ui } from "../words/words.js";

let mine = false;

/**
 * @param {boolean} myTurn
 * @param {string} text
 */
export function alertTurn(myTurn, text) {
  const title = `${myTurn ? "● " : ""}${document.title.replace(/^● /, "")}`;
  if (title !== document.title) document.title = title;
  if (myTurn && !mine && document.hidden) {
    if (prefs.sound) beep();
    if (prefs.notify && Notification.permission === "granted") new Notification(ui("turn.yours"), { body: text, tag: "bocage-turn" });
  } else if (myTurn && !mine && prefs.sound) beep();
  mine = myTurn;
}

/** Two short notes, made on the spot: no sound file to load. */
function beep() {
  const audio = new AudioContext();
  for (const [start, pitch] of /** @type {const} */ ([[0, 523], [0.14, 659]])) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, audio.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + start + 0.13);
    note.connect(volume).connect(audio.destination);
    note.start(audio.currentTime + start);
    note.stop(audio.currentTime + start + 0.14);
  }
  setTimeout(() => audio.close(), 600);
}
