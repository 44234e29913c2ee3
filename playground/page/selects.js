/** Select menus: a button that opens a list box, by mouse, keyboard and screen reader. */

import { announce, append, button, fill, h, icon, uniqueId } from "/page/dom.js";
import { avatar } from "/page/avatar.js";
import { openPopup } from "/page/dialog.js";
import { emojiOf } from "/page/emoji.js";

/**
 * @typedef {{value: string, label: string, description?: string | null, emoji?: any, user?: any}} Option
 * @typedef {object} SelectSetup
 * @property {Option[]} options
 * @property {string[]} values chosen at first
 * @property {number} min
 * @property {number} max
 * @property {string} placeholder
 * @property {string} customId
 * @property {import("/page/labels.js").Labels} labels
 * @property {(values: string[]) => void} onChange called once per opened list
 * @property {boolean} [disabled]
 * @property {boolean} [pending]
 * @property {string} [describedBy]
 * @property {string} [label]
 */

/** A list with more options than this has a search field. */
const SEARCH_ABOVE = 10;

/** @param {SelectSetup} setup @returns {HTMLElement} */
export function selectMenu(setup) {
  const control = button({
    class: `select${setup.pending ? " pending" : ""}`,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-describedby": setup.describedBy,
    "aria-busy": setup.pending ? "true" : null,
    disabled: setup.disabled,
    data: { testid: "component-select", customId: setup.customId, focusKey: setup.customId },
  });
  let values = [...setup.values];
  const draw = () => {
    const selected = setup.options.filter((option) => values.includes(option.value));
    const content = selected.length
      ? selected.map((option) =>
          h("span", { class: setup.max > 1 ? "pick" : "pick-one" }, optionIcon(option), option.label),
        )
      : h("span", { class: "faint" }, setup.placeholder);
    fill(
      control,
      h("span", { class: "select-value" }, content),
      setup.pending
        ? h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"))
        : icon("down"),
    );
    control.setAttribute(
      "aria-label",
      [setup.label ?? setup.placeholder, ...selected.map((option) => option.label)].filter(Boolean).join(", "),
    );
  };
  draw();
  /** @type {{close: () => void} | null} */
  let open = null;
  const toggle = () => {
    if (open) return open.close();
    const initial = values.join("\0");
    control.setAttribute("aria-expanded", "true");
    open = openList(
      control,
      setup,
      () => values,
      (next, finished) => {
        values = next;
        draw();
        if (finished) open?.close();
      },
      () => {
        open = null;
        control.setAttribute("aria-expanded", "false");
        if (values.join("\0") === initial) return;
        if (values.length < setup.min) {
          values = initial ? initial.split("\0") : [];
          draw();
          return;
        }
        setup.onChange(values);
      },
    );
  };
  control.addEventListener("click", () => !setup.pending && toggle());
  control.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || open || setup.pending) return;
    event.preventDefault();
    toggle();
  });
  return control;
}

/** @param {Option} option */
function optionIcon(option) {
  if (option.user) return avatar(option.user, "small");
  return option.emoji ? emojiOf(option.emoji) : null;
}

/**
 * @param {HTMLElement} control @param {SelectSetup} setup @param {() => string[]} current
 * @param {(values: string[], finished: boolean) => void} choose @param {() => void} closed
 */
function openList(control, setup, current, choose, closed) {
  const { labels } = setup;
  const listId = uniqueId("list");
  const list = h("div", {
    class: "listbox",
    role: "listbox",
    id: listId,
    tabindex: 0,
    "aria-multiselectable": setup.max > 1 ? "true" : null,
    "aria-label": setup.label ?? setup.placeholder,
  });
  const searchable = setup.options.length > SEARCH_ABOVE || setup.options.some((option) => option.user);
  const field = searchable
    ? h("input", {
        class: "search",
        type: "text",
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": listId,
        "aria-autocomplete": "list",
        placeholder: labels.text("select.search"),
        "aria-label": labels.text("select.search"),
        autocomplete: "off",
        spellcheck: "false",
      })
    : null;
  const root = h("div", { class: "popup select-popup", data: { testid: "select-list" } }, field, list);
  if (setup.max > 1) {
    append(root, [
      h(
        "div",
        { class: "select-foot" },
        h("span", { class: "faint" }, labels.text("select.count", { min: setup.min, max: setup.max })),
        button({ class: "small-button", on: { click: () => finish() } }, labels.text("select.done")),
      ),
    ]);
  }
  const target = field ?? list;
  let visible = setup.options;
  let active = Math.max(
    0,
    visible.findIndex((option) => current().includes(option.value)),
  );
  const popup = openPopup(control, root, { onClose: closed, matchWidth: true });
  const finish = () => {
    popup.close();
    control.focus();
  };
  /** @param {Option} option */
  const pick = (option) => {
    const values = current();
    const isSelected = values.includes(option.value);
    if (setup.max === 1) {
      choose(isSelected && setup.min === 0 ? [] : [option.value], false);
      finish();
      return;
    }
    if (!isSelected && values.length >= setup.max)
      return announce(labels.text("select.count", { min: setup.min, max: setup.max }), "assertive");
    // Discord sends the values in the order of the list, not in the order of choosing.
    const next = setup.options
      .map((other) => other.value)
      .filter((value) => (value === option.value ? !isSelected : values.includes(value)));
    choose(next, false);
    draw();
  };
  const draw = () => {
    const query = field?.value.trim().toLowerCase() ?? "";
    visible = setup.options.filter(
      (option) =>
        !query ||
        option.label.toLowerCase().includes(query) ||
        option.description?.toLowerCase().includes(query),
    );
    active = Math.min(active, Math.max(0, visible.length - 1));
    fill(
      list,
      visible.length
        ? visible.map((option, index) =>
            entry(
              option,
              `${listId}-${index}`,
              index === active,
              current().includes(option.value),
              setup.max > 1,
              () => pick(option),
            ),
          )
        : h("div", { class: "faint nothing" }, labels.text("select.none")),
    );
    target.setAttribute("aria-activedescendant", visible.length ? `${listId}-${active}` : "");
    list.children[active]?.scrollIntoView({ block: "nearest" });
    popup.place();
  };
  const moves = /** @type {Record<string, () => number>} */ ({
    ArrowDown: () => (active + 1) % visible.length,
    ArrowUp: () => (active - 1 + visible.length) % visible.length,
    PageDown: () => Math.min(active + 8, visible.length - 1),
    PageUp: () => Math.max(active - 8, 0),
    ...(field ? {} : { Home: () => 0, End: () => visible.length - 1 }),
  });
  root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const onTarget = event.target === target;
    if (onTarget && event.key in moves && visible.length) active = moves[event.key]();
    else if (onTarget && (event.key === "Enter" || (event.key === " " && !field)) && visible[active])
      return (event.preventDefault(), pick(visible[active]));
    else if (event.key === "Tab") return (event.preventDefault(), finish());
    else if (onTarget && !field && event.key.length === 1) active = typeAhead(visible, active, event.key);
    else return;
    event.preventDefault();
    draw();
  });
  field?.addEventListener("input", () => {
    active = 0;
    draw();
  });
  draw();
  target.focus();
  return { close: popup.close };
}

/**
 * The next option that begins with a letter.
 * @param {Option[]} options
 * @param {number} active
 * @param {string} letter
 */
function typeAhead(options, active, letter) {
  for (let step = 1; step <= options.length; step += 1) {
    const index = (active + step) % options.length;
    if (options[index].label.toLowerCase().startsWith(letter.toLowerCase())) return index;
  }
  return active;
}

/**
 * @param {Option} option
 * @param {string} id
 * @param {boolean} active
 * @param {boolean} chosen
 * @param {boolean} multiple
 * @param {() => void} pick
 */
function entry(option, id, active, chosen, multiple, pick) {
  return h(
    "div",
    {
      class: `option${active ? " active" : ""}`,
      role: "option",
      id,
      "aria-selected": chosen ? "true" : "false",
      data: { testid: "select-option", value: option.value },
      on: { click: pick },
    },
    optionIcon(option),
    h(
      "span",
      { class: "option-text" },
      h("span", {}, option.label),
      option.description && h("span", { class: "faint" }, option.description),
    ),
    multiple
      ? h("span", { class: `box${chosen ? " ticked" : ""}` }, chosen && icon("check"))
      : chosen && icon("check"),
  );
}
