/** RFC 7396 merge patches: views hold no null, so null means "gone". */

/**
 * `target` with `patch` merged in; `target` itself is left alone, unchanged parts are shared.
 * @param {any} target
 * @param {any} patch
 * @returns {any}
 */
export function merge(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base = target !== null && typeof target === "object" && !Array.isArray(target) ? target : {};
  const merged = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = merge(base[key], value);
  }
  return merged;
}
