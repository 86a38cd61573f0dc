// Put into the page: plays a moment's events on a clock of its own, frame by frame, however long a picture takes.
globalThis.recorder = {
  now: 0,
  timers: [],
  /** Animations, and the time at which each began. */
  began: new Map(),
  real: { setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) },
  /** The last frame's pixels. */
  last: undefined,

  /** The first moment with such an event after some entries; its number, 0 if there is none. */
  find(wanted, least = 0) {
    const fits = (event) =>
      wanted.some((row) =>
        Object.entries(row).every(([field, value]) =>
          Array.isArray(value) ? value.includes(event[field] ?? null) : Boolean(event[field]) === value,
        ),
      );
    const found = layout.feed.moments.find(
      ({ seq, before, events }) => seq > least && before?.table && events.some(fits),
    );
    return found?.seq ?? 0;
  },

  /** Show the position before a moment, and begin to tell its events. */
  async stage(seq) {
    const { shell, feed } = layout;
    const moment = feed.at(seq);
    shell.stage.clear();
    shell.show(moment.before, undefined, seq - 1);
    for (const animation of document.getAnimations()) animation.finish();
    await layout.painted();
    Object.assign(recorder, { now: 0, timers: [], began: new Map(), last: undefined, done: false });
    window.setTimeout = (work, ms = 0) => recorder.timers.push({ at: recorder.now + ms, work });
    window.clearTimeout = (number) => delete recorder.timers[number - 1];
    shell.tell();
    void shell.tray.play(shell.board, moment.events, () => {
      shell.show(moment.view, undefined, seq);
      recorder.done = true;
    });
    await recorder.step(0);
  },

  /** Go on by some milliseconds; whether all is told. */
  async step(ms) {
    recorder.now += ms;
    const due = () => recorder.timers.findIndex((timer) => timer && timer.at <= recorder.now);
    for (let number = due(); number >= 0; number = due()) {
      const { work } = recorder.timers[number];
      delete recorder.timers[number];
      work();
      await new Promise((resolve) => recorder.real.setTimeout(resolve));
    }
    for (const animation of document.getAnimations()) {
      if (!recorder.began.has(animation)) recorder.began.set(animation, recorder.now);
      animation.pause();
      const at = recorder.now - recorder.began.get(animation);
      if (at >= animation.effect.getComputedTiming().endTime) animation.finish();
      else animation.currentTime = at;
    }
    await new Promise((resolve) => recorder.real.setTimeout(resolve));
    return recorder.done;
  },

  leave() {
    window.setTimeout = recorder.real.setTimeout;
    window.clearTimeout = recorder.real.clearTimeout;
  },

  /** The changed part of a picture, as WebP, and where it lies; nothing changed: none. */
  async changed([source, width, height, quality]) {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, width, height);
    const { data } = pen.getImageData(0, 0, width, height);
    let [left, top, right, bottom] = recorder.last ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
    for (let i = 0; recorder.last && i < data.length; i += 4) {
      const far = [0, 1, 2].reduce((all, at) => all + Math.abs(data[i + at] - recorder.last[i + at]), 0);
      if (far < 24) continue;
      const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    if (right < 0) return null;
    recorder.last = data;
    // Offsets in a moving picture are even.
    [left, top] = [left - (left % 2), top - (top % 2)];
    const part = Object.assign(document.createElement("canvas"), { width: right - left + 1, height: bottom - top + 1 });
    part.getContext("2d", { alpha: false }).drawImage(canvas, -left, -top);
    return [left, top, part.width, part.height, part.toDataURL("image/webp", quality)];
  },
};
