/** Classic embeds, for messages without the newer components. */

import { h } from "/page/dom.js";
import { link, markdown } from "/page/markdown-view.js";
import { picture, pictureOf } from "/page/media.js";

/**
 * @param {any} one
 * @param {import("/page/store.js").Message} message
 * @param {import("/page/markdown-view.js").Reading} reading
 */
export function embed(one, message, reading) {
  const style =
    typeof one.color === "number" ? { "--accent": `#${one.color.toString(16).padStart(6, "0")}` } : {};
  const show = (/** @type {any} */ media, /** @type {string} */ kind) => {
    const found = media && pictureOf(media, media.description, message.attachments ?? []);
    return found ? picture(found, reading.labels, kind) : null;
  };
  const title =
    one.title && h("div", { class: "embed-title" }, one.url ? link(one.url, one.title, reading) : one.title);
  const fields = (one.fields ?? []).map((/** @type {any} */ field) =>
    h(
      "div",
      { class: field.inline ? "embed-field inline" : "embed-field" },
      h("div", { class: "embed-name" }, markdown(field.name, reading)),
      markdown(field.value, reading),
    ),
  );
  return h(
    "div",
    { class: "embed", style },
    h(
      "div",
      { class: "embed-main" },
      one.author?.name && h("div", { class: "embed-author" }, one.author.name),
      title,
      one.description && markdown(one.description, reading),
      fields.length ? h("div", { class: "embed-fields" }, fields) : null,
      show(one.image, "picture"),
      one.footer?.text && h("div", { class: "faint" }, one.footer.text),
    ),
    show(one.thumbnail, "thumbnail"),
  );
}
