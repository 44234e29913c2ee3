/** Discord's ids: too large for JavaScript's numbers, so compared as text. */

/** Compare two ids by age: negative if `a` is older. @param {string} a @param {string} b */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Whether `a` is newer than `b`; true without `b`.
 * @param {string | null | undefined} a
 * @param {string | null | undefined} b
 */
export function isAfter(a, b) {
  return Boolean(a) && (!b || compareIds(/** @type {string} */ (a), b) > 0);
}
