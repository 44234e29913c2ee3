/** The bot's forms: a dialog with text fields, selects and boxes, checked before it is sent. */

import { append, button, fill, h, uniqueId } from "/page/dom.js";
import { openDialog } from "/page/dialog.js";
import { defaultValues, selectSetup } from "/page/components.js";
import { markdown } from "/page/markdown-view.js";
import { selectMenu } from "/page/selects.js";

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {HTMLElement} [control] the labelled element, which gets the focus
 * @property {() => any} [value] its part of the answer, as Discord sends it
 * @property {() => string | null} [problem]
 * @typedef {{
 *   store: import("/page/store.js").Store,
 *   reading: import("/page/markdown-view.js").Reading,
 * }} Context
 */

const LABEL = 18;

/** @typedef {{describedBy?: string, label?: string}} Wording */
/** @type {Record<number, (component: any, context: Context, wording: Wording) => Field>} */
const FIELDS = {
  3: selectField,
  4: textField,
  5: selectField,
  6: selectField,
  7: selectField,
  8: selectField,
  21: (component, context) => boxes(component, context, "radio"),
  22: (component, context) => boxes(component, context, "checkbox"),
  23: tick,
};

/**
 * Show a form and send it when submitted.
 * @param {any} modal as the bot sent it
 * @param {Context} context
 * @param {(data: any) => Promise<string | null>} submit returns the reason of a failure, or null
 */
export function showModal(modal, context, submit) {
  const { labels } = context.reading;
  const titleId = uniqueId("title");
  const dialog = openDialog({ kind: "modal", labelledBy: titleId, testid: "modal" });
  /** @type {Part[]} */
  const parts = (modal.components ?? []).map((/** @type {any} */ component) => part(component, context));
  const trouble = h("p", { class: "form-trouble", role: "alert", data: { testid: "modal-error" } });
  const send = h(
    "button",
    { type: "submit", class: "press press-primary", data: { testid: "modal-submit" } },
    labels.text("modal.submit"),
  );
  let sending = false;
  const form = h(
    "form",
    {
      novalidate: true,
      on: {
        submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (sending || !check(parts)) return;
          sending = true;
          send.classList.add("pending");
          send.setAttribute("aria-busy", "true");
          trouble.textContent = "";
          const reason = await submit({
            custom_id: modal.custom_id,
            components: parts.map((part) => part.value()),
          });
          sending = false;
          send.classList.remove("pending");
          send.removeAttribute("aria-busy");
          if (reason === null) dialog.close();
          else trouble.textContent = `${labels.text("modal.failed")} ${reason}`;
        },
      },
    },
    h(
      "header",
      {},
      h("h2", { id: titleId }, modal.title),
      button(
        {
          class: "icon-button",
          "aria-label": labels.text("modal.cancel"),
          data: { testid: "modal-close" },
          on: { click: dialog.close },
        },
        "✕",
      ),
    ),
    h(
      "div",
      { class: "modal-body" },
      parts.map((part) => part.element),
    ),
    trouble,
    h(
      "footer",
      {},
      button({ class: "press press-secondary", on: { click: dialog.close } }, labels.text("modal.cancel")),
      send,
    ),
  );
  append(dialog.element, [form]);
  dialog.show();
  parts.find((part) => part.focus)?.focus?.focus();
}

/** @typedef {{element: HTMLElement, value: () => any, focus?: HTMLElement, check: () => boolean}} Part */

/** @param {Part[]} parts */
function check(parts) {
  const wrong = parts.filter((part) => !part.check());
  wrong[0]?.focus?.focus();
  return wrong.length === 0;
}

/** A top-level component of a form. @param {any} component @param {Context} context @returns {Part} */
function part(component, context) {
  if (component.type === LABEL) {
    const shown = labelled(component.component, component.label, component.description, context);
    return { ...shown, value: () => ({ type: LABEL, component: shown.value() }) };
  }
  if (component.type === 1) {
    const inner = component.components[0];
    const shown = labelled(inner, inner.label ?? "", null, context);
    return { ...shown, value: () => ({ type: 1, components: [shown.value()] }) };
  }
  return {
    element: markdown(component.content ?? "", context.reading),
    value: () => ({ type: component.type }),
    check: () => true,
  };
}

/**
 * @param {any} component
 * @param {string} name
 * @param {string | null | undefined} description
 * @param {Context} context
 * @returns {Part}
 */
function labelled(component, name, description, context) {
  const { labels } = context.reading;
  const helpId = uniqueId("help");
  const field = (FIELDS[component.type] ?? nothing)(component, context, { describedBy: helpId, label: name });
  const control = field.control;
  if (control && !control.id) control.id = uniqueId("field");
  const required = component.required !== false && component.type !== 23;
  const help = h("p", { class: "help", id: helpId, "aria-live": "polite" }, description ?? "");
  const isGroup = !control;
  const title = [
    name,
    required &&
      h(
        "span",
        { class: "required" },
        " *",
        h("span", { class: "unseen" }, ` (${labels.text("modal.required")})`),
      ),
  ];
  const element = isGroup
    ? h("fieldset", { class: "field" }, h("legend", {}, title), help, field.element)
    : h("div", { class: "field" }, h("label", { for: control.id }, title), help, field.element);
  return {
    element,
    value: field.value ?? (() => ({ type: component.type, custom_id: component.custom_id })),
    focus: control ?? field.element.querySelector("input") ?? undefined,
    check: () => {
      const problem = field.problem?.() ?? null;
      fill(help, problem ?? description ?? "");
      help.classList.toggle("wrong", problem !== null);
      control?.setAttribute("aria-invalid", problem === null ? "false" : "true");
      return problem === null;
    },
  };
}

/** @param {any} component @returns {Field} */
function nothing(component) {
  return { element: h("p", { class: "faint" }, `[${component.type}]`) };
}

/** @param {any} component @param {Context} context @param {{describedBy?: string}} ids @returns {Field} */
function textField(component, { reading }, { describedBy }) {
  const long = component.style === 2;
  const control = h(long ? "textarea" : "input", {
    type: long ? null : "text",
    rows: long ? 5 : null,
    maxlength: component.max_length ?? 4000,
    placeholder: component.placeholder,
    "aria-describedby": describedBy,
    "aria-required": component.required === false ? null : "true",
    autocomplete: "off",
    data: { testid: "modal-input", customId: component.custom_id },
  });
  control.value = component.value ?? "";
  return {
    element: control,
    control,
    value: () => ({ type: 4, custom_id: component.custom_id, value: control.value }),
    problem: () => {
      if (component.required !== false && !control.value.trim()) return reading.labels.text("modal.missing");
      const min = component.min_length ?? 0;
      return control.value && [...control.value].length < min
        ? reading.labels.text("modal.short", { min })
        : null;
    },
  };
}

/**
 * @param {any} component
 * @param {Context} context
 * @param {{describedBy?: string, label?: string}} ids
 * @returns {Field}
 */
function selectField(component, context, { describedBy, label }) {
  let values = defaultValues(component);
  const required = component.required !== false;
  const setup = selectSetup(component, context);
  const control = selectMenu({
    ...setup,
    min: required ? setup.min : 0,
    values,
    labels: context.reading.labels,
    describedBy,
    label,
    onChange: (next) => (values = next),
  });
  return {
    element: control,
    control,
    value: () => ({ type: component.type, custom_id: component.custom_id, values }),
    problem: () =>
      required && values.length < Math.max(1, setup.min)
        ? context.reading.labels.text("modal.missing")
        : null,
  };
}

/** @param {any} component @param {Context} context @param {"radio" | "checkbox"} kind @returns {Field} */
function boxes(component, { reading }, kind) {
  const name = uniqueId("group");
  const inputs = component.options.map((/** @type {any} */ option) =>
    h("input", {
      type: kind,
      name,
      value: option.value,
      checked: option.default,
      data: { testid: "modal-choice", value: option.value },
    }),
  );
  const element = h(
    "div",
    { class: "boxes" },
    component.options.map((/** @type {any} */ option, /** @type {number} */ index) =>
      h(
        "label",
        {},
        inputs[index],
        h("span", {}, option.label, option.description && h("span", { class: "faint" }, option.description)),
      ),
    ),
  );
  const chosen = () =>
    inputs
      .filter((/** @type {HTMLInputElement} */ input) => input.checked)
      .map((/** @type {HTMLInputElement} */ input) => input.value);
  const required = component.required !== false;
  const min = required ? (component.min_values ?? 1) : 0;
  const max = kind === "radio" ? 1 : (component.max_values ?? component.options.length);
  return {
    element,
    value: () =>
      kind === "radio"
        ? { type: component.type, custom_id: component.custom_id, value: chosen()[0] ?? null }
        : { type: component.type, custom_id: component.custom_id, values: chosen() },
    problem: () => {
      const count = chosen().length;
      if (count < min && count === 0) return reading.labels.text("modal.missing");
      return count && (count < min || count > max) ? reading.labels.text("modal.range", { min, max }) : null;
    },
  };
}

/** @param {any} component @returns {Field} */
function tick(component) {
  const control = h("input", {
    type: "checkbox",
    checked: component.default,
    data: { testid: "modal-choice", customId: component.custom_id },
  });
  return {
    element: control,
    control,
    value: () => ({ type: component.type, custom_id: component.custom_id, value: control.checked }),
  };
}
