/** A person's requests to the bot and their outcomes: commands, presses, choices, forms. */

import { ApiError } from "/page/api.js";
import { announce, uniqueId } from "/page/dom.js";

const COMMAND = 2;
const COMPONENT = 3;
const AUTOCOMPLETE = 4;
const MODAL = 5;
const MODAL_ANSWER = 9;
const LAUNCH_ANSWER = 12;

export class Interactions {
  /**
   * @param {import("/page/api.js").Api} api
   * @param {import("/page/store.js").Store} store
   * @param {(modal: any, submit: (data: any) => Promise<string | null>) => void} showModal
   * @param {(channel: string) => void} launch
   */
  constructor(api, store, showModal, launch) {
    this.api = api;
    this.store = store;
    this.showModal = showModal;
    this.launch = launch;
    /** Presses without an answer yet, as "message custom_id". @type {Set<string>} */
    this.pending = new Set();
    /**
     * Choices made on a message since its last edit, by person and message; an edit of the message clears them.
     * @type {Map<string, {edited: string | null, values: Map<string, string[]>}>}
     */
    this.choices = new Map();
  }

  /** @param {string} message @param {string} customId */
  isPending(message, customId) {
    return this.pending.has(`${message} ${customId}`);
  }

  /** A message's pending components in one string, for comparison. @param {string} message */
  pendingOn(message) {
    return [...this.pending].filter((key) => key.startsWith(`${message} `)).join();
  }

  /** @param {any} message @param {string} customId */
  chosen(message, customId) {
    return this.#choicesOn(message)?.values.get(customId);
  }

  /** @param {any} message */
  #choicesOn(message) {
    const entry = this.choices.get(`${this.#me()} ${message.id}`);
    return entry && entry.edited === message.edited_timestamp ? entry : undefined;
  }

  /**
   * Run a command.
   * @param {string} channel
   * @param {any} data
   * @param {string} text as typed, shown while it is pending
   */
  async command(channel, data, text) {
    const draft = {
      id: uniqueId("draft"),
      channel,
      kind: /** @type {const} */ ("command"),
      text,
      status: /** @type {"pending" | "failed"} */ ("pending"),
    };
    this.store.shelf.putDraft(draft);
    const reason = await this.#send({ type: COMMAND, channel_id: channel, data });
    if (reason === null) return this.store.shelf.dropDraft(draft.id);
    this.store.shelf.putDraft({ ...draft, status: "failed", reason });
    announce(reason, "assertive");
  }

  /**
   * Press a button or choose in a select.
   * @param {any} message
   * @param {any} component
   * @param {string[] | undefined} values
   */
  async press(message, component, values) {
    const key = `${message.id} ${component.custom_id}`;
    if (this.pending.has(key)) return;
    this.pending.add(key);
    if (values) {
      const entry = this.#choicesOn(message) ?? { edited: message.edited_timestamp, values: new Map() };
      entry.values.set(component.custom_id, values);
      this.choices.set(`${this.#me()} ${message.id}`, entry);
    }
    this.store.shelf.fail(message.id, null);
    const data = {
      custom_id: component.custom_id,
      component_type: component.type,
      ...(values ? { values } : {}),
    };
    const reason = await this.#send({
      type: COMPONENT,
      channel_id: message.channel_id,
      message_id: message.id,
      data,
    });
    this.pending.delete(key);
    this.store.shelf.fail(message.id, reason);
    if (reason !== null) announce(reason, "assertive");
  }

  /**
   * Request suggestions; empty if the bot does not answer.
   * @param {string} channel
   * @param {any} data
   * @returns {Promise<any[]>}
   */
  async autocomplete(channel, data) {
    try {
      const answer = await this.api.interact({
        as: this.#me(),
        type: AUTOCOMPLETE,
        channel_id: channel,
        data,
      });
      return answer.choices ?? [];
    } catch {
      return [];
    }
  }

  /**
   * @param {{type: number, channel_id: string, message_id?: string, data: any}} interaction
   * @returns {Promise<string | null>} the reason of a failure, or null
   */
  async #send(interaction) {
    const { labels } = this.store;
    const as = this.#me();
    try {
      const answer = await this.api.interact({ as, ...interaction });
      if (answer.status === "failed") return labels.text("interaction.failed");
      if (answer.callback_type === MODAL_ANSWER && as === this.store.me?.id)
        this.#openForm(answer.modal, interaction);
      if (answer.callback_type === LAUNCH_ANSWER && as === this.store.me?.id)
        this.launch(interaction.channel_id);
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        return labels.text("interaction.refused", { reason: error.message });
      return labels.text("interaction.failed");
    }
  }

  /** @param {any} modal @param {{channel_id: string, message_id?: string}} origin */
  #openForm(modal, { channel_id, message_id }) {
    this.showModal(modal, (data) => this.#send({ type: MODAL, channel_id, message_id, data }));
  }

  #me() {
    return this.store.me?.id ?? "";
  }
}
