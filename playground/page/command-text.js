/** Slash commands as text: the intended command, the given options, and the request. */

/**
 * @typedef {object} Choice
 * @property {string} label in the person's language
 * @property {string} name
 * @property {string | number} value
 * @typedef {object} CommandOption
 * @property {any} raw as registered
 * @property {string} name in the person's language
 * @property {string} description
 * @property {boolean} required
 * @property {Choice[]} choices
 * @typedef {object} Leaf a command, or a subcommand, that can be run
 * @property {any} command
 * @property {any[]} path subcommand groups and subcommands under the command
 * @property {string} name "challenge hnefatafl", in the person's language
 * @property {string} description
 * @property {CommandOption[]} options
 * @property {RegExp} pattern
 * @typedef {{option: CommandOption, nameStart: number, valueStart: number, end: number, value: string}} Entry
 * @typedef {{kind: "text"}} TextDraft
 * @typedef {{kind: "prefix", query: string}} PrefixDraft
 * @typedef {object} CommandDraft
 * @property {"command"} kind
 * @property {Leaf} leaf
 * @property {number} leafEnd
 * @property {string} rest text before the first named option
 * @property {number} restStart
 * @property {number} restEnd
 * @property {Entry[]} entries
 * @typedef {TextDraft | PrefixDraft | CommandDraft} Draft
 * @typedef {{kind: "missing" | "invalid" | "surplus", option?: CommandOption, value?: string}} Problem
 * @typedef {object} World resolves names in values
 * @property {{id: string, name: string}[]} users
 * @property {{id: string, name: string}[]} channels
 * @property {string[]} yes
 * @property {string[]} no
 * @property {(text: string) => string | null} file the name of a chosen file
 * @property {(leaf: Leaf, option: CommandOption, shown: string) => string | number | undefined} recall the value of an accepted suggestion
 */

export const SUBCOMMAND = 1;
const GROUP = 2;
export const STRING = 3;
const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
const MENTIONABLE = 9;
const NUMBER = 10;
export const ATTACHMENT = 11;

/** @param {any} thing @param {"name" | "description"} key @param {string} locale @returns {string} */
export function localised(thing, key, locale) {
  return thing[`${key}_localizations`]?.[locale] ?? thing[key] ?? "";
}

/**
 * All runnable commands and subcommands, in the person's language.
 * @param {any[]} commands as registered
 * @param {string} locale
 * @returns {Leaf[]}
 */
export function leavesOf(commands, locale) {
  return commands
    .filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => grow(command, command, [], locale))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** @param {any} node @param {any} command @param {any[]} path @param {string} locale @returns {Leaf[]} */
function grow(node, command, path, locale) {
  const branches = (node.options ?? []).filter(
    (/** @type {any} */ option) => option.type === SUBCOMMAND || option.type === GROUP,
  );
  if (branches.length)
    return branches.flatMap((/** @type {any} */ branch) => grow(branch, command, [...path, branch], locale));
  const parts = [command, ...path];
  const spelled = parts.map(
    (part) => `(?:${[...new Set([localised(part, "name", locale), part.name])].map(escape).join("|")})`,
  );
  return [
    {
      command,
      path,
      name: parts.map((part) => localised(part, "name", locale)).join(" "),
      description: localised(node, "description", locale),
      options: (node.options ?? []).map((/** @type {any} */ raw) => ({
        raw,
        name: localised(raw, "name", locale),
        description: localised(raw, "description", locale),
        required: Boolean(raw.required),
        choices: (raw.choices ?? []).map((/** @type {any} */ choice) => ({
          label: localised(choice, "name", locale),
          name: choice.name,
          value: choice.value,
        })),
      })),
      pattern: new RegExp(`^/${spelled.join("\\s+")}(?=\\s|$)`, "iu"),
    },
  ];
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/**
 * Parse the field. Text before the first named option belongs to the option of `impliedOption`.
 * @param {string} text
 * @param {Leaf[]} leaves
 * @param {(leaf: Leaf, option: CommandOption) => string[]} [taken] suggestions accepted before, which may look like options
 * @returns {Draft}
 */
export function parseDraft(text, leaves, taken = () => []) {
  if (!text.startsWith("/")) return { kind: "text" };
  let leaf = null;
  let leafEnd = 0;
  for (const candidate of leaves) {
    const match = candidate.pattern.exec(text);
    if (match && match[0].length > leafEnd) [leaf, leafEnd] = [candidate, match[0].length];
  }
  if (!leaf) return { kind: "prefix", query: text.slice(1) };
  const entries = entriesOf(text, leaf, leafEnd, taken);
  const restEnd = entries[0]?.nameStart ?? text.length;
  const between = text.slice(leafEnd, restEnd);
  return {
    kind: "command",
    leaf,
    leafEnd,
    entries,
    rest: between.trim(),
    restStart: leafEnd + between.length - between.trimStart().length,
    restEnd,
  };
}

/**
 * @param {string} text
 * @param {Leaf} leaf
 * @param {number} from
 * @param {(leaf: Leaf, option: CommandOption) => string[]} taken
 * @returns {Entry[]}
 */
function entriesOf(text, leaf, from, taken) {
  /** @type {Map<string, CommandOption>} */
  const byName = new Map();
  for (const option of leaf.options)
    for (const name of [option.raw.name, option.name]) byName.set(name.toLowerCase(), option);
  if (!byName.size) return [];
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escape);
  const pattern = new RegExp(`(?<=\\s)(${names.join("|")}):`, "giu");
  /** @type {Entry[]} */
  const entries = [];
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const option = /** @type {CommandOption} */ (byName.get(match[1].toLowerCase()));
    const valueStart = match.index + match[0].length;
    entries.push({ option, nameStart: match.index, valueStart, end: text.length, value: "" });
    const known = taken(leaf, option)
      .filter((shown) => text.startsWith(shown, valueStart))
      .sort((a, b) => b.length - a.length)[0];
    if (known) pattern.lastIndex = valueStart + known.length;
  }
  entries.forEach((entry, index) => {
    entry.end = entries[index + 1]?.nameStart ?? text.length;
    entry.value = text.slice(entry.valueStart, entry.end).trim();
  });
  return entries;
}

/**
 * The option that unnamed text belongs to: the first required one not yet named, else the first one.
 * @param {CommandDraft} draft
 * @returns {CommandOption | undefined}
 */
export function impliedOption(draft) {
  const open = draft.leaf.options.filter((option) => !draft.entries.some((entry) => entry.option === option));
  return open.find((option) => option.required) ?? (draft.rest ? open[0] : undefined);
}

/**
 * The value sent for a text.
 * @param {CommandOption} option @param {string} text @param {Leaf} leaf @param {World} world
 * @returns {string | number | boolean | null} null when the text does not fit
 */
export function valueOf(option, text, leaf, world) {
  const lower = text.toLowerCase();
  const { type } = option.raw;
  if (option.choices.length) {
    return (
      option.choices.find((choice) =>
        [choice.label, choice.name, String(choice.value)].some((name) => name.toLowerCase() === lower),
      )?.value ?? null
    );
  }
  if (type === STRING) {
    const value = String(world.recall(leaf, option, text) ?? text);
    const length = [...value].length;
    return length >= (option.raw.min_length ?? 0) && length <= (option.raw.max_length ?? 6000) ? value : null;
  }
  if (type === INTEGER || type === NUMBER)
    return numberOf(option.raw, world.recall(leaf, option, text) ?? text);
  if (type === BOOLEAN) return world.yes.includes(lower) ? true : world.no.includes(lower) ? false : null;
  if (type === ATTACHMENT) return world.file(text);
  if (type === USER || type === MENTIONABLE) return named(world.users, lower, "@");
  return type === CHANNEL ? named(world.channels, lower, "#") : null;
}

/** @param {any} raw @param {string | number} given */
function numberOf(raw, given) {
  const value = typeof given === "number" ? given : given.trim() ? Number(given) : NaN;
  if (!Number.isFinite(value) || (raw.type === INTEGER && !Number.isInteger(value))) return null;
  return value < (raw.min_value ?? -Infinity) || value > (raw.max_value ?? Infinity) ? null : value;
}

/** @param {{id: string, name: string}[]} things @param {string} lower @param {"@" | "#"} sign */
function named(things, lower, sign) {
  const id = new RegExp(`^<${sign}!?(\\d+)>$`).exec(lower)?.[1] ?? lower;
  const name = lower.startsWith(sign) ? lower.slice(1) : lower;
  return things.find((thing) => thing.id === id || thing.name.toLowerCase() === name)?.id ?? null;
}

/**
 * The interaction's data for a command, or its first problem.
 * @param {CommandDraft} draft @param {World} world
 * @returns {{data: any} | {problem: Problem}}
 */
export function resolve(draft, world) {
  const { given, problem } = givenOptions(draft, world);
  if (problem) return { problem };
  const missing = draft.leaf.options.find(
    (option) => option.required && !given.some((value) => value.name === option.raw.name),
  );
  return missing ? { problem: { kind: "missing", option: missing } } : { data: nest(draft.leaf, given) };
}

/**
 * The data of a request for suggestions: the focused option as typed, all others if valid.
 * @param {CommandDraft} draft
 * @param {CommandOption} option
 * @param {string} text
 * @param {World} world
 */
export function askFor(draft, option, text, world) {
  const { given } = givenOptions(draft, world);
  const others = given.filter((value) => value.name !== option.raw.name);
  return nest(draft.leaf, [
    ...others,
    { name: option.raw.name, type: option.raw.type, value: text, focused: true },
  ]);
}

/** @param {CommandDraft} draft @param {World} world */
function givenOptions(draft, world) {
  /** @type {Map<string, any>} */
  const given = new Map();
  /** @type {Problem | undefined} */
  let problem;
  /** @param {CommandOption | undefined} option @param {string} text */
  const take = (option, text) => {
    if (!option) problem ??= { kind: "surplus", value: text };
    else if (!text) problem ??= option.required ? { kind: "missing", option } : undefined;
    else {
      const value = valueOf(option, text, draft.leaf, world);
      if (value === null) problem ??= { kind: "invalid", option, value: text };
      else given.set(option.raw.name, { name: option.raw.name, type: option.raw.type, value });
    }
  };
  if (draft.rest) take(impliedOption(draft), draft.rest);
  for (const entry of draft.entries) take(entry.option, entry.value);
  return { given: [...given.values()], problem };
}

/** @param {Leaf} leaf @param {any[]} options */
function nest(leaf, options) {
  const inner = [...leaf.path]
    .reverse()
    .reduce((below, part) => [{ name: part.name, type: part.type, options: below }], options);
  return { id: leaf.command.id, name: leaf.command.name, type: 1, options: inner };
}
