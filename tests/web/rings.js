// Focus rings: elements focused by keys, and clipped parts of their rings.
globalThis.rings = {
  /** Everything that keys can reach. */
  stops() {
    const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
    return [...all].filter(
      (each) => !each.disabled && !each.closest("[inert]") && each.checkVisibility({ visibilityProperty: true }),
    );
  },

  /** The box of an element's focus ring; null if it has none, such as a mark for screen readers. */
  box(element) {
    const grown = ({ left, top, right, bottom }, by) => ({
      left: left - by,
      top: top - by,
      right: right + by,
      bottom: bottom + by,
    });
    const style = getComputedStyle(element);
    if (element instanceof HTMLElement && style.outlineStyle !== "none") {
      return grown(element.getBoundingClientRect(), parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset));
    }
    const edge = [...element.querySelectorAll("*")].find((part) => getComputedStyle(part).stroke === rings.colour());
    if (edge)
      return grown(
        edge.getBoundingClientRect(),
        (parseFloat(getComputedStyle(edge).strokeWidth) * edge.getScreenCTM().a) / 2,
      );
    const after = getComputedStyle(element, "::after");
    if (after.borderColor !== rings.colour()) return null;
    const { left, top } = element.getBoundingClientRect();
    const [x, y, width, height] = ["left", "top", "width", "height"].map((name) => parseFloat(after[name]));
    // It is drawn around its middle.
    return { left: left + x - width / 2, top: top + y, right: left + x + width / 2, bottom: top + y + height };
  },

  /** The colour of rings. */
  colour() {
    const probe = document.createElement("i");
    probe.style.color = "var(--focus)";
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  },

  /** By how much an element exceeds a box at its clipping edges. */
  beyond(at, ring) {
    const style = getComputedStyle(at);
    const all = style.clipPath !== "none" || /paint|strict|content/.test(style.contain);
    const { left, top, right, bottom } = at.getBoundingClientRect();
    // Clipping inside a drawing has no such measures.
    const [x, y] = [left + at.clientLeft, top + at.clientTop];
    const across =
      all || style.overflowX !== "visible"
        ? [x - ring.left, ring.right - (at.clientWidth ? x + at.clientWidth : right)]
        : [];
    const along =
      all || style.overflowY !== "visible"
        ? [y - ring.top, ring.bottom - (at.clientHeight ? y + at.clientHeight : bottom)]
        : [];
    return Math.max(...across, ...along);
  },

  /** Everything around an element that could clip its ring. */
  *around(element) {
    let { position } = getComputedStyle(element);
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const holds =
        style.position !== "static" ||
        style.containerType !== "normal" ||
        style.contain !== "none" ||
        style.filter !== "none" ||
        style.transform !== "none";
      if (position === "fixed" || (position === "absolute" && !holds)) continue;
      position = style.position;
      yield at;
    }
  },

  /** Clipped pixels of rings: each such element, and the clipping one. One is focused already. */
  cut() {
    const found = new Map();
    let seen = 0;
    for (const element of rings.stops()) {
      element.focus();
      if (document.activeElement !== element || !element.matches(":focus-visible")) continue;
      const ring = rings.box(element);
      if (!ring) {
        if (element.tabIndex >= 0) found.set(`${element.tagName} ${element.getAttribute("class")}`, "no ring");
        continue;
      }
      seen += 1;
      const note = (by, far) =>
        far > 0.6 &&
        found.set(`${element.tagName} ${element.getAttribute("class")} in ${by}`, Math.round(far * 10) / 10);
      note("the window", Math.max(-ring.left, ring.right - innerWidth, -ring.top, ring.bottom - innerHeight));
      for (const at of rings.around(element)) note(at.getAttribute("class"), rings.beyond(at, ring));
    }
    return [seen, Object.fromEntries(found)];
  },
};
