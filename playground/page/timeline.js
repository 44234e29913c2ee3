/** The message list of the visible channel: it redraws only changes, and stays scrolled to its end. */

import { button, fill, h, icon, renew } from "/page/dom.js";
import { isEphemeral, messageView } from "/page/message.js";
import { isAfter } from "/page/snowflake.js";
import { refreshRelative, stamp, startOfDay } from "/page/time.js";

/**
 * @typedef {import("/page/store.js").Message} Message
 * @typedef {{key: string, mark: unknown[], make: () => HTMLElement}} Line
 */

/** Messages by one author within this many milliseconds share a head. */
const GROUP = 7 * 60 * 1000;
const NEAR = 80;
const HUSH = 1000;
/** Scrolling within this many milliseconds of a reader's gesture counts as the reader's. */
const GESTURE = 1500;
const PRESSES = new Set(["Enter", " "]);

export class Timeline {
  /**
   * @param {import("/page/components.js").Context} context
   * @param {{
   *   older: (channel: string) => Promise<void>,
   *   seen: (channel: string, message: string) => void,
   *   retry: (draft: any) => void,
   * }} acts
   */
  constructor(context, acts) {
    this.context = context;
    this.acts = acts;
    this.list = h("div", {
      class: "log",
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions text",
      tabindex: 0,
      data: { testid: "messages" },
    });
    this.jump = button({ class: "jump", hidden: true, on: { click: () => this.toBottom() } });
    this.scroller = h("div", { class: "scroller" }, this.list);
    this.element = h("div", { class: "timeline", id: "timeline", tabindex: -1 }, this.scroller, this.jump);
    /** @type {Map<string, {element: HTMLElement, mark: unknown[]}>} */
    this.drawn = new Map();
    /** @type {string | null} */
    this.channel = null;
    /** The read position when the channel was opened, which keeps the "new" line in place. @type {string | null} */
    this.newAfter = null;
    this.opening = false;
    this.sticky = true;
    /** The last message of a channel opened at its beginning, until another follows or the reader scrolls. @type {string | null} */
    this.begunWith = null;
    /** The scroll position while `begunWith` is set. */
    this.beginning = 0;
    this.lastTop = 0;
    /** The time of the reader's last gesture that may scroll. */
    this.gesture = -GESTURE;
    this.hushed = 0;
    this.epoch = 0;
    /** Whether a pointer is down on the messages, which must not change then: a press on a moved element is lost. */
    this.pressed = false;
    this.scroller.addEventListener("scroll", () => this.#scrolled());
    this.#listenToReader();
    const sizes = new ResizeObserver(() => this.#place());
    sizes.observe(this.list);
    sizes.observe(this.scroller);
    this.element.addEventListener("pointerdown", () => {
      this.pressed = true;
    });
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => this.#released(), true);
    document.addEventListener("visibilitychange", () => this.#looked());
    setInterval(() => refreshRelative(this.list), 15000);
  }

  /** Show a channel at its end, or at its beginning if it was never read. @param {string | null} channel */
  open(channel) {
    this.channel = channel;
    this.newAfter = channel ? (this.context.store.read.get(channel) ?? "0") : null;
    this.opening = true;
    this.sticky = true;
    this.begunWith = null;
    this.beginning = 0;
    this.drawn.clear();
    fill(this.list);
    this.update();
  }

  /** Redraw everything after a change of language or theme. */
  redraw() {
    this.epoch += 1;
    this.update();
  }

  update() {
    if (this.pressed) return;
    const { store } = this.context;
    const channel = this.channel ? store.channels.get(this.channel) : null;
    if (!channel) return;
    const row = store.shelf.row(channel.id);
    this.list.setAttribute(
      "aria-label",
      store.labels.text("messages", { name: store.channelTitle(channel) }),
    );
    this.list.setAttribute("aria-busy", row.loaded ? "false" : "true");
    renew(this.jump, icon("down"), store.labels.text("messages.jump"));
    const opens = this.opening && row.loaded;
    if (opens) {
      this.opening = false;
      this.#hush();
      if (!store.isUnread(channel)) this.newAfter = null;
    }
    this.#reconcile(this.#lines(channel, row));
    const last = store.shelf.messages(channel.id).at(-1)?.id ?? null;
    if (opens && row.whole && this.newAfter === "0") this.begunWith = last;
    if (this.begunWith && this.begunWith !== last) {
      this.begunWith = null;
      this.sticky = true;
    }
    this.#place();
    this.#see();
  }

  /** The click follows its pointerup in the same task, so the update waits for the next task. */
  #released() {
    if (!this.pressed) return;
    setTimeout(() => {
      this.pressed = false;
      this.update();
    });
  }

  /** Keep the view at the beginning or at the end when the content grows or shrinks. */
  #place() {
    if (this.pressed) return;
    if (this.begunWith) this.#begin();
    else if (this.sticky) this.toBottom();
  }

  /** Keep screen readers from announcing messages that were fetched, not received. */
  #hush() {
    this.list.setAttribute("aria-live", "off");
    clearTimeout(this.hushed);
    this.hushed = setTimeout(() => this.list.setAttribute("aria-live", "polite"), HUSH);
  }

  /** Scroll to the beginning of the first message once not all of them fit, as pictures load later. */
  #begin() {
    const first = /** @type {HTMLElement | null} */ (this.list.querySelector("[data-testid=message]"));
    if (!first || this.list.offsetHeight <= this.scroller.clientHeight) return;
    this.sticky = false;
    this.scroller.scrollTop = first.offsetTop - this.list.offsetTop;
    // Read back the position: while a picture is missing, the list may end before it.
    this.beginning = this.scroller.scrollTop;
  }

  toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.lastTop = this.scroller.scrollTop;
  }

  /** The browser scrolls, too, when a message loses its picture or a focused element is out of sight. */
  #listenToReader() {
    const gesture = () => {
      this.gesture = performance.now();
    };
    this.scroller.addEventListener("wheel", gesture, { passive: true });
    this.scroller.addEventListener("touchmove", gesture, { passive: true });
    this.scroller.addEventListener("pointerdown", (event) => event.target === this.scroller && gesture());
    this.scroller.addEventListener("keydown", (event) => !PRESSES.has(event.key) && gesture());
  }

  /** @param {any} channel @param {any} row @returns {Line[]} */
  #lines(channel, row) {
    const { store, interactions } = this.context;
    const { labels } = store;
    const locale = labels.locale;
    /** @type {Line[]} */
    const lines = [];
    if (!row.loaded && !row.messages.size)
      lines.push({
        key: "loading",
        mark: [locale],
        make: () => h("p", { class: "faint loading" }, labels.text("loading")),
      });
    else if (row.whole)
      lines.push({
        key: "start",
        mark: [locale, channel.name],
        make: () => start(store.channelTitle(channel), labels),
      });
    else
      lines.push({
        key: "older",
        mark: [locale],
        make: () =>
          button(
            { class: "small-button older", on: { click: () => this.#older() } },
            labels.text("messages.older"),
          ),
      });
    /** @type {Message | null} */
    let before = null;
    let marked = false;
    for (const message of store.shelf.messages(channel.id)) {
      const day = startOfDay(new Date(message.timestamp));
      const newDay = !before || startOfDay(new Date(before.timestamp)) !== day;
      if (newDay)
        lines.push({
          key: `day ${day}`,
          mark: [locale],
          make: () =>
            h(
              "div",
              { class: "divider", role: "separator" },
              h("span", {}, stamp(new Date(message.timestamp), "D", locale)),
            ),
        });
      const firstNew =
        !marked &&
        this.newAfter !== null &&
        isAfter(message.id, this.newAfter) &&
        !store.isOwn(message) &&
        !isEphemeral(message);
      if (firstNew) {
        marked = true;
        if (before || this.newAfter !== "0")
          lines.push({
            key: "new",
            mark: [locale],
            make: () =>
              h(
                "div",
                { class: "divider divider-new", role: "separator", data: { testid: "new-line" } },
                h("span", {}, labels.text("messages.new")),
              ),
          });
      }
      const grouped = !newDay && !firstNew && before !== null && belongs(before, message);
      const mark = [
        this.epoch,
        message,
        grouped,
        store.shelf.failures.get(message.id),
        interactions.pendingOn(message.id),
        store.channels.get(message.thread?.id ?? message.id),
      ];
      lines.push({ key: message.id, mark, make: () => messageView(message, grouped, this.context) });
      before = message;
    }
    for (const draft of store.shelf.drafts)
      if (draft.channel === channel.id)
        lines.push({ key: draft.id, mark: [this.epoch, draft], make: () => this.#draft(draft) });
    return lines;
  }

  /** @param {Line[]} lines */
  #reconcile(lines) {
    const wanted = new Set(lines.map((line) => line.key));
    for (const [key, held] of this.drawn) {
      if (wanted.has(key)) continue;
      held.element.remove();
      this.drawn.delete(key);
    }
    let next = /** @type {ChildNode | null} */ (this.list.firstChild);
    for (const line of lines) {
      const held = this.drawn.get(line.key);
      let element = held?.element;
      if (!held || !element || held.mark.some((part, index) => part !== line.mark[index])) {
        const fresh = line.make();
        // The same message with a pressed button or in another language is not announced again.
        if (held && held.mark[1] === line.mark[1]) fresh.setAttribute("aria-live", "off");
        if (element) {
          if (next === element) next = fresh;
          replace(element, fresh);
        }
        element = fresh;
        this.drawn.set(line.key, { element, mark: line.mark });
      }
      if (element === next) next = next.nextSibling;
      else this.list.insertBefore(element, next);
    }
  }

  /** @param {import("/page/shelf.js").Draft} draft */
  #draft(draft) {
    const { store } = this.context;
    const failed = draft.status === "failed";
    const note = failed
      ? (draft.reason ?? store.labels.text("message.failed"))
      : draft.kind === "command"
        ? store.labels.text("message.sending")
        : "";
    return h(
      "div",
      { class: `draft draft-${draft.status}`, data: { testid: failed ? "draft-failed" : "draft" } },
      h("div", { class: "draft-text" }, draft.text),
      h(
        "div",
        { class: failed ? "failure" : "faint" },
        note,
        failed &&
          button(
            { class: "text-button", on: { click: () => this.acts.retry(draft) } },
            store.labels.text("message.retry"),
          ),
        failed &&
          button(
            { class: "text-button", on: { click: () => store.shelf.dropDraft(draft.id) } },
            store.labels.text("message.discard"),
          ),
      ),
    );
  }

  async #older() {
    if (!this.channel) return;
    const below = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.#hush();
    await this.acts.older(this.channel);
    this.update();
    this.scroller.scrollTop = this.scroller.scrollHeight - below;
  }

  #scrolled() {
    const distance = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight;
    // Only the reader's own scrolling releases the beginning or the end; growing content does not.
    const byReader = performance.now() - this.gesture < GESTURE;
    if (byReader && Math.abs(this.scroller.scrollTop - this.beginning) > 2) this.begunWith = null;
    if (distance < NEAR) this.sticky = true;
    else if (byReader && this.scroller.scrollTop < this.lastTop) this.sticky = false;
    // A message may shrink and grow again between two frames, without an observed change of size.
    else if (!this.begunWith && this.sticky) this.toBottom();
    this.lastTop = this.scroller.scrollTop;
    this.jump.hidden = distance < 400;
    if (this.sticky) this.#see();
    if (
      this.scroller.scrollTop < 60 &&
      this.list.querySelector(".older") &&
      this.scroller.scrollHeight > this.scroller.clientHeight * 1.5
    )
      void this.#older();
  }

  /** Messages that arrive while the reader watches are not marked as new; others are. */
  #looked() {
    const channel = this.channel ? this.context.store.channels.get(this.channel) : null;
    if (!channel) return;
    if (document.visibilityState === "hidden")
      this.newAfter ??= this.context.store.read.get(channel.id) ?? "0";
    else if (!this.context.store.isUnread(channel)) this.newAfter = null;
    this.update();
  }

  /** Mark messages at the bottom of a visible page as read. */
  #see() {
    const { store } = this.context;
    if (
      !this.channel ||
      !this.sticky ||
      document.visibilityState !== "visible" ||
      !store.shelf.row(this.channel).loaded
    )
      return;
    const channel = store.channels.get(this.channel);
    if (channel?.last_message_id && store.isUnread(channel))
      this.acts.seen(channel.id, channel.last_message_id);
  }
}

/**
 * Whether a message shares the head of the previous one.
 * @param {Message} before
 * @param {Message} message
 */
function belongs(before, message) {
  return (
    before.author.id === message.author.id &&
    isEphemeral(before) === isEphemeral(message) &&
    !message.interaction_metadata &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP
  );
}

/**
 * Replace a message's element; the focus stays on the same component, or on the message.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function replace(old, fresh) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const held = active && old.contains(active) ? active : null;
  const key = held?.dataset.focusKey;
  old.replaceWith(fresh);
  if (!held) return;
  const parts = /** @type {HTMLElement[]} */ ([
    ...fresh.querySelectorAll("[data-focus-key]:not([disabled])"),
  ]);
  (parts.find((one) => one.dataset.focusKey === key) ?? parts[0] ?? fresh).focus({ preventScroll: true });
}

/** @param {string} title @param {import("/page/labels.js").Labels} labels */
function start(title, labels) {
  return h(
    "div",
    { class: "start" },
    h("h2", {}, title),
    h("p", {}, labels.text("messages.start", { name: title })),
  );
}
