/** A message: its author, time, content and actions. */

import { button, h, icon } from "/page/dom.js";
import { avatar } from "/page/avatar.js";
import { components } from "/page/components.js";
import { embed } from "/page/embed.js";
import { markdown } from "/page/markdown-view.js";
import { attachmentList } from "/page/media.js";
import { isThread, nameOf } from "/page/store.js";
import { stamp, written } from "/page/time.js";

/**
 * @typedef {import("/page/store.js").Message} Message
 * @typedef {import("/page/components.js").Context} Context
 */

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;
const RECIPIENT_ADD = 1;
const CHANNEL_NAME_CHANGE = 4;
const THREAD_CREATED = 18;

/** @param {Message} message */
export function isEphemeral(message) {
  return Boolean(message.ephemeral_for) || Boolean((message.flags ?? 0) & EPHEMERAL);
}

/**
 * @param {Message} message
 * @param {boolean} grouped under a message by the same author
 * @param {Context} context
 * @returns {HTMLElement}
 */
export function messageView(message, grouped, context) {
  const { store } = context;
  const mine = store.isMentioned(message) && !store.isOwn(message);
  const author = store.users.get(message.author.id) ?? message.author;
  const when = new Date(message.timestamp);
  const locale = store.labels.locale;
  const nameId = `name-${message.id}`;
  const classes = [
    "message",
    grouped && "grouped",
    mine && "mentions-me",
    isEphemeral(message) && "ephemeral",
  ]
    .filter(Boolean)
    .join(" ");
  const time = h(
    "time",
    { class: "when", datetime: message.timestamp, title: stamp(when, "F", locale) },
    grouped ? stamp(when, "t", locale) : written(when, locale),
  );
  const head = h(
    "div",
    { class: "message-head", id: nameId },
    h("span", { class: "author" }, nameOf(author)),
    (message.author.bot || author.bot) && h("span", { class: "app-badge" }, store.labels.text("app")),
    time,
  );
  return h(
    "article",
    {
      class: classes,
      tabindex: -1,
      "aria-labelledby": nameId,
      data: {
        testid: "message",
        messageId: message.id,
        authorId: message.author.id,
        ephemeral: String(isEphemeral(message)),
      },
    },
    invocation(message, context),
    h("div", { class: "message-side" }, grouped ? null : avatar(author)),
    h(
      "div",
      { class: "message-main" },
      head,
      body(message, context),
      thread(message, context),
      failure(message, context),
      ephemeralNote(message, context),
    ),
  );
}

/** @param {Message} message @param {Context} context */
function body(message, context) {
  const { store, reading } = context;
  const flags = message.flags ?? 0;
  if (flags & LOADING) {
    return h(
      "div",
      { class: "thinking", data: { testid: "thinking" } },
      h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      store.labels.text("message.thinking", {
        name: nameOf(store.users.get(message.author.id) ?? message.author),
      }),
    );
  }
  if (message.type === THREAD_CREATED)
    return h("div", { class: "faint" }, store.labels.text("message.thread", { name: message.content }));
  if (message.type === CHANNEL_NAME_CHANGE)
    return h("div", { class: "faint" }, store.labels.text("message.renamed", { name: message.content }));
  if (message.type === RECIPIENT_ADD) {
    const added = message.mentions?.[0];
    const name = added ? nameOf(store.users.get(added.id) ?? added) : "?";
    return h("div", { class: "faint" }, store.labels.text("message.added", { name }));
  }
  const rows = h(
    "div",
    { class: "message-body", data: { testid: "message-body" } },
    message.content ? markdown(message.content, reading) : null,
    (message.embeds ?? []).map((/** @type {any} */ one) => embed(one, message, reading)),
    flags & COMPONENTS_V2 ? null : attachmentList(message.attachments ?? [], reading.labels),
    components(message, context),
  );
  if (message.edited_timestamp) {
    const edited = h(
      "span",
      { class: "edited", title: stamp(new Date(message.edited_timestamp), "F", reading.labels.locale) },
      `(${reading.labels.text("message.edited")})`,
    );
    const last = rows.lastElementChild;
    (last?.matches(".markdown") && last.lastElementChild?.matches("p") ? last.lastElementChild : rows).append(
      " ",
      edited,
    );
  }
  return rows;
}

/** "Anna used /challenge" over an answer. @param {Message} message @param {Context} context */
function invocation(message, { store }) {
  const origin = message.interaction_metadata;
  if (!origin?.user) return null;
  const user = store.users.get(origin.user.id) ?? origin.user;
  const name = message.interaction?.name ?? origin.name;
  if (origin.type !== 2 || !name) return null;
  return h(
    "div",
    { class: "invocation", data: { testid: "invocation" } },
    icon("reply"),
    avatar(user, "small"),
    h("span", { class: "author" }, nameOf(user)),
    ` ${store.labels.text("message.used")} `,
    h("span", { class: "mention" }, isInMenu(store, name) ? name : `/${name}`),
  );
}

/** @param {import("/page/store.js").Store} store @param {string} name */
function isInMenu(store, name) {
  return store.commands.some((command) => command.name === name && (command.type ?? 1) !== 1);
}

/** The link to a thread that began at the message. @param {Message} message @param {Context} context */
function thread(message, { store, reading }) {
  const announced = message.type === THREAD_CREATED ? message.message_reference?.channel_id : null;
  const channel = store.channels.get(announced ?? message.thread?.id ?? message.id);
  if (!channel || !isThread(channel)) return null;
  return button(
    {
      class: "thread-card",
      data: { testid: "thread-card", channelId: channel.id },
      on: { click: () => reading.goto(channel.id) },
    },
    icon("thread"),
    h("span", { class: "thread-name" }, store.channelName(channel)),
    h("span", { class: "thread-open" }, store.labels.text("thread.open")),
  );
}

/** @param {Message} message @param {Context} context */
function failure(message, { store }) {
  const reason = store.shelf.failures.get(message.id);
  if (!reason) return null;
  return h(
    "div",
    { class: "failure", data: { testid: "interaction-failed" } },
    reason,
    button(
      {
        class: "icon-button",
        "aria-label": store.labels.text("message.dismiss"),
        on: { click: () => store.shelf.fail(message.id, null) },
      },
      icon("close"),
    ),
  );
}

/** @param {Message} message @param {Context} context */
function ephemeralNote(message, { store }) {
  if (!isEphemeral(message)) return null;
  return h(
    "div",
    { class: "ephemeral-note" },
    icon("eye"),
    h("span", {}, store.labels.text("message.ephemeral")),
    " · ",
    button(
      {
        class: "text-button",
        data: { testid: "dismiss" },
        on: { click: () => store.shelf.dismiss(message.id) },
      },
      store.labels.text("message.dismiss"),
    ),
  );
}
