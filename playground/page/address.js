/** The state of a tab, kept in the address's fragment so that two tabs can be two people. */

/**
 * `lang` is the language of a person opened here for the first time.
 * @typedef {{as: string | null, channel: string | null, theme: "dark" | "light", lang?: string | null}} Address
 */

/** Read the fragment; ignoring unknown parts. @param {string} [fragment] @returns {Address} */
export function readAddress(fragment = location.hash) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  return {
    as: parts.get("as"),
    channel: parts.get("channel"),
    theme: parts.get("theme") === "light" ? "light" : "dark",
    lang: parts.get("lang"),
  };
}

/** Format an address as a fragment. @param {Address} address @returns {string} */
export function fragmentOf(address) {
  const parts = new URLSearchParams();
  if (address.as) parts.set("as", address.as);
  if (address.channel) parts.set("channel", address.channel);
  if (address.theme === "light") parts.set("theme", "light");
  if (address.lang) parts.set("lang", address.lang);
  return `#${parts}`;
}

/** Replace the address in the address bar, without a history entry. @param {Address} address */
export function writeAddress(address) {
  const fragment = fragmentOf(address);
  if (fragment !== location.hash) history.replaceState(null, "", fragment);
}
