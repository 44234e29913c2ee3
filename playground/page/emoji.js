/** Emoji of buttons and options. */

import { h } from "/page/dom.js";

/**
 * A standard emoji is text; an application emoji is a picture, or its name if it was deleted.
 * @param {{name?: string | null, id?: string | null}} emoji
 */
export function emojiOf(emoji) {
  const name = emoji.name ?? "";
  if (!emoji.id) return h("span", { class: "emoji", "aria-hidden": "true" }, name);
  const picture = h("img", { class: "emoji", src: `/cdn/emojis/${emoji.id}.png`, alt: "" });
  picture.addEventListener("error", () => picture.replaceWith(`:${name}:`));
  return picture;
}
