/** This tab's state: people, channels, messages; changes in the same turn are announced together. */

import { Labels } from "/page/labels.js";
import { Shelf } from "/page/shelf.js";
import { compareIds, isAfter } from "/page/snowflake.js";

/**
 * @typedef {{
 *   id: string,
 *   username: string,
 *   global_name: string | null,
 *   locale?: string,
 *   colour?: string | number,
 *   bot?: boolean,
 *   online?: boolean,
 * }} User
 * @typedef {{
 *   id: string,
 *   type: number,
 *   name: string | null,
 *   parent_id?: string | null,
 *   archived?: boolean,
 *   last_message_id?: string | null,
 *   recipients?: any[],
 *   guild_id?: string | null,
 * }} Channel
 * @typedef {{
 *   id: string, name: string, locale: string, community: boolean,
 *   channels: Channel[], roles?: Record<string, string>,
 * }} Guild
 * @typedef {Record<string, any> & {id: string, channel_id: string}} Message
 * @typedef {"people" | "channels" | "messages" | "commands" | "status" | "current" | "labels"} Topic
 */

export const TEXT = 0;
export const DM = 1;
const THREADS = [10, 11, 12];

/** Whether a channel is a thread (announcement, public or private). @param {Channel | null | undefined} channel */
export function isThread(channel) {
  return Boolean(channel && THREADS.includes(channel.type));
}

export class Store {
  constructor() {
    /** @type {User | null} */
    this.me = null;
    /** @type {Map<string, User>} */
    this.users = new Map();
    /** @type {User | null} */
    this.bot = null;
    /** @type {Map<string, {id: string, name: string, locale: string, community: boolean}>} */
    this.guilds = new Map();
    /** @type {Map<string, Channel>} */
    this.channels = new Map();
    /** @type {any[]} */
    this.commands = [];
    /** @type {Map<string, string>} */
    this.read = new Map();
    /** @type {string | null} */
    this.current = null;
    this.connected = true;
    /** The reason why the last action was refused; shown for a while. */
    this.notice = "";
    this.labels = new Labels(navigator.language || "en-US");
    this.shelf = new Shelf(() => this.notify("messages"));
    /** @type {Set<Topic>} */
    this.changed = new Set();
    /** @type {((topics: Set<Topic>) => void)[]} */
    this.listeners = [];
  }

  /** @param {(topics: Set<Topic>) => void} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }

  /** Record changed topics; listeners are notified once per turn. @param {...Topic} topics */
  notify(...topics) {
    if (!this.changed.size) {
      queueMicrotask(() => {
        const topics = this.changed;
        this.changed = new Set();
        for (const listener of this.listeners) listener(topics);
      });
    }
    for (const topic of topics) this.changed.add(topic);
  }

  /** Load a complete state from the server. @param {any} state */
  load(state) {
    if (this.me?.id !== state.me.id) this.shelf.clear();
    this.users = new Map(state.users.map((/** @type {User} */ user) => [user.id, user]));
    this.me = state.me;
    this.users.set(state.me.id, state.me);
    this.bot = state.bot;
    if (state.bot) this.users.set(state.bot.id, { ...state.bot, bot: true });
    this.guilds = new Map();
    this.channels = new Map();
    for (const guild of state.guilds) {
      this.guilds.set(guild.id, {
        id: guild.id,
        name: guild.name,
        locale: guild.locale,
        community: guild.community,
        roles: guild.roles,
      });
      for (const channel of guild.channels) this.channels.set(channel.id, { ...channel, guild_id: guild.id });
    }
    for (const channel of state.dms) this.channels.set(channel.id, { ...channel, guild_id: null });
    this.commands = state.commands;
    this.read = new Map(Object.entries(state.read));
    this.labels = new Labels(state.me.locale);
    this.notify("people", "channels", "messages", "commands", "status", "current", "labels");
  }

  /** Apply a live event. @param {string} name @param {any} data */
  apply(name, data) {
    const handler = EVENTS[name];
    if (handler && this.me) handler(this, data);
  }

  /** @param {string} id */
  userName(id) {
    const user = this.users.get(id);
    return user ? nameOf(user) : null;
  }

  /** A channel's name with the sign of its type. @param {Channel} channel */
  channelTitle(channel) {
    const name = this.channelName(channel);
    return channel.type === TEXT ? `#${name}` : name;
  }

  /** @param {Channel} channel */
  channelName(channel) {
    if (channel.type === DM && !channel.name) return this.bot ? nameOf(this.bot) : (channel.name ?? "");
    return channel.name ?? "";
  }

  /** Whether a channel has messages newer than this person has read. @param {Channel} channel */
  isUnread(channel) {
    return isAfter(channel.last_message_id, this.read.get(channel.id));
  }

  /**
   * The number of unread messages that mention this person; in a conversation all of them count.
   * @param {Channel} channel
   */
  mentions(channel) {
    if (!this.isUnread(channel)) return 0;
    const read = this.read.get(channel.id);
    return this.shelf
      .messages(channel.id)
      .filter(
        (message) =>
          isAfter(message.id, read) &&
          !this.isOwn(message) &&
          (channel.type === DM || this.isMentioned(message)),
      ).length;
  }

  /** @param {Message} message */
  isOwn(message) {
    return message.author?.id === this.me?.id;
  }

  /** @param {Message} message */
  isMentioned(message) {
    return (
      Boolean(message.mention_everyone) ||
      (message.mentions ?? []).some((/** @type {any} */ one) => (one?.id ?? one) === this.me?.id)
    );
  }

  /** A server's channels without threads, oldest first; for null the conversations. @param {string | null} guild */
  channelsOf(guild) {
    return [...this.channels.values()]
      .filter((channel) => (channel.guild_id ?? null) === guild && !isThread(channel))
      .sort((a, b) => compareIds(a.id, b.id));
  }

  /** A channel's threads, latest activity first. @param {string} parent */
  threadsOf(parent) {
    const last = (/** @type {Channel} */ channel) => channel.last_message_id ?? channel.id;
    return [...this.channels.values()]
      .filter((channel) => channel.parent_id === parent && isThread(channel))
      .sort((a, b) => compareIds(last(b), last(a)));
  }

  /** @param {string} channel @param {string} message */
  setRead(channel, message) {
    if (!isAfter(message, this.read.get(channel))) return false;
    this.read.set(channel, message);
    this.notify("channels");
    return true;
  }
}

/** A person's display name. @param {any} user */
export function nameOf(user) {
  return user?.global_name || user?.username || user?.name || "";
}

/** @param {Store} store @param {any} channel */
function putChannel(store, channel) {
  const known = store.channels.get(channel.id);
  const guild =
    channel.guild_id ??
    known?.guild_id ??
    (channel.parent_id ? store.channels.get(channel.parent_id)?.guild_id : null) ??
    null;
  store.channels.set(channel.id, { ...known, ...channel, guild_id: guild });
  store.notify("channels", "messages");
}

/** @param {Store} store @param {any} message */
function putMessage(store, message) {
  const channel = store.channels.get(message.channel_id);
  if (channel && !message.ephemeral_for && isAfter(message.id, channel.last_message_id))
    channel.last_message_id = message.id;
  store.shelf.add(message);
  store.notify("messages", "channels");
}

/** @type {Record<string, (store: Store, data: any) => void>} */
const EVENTS = {
  MESSAGE_CREATE: putMessage,
  MESSAGE_UPDATE: (store, message) => store.shelf.update(message),
  MESSAGE_DELETE: (store, data) => store.shelf.remove(data.channel_id, data.id),
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  CHANNEL_DELETE: (store, data) => {
    store.channels.delete(data.id);
    for (const channel of [...store.channels.values()])
      if (channel.parent_id === data.id) store.channels.delete(channel.id);
    store.notify("channels", "current");
  },
  USER_UPDATE: (store, user) => {
    store.users.set(user.id, { ...store.users.get(user.id), ...user });
    if (store.me?.id === user.id) {
      store.me = /** @type {User} */ (store.users.get(user.id));
      store.labels = new Labels(store.me.locale ?? "en-US");
      store.notify("labels");
    }
    store.notify("people", "messages");
  },
  GUILD_UPDATE: (store, guild) => {
    store.guilds.set(guild.id, {
      .../** @type {any} */ (store.guilds.get(guild.id)),
      id: guild.id,
      name: guild.name,
      locale: guild.locale,
      community: guild.community,
      roles: guild.roles ?? store.guilds.get(guild.id)?.roles,
    });
    for (const channel of guild.channels ?? []) putChannel(store, { ...channel, guild_id: guild.id });
    store.notify("channels");
  },
  COMMANDS_UPDATE: (store, data) => {
    store.commands = Array.isArray(data) ? data : data.commands;
    store.notify("commands");
  },
  BOT_STATUS: (store, data) => {
    if (!store.bot) return;
    store.bot = { ...store.bot, online: data.online };
    store.notify("status", "people");
  },
  READ: (store, data) => store.setRead(data.channel_id, data.message_id),
};
