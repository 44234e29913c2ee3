/** Discord's ids: numbers too large for JavaScript's, so compared as text. */

/** Order two ids by age: negative when `a` is older. @param {string} a @param {string} b */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Whether `a` is younger than `b`; without `b` everything is.
 * @param {string | null | undefined} a
 * @param {string | null | undefined} b
 */
export function isAfter(a, b) {
  return Boolean(a) && (!b || compareIds(/** @type {string} */ (a), b) > 0);
}
