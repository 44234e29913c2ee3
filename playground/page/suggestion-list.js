/** The suggestions above the composer. The field keeps the focus; the list marks the active suggestion. */

import { fill, h, icon } from "/page/dom.js";
import { avatar } from "/page/avatar.js";

/** @typedef {import("/page/suggestions.js").Item} Item */

export class SuggestionList {
  /** @param {(item: Item) => void} take */
  constructor(take) {
    this.take = take;
    this.id = "suggestions";
    this.rows = h("div", { role: "listbox", id: this.id, class: "suggestion-rows" });
    this.head = h("div", { class: "suggestion-head" });
    this.foot = h("div", { class: "suggestion-foot", "aria-hidden": "true" });
    this.element = h(
      "div",
      { class: "suggestions", hidden: true, data: { testid: "suggestions" } },
      this.head,
      this.rows,
      this.foot,
    );
    // A press here must not move the focus out of the field.
    this.element.addEventListener("mousedown", (/** @type {Event} */ event) => event.preventDefault());
    /** @type {Item[]} */
    this.items = [];
    this.active = 0;
    this.moved = false;
    this.shown = "";
  }

  isOpen() {
    return !this.element.hidden;
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.shown = "";
  }

  /**
   * @param {import("/page/suggestions.js").Suggestions} found
   * @param {{empty: string, keys: string, label: string, required: string}} words
   * @param {boolean} marked whether Enter accepts the first one; otherwise none is marked until the arrow keys select one
   */
  show(found, words, marked) {
    const print = JSON.stringify([
      found.title,
      found.items.map((item) => [item.label, item.from, item.to, item.text]),
      words,
      marked,
    ]);
    if (print === this.shown && this.isOpen()) return;
    this.shown = print;
    this.items = found.items;
    this.active = marked ? 0 : -1;
    this.moved = false;
    this.element.hidden = false;
    this.rows.setAttribute("aria-label", words.label);
    fill(
      this.head,
      h("strong", {}, found.title),
      found.detail && h("span", {}, found.detail),
      !found.items.length && words.empty && h("span", { class: "faint" }, words.empty),
    );
    fill(this.foot, found.items.length ? words.keys : "");
    fill(
      this.rows,
      found.items.map((item, index) => this.#row(item, index, words)),
    );
    this.#mark();
  }

  /** @param {number} by */
  step(by) {
    const from = this.active < 0 && by < 0 ? 0 : this.active;
    this.active = (from + by + this.items.length) % this.items.length;
    this.moved = true;
    this.#mark();
  }

  accept() {
    const item = this.items[Math.max(this.active, 0)];
    if (item) this.take(item);
  }

  activeId() {
    return this.isOpen() && this.items.length && this.active >= 0 ? `${this.id}-${this.active}` : null;
  }

  /** @param {Item} item @param {number} index @param {{required: string}} words */
  #row(item, index, words) {
    const face = item.kind === "command" ? icon("slash") : item.user ? avatar(item.user, "small") : null;
    return h(
      "div",
      {
        class: "suggestion",
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": "false",
        data: { testid: "suggestion", kind: item.kind },
        on: {
          click: () => this.take(item),
        },
      },
      face,
      h("span", { class: "suggestion-label" }, item.label),
      item.required && h("span", { class: "needed" }, words.required),
      item.description && h("span", { class: "suggestion-detail" }, item.description),
    );
  }

  #mark() {
    [...this.rows.children].forEach((row, index) => {
      row.classList.toggle("active", index === this.active);
      row.setAttribute("aria-selected", String(index === this.active));
    });
    this.rows.children[this.active]?.scrollIntoView({ block: "nearest" });
  }
}
