/** The field where messages and commands are written. */

import { AttachedFiles } from "/page/attached.js";
import { OptionChips } from "/page/chips.js";
import { askFor, leavesOf, parseDraft, resolve } from "/page/command-text.js";
import { announce, button, fill, h, icon } from "/page/dom.js";
import { mirrored } from "/page/mirror.js";
import { withMentions, worldOf } from "/page/naming.js";
import { isThread } from "/page/store.js";
import { SuggestionList } from "/page/suggestion-list.js";
import { suggest } from "/page/suggestions.js";
import { Taken } from "/page/taken.js";

/**
 * @typedef {object} Acts
 * @property {(channel: string, text: string) => void} post
 * @property {(channel: string, data: any, text: string) => void} run
 * @property {(channel: string, data: any) => Promise<any[]>} complete
 */

const DEBOUNCE = 200;

export class Composer {
  /**
   * @param {import("/page/store.js").Store} store
   * @param {Acts} acts
   */
  constructor(store, acts) {
    this.store = store;
    this.acts = acts;
    this.list = new SuggestionList((item) => this.#take(item));
    this.chips = new OptionChips((option) => this.#goto(option));
    this.files = new AttachedFiles((option, name) => this.#name(option, name));
    this.mirror = h("div", { class: "mirror", "aria-hidden": "true" });
    this.field = h("textarea", {
      rows: 1,
      maxlength: 8000,
      spellcheck: "true",
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": this.list.id,
      "aria-describedby": "composer-trouble",
      data: { testid: "composer" },
    });
    this.sendButton = button(
      { class: "icon-button send", data: { testid: "send" }, on: { click: () => this.#submit() } },
      icon("send"),
    );
    this.trouble = h("p", {
      class: "composer-trouble",
      id: "composer-trouble",
      role: "alert",
      data: { testid: "composer-error" },
    });
    this.box = h(
      "div",
      { class: "composer-box" },
      h("div", { class: "writing" }, this.mirror, this.field),
      this.sendButton,
    );
    this.element = h(
      "div",
      { class: "composer", role: "form" },
      this.list.element,
      this.trouble,
      this.chips.element,
      this.files.input,
      this.box,
    );
    /** Unsent text, by channel. @type {Map<string, string>} */
    this.unsent = new Map();
    this.taken = new Taken();
    /** @type {Map<string, any[]>} */
    this.answers = new Map();
    /** @type {import("/page/command-text.js").Leaf[]} */
    this.leaves = [];
    this.closedFor = /** @type {string | null} */ (null);
    this.timer = 0;
    this.field.addEventListener("input", () => this.#edited());
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    this.field.addEventListener("blur", () => this.list.hide());
    this.field.addEventListener("focus", () => this.#suggest());
    document.addEventListener("keydown", (event) => this.#typedElsewhere(event));
    document.addEventListener(
      "selectionchange",
      () => document.activeElement === this.field && this.#suggest(),
    );
  }

  /** Update after a change of labels, commands or channel. */
  update() {
    const { store } = this;
    const channel = this.#channel();
    this.element.hidden = !channel;
    if (!channel) return;
    this.leaves = leavesOf(store.commands, store.labels.locale);
    this.answers.clear();
    const { labels } = store;
    this.field.placeholder = labels.text("composer", { name: store.channelTitle(channel) });
    this.field.setAttribute("aria-label", `${labels.text("composer.label")}: ${store.channelTitle(channel)}`);
    for (const name of ["aria-label", "title"])
      this.sendButton.setAttribute(name, labels.text("composer.send"));
    this.element.setAttribute("aria-label", labels.text("composer.label"));
    this.#draw();
  }

  /**
   * Switch to another channel and restore its unsent text.
   * @param {string | null} before
   * @param {string | null} after
   */
  move(before, after) {
    if (before) this.unsent.set(before, this.field.value);
    this.field.value = (after && this.unsent.get(after)) || "";
    this.#complain("");
    this.update();
    this.list.hide();
  }

  /** Discard all unsent text when the tab's person changes. */
  forget() {
    this.unsent.clear();
    this.taken.clear();
    this.files.clear();
  }

  /** Put text into the field and focus it. @param {string} text */
  write(text) {
    this.field.value = text;
    this.field.focus();
    this.#edited();
  }

  /** Redirect typing outside any input to the field. @param {KeyboardEvent} event */
  #typedElsewhere(event) {
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || this.element.hidden || this.element.closest("[inert]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, [contenteditable], [role=listbox], [role=menu], dialog, [role=dialog]"))
      return;
    this.field.focus();
  }

  #channel() {
    return this.store.current ? this.store.channels.get(this.store.current) : undefined;
  }

  #parsed() {
    return parseDraft(this.field.value, this.leaves, (leaf, option) => this.taken.texts(leaf, option));
  }

  #edited() {
    this.closedFor = null;
    this.#complain("");
    this.#draw();
    this.#suggest();
  }

  #draw() {
    const draft = this.#parsed();
    this.box.classList.toggle("is-command", draft.kind !== "text");
    this.field.spellcheck = draft.kind === "text";
    fill(this.mirror, mirrored(this.field.value, draft), "\u200b");
    this.chips.draw(draft, this.store.labels);
    this.sendButton.disabled = !this.field.value.trim();
  }

  /**
   * Put the caret at an option's value, adding the option if needed; an option for files opens their dialog.
   * @param {import("/page/command-text.js").CommandOption} option
   */
  #goto(option) {
    const draft = this.#parsed();
    if (draft.kind !== "command") return;
    if (AttachedFiles.takes(option)) return this.files.choose(option);
    const entry = draft.entries.find((entered) => entered.option === option);
    this.field.focus();
    if (entry)
      this.field.setSelectionRange(
        entry.valueStart + entry.value.length,
        entry.valueStart + entry.value.length,
      );
    else this.field.value = `${this.field.value.trimEnd()} ${option.name}:`;
    this.closedFor = null;
    this.#draw();
    this.#suggest();
  }

  /**
   * Write the name of a file chosen for an option.
   * @param {import("/page/command-text.js").CommandOption} option
   * @param {string} name
   */
  #name(option, name) {
    const draft = this.#parsed();
    const entry = draft.kind === "command" ? draft.entries.find((entered) => entered.option === option) : undefined;
    const text = this.field.value;
    const [from, to] = entry ? [entry.nameStart, entry.end] : [text.length, text.length];
    this.field.value = `${text.slice(0, from).trimEnd()} ${option.name}:${name} ${text.slice(to)}`;
    this.field.focus();
    this.#edited();
  }

  #world() {
    return worldOf(this.store, this.taken, this.files);
  }

  #suggest() {
    clearTimeout(this.timer);
    const text = this.field.value;
    if (this.closedFor === text || document.activeElement !== this.field) return this.list.hide();
    const draft = this.#parsed();
    const { labels } = this.store;
    const found = suggest(
      text,
      this.field.selectionStart,
      draft,
      this.leaves,
      this.#world(),
      labels,
    );
    if (!found) return this.list.hide();
    if (!found.ask || draft.kind !== "command") return this.#offer(found, "");
    return this.#ask(found, draft);
  }

  /** @param {any} found @param {import("/page/command-text.js").CommandDraft} draft */
  #ask(found, draft) {
    const { labels } = this.store;
    const channel = this.#channel();
    if (!channel) return;
    const { option, text, from, to } = found.ask;
    const data = askFor(draft, option, text, this.#world());
    const key = JSON.stringify([channel.id, data]);
    const withChoices = (/** @type {any[]} */ choices) => ({
      ...found,
      items: [...choices.map((choice) => itemOf(choice, option, from, to, labels.locale)), ...found.items],
    });
    const held = this.answers.get(key);
    if (held) return this.#offer(withChoices(held), labels.text("composer.nothing"));
    this.#offer(found, labels.text("composer.searching"));
    this.timer = setTimeout(async () => {
      const choices = await this.acts.complete(channel.id, data);
      // Briefly cached: the position may change with the next message.
      this.answers.set(key, choices);
      setTimeout(() => this.answers.delete(key), 3000);
      const now = suggest(
        this.field.value,
        this.field.selectionStart,
        this.#parsed(),
        this.leaves,
        this.#world(),
        labels,
      );
      const wanted = now?.ask?.text === text && now?.ask?.option.raw === option.raw;
      if (wanted && document.activeElement === this.field && this.closedFor !== this.field.value)
        this.#offer(withChoices(choices), labels.text("composer.nothing"));
    }, DEBOUNCE);
  }

  /** @param {any} found @param {string} empty */
  #offer(found, empty) {
    const { labels } = this.store;
    this.list.show(
      found,
      {
        empty,
        keys: labels.text("composer.keys"),
        label: labels.text("composer.suggestions"),
        required: labels.text("composer.required"),
      },
      !this.#isComplete(),
    );
    this.#pointAtActive();
    if (found.items.length) announce(labels.text("composer.found", { count: found.items.length }));
  }

  #pointAtActive() {
    const id = this.list.activeId();
    if (id) this.field.setAttribute("aria-activedescendant", id);
    else this.field.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const open = this.list.isOpen();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (open && step && this.list.items.length) this.list.step(step);
    else if (open && event.key === "Tab" && !event.shiftKey && this.list.items.length) this.list.accept();
    else if (open && event.key === "Escape") {
      this.closedFor = this.field.value;
      this.list.hide();
    } else if (event.key === "Enter" && !event.shiftKey) this.#enter();
    else return;
    event.preventDefault();
    this.#pointAtActive();
  }

  /** Enter accepts a suggestion that was selected with the arrows or is still needed; otherwise it sends. */
  #enter() {
    const open = this.list.isOpen() && this.list.items.length > 0;
    if (open && (this.list.moved || !this.#isComplete())) this.list.accept();
    else this.#submit();
  }

  #isComplete() {
    const draft = this.#parsed();
    // A named option without a value is incomplete.
    if (draft.kind === "command")
      return (
        draft.entries.every((entry) => entry.value) &&
        "data" in resolve(draft, this.#world())
      );
    return false;
  }

  /** @param {import("/page/suggestions.js").Item} item */
  #take(item) {
    const text = this.field.value;
    const draft = this.#parsed();
    if (item.remember && draft.kind === "command")
      this.taken.remember(draft.leaf, item.remember.option, item.remember.shown, item.remember.value);
    const after = text.slice(item.to).trimStart();
    // The value of the option is still to come, and ends before the next option.
    const gap = after && item.text.endsWith(":") ? " " : "";
    this.field.value = text.slice(0, item.from) + item.text + gap + after;
    const caret = item.from + item.text.length;
    this.field.setSelectionRange(caret, caret);
    this.field.focus();
    this.#edited();
    if (item.option && AttachedFiles.takes(item.option)) this.files.choose(item.option);
  }

  #submit() {
    const channel = this.#channel();
    const text = this.field.value.trim();
    if (!channel || !text) return;
    const draft = this.#parsed();
    const { labels } = this.store;
    if (draft.kind === "text") this.acts.post(channel.id, withMentions(text, this.store));
    else if (draft.kind === "prefix")
      return this.#complain(
        labels.text(this.list.items.length ? "composer.choose" : "composer.unknown", { text }),
      );
    else {
      if (isThread(channel) && channel.archived) return this.#complain(labels.text("thread.archived"));
      const answer = resolve(draft, this.#world());
      if ("problem" in answer) return this.#explain(answer.problem);
      this.files
        .packed(answer.data)
        .then((data) => this.acts.run(channel.id, data, text))
        .catch(() => this.#complain(labels.text("composer.unreadable")));
      this.files.clear();
    }
    this.field.value = "";
    this.#edited();
  }

  /** @param {import("/page/command-text.js").Problem} problem */
  #explain(problem) {
    const values = { option: problem.option?.name ?? "", value: problem.value ?? "" };
    if (problem.kind === "missing" && problem.option) this.#goto(problem.option);
    this.#complain(this.store.labels.text(`composer.${problem.kind}`, values));
  }

  /** @param {string} text */
  #complain(text) {
    this.trouble.textContent = text;
    this.field.setAttribute("aria-invalid", text ? "true" : "false");
  }
}

/**
 * @param {any} choice
 * @param {any} option
 * @param {number} from
 * @param {number} to
 * @param {string} locale
 * @returns {import("/page/suggestions.js").Item}
 */
function itemOf(choice, option, from, to, locale) {
  const label = choice.name_localizations?.[locale] ?? choice.name;
  const shown = label.trim();
  return {
    kind: "value",
    label,
    from,
    to,
    text: `${shown} `,
    remember: { option, shown, value: choice.value },
  };
}
