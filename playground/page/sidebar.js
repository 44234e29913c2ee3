/** Servers, channels with their threads, and conversations. Arrow keys move through each list. */

import { append, button, h, icon, renew } from "/page/dom.js";
import { avatar, initials } from "/page/avatar.js";
import { DM, isThread, nameOf } from "/page/store.js";
import { LOCALES } from "/page/labels.js";

/** @typedef {import("/page/store.js").Store} Store @typedef {import("/page/store.js").Channel} Channel */

export class Sidebar {
  /**
   * @param {Store} store
   * @param {{
   *   open: (channel: string) => void,
   *   openGuild: (guild: string | null) => void,
   *   openDm: () => void,
   *   setGuildLocale: (guild: string, locale: string) => void,
   *   place: () => string | null,
   * }} acts
   *   `place` returns the visible server, null for the conversations
   */
  constructor(store, acts) {
    this.store = store;
    this.acts = acts;
    this.rail = h("nav", { class: "rail", data: { testid: "rail" } });
    this.title = h("div", { class: "sidebar-title" });
    this.list = h("nav", { class: "channel-list", data: { testid: "channel-list" } });
    this.element = h("div", { class: "sidebar-main" }, this.title, this.list);
    this.showArchived = false;
    for (const list of [this.rail, this.list])
      list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => walk(list, event));
  }

  update() {
    // Keep a pressed row until the press ends: redrawing it would lose the press.
    if ([this.rail, this.list].some((list) => list.matches(":active"))) {
      requestAnimationFrame(() => this.update());
      return;
    }
    this.#drawRail();
    this.#drawList();
    this.#drawTitle();
  }

  #drawRail() {
    const { store } = this;
    const guild = this.acts.place();
    this.rail.setAttribute("aria-label", store.labels.text("servers"));
    renewList(
      this.rail,
      this.#railButton(null, store.labels.text("dms"), icon("chat"), guild === null, store.channelsOf(null)),
      h("div", { class: "rail-line", role: "presentation" }),
      [...store.guilds.values()].map((server) =>
        this.#railButton(
          server.id,
          server.name,
          initials(server.name),
          guild === server.id,
          [...store.channels.values()].filter((channel) => channel.guild_id === server.id),
        ),
      ),
    );
  }

  /**
   * @param {string | null} id
   * @param {string} name
   * @param {any} face
   * @param {boolean} current
   * @param {Channel[]} channels
   */
  #railButton(id, name, face, current, channels) {
    const mentions = channels.reduce((sum, channel) => sum + this.store.mentions(channel), 0);
    const unread = channels.some((channel) => !channel.archived && this.store.isUnread(channel));
    return h(
      "div",
      { class: `rail-item${current ? " current" : ""}${unread ? " unread" : ""}` },
      button(
        {
          class: "rail-button",
          title: name,
          "aria-label": spoken(name, unread, mentions, this.store),
          "aria-current": current ? "true" : null,
          data: { testid: id ? "rail-guild" : "rail-dms", guildId: id ?? "", key: `rail ${id}` },
          on: { click: () => this.acts.openGuild(id) },
        },
        face,
      ),
      badge(mentions),
    );
  }

  #drawTitle() {
    const { store } = this;
    const id = this.acts.place();
    const guild = id ? store.guilds.get(id) : null;
    if (!guild) return renew(this.title, h("h2", {}, store.labels.text("dms")));
    const chosen = guild.community ? guild.locale : "";
    const label = store.labels.text("guild.language");
    const choice = h(
      "select",
      {
        "aria-label": label,
        title: label,
        data: { testid: "guild-language" },
        on: { change: (/** @type {any} */ event) => this.acts.setGuildLocale(guild.id, event.target.value) },
      },
      h("option", { value: "", selected: !chosen }, store.labels.text("guild.plain")),
      localeOptions(chosen),
    );
    if (!this.title.contains(document.activeElement))
      renew(this.title, h("h2", {}, guild.name), h("label", { class: "mini-select" }, icon("globe"), choice));
    // A refused choice is taken back.
    /** @type {HTMLSelectElement} */ (this.title.querySelector("select")).value = chosen;
    return undefined;
  }

  #drawList() {
    const { store } = this;
    const guild = this.acts.place();
    this.list.setAttribute("aria-label", store.labels.text("channels"));
    const channels = store.channelsOf(guild);
    if (guild === null) {
      const known = channels.map((channel) => this.#row(channel));
      const invite =
        channels.length === 0 &&
        store.bot &&
        button(
          { class: "channel", data: { testid: "open-dm", key: "dm" }, on: { click: this.acts.openDm } },
          avatar(store.bot, "small"),
          h("span", { class: "channel-name" }, store.labels.text("dm.open", { name: nameOf(store.bot) })),
        );
      renewList(this.list, h("ul", {}, known, invite && h("li", {}, invite)));
    } else {
      const archived = channels
        .flatMap((channel) => store.threadsOf(channel.id))
        .filter((thread) => thread.archived);
      renewList(
        this.list,
        h("h3", {}, store.labels.text("channels.text")),
        h(
          "ul",
          {},
          channels.map((channel) => this.#withThreads(channel)),
        ),
        archived.length ? this.#archive(archived) : null,
      );
    }
  }

  /** @param {Channel} channel */
  #withThreads(channel) {
    const threads = this.store
      .threadsOf(channel.id)
      .filter((thread) => !thread.archived || thread.id === this.store.current);
    const row = this.#row(channel);
    if (threads.length)
      row.appendChild(
        h(
          "ul",
          { class: "threads", "aria-label": `${this.store.labels.text("thread")} – ${channel.name}` },
          threads.map((thread) => this.#row(thread)),
        ),
      );
    return row;
  }

  /** @param {Channel[]} threads */
  #archive(threads) {
    const toggle = button(
      {
        class: "archive-toggle",
        "aria-expanded": String(this.showArchived),
        data: { key: "archive" },
        on: {
          click: () => {
            this.showArchived = !this.showArchived;
            this.update();
          },
        },
      },
      icon(this.showArchived ? "down" : "right"),
      this.store.labels.text("threads.archived", { count: threads.length }),
    );
    return h(
      "div",
      { class: "archive" },
      toggle,
      this.showArchived &&
        h(
          "ul",
          { class: "threads" },
          threads.map((thread) => this.#row(thread)),
        ),
    );
  }

  /** @param {Channel} channel */
  #row(channel) {
    const { store } = this;
    const current = channel.id === store.current;
    const unread = store.isUnread(channel);
    const mentions = store.mentions(channel);
    const name = store.channelName(channel);
    const sign =
      channel.type === DM ? avatar(store.bot, "small") : icon(isThread(channel) ? "thread" : "channel");
    const element = button(
      {
        class: `channel${current ? " current" : ""}${unread ? " unread" : ""}${channel.archived ? " archived" : ""}`,
        "aria-current": current ? "page" : null,
        "aria-label": spoken(
          isThread(channel) ? `${name} (${store.labels.text("thread")})` : name,
          unread,
          mentions,
          store,
        ),
        data: {
          testid: isThread(channel) ? "thread" : channel.type === DM ? "dm" : "channel",
          channelId: channel.id,
          key: channel.id,
        },
        on: { click: () => this.acts.open(channel.id) },
      },
      sign,
      h("span", { class: "channel-name" }, name),
      badge(mentions),
    );
    return h("li", {}, element);
  }
}

/** @param {string} chosen @returns {HTMLElement[]} */
export function localeOptions(chosen) {
  const known = !chosen || chosen in LOCALES ? LOCALES : { [chosen]: chosen, ...LOCALES };
  return Object.entries(known).map(([code, name]) =>
    h("option", { value: code, selected: code === chosen, lang: code }, name),
  );
}

/** @param {number} count */
function badge(count) {
  return count
    ? h(
        "span",
        { class: "badge", "aria-hidden": "true", data: { testid: "mention-badge" } },
        count > 99 ? "99+" : count,
      )
    : null;
}

/** @param {string} name @param {boolean} unread @param {number} mentions @param {Store} store */
function spoken(name, unread, mentions, store) {
  const parts = [
    name,
    unread && store.labels.text("channel.unread"),
    mentions > 0 && store.labels.text("channel.mentions", { count: mentions }),
  ];
  return parts.filter(Boolean).join(", ");
}

/** Make one Tab stop per list: the current entry, else the first. @param {HTMLElement} list */
function rove(list) {
  const stops = buttons(list);
  const chosen = stops.find((stop) => stop.hasAttribute("aria-current")) ?? stops[0];
  for (const stop of stops) stop.tabIndex = stop === chosen ? 0 : -1;
}

/** @param {HTMLElement} list @param {KeyboardEvent} event */
function walk(list, event) {
  const stops = buttons(list);
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  if (at < 0 || next === undefined || !stops[next]) return;
  event.preventDefault();
  for (const stop of stops) stop.tabIndex = -1;
  stops[next].tabIndex = 0;
  stops[next].focus();
}

/** @param {HTMLElement} list @returns {HTMLElement[]} */
function buttons(list) {
  return [...list.querySelectorAll("button")];
}

/**
 * Redraw a list's changes without losing the keyboard focus.
 * @param {HTMLElement} list
 * @param {...any} children
 */
function renewList(list, ...children) {
  const fresh = /** @type {HTMLElement} */ (list.cloneNode(false));
  append(fresh, children);
  rove(fresh);
  if (fresh.isEqualNode(list)) return;
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = active && list.contains(active) ? active.dataset.key : undefined;
  const top = list.scrollTop;
  list.replaceChildren(...fresh.childNodes);
  list.scrollTop = top;
  const again = key && buttons(list).find((entry) => entry.dataset.key === key);
  if (!again) return;
  for (const entry of buttons(list)) entry.tabIndex = entry === again ? 0 : -1;
  again.focus();
}
