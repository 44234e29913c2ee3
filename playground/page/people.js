/** The panel of the tab's person, and the list of all people. */

import { button, h, icon, renew } from "/page/dom.js";
import { avatar } from "/page/avatar.js";
import { openPopup } from "/page/dialog.js";
import { fragmentOf } from "/page/address.js";
import { LOCALES } from "/page/labels.js";
import { localeOptions } from "/page/sidebar.js";
import { nameOf } from "/page/store.js";

/** @typedef {import("/page/store.js").Store} Store */

export class UserPanel {
  /**
   * @param {Store} store
   * @param {{
   *   actAs: (user: string) => void,
   *   setLocale: (locale: string) => void,
   *   toggleTheme: () => void,
   *   address: () => import("/page/address.js").Address,
   * }} acts
   */
  constructor(store, acts) {
    this.store = store;
    this.acts = acts;
    this.switch = button({
      class: "act-as",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      data: { testid: "act-as" },
      on: { click: () => this.#menu() },
    });
    this.language = h("select", {
      data: { testid: "language" },
      on: { change: () => acts.setLocale(this.language.value) },
    });
    this.theme = button({ class: "icon-button", data: { testid: "theme" }, on: { click: acts.toggleTheme } });
    this.element = h(
      "section",
      { class: "user-panel" },
      this.switch,
      h(
        "div",
        { class: "user-tools" },
        h("label", { class: "mini-select" }, icon("globe"), this.language),
        this.theme,
      ),
    );
    /** @type {{close: () => void} | null} */
    this.open = null;
  }

  update() {
    const { labels, me } = this.store;
    if (!me) return;
    this.element.setAttribute("aria-label", labels.text("act-as"));
    renew(
      this.switch,
      avatar(me),
      h(
        "span",
        { class: "who" },
        h("span", { class: "author" }, nameOf(me)),
        h("span", { class: "faint" }, labels.text("act-as")),
      ),
      icon("down"),
    );
    this.switch.setAttribute("aria-label", labels.text("act-as.current", { name: nameOf(me) }));
    renew(this.language, localeOptions(me.locale ?? "en-US"));
    this.language.value = me.locale ?? "en-US";
    for (const name of ["aria-label", "title"]) this.language.setAttribute(name, labels.text("language"));
    const light = this.acts.address().theme === "light";
    const label = labels.text(light ? "theme.dark" : "theme.light");
    for (const name of ["aria-label", "title"]) this.theme.setAttribute(name, label);
    renew(this.theme, icon(light ? "moon" : "sun"));
  }

  #menu() {
    if (this.open) return this.open.close();
    const { labels, me, users } = this.store;
    const people = [...users.values()].filter((user) => !user.bot);
    const menu = h(
      "div",
      { class: "popup people-menu", role: "menu", "aria-label": labels.text("act-as") },
      people.map((user) => this.#entry(user, user.id === me?.id)),
    );
    menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#walk(menu, event));
    this.switch.setAttribute("aria-expanded", "true");
    this.open = openPopup(this.switch, menu, {
      onClose: () => {
        this.open = null;
        this.switch.setAttribute("aria-expanded", "false");
      },
    });
    /** @type {HTMLElement | null} */ (menu.querySelector("[aria-checked='true']"))?.focus();
  }

  /** @param {any} user @param {boolean} current */
  #entry(user, current) {
    const { labels } = this.store;
    const label = labels.text("act-as.tab", { name: nameOf(user) });
    return h(
      "div",
      { class: "person", role: "none" },
      button(
        {
          class: "person-main",
          role: "menuitemradio",
          "aria-checked": String(current),
          data: { testid: "act-as-option", userId: user.id },
          on: {
            click: () => {
              this.open?.close();
              this.switch.focus();
              this.acts.actAs(user.id);
            },
          },
        },
        avatar(user),
        h(
          "span",
          { class: "who" },
          h("span", { class: "author" }, nameOf(user)),
          h(
            "span",
            { class: "faint" },
            LOCALES[/** @type {keyof typeof LOCALES} */ (user.locale)] ?? user.locale,
          ),
        ),
        current && icon("check"),
      ),
      h(
        "a",
        {
          class: "icon-button",
          role: "menuitem",
          target: "_blank",
          rel: "noopener",
          href: fragmentOf({ ...this.acts.address(), as: user.id }),
          "aria-label": label,
          title: label,
        },
        icon("open"),
      ),
    );
  }

  /** @param {HTMLElement} menu @param {KeyboardEvent} event */
  #walk(menu, event) {
    const stops = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("[role='menuitemradio']")]);
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (event.key === "Tab" && at === stops.length - 1 && !event.shiftKey) return;
    if (next === undefined) return;
    event.preventDefault();
    stops[(next + stops.length) % stops.length].focus();
  }
}

export class MemberList {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.element = h("aside", { class: "members", id: "members", data: { testid: "members" } });
  }

  update() {
    const { labels, bot, me, users } = this.store;
    const people = [...users.values()].filter((user) => !user.bot);
    this.element.setAttribute("aria-label", labels.text("members"));
    renew(
      this.element,
      h("h3", {}, labels.text("members.people", { count: people.length })),
      h(
        "ul",
        {},
        people.map((user) => this.#row(user, user.id === me?.id ? labels.text("member.you") : null, true)),
      ),
      bot && [
        h("h3", {}, labels.text("members.apps", { count: 1 })),
        h(
          "ul",
          {},
          this.#row(
            { ...bot, bot: true },
            labels.text(bot.online ? "online" : "offline"),
            Boolean(bot.online),
          ),
        ),
      ],
    );
  }

  /** @param {any} user @param {string | null} note @param {boolean} online */
  #row(user, note, online) {
    return h(
      "li",
      { class: `member${online ? "" : " away"}`, data: { testid: "member", userId: user.id } },
      h("span", { class: `presence${online ? " online" : ""}` }, avatar(user)),
      h(
        "span",
        { class: "who" },
        h(
          "span",
          {},
          h("span", { class: "author" }, nameOf(user)),
          user.bot && h("span", { class: "app-badge" }, this.store.labels.text("app")),
        ),
        note && h("span", { class: "faint" }, note),
      ),
    );
  }
}
