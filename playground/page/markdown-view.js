/** Markdown as DOM nodes. Text by people or bots is never parsed as markup. */

import { append, h } from "/page/dom.js";
import { parse } from "/page/markdown.js";
import { stamp } from "/page/time.js";

/**
 * @typedef {object} Reading the reader, and look-ups for names
 * @property {import("/page/labels.js").Labels} labels
 * @property {string} me the reader's id
 * @property {(id: string) => {name: string} | null} user
 * @property {(id: string) => {name: string, thread: boolean} | null} channel
 * @property {(id: string) => {name: string} | null} role
 * @property {(id: string) => void} goto open a channel
 * @property {(text: string) => void} suggest put a command into the composer
 */

const SIMPLE = { strong: "strong", emphasis: "em", underline: "u", strike: "s" };

/** Render a text. @param {string} source @param {Reading} reading @returns {HTMLElement} */
export function markdown(source, reading) {
  const root = h("div", { class: "markdown" });
  append(
    root,
    parse(source).map((node) => view(node, reading)),
  );
  return root;
}

/** @param {import("/page/markdown.js").Node} node @param {Reading} reading @returns {Node | Node[]} */
function view(node, reading) {
  const inside = () => (node.children ?? []).map((child) => view(child, reading));
  switch (node.kind) {
    case "text":
      return lines(node.text ?? "");
    case "paragraph":
      return h("p", {}, inside());
    case "heading":
      return h(
        "div",
        { class: `heading heading-${node.level}`, role: "heading", "aria-level": (node.level ?? 1) + 2 },
        inside(),
      );
    case "subtext":
      return h("p", { class: "subtext" }, inside());
    case "quote":
      return h("blockquote", {}, inside());
    case "group":
      return inside().flat();
    case "list":
      return list(node, reading);
    case "code":
      return h("code", {}, node.text);
    case "code-block":
      return h("pre", { tabindex: 0 }, h("code", {}, node.text));
    case "strong-emphasis":
      return h("strong", {}, h("em", {}, inside()));
    case "spoiler":
      return spoiler(inside(), reading);
    case "link":
      return link(node.url ?? "", inside(), reading);
    case "user":
      return userMention(node.id ?? "", reading);
    case "channel":
      return channelMention(node.id ?? "", reading);
    case "role":
      return h("span", { class: "mention" }, "@", reading.role(node.id ?? "")?.name ?? node.id);
    case "everyone":
      return h("span", { class: "mention mention-me" }, "@", node.name);
    case "command":
      return h(
        "button",
        { type: "button", class: "mention", on: { click: () => reading.suggest(`/${node.name} `) } },
        "/",
        node.name,
      );
    case "time":
      return time(node, reading);
    default:
      return h(SIMPLE[/** @type {keyof typeof SIMPLE} */ (node.kind)] ?? "span", {}, inside());
  }
}

/** @param {string} text */
function lines(text) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      index ? [h("br"), document.createTextNode(line)] : [document.createTextNode(line)],
    );
}

/** @param {import("/page/markdown.js").Node} node @param {Reading} reading */
function list(node, reading) {
  const items = (node.items ?? []).map((item) =>
    h(
      "li",
      {},
      item.map((child) => view(child, reading)),
    ),
  );
  return h(
    node.ordered ? "ol" : "ul",
    { start: node.ordered && node.start !== 1 ? node.start : null },
    items,
  );
}

/** @param {string} url @param {any} children @param {Reading} reading */
export function link(url, children, reading) {
  const shown = safeUrl(url);
  if (!shown) return h("span", {}, children);
  return h(
    "a",
    { href: shown, target: "_blank", rel: "noopener noreferrer", title: shown },
    children,
    h("span", { class: "unseen" }, ` (${reading.labels.text("link.new-tab")})`),
  );
}

/** A web address, null for other schemes. @param {string} url */
export function safeUrl(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed.href : null;
  } catch {
    return null;
  }
}

/** @param {any} children @param {Reading} reading */
function spoiler(children, reading) {
  const cover = h("span", {
    class: "spoiler",
    role: "button",
    tabindex: 0,
    "aria-label": reading.labels.text("spoiler"),
  });
  const inner = h("span", { class: "spoiler-text", "aria-hidden": "true" }, children);
  cover.appendChild(inner);
  /** @param {Event} event */
  const reveal = (event) => {
    if (cover.classList.contains("shown")) return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", reveal, true);
  cover.addEventListener(
    "keydown",
    (/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && reveal(event),
  );
  return cover;
}

/** @param {string} id @param {Reading} reading */
function userMention(id, reading) {
  const user = reading.user(id);
  return h(
    "span",
    { class: id === reading.me ? "mention mention-me" : "mention", data: { userId: id } },
    "@",
    user?.name ?? reading.labels.text("unknown.user"),
  );
}

/** @param {string} id @param {Reading} reading */
function channelMention(id, reading) {
  const channel = reading.channel(id);
  if (!channel) return h("span", { class: "mention" }, "#", reading.labels.text("unknown.channel"));
  return h(
    "button",
    { type: "button", class: "mention", on: { click: () => reading.goto(id) } },
    channel.thread ? "" : "#",
    channel.name,
  );
}

/** @param {import("/page/markdown.js").Node} node @param {Reading} reading */
function time(node, reading) {
  const seconds = node.seconds ?? 0;
  const when = new Date(seconds * 1000);
  if (Number.isNaN(when.getTime())) return h("span", {}, `<t:${seconds}>`);
  const locale = reading.labels.locale;
  const live = node.style === "R" ? { relative: String(seconds), locale } : {};
  return h(
    "time",
    { class: "stamp", datetime: when.toISOString(), title: stamp(when, "F", locale), data: live },
    stamp(when, node.style ?? "f", locale),
  );
}
