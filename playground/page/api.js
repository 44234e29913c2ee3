/** The playground's client interface over HTTP. */

/** A request that the server refused (status >= 400) or never answered (status 0). */
export class ApiError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export class Api {
  /** @param {typeof fetch} [ask] sends the requests */
  constructor(ask = (...request) => fetch(...request)) {
    this.ask = ask;
  }

  /** Everything visible to a person, by default to the first. @param {string | null} as */
  state(as) {
    return this.#json("GET", as ? `/playground/state?as=${encodeURIComponent(as)}` : "/playground/state");
  }

  /**
   * Messages of a channel, oldest first.
   * @param {string} channel
   * @param {string} as
   * @param {string} [before]
   * @param {number} [limit]
   */
  messages(channel, as, before, limit = 50) {
    const query = new URLSearchParams({ as, limit: String(limit) });
    if (before) query.set("before", before);
    return this.#json("GET", `/playground/channels/${channel}/messages?${query}`);
  }

  /** @param {string} channel @param {string} as @param {string} content */
  send(channel, as, content) {
    return this.#json("POST", `/playground/channels/${channel}/messages`, { as, content });
  }

  /** @param {{as: string, channel_id: string, type: number, data: any, message_id?: string}} interaction */
  interact(interaction) {
    return this.#json("POST", "/playground/interactions", interaction);
  }

  /**
   * Open the app's Activity in a channel.
   * @param {string} as
   * @param {string} channel
   * @param {string | null} [customId] of a deep link
   */
  openActivity(as, channel, customId = null) {
    return this.#json("POST", "/playground/activities", { as, channel_id: channel, custom_id: customId });
  }

  /** A client's request for an Activity's frame. @param {"authorize" | "authenticate" | "leave"} what @param {any} body */
  forActivity(what, body) {
    return this.#json("POST", `/playground/activities/${what}`, body);
  }

  /** @param {string} as @param {string} channel @param {string} message */
  markRead(as, channel, message) {
    return this.#json("POST", "/playground/read", { as, channel_id: channel, message_id: message });
  }

  /** Open the conversation with the bot. @param {string} as */
  openDm(as) {
    return this.#json("POST", "/playground/dms", { as });
  }

  /** @param {string} user @param {string} locale */
  setLocale(user, locale) {
    return this.#json("PATCH", `/playground/users/${user}`, { locale });
  }

  /** @param {string} guild @param {string} locale empty for a server without Community status, which shows none */
  setGuildLocale(guild, locale) {
    const settings = locale ? { locale, community: true } : { community: false };
    return this.#json("PATCH", `/playground/guilds/${guild}`, settings);
  }

  /** @param {string} method @param {string} path @param {any} [body] */
  async #json(method, path, body) {
    let response;
    try {
      response = await this.ask(path, {
        method,
        headers: body === undefined ? {} : { "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
      });
    } catch (error) {
      throw new ApiError(0, error instanceof Error ? error.message : String(error));
    }
    const text = await response.text();
    let answer = null;
    try {
      answer = text ? JSON.parse(text) : null;
    } catch {
      answer = null;
    }
    if (!response.ok)
      throw new ApiError(response.status, answer?.error ?? answer?.message ?? response.statusText);
    return answer;
  }
}
