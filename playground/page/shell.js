/** The frame of the page: banner, drawer, header, notes, and the layout. */

import { fragmentOf } from "/page/address.js";
import { button, h, icon, renew } from "/page/dom.js";
import { DM, isThread, nameOf, TEXT } from "/page/store.js";

const NARROW = matchMedia("(max-width: 760px)");
const NO_ROOM_FOR_MEMBERS = matchMedia("(max-width: 1080px)");

export class Shell {
  /**
   * @param {import("/page/store.js").Store} store
   * @param {{
   *   sidebar: import("/page/sidebar.js").Sidebar,
   *   panel: any,
   *   timeline: any,
   *   composer: any,
   *   members: any,
   * }} parts
   * @param {{sleeping: () => boolean, open: (channel: string) => void, theme: () => "dark" | "light"}} acts
   */
  constructor(store, parts, acts) {
    this.store = store;
    this.acts = acts;
    this.banner = h("div", { class: "banner", role: "note", data: { testid: "banner" } });
    this.skip = h("a", {
      class: "skip",
      href: "#",
      on: {
        click: (/** @type {Event} */ event) => {
          event.preventDefault();
          parts.timeline.list.focus();
        },
      },
    });
    this.menu = button(
      {
        class: "icon-button menu-button",
        "aria-expanded": "false",
        "aria-controls": "drawer",
        data: { testid: "drawer-open" },
        on: { click: () => this.setDrawer(true) },
      },
      icon("menu"),
    );
    this.title = h("h1", { data: { testid: "channel-title" } });
    this.parent = h("span", { class: "parent" });
    this.membersButton = button(
      {
        class: "icon-button",
        "aria-controls": "members",
        data: { testid: "members-toggle" },
        on: { click: () => this.#toggleMembers() },
      },
      icon("people"),
    );
    this.note = h("div", { class: "note", role: "status", hidden: true, data: { testid: "connection" } });
    this.sleepNote = h("div", { class: "note calm", hidden: true });
    this.veil = h("div", { class: "veil", hidden: true, on: { click: () => this.setDrawer(false) } });
    this.drawer = h(
      "div",
      { class: "drawer", id: "drawer" },
      parts.sidebar.rail,
      h("div", { class: "sidebar" }, parts.sidebar.element, parts.panel.element),
    );
    this.members = parts.members.element;
    this.main = h(
      "main",
      { class: "main" },
      h(
        "header",
        { class: "head" },
        this.menu,
        h("div", { class: "head-title" }, this.parent, this.title),
        this.membersButton,
      ),
      this.note,
      parts.timeline.element,
      this.sleepNote,
      parts.composer.element,
    );
    this.element = h(
      "div",
      { class: "page" },
      this.skip,
      this.banner,
      h("div", { class: "frame" }, this.drawer, this.veil, this.main, this.members),
    );
    this.drawerOpen = false;
    this.membersOpen = !NO_ROOM_FOR_MEMBERS.matches;
    NARROW.addEventListener("change", () => this.setDrawer(false));
    NO_ROOM_FOR_MEMBERS.addEventListener("change", () => {
      this.membersOpen = !NO_ROOM_FOR_MEMBERS.matches;
      this.update();
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      if (this.drawerOpen) this.setDrawer(false);
      else if (this.membersOpen && NO_ROOM_FOR_MEMBERS.matches) this.#toggleMembers();
    });
    this.setDrawer(false);
  }

  /** On narrow windows the channels slide in over the messages. @param {boolean} open */
  setDrawer(open) {
    this.drawerOpen = open && NARROW.matches;
    const hidden = NARROW.matches && !open;
    this.drawer.classList.toggle("open", this.drawerOpen);
    this.drawer.inert = hidden;
    this.main.inert = this.drawerOpen;
    this.veil.hidden = !this.drawerOpen;
    this.menu.setAttribute("aria-expanded", String(this.drawerOpen));
    if (this.drawerOpen)
      /** @type {HTMLElement | null} */ (this.drawer.querySelector("[aria-current='page']"))?.focus();
    else if (document.activeElement === document.body && NARROW.matches) this.menu.focus();
  }

  /** Name this tab's person, with a link to a tab for the first other person. */
  #people() {
    const { me, users, labels } = this.store;
    const other = [...users.values()].find((user) => !user.bot && user.id !== me?.id);
    if (!me || !other) return null;
    const place = { as: other.id, channel: this.store.current, theme: this.acts.theme(), lang: me.locale };
    return h(
      "span",
      { data: { testid: "who-is-who" } },
      labels.text("banner.me", { me: nameOf(me) }),
      " ",
      h(
        "a",
        { href: fragmentOf(place), target: "_blank", rel: "noopener" },
        labels.text("banner.other", { other: nameOf(other) }),
      ),
    );
  }

  #toggleMembers() {
    this.membersOpen = !this.membersOpen;
    this.update();
  }

  update() {
    const { store } = this;
    const { labels } = store;
    document.documentElement.lang = labels.lang;
    document.documentElement.dataset.theme = this.acts.theme();
    renew(
      this.banner,
      h("strong", {}, labels.text("banner")),
      h("span", { class: "wide" }, labels.text("banner.detail")),
      this.#people(),
    );
    renew(this.skip, labels.text("skip"));
    this.menu.setAttribute("aria-label", labels.text("channels.open"));
    for (const name of ["aria-label", "title"])
      this.membersButton.setAttribute(name, labels.text("members.toggle"));
    this.membersButton.setAttribute("aria-expanded", String(this.membersOpen));
    this.members.hidden = !this.membersOpen;
    this.#title();
    this.#notes();
  }

  #title() {
    const { store } = this;
    const channel = store.current ? store.channels.get(store.current) : undefined;
    const parent =
      isThread(channel) && channel.parent_id ? store.channels.get(channel.parent_id) : undefined;
    renew(
      this.parent,
      parent && [
        button(
          {
            class: "text-button",
            data: { channelId: parent.id },
            on: { click: () => this.acts.open(parent.id) },
          },
          store.channelTitle(parent),
        ),
        icon("right"),
      ],
    );
    renew(
      this.title,
      channel && [
        channel.type === DM ? icon("chat") : icon(channel.type === TEXT ? "channel" : "thread"),
        h("span", {}, store.channelName(channel)),
      ],
    );
    const mentions = [...store.channels.values()].reduce((sum, other) => sum + store.mentions(other), 0);
    document.title = [
      mentions ? `(${mentions}) ` : "",
      channel ? `${store.channelTitle(channel)} – ` : "",
      store.labels.text("banner"),
    ].join("");
  }

  #notes() {
    const { store } = this;
    const away = store.connected && store.bot && !store.bot.online;
    const text = !store.connected
      ? store.labels.text(store.me ? "reconnecting" : "load.failed")
      : store.notice || (away ? store.labels.text("bot.offline", { name: nameOf(store.bot) }) : "");
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.hidden = !text;
    this.sleepNote.hidden = !this.acts.sleeping();
    this.sleepNote.textContent = store.labels.text("thread.archived");
  }
}
