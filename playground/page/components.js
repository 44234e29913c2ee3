/** Components of messages: a table from Discord's component types to elements. */

import { button, h, icon } from "/page/dom.js";
import { emojiOf } from "/page/emoji.js";
import { link, markdown, safeUrl } from "/page/markdown-view.js";
import { fileCard, gallery, mediaUrl, picture, pictureOf } from "/page/media.js";
import { selectMenu } from "/page/selects.js";
import { nameOf, TEXT } from "/page/store.js";

/**
 * @typedef {object} Context
 * @property {import("/page/store.js").Store} store
 * @property {import("/page/interactions.js").Interactions} interactions
 * @property {import("/page/markdown-view.js").Reading} reading
 * @typedef {import("/page/store.js").Message} Message
 */

const STYLES = /** @type {Record<number, string>} */ ({
  1: "primary",
  2: "secondary",
  3: "success",
  4: "danger",
  5: "link",
});
const USERS = [5, 7];
const ROLES = [6, 7];

/** @type {Record<number, (component: any, message: Message, context: Context) => HTMLElement | null>} */
const KINDS = {
  1: (component, message, context) =>
    h("div", { class: "action-row" }, each(component.components, message, context)),
  2: pressButton,
  3: choice,
  5: choice,
  6: choice,
  7: choice,
  8: choice,
  9: (component, message, context) =>
    h(
      "div",
      { class: "section" },
      h("div", { class: "section-text" }, each(component.components, message, context)),
      h("div", { class: "section-side" }, each([component.accessory], message, context)),
    ),
  10: (component, _message, context) => markdown(component.content ?? "", context.reading),
  11: thumbnail,
  12: (component, message, context) => {
    const pictures = component.items
      .map((/** @type {any} */ item) =>
        pictureOf(item.media, item.description, message.attachments ?? [], item.spoiler),
      )
      .filter(Boolean);
    return pictures.length ? gallery(pictures, context.reading.labels) : null;
  },
  13: (component, message, context) => {
    const file = (message.attachments ?? []).find(
      (/** @type {any} */ attachment) =>
        attachment.id === component.file?.attachment_id ||
        attachment.url === component.file?.url ||
        `attachment://${attachment.filename}` === component.file?.url,
    );
    return fileCard(
      {
        url: mediaUrl(component.file?.url, message.attachments),
        name: component.name ?? file?.filename ?? "",
        size: component.size ?? file?.size,
      },
      context.reading.labels,
    );
  },
  14: (component) =>
    h("div", {
      class: `separator spacing-${component.spacing ?? 1}${component.divider === false ? " blank" : ""}`,
      role: component.divider === false ? "presentation" : "separator",
    }),
  17: container,
};

/**
 * The elements of a message's components.
 * @param {Message} message
 * @param {Context} context
 * @returns {HTMLElement[]}
 */
export function components(message, context) {
  return each(message.components ?? [], message, context);
}

/** @param {any[]} list @param {Message} message @param {Context} context @returns {HTMLElement[]} */
function each(list, message, context) {
  return (list ?? [])
    .map((component) => KINDS[component?.type]?.(component, message, context))
    .filter((element) => element !== null && element !== undefined);
}

/** @param {any} component @param {Message} message @param {Context} context */
function container(component, message, context) {
  const accent = component.accent_color;
  const style = typeof accent === "number" ? { "--accent": `#${accent.toString(16).padStart(6, "0")}` } : {};
  const element = h(
    "div",
    {
      class: `container${typeof accent === "number" ? " accented" : ""}`,
      style,
      data: { testid: "container" },
    },
    each(component.components, message, context),
  );
  if (!component.spoiler) return element;
  const cover = button(
    { class: "container-cover", on: { click: () => ((element.inert = false), cover.remove()) } },
    icon("eye"),
    context.reading.labels.text("spoiler"),
  );
  element.inert = true;
  return h("div", { class: "covered-container" }, element, cover);
}

/** @param {any} component @param {Message} message @param {Context} context */
function thumbnail(component, message, context) {
  const image = pictureOf(component.media, component.description, message.attachments ?? [], component.spoiler);
  return image ? picture(image, context.reading.labels, "thumbnail") : null;
}

/** @param {any} component @param {Message} message @param {Context} context */
function pressButton(component, message, context) {
  const { interactions, reading } = context;
  const style = STYLES[component.style] ?? "secondary";
  const content = [
    component.emoji && emojiOf(component.emoji),
    component.label && h("span", {}, component.label),
  ];
  if (component.style === 5) return linkButton(component, content, reading);
  const pending = interactions.isPending(message.id, component.custom_id);
  return button(
    {
      class: `press press-${style}${pending ? " pending" : ""}`,
      disabled: component.disabled,
      "aria-busy": pending ? "true" : null,
      "aria-label": pending
        ? `${component.label ?? component.emoji?.name ?? ""}, ${reading.labels.text("interaction.pending")}`
        : component.label
          ? null
          : component.emoji?.name,
      data: {
        testid: "component-button",
        customId: component.custom_id,
        focusKey: component.custom_id,
        style,
      },
      on: { click: () => interactions.press(message, component, undefined) },
    },
    h("span", { class: "press-content" }, content),
    pending && h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
  );
}

/** @param {any} component @param {any[]} content @param {import("/page/markdown-view.js").Reading} reading */
function linkButton(component, content, reading) {
  if (component.disabled || !safeUrl(component.url))
    return button({ class: "press press-link", disabled: true }, content);
  const element = link(
    component.url,
    [h("span", { class: "press-content" }, content), icon("open")],
    reading,
  );
  element.className = "press press-link";
  element.dataset.testid = "component-link";
  return element;
}

/** @param {any} component @param {Message} message @param {Context} context */
function choice(component, message, context) {
  const { interactions, reading } = context;
  return selectMenu({
    ...selectSetup(component, context),
    values: interactions.chosen(message, component.custom_id) ?? defaultValues(component),
    pending: interactions.isPending(message.id, component.custom_id),
    labels: reading.labels,
    onChange: (values) => interactions.press(message, component, values),
  });
}

/**
 * The setup of a select, for messages and modals.
 * @param {any} component
 * @param {{store: import("/page/store.js").Store, reading: import("/page/markdown-view.js").Reading}} context
 */
export function selectSetup(component, { store, reading }) {
  return {
    options: optionsOf(component, store),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    placeholder: component.placeholder || reading.labels.text("select.placeholder"),
    customId: component.custom_id,
    disabled: component.disabled,
  };
}

/** @param {any} component @returns {string[]} */
export function defaultValues(component) {
  if (component.type === 3)
    return component.options
      .filter((/** @type {any} */ option) => option.default)
      .map((/** @type {any} */ option) => option.value);
  return (component.default_values ?? []).map((/** @type {any} */ entry) => entry.id);
}

/** Role names by id in the current server. @param {import("/page/store.js").Store} store */
function rolesHere(store) {
  const channel = store.current ? store.channels.get(store.current) : undefined;
  return (channel?.guild_id && store.guilds.get(channel.guild_id)?.roles) || {};
}

/**
 * @param {any} component
 * @param {import("/page/store.js").Store} store
 * @returns {import("/page/selects.js").Option[]}
 */
function optionsOf(component, store) {
  if (component.type === 3) return component.options;
  const people = USERS.includes(component.type) ? [...store.users.values()] : [];
  const roles = ROLES.includes(component.type) ? Object.entries(rolesHere(store)) : [];
  if (people.length || roles.length)
    return [
      ...people.map((user) => ({
        value: user.id,
        label: nameOf(user),
        description: user.bot ? reading(store, "app") : null,
        user,
      })),
      ...roles.map(([id, name]) => ({ value: id, label: `@${name}` })),
    ];
  if (component.type === 8)
    return [...store.channels.values()]
      .filter((channel) => (component.channel_types ?? [TEXT]).includes(channel.type))
      .map((channel) => ({ value: channel.id, label: store.channelTitle(channel) }));
  return [];
}

/** @param {import("/page/store.js").Store} store @param {string} id */
function reading(store, id) {
  return store.labels.text(id);
}
