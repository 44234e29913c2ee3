/** Faces: initials on a person's colour. */

import { h } from "/page/dom.js";
import { nameOf } from "/page/store.js";

const SPARE = ["#3f6f8f", "#7a5aa6", "#2f7d5b", "#a2554a", "#8a6d1f", "#4b63b8"];

/**
 * A person's face; decorative, as the name is next to it.
 * @param {any} user
 * @param {"small" | "medium" | "large"} [size]
 */
export function avatar(user, size = "medium") {
  const colour = colourOf(user);
  const style = { "--face": colour, "--ink": darkInk(colour) ? "#16181d" : "#ffffff" };
  return h(
    "span",
    { class: `avatar avatar-${size}${user?.bot ? " avatar-bot" : ""}`, style, "aria-hidden": "true" },
    initials(nameOf(user)),
  );
}

/** @param {any} user @returns {string} six hexadecimal digits with # */
function colourOf(user) {
  const colour = user?.colour;
  if (typeof colour === "number") return `#${(colour & 0xffffff).toString(16).padStart(6, "0")}`;
  if (typeof colour === "string" && /^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const sum = [...String(user?.id ?? nameOf(user))].reduce(
    (total, sign) => total + (sign.codePointAt(0) ?? 0),
    0,
  );
  return SPARE[sum % SPARE.length];
}

/** The first letters of at most two words. @param {string} name */
export function initials(name) {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters.map((word) => [...word][0]?.toUpperCase() ?? "").join("") || "?";
}

/** Whether dark letters are more readable on a colour than white ones. @param {string} colour */
function darkInk(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2;
}
