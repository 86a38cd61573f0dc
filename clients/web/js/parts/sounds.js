/** Short synthesised sounds, without files. Off by default. */

import { prefs } from "../prefs.js";

/**
 * Sounds of the table, and of effects on the board.
 * @typedef {"turn" | "last" | "lead" | "end" | import("../table/effects/rows.js").Shape} Sound
 */

/**
 * Pitch, start and length (seconds), volume.
 * @type {Partial<Record<Sound, readonly [number, number, number, number][]>>}
 */
const NOTES = {
  turn: [
    [523, 0, 0.13, 0.2],
    [659, 0.14, 0.13, 0.2],
  ],
  last: [
    [392, 0, 0.2, 0.2],
    [262, 0.2, 0.4, 0.2],
  ],
  lead: [
    [392, 0, 0.12, 0.16],
    [523, 0.12, 0.2, 0.16],
  ],
  end: [
    [523, 0, 0.18, 0.2],
    [659, 0.16, 0.18, 0.2],
    [784, 0.32, 0.5, 0.2],
  ],
  shot: [[72, 0, 0.22, 0.5]],
  shell: [[58, 0.3, 0.5, 0.7]],
  blast: [[52, 0.1, 0.5, 0.7]],
  lob: [[64, 0.3, 0.35, 0.6]],
  rush: [[180, 0.3, 0.08, 0.3]],
  spark: [
    [2100, 0, 0.16, 0.12],
    [2960, 0.02, 0.2, 0.08],
  ],
  rise: [
    [392, 0, 0.12, 0.12],
    [523, 0.1, 0.16, 0.12],
  ],
  duck: [[140, 0, 0.12, 0.2]],
  gone: [[84, 0, 0.4, 0.4]],
  flag: [
    [523, 0, 0.14, 0.18],
    [659, 0.12, 0.14, 0.18],
    [784, 0.24, 0.24, 0.18],
  ],
};
/**
 * Noise around a pitch: start, length, volume.
 * @type {Partial<Record<Sound, readonly [number, number, number, number][]>>}
 */
const NOISE = {
  dice: [
    [2600, 0, 0.04, 0.4],
    [2200, 0.07, 0.04, 0.35],
    [2900, 0.15, 0.04, 0.4],
    [2400, 0.24, 0.03, 0.3],
    [2100, 0.3, 0.03, 0.25],
  ],
  card: [[4200, 0, 0.12, 0.25]],
  shot: [[700, 0, 0.3, 0.9]],
  burst: [0, 0.07, 0.14, 0.21, 0.28].map((start) => /** @type {const} */ ([900, start, 0.09, 0.7])),
  lob: [[420, 0.3, 0.5, 1]],
  shell: [
    [3000, 0, 0.3, 0.15],
    [320, 0.3, 0.5, 1],
  ],
  blast: [[320, 0.1, 0.5, 1]],
  flame: [[1300, 0, 0.5, 0.5]],
  rush: [
    [1800, 0.28, 0.1, 0.5],
    [2600, 0.36, 0.08, 0.4],
  ],
  bite: [
    [1500, 0.1, 0.06, 0.6],
    [600, 0.2, 0.2, 0.6],
  ],
  fall: [[260, 0.2, 0.14, 0.4]],
  march: [0, 0.16, 0.32].map((start) => /** @type {const} */ ([300, start, 0.06, 0.3])),
  smoke: [[2400, 0, 0.5, 0.15]],
  wire: [[5200, 0, 0.2, 0.15]],
  scan: [[3600, 0, 0.1, 0.1]],
};
/** Noises of everything below their pitch. @type {ReadonlySet<Sound>} */
const LOW = new Set(/** @type {Sound[]} */ (["shot", "burst", "lob", "shell", "blast", "fall", "march"]));
const SILENCE = 0.001;

/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let hiss;

/** Play a sound, if sounds are on. @param {Sound | ""} which */
export function sound(which) {
  if (which && prefs.sound) make(which);
}

/** Play a sound in any case, to try it. @param {Sound} which */
export function make(which) {
  if (prefs.volume <= 0) return;
  audio ??= new AudioContext();
  // Browsers block sound before the first interaction, and phones during a call. The next sound tries again.
  if (audio.state === "suspended" || /** @type {string} */ (audio.state) === "interrupted")
    audio.resume().catch(() => {});
  const now = audio.currentTime;
  for (const [pitch, start, length, loud] of NOTES[which] ?? []) {
    const note = audio.createOscillator();
    note.frequency.value = pitch;
    note.connect(fading(audio, now + start, length, loud)).connect(audio.destination);
    note.start(now + start);
    note.stop(now + start + length);
  }
  for (const [pitch, start, length, loud] of NOISE[which] ?? []) {
    const source = audio.createBufferSource();
    source.buffer = hiss ??= noise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = LOW.has(which) ? "lowpass" : "bandpass";
    filter.frequency.value = pitch;
    source
      .connect(filter)
      .connect(fading(audio, now + start, length, loud))
      .connect(audio.destination);
    source.start(now + start);
    source.stop(now + start + length);
  }
}

/** @param {AudioContext} audio @param {number} start @param {number} length @param {number} loud */
function fading(audio, start, length, loud) {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud * prefs.volume, start);
  volume.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  return volume;
}

/** Half a second of noise. @param {AudioContext} audio */
function noise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
