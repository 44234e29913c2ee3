/** The highlighted text behind the composer's field. */

import { h } from "/page/dom.js";

/**
 * The field's text with command, options and values highlighted, aligned exactly under the field.
 * @param {string} text
 * @param {import("/page/command-text.js").Draft} draft
 */
export function mirrored(text, draft) {
  if (draft.kind !== "command") return [text];
  const parts = [
    h("span", { class: "typed-command" }, text.slice(0, draft.leafEnd)),
    text.slice(draft.leafEnd, draft.entries[0]?.nameStart ?? text.length),
  ];
  for (const entry of draft.entries) {
    const typed = text.slice(entry.valueStart, entry.end);
    const body = typed.trimEnd();
    parts.push(
      h(
        "span",
        { class: "typed-option" },
        h("span", { class: "typed-name" }, text.slice(entry.nameStart, entry.valueStart)),
        h("span", { class: "typed-value" }, body),
      ),
      typed.slice(body.length),
    );
  }
  return parts;
}
