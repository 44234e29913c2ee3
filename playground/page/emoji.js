/** Emoji of buttons and options. */

import { h } from "/page/dom.js";

/**
 * A standard emoji is text; one of a server is shown by name.
 * @param {{name?: string | null, id?: string | null}} emoji
 */
export function emojiOf(emoji) {
  return h(
    "span",
    { class: "emoji", "aria-hidden": "true" },
    emoji.id ? `:${emoji.name}:` : (emoji.name ?? ""),
  );
}
