/** A tab's life cycle: load a person's state, follow live events, recover after a lost connection. */

import { Live } from "/page/live.js";
import { readAddress, writeAddress } from "/page/address.js";
import { announce, uniqueId } from "/page/dom.js";
import { languageOf, localeFor } from "/page/labels.js";
import { isThread } from "/page/store.js";

const FIRST_RETRY = 500;
const LONGEST_RETRY = 4000;
const NOTICE_TIME = 8000;

export class Session {
  /** @param {import("/page/api.js").Api} api @param {import("/page/store.js").Store} store */
  constructor(api, store) {
    this.api = api;
    this.store = store;
    this.address = readAddress();
    /** The server whose channels are listed; null for the conversations. @type {string | null} */
    this.place = null;
    /** The last open channel of each server. @type {Map<string | null, string>} */
    this.lastOpen = new Map();
    /** Live events received while a state is being fetched. @type {[string, any][] | null} */
    this.held = [];
    this.round = 0;
    this.live = new Live({
      onEvent: (name, data) => (this.held ? this.held.push([name, data]) : this.#event(name, data)),
      onOpen: () => void this.#reload(),
      onLost: () => this.#onLost(),
    });
    addEventListener("hashchange", () => this.#followAddress());
  }

  /** Start as the person in the address, by default as the first of the demo people. */
  async start() {
    const newcomer = !this.address.as;
    const lang = newcomer ? navigator.language : this.address.lang;
    const state = await this.#fetchState(this.address.as);
    this.address = { ...this.address, as: state.me.id, lang: null };
    if (lang) await this.#setLanguage(state.me, lang);
    this.store.load(state);
    this.open(this.#startChannel(newcomer ? state.me.locale : null));
    // The state is fetched again once events flow, so that nothing in between is lost.
    this.live.connect(state.me.id);
  }

  /**
   * Set a person's language if it differs and is known here.
   * @param {{id: string, locale: string}} person @param {string} lang
   */
  async #setLanguage(person, lang) {
    const locale = localeFor(lang);
    if (languageOf(person.locale) === languageOf(locale)) return;
    await this.#attempt(() => this.api.setLocale(person.id, locale));
    person.locale = locale;
  }

  /** Switch to another person in this tab. @param {string} user */
  async actAs(user) {
    this.address.as = user;
    this.lastOpen.clear();
    this.held = [];
    const round = (this.round += 1);
    const state = await this.#fetchState(user);
    if (round !== this.round) return;
    this.address.as = state.me.id;
    this.store.load(state);
    this.open(this.#startChannel());
    this.live.connect(state.me.id);
  }

  /** Show a channel. @param {string | null} id */
  open(id) {
    const { store } = this;
    const channel = id ? store.channels.get(id) : undefined;
    store.current = channel?.id ?? null;
    if (channel) {
      this.place = channel.guild_id ?? null;
      this.lastOpen.set(this.place, channel.id);
      this.address.channel = channel.id;
      void this.#fetch(channel.id);
    }
    writeAddress(this.address);
    store.notify("current", "channels");
  }

  /** List another server's channels, and show its last open one. @param {string | null} guild */
  openGuild(guild) {
    this.place = guild;
    const channels = this.store.channelsOf(guild);
    const last = this.lastOpen.get(guild);
    const next = last && this.store.channels.has(last) ? last : channels[0]?.id;
    if (next) this.open(next);
    else {
      this.store.current = null;
      this.store.notify("current", "channels");
    }
  }

  /** Open the conversation with the bot. */
  async openDm() {
    await this.#attempt(async () => {
      const channel = await this.api.openDm(this.store.me?.id ?? "");
      this.store.apply("CHANNEL_CREATE", { ...channel, guild_id: null });
      this.open(channel.id);
    });
  }

  /** @param {string} locale */
  async setLocale(locale) {
    const me = this.store.me;
    if (!me) return;
    await this.#attempt(async () => {
      await this.api.setLocale(me.id, locale);
      this.store.apply("USER_UPDATE", { id: me.id, locale });
    });
  }

  /** @param {string} guild @param {string} locale */
  async setGuildLocale(guild, locale) {
    await this.#attempt(async () => {
      await this.api.setGuildLocale(guild, locale);
      const current = this.store.guilds.get(guild);
      const fields = { locale: locale || current?.locale, community: Boolean(locale) };
      if (current) this.store.apply("GUILD_UPDATE", { id: guild, name: current.name, ...fields });
    });
  }

  /** Run an action that may be refused; show and announce the reason. @param {() => Promise<void>} act */
  async #attempt(act) {
    const { store } = this;
    try {
      await act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      store.notice = store.labels.text("interaction.refused", { reason });
      store.notify("status", "people");
      announce(store.notice, "assertive");
      setTimeout(() => {
        store.notice = "";
        store.notify("status");
      }, NOTICE_TIME);
    }
  }

  /** @param {"dark" | "light"} theme */
  setTheme(theme) {
    this.address.theme = theme;
    writeAddress(this.address);
  }

  /**
   * Post a plain message; after a failure it stays visible with a button to retry.
   * @param {string} channel
   * @param {string} text
   * @param {string} [id]
   */
  async post(channel, text, id = uniqueId("draft")) {
    const { shelf, labels } = this.store;
    const draft = { id, channel, kind: /** @type {const} */ ("text"), text };
    shelf.putDraft({ ...draft, status: "pending" });
    try {
      await this.api.send(channel, this.store.me?.id ?? "", text);
      shelf.dropDraft(id);
    } catch (error) {
      const reason = `${labels.text("message.failed")} ${error instanceof Error ? error.message : ""}`.trim();
      shelf.putDraft({ ...draft, status: "failed", reason });
      announce(reason, "assertive");
    }
  }

  /** Load messages before the oldest loaded one. @param {string} channel */
  async older(channel) {
    if (!this.store.shelf.row(channel).whole) await this.#fetch(channel, { older: true });
  }

  /** @param {string} channel @param {string} message */
  seen(channel, message) {
    if (!this.store.setRead(channel, message)) return;
    this.api.markRead(this.store.me?.id ?? "", channel, message).catch(() => undefined);
  }

  /** @param {string} name @param {any} data */
  #event(name, data) {
    const { store } = this;
    store.apply(name, data);
    if (name === "CHANNEL_DELETE" && store.current && !store.channels.has(store.current))
      this.open(this.#startChannel());
    if (
      name === "MESSAGE_CREATE" &&
      !store.shelf.row(data.channel_id).loaded &&
      store.channels.has(data.channel_id)
    )
      void this.#fetch(data.channel_id);
  }

  #onLost() {
    this.held = [];
    if (!this.store.connected) return;
    this.store.connected = false;
    this.store.notify("status");
    announce(this.store.labels.text("reconnecting"), "assertive");
  }

  async #reload() {
    const round = (this.round += 1);
    this.held = [];
    const state = await this.#fetchState(this.address.as, () => round === this.round);
    if (round !== this.round || !state) return;
    const { store } = this;
    store.shelf.forget(store.current);
    store.load(state);
    store.connected = true;
    store.notify("status");
    const current = store.current && store.channels.has(store.current) ? store.current : this.#startChannel();
    const events = this.held ?? [];
    this.held = null;
    for (const [name, data] of events) this.#event(name, data);
    if (current !== store.current) this.open(current);
    if (current) void this.#fetch(current, { fresh: true });
    await this.#fetchUnread();
  }

  /** Mentions are counted in messages, so unread channels are fetched in the background. */
  async #fetchUnread() {
    const round = this.round;
    for (const channel of [...this.store.channels.values()]) {
      if (round !== this.round) return;
      if (!channel.archived && this.store.isUnread(channel)) await this.#fetch(channel.id);
    }
    this.store.notify("channels");
  }

  /** @param {string} channel @param {{fresh?: boolean, older?: boolean}} [how] */
  async #fetch(channel, { fresh = false, older = false } = {}) {
    const { store } = this;
    if (store.shelf.row(channel).loaded && !fresh && !older) return;
    const as = store.me?.id ?? "";
    try {
      await store.shelf.fetch(channel, (before) => this.api.messages(channel, as, before), fresh);
      store.notify("channels");
    } catch {
      // The connection is lost or the channel gone: the reconnect or the delete event brings the current state.
    }
  }

  /**
   * Retry until the state is fetched, or no longer wanted (then null).
   * @param {string | null} person @param {() => boolean} [isCurrent] @returns {Promise<any>}
   */
  async #fetchState(person, isCurrent = () => true) {
    let as = person;
    for (let wait = FIRST_RETRY; isCurrent(); wait = Math.min(wait * 2, LONGEST_RETRY)) {
      try {
        return await this.api.state(as);
      } catch (error) {
        const status = /** @type {any} */ (error).status;
        // There is no person with this id: start as the first person instead.
        if (as && status >= 400 && status < 500) as = null;
        else {
          this.store.connected = false;
          this.store.notify("status");
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
    }
    return null;
  }

  /**
   * The channel of the address if visible, else the first channel of the first server, preferring servers
   * in the language of `locale`.
   * @param {string | null} [locale]
   */
  #startChannel(locale = null) {
    const { store, address } = this;
    if (address.channel && store.channels.has(address.channel)) return address.channel;
    const guilds = [...store.guilds.values()];
    const preferred = guilds.filter((guild) => locale && languageOf(guild.locale) === languageOf(locale));
    const first = [...preferred, ...guilds].flatMap((guild) => store.channelsOf(guild.id))[0];
    return first?.id ?? store.channelsOf(null)[0]?.id ?? null;
  }

  #followAddress() {
    const next = readAddress();
    const { as } = this.address;
    this.address = { ...next, as: next.as ?? as };
    this.store.notify("labels");
    if (next.as && next.as !== as) void this.actAs(next.as);
    else if (next.channel && next.channel !== this.store.current && this.store.channels.has(next.channel))
      this.open(next.channel);
  }

  /** Whether the current channel is an archived thread, in which commands are unavailable. */
  sleeping() {
    const channel = this.store.current ? this.store.channels.get(this.store.current) : undefined;
    return isThread(channel) && Boolean(channel.archived);
  }
}
