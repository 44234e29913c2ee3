/** The suggestions at the caret. Pure: the composer makes the requests to the bot. */

import { BOOLEAN, CHANNEL, impliedOption, USER, valueOf } from "/page/command-text.js";

/**
 * @typedef {import("/page/command-text.js").CommandOption} CommandOption
 * @typedef {import("/page/command-text.js").Draft} Draft
 * @typedef {import("/page/command-text.js").CommandDraft} CommandDraft
 * @typedef {import("/page/command-text.js").Leaf} Leaf
 * @typedef {import("/page/labels.js").Labels} Labels
 * @typedef {import("/page/command-text.js").World} World
 * @typedef {{
 *   kind: "command" | "option" | "value" | "person",
 *   label: string,
 *   description?: string,
 *   required?: boolean,
 *   user?: any,
 *   from: number,
 *   to: number,
 *   text: string,
 *   option?: CommandOption,
 *   remember?: {option: CommandOption, shown: string, value: string | number},
 * }} Item accepting it replaces `from`..`to` by `text`
 * @typedef {{
 *   title: string,
 *   detail?: string,
 *   items: Item[],
 *   ask?: {option: CommandOption, text: string, from: number, to: number},
 *   option?: CommandOption,
 * }} Suggestions
 */

/**
 * @param {string} text
 * @param {number} caret
 * @param {Draft} draft
 * @param {Leaf[]} leaves
 * @param {World & {people: any[]}} world
 * @param {Labels} labels
 * @returns {Suggestions | null}
 */
export function suggest(text, caret, draft, leaves, world, labels) {
  if (draft.kind === "text") return mentionOf(text, caret, world, labels);
  if (draft.kind === "prefix") return commandsFor(draft.query, text.length, leaves, labels);
  if (caret < draft.leafEnd || (caret === draft.leafEnd && caret === text.length))
    return commandsFor(text.slice(1, draft.leafEnd), draft.leafEnd, leaves, labels);
  const entry = draft.entries.find((one) => caret > one.nameStart && caret <= one.end);
  if (entry) return forValue(text, draft, entry.option, entry.valueStart, entry.end, world, labels);
  return forRest(text, draft, world, labels);
}

/**
 * @param {string} query
 * @param {number} end
 * @param {Leaf[]} leaves
 * @param {Labels} labels
 * @returns {Suggestions}
 */
function commandsFor(query, end, leaves, labels) {
  const wanted = query.toLowerCase().replace(/\s+/g, " ");
  const spelled = (/** @type {Leaf} */ leaf) =>
    [leaf.name, [leaf.command, ...leaf.path].map((part) => part.name).join(" ")].map((name) =>
      name.toLowerCase(),
    );
  const begins = leaves.filter((leaf) => spelled(leaf).some((name) => name.startsWith(wanted)));
  const holds = leaves.filter(
    (leaf) =>
      !begins.includes(leaf) &&
      wanted.trim().length > 1 &&
      (spelled(leaf).some((name) => name.includes(wanted.trim())) ||
        leaf.description.toLowerCase().includes(wanted.trim())),
  );
  const items = [...begins, ...holds].map((leaf) => {
    const first = leaf.options.find((option) => option.required);
    return /** @type {Item} */ ({
      kind: "command",
      label: `/${leaf.name}`,
      description: leaf.description,
      from: 0,
      to: end,
      text: `/${leaf.name} ${first ? `${first.name}:` : ""}`,
    });
  });
  return {
    title: leaves.length ? labels.text("composer.commands") : labels.text("composer.no-commands"),
    items,
  };
}

/**
 * The suggestions for an option's value.
 * @param {string} text
 * @param {CommandDraft} draft
 * @param {CommandOption} option
 * @param {number} from
 * @param {number} end
 * @param {World & {people: any[]}} world
 * @param {Labels} labels
 * @returns {Suggestions}
 */
function forValue(text, draft, option, from, end, world, labels) {
  const written = text.slice(from, end);
  const value = written.trim();
  const head = { title: option.name, detail: option.description, option };
  const closed = isClosed(option);
  const finished =
    value !== "" && /\s$/.test(written) && (!closed || valueOf(option, value, draft.leaf, world) !== null);
  if (finished) return { ...openOptions(draft, "", end, end, labels), option };
  // "board:tablut-9 opp": a valid value, and the beginning of another option's name.
  const split = closed ? /^(.*\S)\s+(\S+)$/.exec(value) : null;
  if (
    split &&
    valueOf(option, value, draft.leaf, world) === null &&
    valueOf(option, split[1], draft.leaf, world) !== null
  ) {
    const start = from + written.lastIndexOf(split[2]);
    return openOptions(draft, split[2], start, end, labels);
  }
  if (option.raw.autocomplete) return { ...head, items: [], ask: { option, text: value, from, to: end } };
  return { ...head, items: fixedValues(option, value, from, end, world, labels) };
}

/** Whether an option accepts only listed values. @param {CommandOption} option */
function isClosed(option) {
  return option.choices.length > 0 || [BOOLEAN, USER, CHANNEL].includes(option.raw.type);
}

/**
 * @param {CommandOption} option
 * @param {string} query
 * @param {number} from
 * @param {number} to
 * @param {World & {people: any[]}} world
 * @param {Labels} labels
 * @returns {Item[]}
 */
function fixedValues(option, query, from, to, world, labels) {
  const item = (/** @type {string} */ label, /** @type {any} */ more = {}) =>
    /** @type {Item} */ ({ kind: "value", label, from, to, text: `${label} `, ...more });
  const lower = query.toLowerCase();
  if (option.choices.length) {
    const exact = option.choices.some((choice) =>
      [choice.label, choice.name, String(choice.value)].some((name) => name.toLowerCase() === lower),
    );
    const fitting = exact
      ? option.choices
      : option.choices.filter((choice) =>
          [choice.label, String(choice.value)].some((name) => name.toLowerCase().includes(lower)),
        );
    return fitting.map((choice) =>
      item(
        choice.label,
        choice.label.toLowerCase() === String(choice.value).toLowerCase()
          ? {}
          : { description: String(choice.value) },
      ),
    );
  }
  if (option.raw.type === BOOLEAN)
    return [labels.text("composer.true"), labels.text("composer.false")].map((label) => item(label));
  if (option.raw.type === USER) {
    const name = lower.replace(/^@/, "");
    return world.people
      .filter((user) => user.name.toLowerCase().includes(name))
      .map((user) => item(`@${user.name}`, { kind: "person", user }));
  }
  if (option.raw.type === CHANNEL)
    return world.channels
      .filter((one) => one.name.toLowerCase().includes(lower.replace(/^#/, "")))
      .map((one) => item(`#${one.name}`));
  return [];
}

/**
 * The suggestions where no option is named: open options, and values of the option that unnamed text belongs to.
 * @param {string} text
 * @param {CommandDraft} draft
 * @param {World & {people: any[]}} world
 * @param {Labels} labels
 * @returns {Suggestions | null}
 */
function forRest(text, draft, world, labels) {
  if (!draft.leaf.options.length) return null;
  const open = openOptions(draft, draft.rest, draft.restStart, draft.restEnd, labels);
  const implied = impliedOption(draft);
  if (!implied || (draft.rest && open.items.length && !implied.required)) return open;
  const values = forValue(text, draft, implied, draft.restStart, draft.restEnd, world, labels);
  return { ...values, items: [...values.items, ...open.items] };
}

/**
 * @param {CommandDraft} draft
 * @param {string} query
 * @param {number} from
 * @param {number} to
 * @param {Labels} labels
 * @returns {Suggestions}
 */
function openOptions(draft, query, from, to, labels) {
  const open = draft.leaf.options.filter(
    (option) =>
      !draft.entries.some((entry) => entry.option === option) &&
      [option.name, option.raw.name].some((name) => name.toLowerCase().startsWith(query.toLowerCase())),
  );
  return {
    title: labels.text("composer.options"),
    items: open.map((option) => ({
      kind: "option",
      label: option.name,
      description: option.description,
      required: option.required,
      option,
      from,
      to,
      text: `${option.name}:`,
    })),
  };
}

/**
 * The suggestions for "@Be" in a plain message.
 * @param {string} text
 * @param {number} caret
 * @param {World & {people: any[]}} world
 * @param {Labels} labels
 * @returns {Suggestions | null}
 */
function mentionOf(text, caret, world, labels) {
  const match = /(^|\s)@([^\s@]{0,32})$/u.exec(text.slice(0, caret));
  if (!match) return null;
  const query = match[2].toLowerCase();
  const people = world.people.filter((user) => user.name.toLowerCase().startsWith(query));
  if (people.length === 1 && people[0].name.toLowerCase() === query) return null;
  const from = caret - match[2].length - 1;
  return {
    title: labels.text("composer.people"),
    items: people.map((user) => ({
      kind: "person",
      label: `@${user.name}`,
      user,
      from,
      to: caret,
      text: `@${user.name} `,
    })),
  };
}
