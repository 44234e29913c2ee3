/** Classic embeds, for messages without the newer components. */

import { h } from "/page/dom.js";
import { link, markdown } from "/page/markdown-view.js";
import { picture, pictureOf } from "/page/media.js";

/**
 * @param {any} content
 * @param {import("/page/store.js").Message} message
 * @param {import("/page/markdown-view.js").Reading} reading
 */
export function embed(content, message, reading) {
  const style =
    typeof content.color === "number" ? { "--accent": `#${content.color.toString(16).padStart(6, "0")}` } : {};
  const show = (/** @type {any} */ media, /** @type {string} */ kind) => {
    const image = media && pictureOf(media, media.description, message.attachments ?? []);
    return image ? picture(image, reading.labels, kind) : null;
  };
  const title =
    content.title &&
    h("div", { class: "embed-title" }, content.url ? link(content.url, content.title, reading) : content.title);
  const fields = (content.fields ?? []).map((/** @type {any} */ field) =>
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
      content.author?.name && h("div", { class: "embed-author" }, content.author.name),
      title,
      content.description && markdown(content.description, reading),
      fields.length ? h("div", { class: "embed-fields" }, fields) : null,
      show(content.image, "picture"),
      content.footer?.text && h("div", { class: "faint" }, content.footer.text),
    ),
    show(content.thumbnail, "thumbnail"),
  );
}
