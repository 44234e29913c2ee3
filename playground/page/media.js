/** Pictures and files in messages, and full-size pictures. */

import { announce, button, fill, h, icon } from "/page/dom.js";
import { openDialog } from "/page/dialog.js";

/** @typedef {import("/page/labels.js").Labels} Labels */
/** @typedef {{url: string, alt: string, width?: number, height?: number, spoiler?: boolean}} Picture */

/**
 * An address the page may load, or null. This server's files are requested by path,
 * whatever host name the page was opened with.
 * @param {string | undefined} url
 * @param {any[]} [attachments] where `attachment://name` is looked up
 * @returns {string | null}
 */
export function mediaUrl(url, attachments = []) {
  if (!url) return null;
  if (url.startsWith("attachment://")) {
    const file = attachments.find((attachment) => attachment.filename === url.slice("attachment://".length));
    return file && !file.url.startsWith("attachment://") ? mediaUrl(file.url) : null;
  }
  try {
    const parsed = new URL(url, location.href);
    const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(parsed.hostname);
    if (loopback && parsed.pathname.startsWith("/cdn/")) return parsed.pathname + parsed.search;
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
  } catch {
    return null;
  }
}

/**
 * A picture of a media object.
 * @param {any} media
 * @param {string | null | undefined} description
 * @param {any[]} attachments
 * @param {boolean} [spoiler]
 * @returns {Picture | null}
 */
export function pictureOf(media, description, attachments, spoiler = false) {
  const url = mediaUrl(media?.url, attachments);
  if (!url) return null;
  const name = String(media.url).startsWith("attachment://") ? media.url.slice("attachment://".length) : null;
  const file = attachments.find(
    (attachment) =>
      attachment.id === media.attachment_id || attachment.filename === name || attachment.url === media.url,
  );
  return {
    url,
    alt: description ?? file?.description ?? "",
    width: media.width ?? file?.width,
    height: media.height ?? file?.height,
    spoiler,
  };
}

/** Up to ten pictures in a grid. @param {Picture[]} pictures @param {Labels} labels */
export function gallery(pictures, labels) {
  const shape =
    pictures.length === 1 ? "one" : pictures.length === 2 || pictures.length === 4 ? "two" : "three";
  return h(
    "div",
    { class: `gallery gallery-${shape}`, data: { testid: "gallery" } },
    pictures.map((entry) => picture(entry, labels)),
  );
}

/** A picture that opens full size. @param {Picture} image @param {Labels} labels @param {string} [kind] */
export function picture(image, labels, kind = "picture") {
  const element = h("img", {
    src: image.url,
    alt: image.alt,
    width: image.width,
    height: image.height,
    decoding: "async",
    draggable: "false",
  });
  const frame = button(
    {
      class: kind,
      data: { testid: kind },
      "aria-label": labels.text("media.open", { alt: image.alt || labels.text("media.picture") }),
      on: {
        click: () =>
          frame.classList.contains("covered") ? frame.classList.remove("covered") : lightbox(image, labels),
      },
    },
    element,
  );
  if (image.spoiler) frame.classList.add("covered");
  return frame;
}

/**
 * Show a picture as large as the window allows, with its description.
 * @param {Picture} image
 * @param {Labels} labels
 */
export function lightbox(image, labels) {
  const dialog = openDialog({
    kind: "lightbox",
    label: image.alt || labels.text("media.picture"),
    testid: "lightbox",
    closeOnBackdrop: true,
  });
  const element = h("img", { src: image.url, alt: image.alt });
  fill(
    dialog.element,
    h(
      "div",
      { class: "lightbox-bar" },
      h(
        "a",
        { href: image.url, target: "_blank", rel: "noopener noreferrer" },
        icon("open"),
        labels.text("media.original"),
      ),
      button(
        {
          class: "icon-button",
          "aria-label": labels.text("media.close"),
          data: { testid: "lightbox-close" },
          on: { click: dialog.close },
        },
        icon("close"),
      ),
    ),
    h("figure", {}, element, image.alt && h("figcaption", { tabindex: 0 }, image.alt)),
  );
  dialog.show();
  announce(image.alt);
}

/**
 * A file to download.
 * @param {{url: string | null, name: string, size?: number | null}} file
 * @param {Labels} labels
 */
export function fileCard(file, labels) {
  const name = file.url
    ? h("a", { href: file.url, download: file.name }, file.name)
    : h("span", {}, file.name);
  return h(
    "div",
    { class: "file", data: { testid: "file" } },
    icon("file"),
    h("div", {}, name, file.size ? h("div", { class: "faint" }, bytes(file.size, labels.locale)) : null),
  );
}

/** @param {number} size @param {string} locale */
function bytes(size, locale) {
  const [unit, amount] =
    size < 1000 ? ["byte", size] : size < 1e6 ? ["kilobyte", size / 1000] : ["megabyte", size / 1e6];
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}

/**
 * Attachments that no component shows: pictures in a gallery, other files as cards.
 * @param {any[]} attachments
 * @param {Labels} labels
 */
export function attachmentList(attachments, labels) {
  const isPicture = (/** @type {any} */ file) =>
    /^image\//.test(file.content_type ?? "") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);
  const pictures = attachments
    .filter(isPicture)
    .map((file) =>
      pictureOf({ url: file.url }, file.description, attachments, /^SPOILER_/.test(file.filename)),
    )
    .filter((image) => image !== null);
  const files = attachments
    .filter((file) => !isPicture(file))
    .map((file) => fileCard({ url: mediaUrl(file.url), name: file.filename, size: file.size }, labels));
  return [pictures.length ? gallery(pictures, labels) : null, ...files];
}
