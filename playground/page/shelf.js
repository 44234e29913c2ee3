/** The messages of a tab by channel; neither a fetched page nor a live event undoes the other. */

import { compareIds } from "/page/snowflake.js";

/** @typedef {import("/page/store.js").Message} Message */
/**
 * @typedef {{
 *   id: string,
 *   channel: string,
 *   kind: "text" | "command",
 *   text: string,
 *   status: "pending" | "failed",
 *   reason?: string,
 * }} Draft a message or command being sent
 */
/**
 * @typedef {{
 *   messages: Map<string, Message>,
 *   whole: boolean,
 *   loaded: boolean,
 *   fetching: Promise<void> | null,
 *   missed: [string, Message][],
 * }} Row
 */

const PAGE = 50;
const DISMISSED = "fernpartie.dismissed";

export class Shelf {
  /** @param {() => void} changed called after every change */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Draft[]} */
    this.drafts = [];
    /** By message: why the last press on one of its components failed. @type {Map<string, string>} */
    this.failures = new Map();
    /** @type {Set<string>} */
    this.dismissed = new Set(JSON.parse(sessionStorage.getItem(DISMISSED) ?? "[]"));
  }

  clear() {
    this.rows.clear();
    this.drafts = [];
    this.failures.clear();
  }

  /**
   * Drop messages that may be out of date; those of one channel stay visible until they are fetched again.
   * @param {string | null} visible
   */
  forget(visible) {
    for (const channel of [...this.rows.keys()]) if (channel !== visible) this.rows.delete(channel);
  }

  /** @param {string} channel @returns {Row} */
  row(channel) {
    let row = this.rows.get(channel);
    if (!row)
      this.rows.set(
        channel,
        (row = { messages: new Map(), whole: false, loaded: false, fetching: null, missed: [] }),
      );
    return row;
  }

  /** Visible messages of a channel, oldest first. @param {string} channel @returns {Message[]} */
  messages(channel) {
    const all = [...(this.rows.get(channel)?.messages.values() ?? [])];
    return all.filter((message) => !this.dismissed.has(message.id)).sort((a, b) => compareIds(a.id, b.id));
  }

  /**
   * Fetch the newest page, or the page before the loaded messages.
   * @param {string} channel
   * @param {(before?: string) => Promise<{messages: Message[]}>} fetchPage
   * @param {boolean} [fresh] start over: loaded messages may be out of date
   */
  async fetch(channel, fetchPage, fresh = false) {
    const row = this.row(channel);
    if (row.fetching && !fresh) return row.fetching;
    if (row.fetching) await row.fetching.catch(() => undefined);
    if (fresh) row.loaded = false;
    const oldest = [...row.messages.keys()].sort(compareIds)[0];
    row.missed = [];
    row.fetching = (async () => {
      try {
        const page = await fetchPage(row.loaded ? oldest : undefined);
        if (!row.loaded) row.messages.clear();
        for (const message of page.messages) row.messages.set(message.id, message);
        row.whole = page.messages.length < PAGE;
        row.loaded = true;
      } finally {
        row.fetching = null;
        // The page may be older than live events received while it was being fetched.
        for (const [kind, message] of row.missed.splice(0)) this.#apply(row, kind, message);
        this.changed();
      }
    })();
    return row.fetching;
  }

  /** @param {Message} message */
  add(message) {
    this.#live("add", message);
  }

  /** @param {Message} message may contain only the changed fields */
  update(message) {
    this.#live("update", message);
  }

  /** @param {string} channel @param {string} id */
  remove(channel, id) {
    this.#live("remove", { id, channel_id: channel });
  }

  /** Hide an ephemeral message in this tab. @param {string} id */
  dismiss(id) {
    this.dismissed.add(id);
    sessionStorage.setItem(DISMISSED, JSON.stringify([...this.dismissed].slice(-500)));
    this.changed();
  }

  /**
   * Record the failure of a message's component; null clears it.
   * @param {string} id
   * @param {string | null} reason
   */
  fail(id, reason) {
    if (reason === null) this.failures.delete(id);
    else this.failures.set(id, reason);
    this.changed();
  }

  /** @param {Draft} draft */
  putDraft(draft) {
    const index = this.drafts.findIndex((other) => other.id === draft.id);
    if (index < 0) this.drafts.push(draft);
    else this.drafts[index] = draft;
    this.changed();
  }

  /** @param {string} id */
  dropDraft(id) {
    this.drafts = this.drafts.filter((other) => other.id !== id);
    this.changed();
  }

  /** @param {string} kind @param {Message} message */
  #live(kind, message) {
    const row = this.row(message.channel_id);
    if (row.fetching) row.missed.push([kind, message]);
    this.#apply(row, kind, message);
    this.changed();
  }

  /** @param {Row} row @param {string} kind @param {Message} message */
  #apply(row, kind, message) {
    const existing = row.messages.get(message.id);
    if (kind === "remove") row.messages.delete(message.id);
    else if (kind === "add" || existing) row.messages.set(message.id, { ...existing, ...message });
  }
}
