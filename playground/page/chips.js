/** The options of the command being written, as buttons that jump to their places in the text. */

import { button, fill, h, icon } from "/page/dom.js";

/** @typedef {import("/page/command-text.js").CommandOption} CommandOption */

export class OptionChips {
  /** @param {(option: CommandOption) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.element = h("div", { class: "chips", hidden: true, role: "group" });
  }

  /**
   * @param {import("/page/command-text.js").Draft} draft
   * @param {import("/page/labels.js").Labels} labels
   */
  draw(draft, labels) {
    const options = draft.kind === "command" ? draft.leaf.options : [];
    this.element.hidden = !options.length;
    if (draft.kind !== "command") return;
    this.element.setAttribute("aria-label", labels.text("composer.options"));
    const filled = new Set(draft.entries.filter((entry) => entry.value).map((entry) => entry.option));
    fill(
      this.element,
      options.map((option) => this.#chip(option, filled.has(option), labels)),
    );
  }

  /**
   * @param {CommandOption} option
   * @param {boolean} filled
   * @param {import("/page/labels.js").Labels} labels
   */
  #chip(option, filled, labels) {
    const state = filled ? "filled" : option.required ? "needed" : "open";
    const need = labels.text(option.required ? "composer.required" : "composer.optional");
    return button(
      {
        class: `chip chip-${state}`,
        title: option.description,
        "aria-label": `${option.name}, ${need}: ${option.description}`,
        data: { testid: "command-option", option: option.raw.name, state },
        on: {
          // Keep the focus and the caret in the field.
          mousedown: (/** @type {Event} */ event) => event.preventDefault(),
          click: () => this.choose(option),
        },
      },
      filled && icon("check"),
      option.name,
      state === "needed" && h("span", { class: "required", "aria-hidden": "true" }, " *"),
    );
  }
}
