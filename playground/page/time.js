/** Points in time in the reader's language. */

const UNITS = /** @type {const} */ ([
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
]);

const STYLES = /** @type {Record<string, Intl.DateTimeFormatOptions>} */ ({
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
});

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} locale @param {string} style */
function formatter(locale, style) {
  const key = `${locale} ${style}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES.f)));
  return format;
}

/**
 * Format a moment in one of Discord's timestamp styles; R is relative to now.
 * @param {Date} when
 * @param {string} style
 * @param {string} locale
 * @param {number} [now] ms
 */
export function stamp(when, style, locale, now = Date.now()) {
  if (style === "R") return relative(when, locale, now);
  return formatter(locale, style).format(when);
}

/** @param {Date} when @param {string} locale @param {number} now ms */
export function relative(when, locale, now) {
  const seconds = Math.round((when.getTime() - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(seconds / size), unit);
}

/**
 * Format the time of a message: the time alone for today, else after "yesterday" or the date.
 * @param {Date} when
 * @param {string} locale
 * @param {number} [now] ms
 */
export function written(when, locale, now = Date.now()) {
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(when)) / 86400000);
  const clock = stamp(when, "t", locale);
  if (days === 0) return clock;
  if (days === 1)
    return `${new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-1, "day")} ${clock}`;
  return `${stamp(when, "d", locale)} ${clock}`;
}

/** The local midnight before a moment, in ms. @param {Date} when */
export function startOfDay(when) {
  return new Date(when.getFullYear(), when.getMonth(), when.getDate()).getTime();
}

/** Update every relative timestamp on the page. @param {ParentNode} root */
export function refreshRelative(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("time[data-relative]")
  )) {
    const text = relative(
      new Date(Number(element.dataset.relative) * 1000),
      element.dataset.locale ?? "en",
      Date.now(),
    );
    if (element.textContent !== text) element.textContent = text;
  }
}
