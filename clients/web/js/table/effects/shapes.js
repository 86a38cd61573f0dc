/**
 * The vocabulary: how each shape looks. Only translate, rotate, scale and opacity are animated, which costs no layout.
 * docs/decisions/072-board-effects.md
 */

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {readonly [x: number, y: number]} Point */
/**
 * The data of an effect: the points, the pieces there, and the time (ms) that it takes. `wide`: half the target's width
 * that is occupied, `room` the source's; `tall`: half its height.
 * @typedef {{ stage: Stage, from: Point, to: Point, wide: number, room: number, tall: number, source: Element | null, piece: Element | null, hit:
 *   boolean, number: number, ms: number, after: number }} Scene
 */

/** Part of an attack's time until it strikes: then its results begin. */
export const STRIKES = 0.36;
/** Rounds of a shot by a squad, and of a burst. */
const SHOTS = 3;
const ROUNDS = 10;
/** Places of single rounds or men, as shares of the occupied half-width. */
const SCATTER = [0.1, -0.6, 0.5, -0.25, 0.85, -0.9, 0.3, -0.05, 0.65, -0.45];
/** Rays along which earth is thrown. */
const THROWN = [-80, -52, -24, 20, 50, 78, 110];

const scattered = (/** @type {number} */ i) => SCATTER[i % SCATTER.length] ?? 0;
const along = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by], /** @type {number} */ t) =>
  /** @type {Point} */ ([ax + (bx - ax) * t, ay + (by - ay) * t]);
const px = (/** @type {number} */ x, /** @type {number} */ y) => `${x.toFixed(1)}px ${y.toFixed(1)}px`;
const angle = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) =>
  (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;

/** Something that appears at once, grows and fades. @type {Keyframe[]} */
const FLASH = [
  { scale: 0.3, opacity: 1 },
  { scale: 1, opacity: 1, offset: 0.4 },
  { scale: 1.15, opacity: 0 },
];

/**
 * The end of a round's way: at the target, or beside and behind it.
 * @param {Scene} scene
 * @param {number} i
 * @returns {Point}
 */
function end({ stage, from, to, wide, hit }, i) {
  const [x, y] = /** @type {Point} */ ([to[0] + scattered(i) * wide, to[1]]);
  if (hit) return [x, y];
  const far = Math.hypot(x - from[0], y - from[1]) || 1;
  const past = stage.unit * 34;
  return [x + ((x - from[0]) / far) * past + stage.unit * 46 * (i % 2 ? -1 : 1), y + ((y - from[1]) / far) * past];
}

/** Smoke that rises from a point. @param {Scene} scene @param {Point} at @param {number} delay @param {number} n */
function smoulder({ stage, ms }, at, delay, n) {
  for (let i = 0; i < n; i++) {
    const x = scattered(i) * 34 * stage.unit;
    stage.fly("smoke", [at[0] + x, at[1] - 6 * stage.unit], 46 * stage.unit, ms * 1.5, delay + i * ms * 0.07, [
      { scale: 0.3, opacity: 0 },
      { scale: 0.9, opacity: 0.75, offset: 0.25, translate: px(x * 0.2, -18 * stage.unit) },
      { scale: 1.7, opacity: 0, translate: px(x * 0.6, -64 * stage.unit) },
    ]);
  }
}

/** One round with its muzzle flash and its impact. @param {Scene} scene @param {number} i @param {number} delay */
function round(scene, i, delay) {
  const { stage, ms } = scene;
  const to = end(scene, i);
  const from = /** @type {Point} */ ([scene.from[0] + scattered(i + 3) * scene.room, scene.from[1]]);
  const flight = ms * STRIKES * 0.6;
  stage.fly("flash", from, 46 * stage.unit, ms * 0.16, delay, FLASH);
  const turned = angle(from, to);
  const half = 42 * stage.unit;
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const start = along(from, to, Math.min(0.5, half / far));
  stage.fly(
    "tracer",
    start,
    84 * stage.unit,
    flight,
    delay,
    [
      { opacity: 1, translate: "0 0" },
      { opacity: 1, translate: px(to[0] - start[0], to[1] - start[1]) },
    ],
    turned,
  );
  if (scene.hit) stage.fly("burst", to, 62 * stage.unit, ms * 0.3, delay + flight, FLASH);
  else
    stage.fly("dust", to, 56 * stage.unit, ms * 0.5, delay + flight, [
      { scale: 0.3, opacity: 0.9 },
      { scale: 1, opacity: 0.7, translate: px(0, -10) },
      { scale: 1.2, opacity: 0, translate: px(0, -16) },
    ]);
}

/** An explosion on the ground. @param {Scene} scene @param {Point} at @param {number} delay @param {number} size */
function explosion(scene, at, delay, size) {
  const { stage, ms, hit } = scene;
  const wide = size * stage.unit;
  stage.fly("crater", [at[0], at[1] + wide * 0.16], wide * 0.7, ms * 1.3, delay, [
    { opacity: 0, scale: "0.5 0.4" },
    { opacity: 0.85, scale: "1 0.8", offset: 0.1 },
    { opacity: 0.85, scale: "1 0.8", offset: 0.7 },
    { opacity: 0, scale: "1 0.8" },
  ]);
  for (const [i, ray] of THROWN.entries()) {
    const [x, y] = [Math.sin((ray * Math.PI) / 180) * wide * 0.8, -Math.cos((ray * Math.PI) / 180) * wide * 0.9];
    stage.fly("debris", at, (9 + (i % 3) * 4) * stage.unit, ms * 0.75, delay, [
      { opacity: 1, rotate: "0deg", translate: "0 0" },
      { opacity: 1, rotate: "160deg", translate: px(x * 0.8, y), offset: 0.5, easing: "ease-in" },
      { opacity: 0, rotate: "300deg", translate: px(x, wide * 0.2) },
    ]);
  }
  stage.fly("burst", [at[0], at[1] - wide * 0.12], wide, ms * 0.5, delay, FLASH);
  smoulder(scene, at, delay + ms * 0.12, 4);
  stage.tremble(delay, ms * 0.45, hit ? 5 : 2);
}

/** Pieces that are hit are shaken. @param {Scene} scene @param {number} delay */
function shake({ stage, piece, ms, hit }, delay) {
  if (!hit || !piece) return;
  const turns = [0, -7, 6, -4, 2, 0];
  const own = lengths(stage, piece);
  const frames = turns.map((turn) => ({ rotate: `${turn}deg`, translate: own(turn * 0.7, turn * 0.2) }));
  stage.move(piece, frames, ms * 0.45, delay);
}

/** Lengths of a piece's own drawing, for pixels of the screen. Measured once: each measurement lays out the page. */
const lengths = (/** @type {Stage} */ stage, /** @type {Element} */ piece) => {
  const unit = stage.scaleOf(piece);
  return (/** @type {number} */ x, /** @type {number} */ y) => px(x / unit, y / unit);
};

/** Each man of a piece, or the piece itself if it has none. @param {Element} piece @returns {Element[]} */
const bodies = (piece) => {
  const men = [...piece.querySelectorAll(".man-body:not([data-fallen])")];
  return men.length ? men : [piece];
};

/** @type {Record<import("./rows.js").Shape, (scene: Scene) => void>} */
export const SHAPES = {
  shot(scene) {
    for (let i = 0; i < (scene.room ? SHOTS : 1); i++) round(scene, i, i * scene.ms * 0.07);
    shake(scene, scene.ms * STRIKES);
  },

  burst(scene) {
    for (let i = 0; i < ROUNDS; i++) round(scene, i, (i * scene.ms * 0.34) / ROUNDS);
    shake(scene, scene.ms * STRIKES);
  },

  // A grenade's arc, thrown by hand.
  lob(scene) {
    const { stage, from, ms } = scene;
    const to = end(scene, 0);
    const high = Math.max(70 * stage.unit, Math.abs(to[0] - from[0]) * 0.3);
    const flight = ms * STRIKES;
    const arc = [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => {
      const [x, y] = along(from, to, t);
      return { translate: px(x - from[0], y - from[1] - 4 * high * t * (1 - t)), rotate: `${t * 540}deg`, opacity: 1 };
    });
    stage.fly("grenade", from, 24 * stage.unit, flight, 0, arc);
    explosion(scene, to, flight, 96);
    shake(scene, flight);
  },

  // A shell falls out of the sky.
  shell(scene) {
    const { stage, ms } = scene;
    const to = end(scene, 2);
    const fall = Math.min(to[1] + 40, 340 * stage.unit);
    const flight = ms * STRIKES;
    const start = /** @type {Point} */ ([to[0] - fall * 0.25, to[1] - fall]);
    stage.fly(
      "shell",
      start,
      34 * stage.unit,
      flight,
      0,
      [
        { opacity: 1, translate: "0 0", easing: "ease-in" },
        { opacity: 1, translate: px(fall * 0.25, fall) },
      ],
      166,
    );
    explosion(scene, to, flight, 150);
    shake(scene, flight);
  },

  // Under one's feet: a mine, a charge.
  blast(scene) {
    const { stage, to, ms } = scene;
    stage.fly("ring", to, 60 * stage.unit, ms * STRIKES, 0, [
      { scale: 1.4, opacity: 0 },
      { scale: 0.5, opacity: 1 },
    ]);
    explosion(scene, to, ms * STRIKES * 0.6, 140);
    shake(scene, ms * STRIKES);
  },

  flame(scene) {
    const { stage, from, ms } = scene;
    const to = end(scene, 0);
    for (let i = 0; i < 12; i++) {
      const at = along(from, to, Math.min(1, (i + 2) / 11));
      const x = scattered(i) * scene.wide * (i / 12) * 0.7;
      stage.fly("flame", [at[0] + x, at[1]], (22 + i * 4.5) * stage.unit, ms * 0.7, (i * ms * STRIKES) / 12, [
        { scale: 0.2, opacity: 0.9 },
        { scale: 1, opacity: 0.95, translate: px(0, -8), offset: 0.45 },
        { scale: 0.7, opacity: 0, translate: px(x * 0.2, -30) },
      ]);
    }
    smoulder(scene, to, ms * STRIKES, 3);
    shake(scene, ms * STRIKES);
  },

  // Bayonets and tanks come themselves.
  rush(scene) {
    const { stage, source, from, to, ms } = scene;
    const near = along(from, to, 0.8);
    const [x, y] = [near[0] - from[0], near[1] - from[1]];
    if (source) {
      const own = lengths(stage, source);
      const frames = [
        { translate: "0 0", easing: "ease-in" },
        { translate: own(x, y), offset: STRIKES },
        { translate: own(x * 0.92, y * 0.92), offset: STRIKES + 0.15, easing: "ease-out" },
        { translate: "0 0" },
      ];
      stage.move(source, frames, ms, 0);
    }
    for (let i = 0; i < 4; i++)
      stage.fly("dust", along(from, to, 0.15 + i * 0.17), 34 * stage.unit, ms * 0.5, i * ms * 0.08, [
        { scale: 0.3, opacity: 0.7 },
        { scale: 1.1, opacity: 0, translate: px(0, -14) },
      ]);
    for (let i = 0; i < 3; i++)
      stage.fly(
        scene.hit ? "clash" : "spark",
        [to[0] + scattered(i) * scene.wide, to[1] - 8],
        (scene.hit ? 46 : 30) * stage.unit,
        ms * 0.3,
        ms * (STRIKES + i * 0.07),
        FLASH,
        i * 30,
      );
    shake(scene, ms * STRIKES);
  },

  bite(scene) {
    const { stage, to, ms } = scene;
    const jaw = 78 * stage.unit;
    const close = (/** @type {number} */ side) => [
      { opacity: 0, translate: px(0, side * jaw * 0.7) },
      { opacity: 1, translate: px(0, side * jaw * 0.55), offset: 0.3, easing: "ease-in" },
      { opacity: 1, translate: px(0, side * jaw * 0.06), offset: 0.55 },
      { opacity: 1, translate: px(0, side * jaw * 0.1), offset: 0.8 },
      { opacity: 0, translate: px(0, side * jaw * 0.4) },
    ];
    stage.fly("upper", to, jaw, ms * 0.8, 0, close(-1));
    stage.fly("lower", to, jaw, ms * 0.8, 0, close(1), 180);
    for (let i = 0; i < 4; i++)
      stage.fly("blood", [to[0] + scattered(i) * jaw * 0.4, to[1]], 16 * stage.unit, ms * 0.5, ms * STRIKES, [
        { opacity: 1, scale: 0.6 },
        { opacity: 0, scale: 1, translate: px(scattered(i) * 20, 40 * stage.unit) },
      ]);
    shake(scene, ms * STRIKES);
  },

  fall(scene) {
    const { stage, piece, to, ms, number, after } = scene;
    const men = piece ? bodies(piece) : [];
    if (!piece || men[0] === piece) {
      for (let i = 0; i < Math.min(number, 4); i++)
        stage.fly("man", [to[0] + scattered(i) * scene.wide, to[1]], 40 * stage.unit, ms * 1.1, after + i * 60, [
          { opacity: 1, rotate: "0deg" },
          { opacity: 1, rotate: `${i % 2 ? -84 : 84}deg`, translate: px(0, 14), offset: 0.45, easing: "ease-in" },
          { opacity: 0, rotate: `${i % 2 ? -84 : 84}deg`, translate: px(0, 18) },
        ]);
      return shake({ ...scene, hit: true }, after);
    }
    const step = men.length / number;
    for (let i = 0; i < Math.min(number, men.length); i++) {
      const man = men[Math.min(men.length - 1, Math.floor((i + 0.5) * step))];
      if (!man) continue;
      man.setAttribute("data-fallen", "");
      const turn = i % 2 ? -86 : 86;
      stage.hold(
        man,
        [
          { rotate: "0deg", opacity: 1 },
          { rotate: `${turn}deg`, opacity: 1, offset: 0.5, easing: "ease-in" },
          { rotate: `${turn}deg`, opacity: 0.3 },
        ],
        ms * 0.5,
        after + i * 40,
      );
    }
  },

  // Knocked over, and off the board.
  gone(scene) {
    const { stage, piece, to, ms, after } = scene;
    if (piece) {
      const own = lengths(stage, piece);
      // It does not leave a second time when the table is drawn.
      piece.closest("[data-key]")?.setAttribute("data-gone", "");
      const frames = [
        { rotate: "0deg", opacity: 1 },
        { rotate: "24deg", translate: own(8, -14), opacity: 1, offset: 0.35, easing: "ease-in" },
        { rotate: "75deg", translate: own(40, 60), opacity: 0 },
      ];
      stage.hold(piece, frames, ms * 0.9, after);
    }
    stage.fly("dust", to, 70 * stage.unit, ms * 0.9, after + ms * 0.3, [
      { scale: 0.4, opacity: 0.9 },
      { scale: 1.3, opacity: 0, translate: px(0, -24) },
    ]);
  },

  duck(scene) {
    const { stage, piece, to, ms, after } = scene;
    const men = piece ? bodies(piece) : [];
    // A counter lies lower as a whole; men crouch where they stand.
    const deep = men[0] && men[0] === piece ? 5 / stage.scaleOf(piece) : 0;
    const low = [
      { scale: "1 1", translate: "0 0" },
      { scale: "1.06 0.5", translate: px(0, deep), offset: 0.5 },
      { scale: "1.04 0.62", translate: px(0, deep) },
    ];
    for (const [i, body] of men.entries()) stage.hold(body, low, ms * 0.6, after + (i % 5) * 25);
    stage.fly("down", [to[0], to[1] - 34 * stage.unit], 30 * stage.unit, ms, after, SHOWN);
  },

  rise(scene) {
    const { stage, piece, to, ms, after } = scene;
    const up = [{ scale: "1.05 0.5" }, { scale: "0.96 1.12", offset: 0.6 }, { scale: 1 }];
    for (const [i, body] of (piece ? bodies(piece) : []).entries())
      stage.move(body, up, ms * 0.7, after + (i % 5) * 25);
    stage.fly("up", [to[0], to[1] - 34 * stage.unit], 30 * stage.unit, ms, after, SHOWN);
  },

  // Armour saves.
  spark(scene) {
    const { stage, to, ms, after } = scene;
    stage.fly("shield", to, 54 * stage.unit, ms, after, SHOWN);
    for (const [i, ray] of THROWN.entries()) {
      const [x, y] = [Math.sin((ray * Math.PI) / 180) * 52, -Math.abs(Math.cos((ray * Math.PI) / 180)) * 44];
      stage.fly("spark", to, (14 + (i % 3) * 6) * stage.unit, ms * 0.5, after + (i % 3) * 20, [
        { opacity: 1, scale: 0.5 },
        { opacity: 0, scale: 1, translate: px(x * stage.unit, y * stage.unit) },
      ]);
    }
  },

  march(scene) {
    const { stage, piece, to, ms } = scene;
    const men = piece ? bodies(piece) : [];
    const own = men[0] ? lengths(stage, men[0]) : px;
    const steps = [own(0, 0), own(2, -6), own(0, 0), own(-2, -6), own(0, 0)].map((translate) => ({ translate }));
    for (const [i, body] of men.entries()) stage.move(body, steps, ms * 0.8, (i % 4) * 40);
    stage.fly("dust", [to[0], to[1] + 12 * stage.unit], 40 * stage.unit, ms * 0.9, ms * 0.2, [
      { scale: 0.3, opacity: 0.6 },
      { scale: 1.3, opacity: 0, translate: px(0, -8) },
    ]);
  },

  smoke(scene) {
    const { stage, to, ms } = scene;
    for (let i = 0; i < 9; i++)
      stage.fly("smoke", [to[0] + scattered(i) * scene.wide, to[1]], 84 * stage.unit, ms * 1.8, i * ms * 0.06, [
        { scale: 0.2, opacity: 0 },
        { scale: 1, opacity: 0.9, translate: px(8, -12), offset: 0.35 },
        { scale: 1.5, opacity: 0, translate: px(26, -34) },
      ]);
  },

  scan(scene) {
    const { stage, from, to, ms } = scene;
    stage.fly("glass", from, 40 * stage.unit, ms, 0, SHOWN);
    for (let i = 0; i < 3; i++)
      stage.fly("ring", to, 110 * stage.unit, ms * 0.7, i * ms * 0.18, [
        { scale: 0.1, opacity: 0.9 },
        { scale: 1, opacity: 0 },
      ]);
  },

  wire(scene) {
    const { stage, to, ms, after, wide, tall } = scene;
    // Before the feet, across the whole piece.
    const [each, at] = [Math.max(24 * stage.unit, wide * 0.36), to[1] + tall * 0.8];
    for (let i = -3; i <= 3; i++)
      stage.fly("wire", [to[0] + i * each, at], each * 1.06, ms * 1.4, after + (i + 3) * 35, [
        { scale: "0.1 1", opacity: 0 },
        { scale: "1 1", opacity: 1, offset: 0.2 },
        { scale: "1 1", opacity: 1, offset: 0.8 },
        { scale: "1 1", opacity: 0 },
      ]);
  },

  flag(scene) {
    const { stage, to, ms, after } = scene;
    stage.fly("flag", [to[0], to[1] - 30 * stage.unit], 84 * stage.unit, ms * 1.6, after, [
      { scale: "1 0.1", opacity: 0, translate: px(0, 40 * stage.unit) },
      { scale: "1 1", opacity: 1, translate: "0 0", offset: 0.3 },
      { scale: "0.9 1", opacity: 1, offset: 0.5 },
      { scale: "1 1", opacity: 1, offset: 0.8 },
      { scale: "1 1", opacity: 0 },
    ]);
  },

  card() {},
  dice() {},
};

/** A mark that appears, stays a while and fades. @type {Keyframe[]} */
const SHOWN = [
  { opacity: 0, scale: 0.6 },
  { opacity: 1, scale: 1.1, offset: 0.2 },
  { opacity: 1, scale: 1, offset: 0.75 },
  { opacity: 0, scale: 1 },
];
