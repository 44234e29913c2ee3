/** Discord's markdown as a tree. Parsing makes only values; markdown-view.js makes nodes of them. */

/**
 * @typedef {{
 *   kind: string,
 *   text?: string,
 *   children?: Node[],
 *   id?: string,
 *   url?: string,
 *   level?: number,
 *   items?: Node[][],
 *   ordered?: boolean,
 *   start?: number,
 *   style?: string,
 *   seconds?: number,
 *   name?: string,
 * }} Node
 */

/** Enclosing marks, longest first if one begins with another. */
const ENCLOSING = [
  ["***", "strong-emphasis"],
  ["**", "strong"],
  ["__", "underline"],
  ["~~", "strike"],
  ["||", "spoiler"],
  ["*", "emphasis"],
  ["_", "emphasis"],
];

/** Deeper nesting is shown as plain text, so that hostile text costs little. */
const DEEPEST = 10;

/** The content of angle brackets. @type {[RegExp, (match: RegExpExecArray) => Node][]} */
const ANGLED = [
  [/^<@!?(\d{1,20})>/, (m) => ({ kind: "user", id: m[1] })],
  [/^<@&(\d{1,20})>/, (m) => ({ kind: "role", id: m[1] })],
  [/^<#(\d{1,20})>/, (m) => ({ kind: "channel", id: m[1] })],
  [
    /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/,
    (m) => ({ kind: "time", seconds: Number(m[1]), style: m[2] ?? "f" }),
  ],
  [/^<\/([^<>:\n]{1,100}):(\d{1,20})>/, (m) => ({ kind: "command", name: m[1], id: m[2] })],
  [/^<a?:(\w{2,32}):(\d{1,20})>/, (m) => ({ kind: "text", text: `:${m[1]}:` })],
  [
    /^<(https?:\/\/[^\s<>]{1,2000})>/,
    (m) => ({ kind: "link", url: m[1], children: [{ kind: "text", text: m[1] }] }),
  ],
];

/** Parse a whole message. @param {string} source @returns {Node[]} */
export function parse(source) {
  return blocks(source.replace(/\r\n?/g, "\n"), 0);
}

/** @param {string} source @param {number} depth @returns {Node[]} */
function blocks(source, depth) {
  /** @type {Node[]} */
  const out = [];
  /** @type {string[]} */
  let loose = [];
  const flush = () => {
    if (loose.length) out.push({ kind: "paragraph", children: inline(loose.join("\n"), 0) });
    loose = [];
  };
  let rest = source;
  while (rest) {
    const block = fenced(rest) ?? special(rest, depth);
    if (block) {
      flush();
      out.push(block.node);
      rest = rest.slice(block.length);
      continue;
    }
    const [line, length] = lineWithFences(rest);
    loose.push(line);
    rest = rest.slice(length);
  }
  flush();
  return out;
}

/**
 * The next line, cut where a code block opens inside it.
 * @param {string} rest
 * @returns {[string, number]}
 */
function lineWithFences(rest) {
  const end = rest.indexOf("\n");
  const line = end < 0 ? rest : rest.slice(0, end);
  const fence = line.indexOf("```");
  if (fence > 0 && line[fence - 1] !== "\\" && fenced(rest.slice(fence)))
    return [line.slice(0, fence), fence];
  return [line, end < 0 ? rest.length : end + 1];
}

/** @param {string} rest */
function fenced(rest) {
  if (!rest.startsWith("```")) return null;
  const end = rest.indexOf("```", 3);
  if (end < 0) return null;
  const body = rest.slice(3, end);
  const match = /^([\w+#.-]{1,24})?\n([\s\S]*)$/.exec(body);
  const text = (match ? match[2] : body).replace(/\n$/, "");
  if (!text.trim()) return null;
  const length = end + 3;
  return { node: { kind: "code-block", text }, length: rest[length] === "\n" ? length + 1 : length };
}

/** Headings, subtext, quotes and lists, which begin at a line's start. @param {string} rest @param {number} depth */
function special(rest, depth) {
  const heading = /^(#{1,3}) +([^\n]+)(\n|$)/.exec(rest);
  if (heading)
    return {
      node: { kind: "heading", level: heading[1].length, children: inline(heading[2], 0) },
      length: heading[0].length,
    };
  const subtext = /^-# +([^\n]+)(\n|$)/.exec(rest);
  if (subtext)
    return { node: { kind: "subtext", children: inline(subtext[1], 0) }, length: subtext[0].length };
  if (depth < 1) {
    const long = /^>>> ([\s\S]+)$/.exec(rest);
    if (long) return { node: { kind: "quote", children: blocks(long[1], depth + 1) }, length: rest.length };
    const quote = /^(?:> [^\n]*(?:\n|$))+/.exec(rest);
    if (quote)
      return {
        node: {
          kind: "quote",
          children: blocks(quote[0].replace(/^> /gm, "").replace(/\n$/, ""), depth + 1),
        },
        length: quote[0].length,
      };
  }
  return list(rest);
}

/** A run of list lines, nested by indentation. @param {string} rest */
function list(rest) {
  const run = /^(?:(?: *)(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/.exec(rest);
  if (!run) return null;
  const lines = run[0]
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const parts = /** @type {RegExpExecArray} */ (/^( *)([-*]|\d{1,9}\.) +(.+)$/.exec(line));
      return { indent: parts[1].length, mark: parts[2], text: parts[3] };
    });
  return { node: { kind: "group", children: nested(lines, 0) }, length: run[0].length };
}

/**
 * Nest list lines; numbers after bullets begin a new list.
 * @param {{indent: number, mark: string, text: string}[]} lines
 * @param {number} depth
 * @returns {Node[]}
 */
function nested(lines, depth) {
  const indent = lines[0].indent;
  const ordered = /\d/.test(lines[0].mark);
  const turn = lines.findIndex((line) => line.indent <= indent && /\d/.test(line.mark) !== ordered);
  if (turn > 0) return [...nested(lines.slice(0, turn), depth), ...nested(lines.slice(turn), depth)];
  /** @type {Node[][]} */
  const items = [];
  for (let index = 0; index < lines.length;) {
    let end = index + 1;
    while (end < lines.length && lines[end].indent > indent) end += 1;
    const item = inline(lines[index].text, 0);
    if (end > index + 1) {
      if (depth < DEEPEST) item.push(...nested(lines.slice(index + 1, end), depth + 1));
      else for (const line of lines.slice(index + 1, end)) item.push({ kind: "text", text: ` ${line.text}` });
    }
    items.push(item);
    index = end;
  }
  return [{ kind: "list", ordered, start: ordered ? parseInt(lines[0].mark, 10) : undefined, items }];
}

/** @param {string} source @param {number} depth @returns {Node[]} */
export function inline(source, depth) {
  /** @type {Node[]} */
  const out = [];
  /** Marks known to have no closing mark from here on. */
  const unclosed = new Set();
  let plain = "";
  let at = 0;
  while (at < source.length) {
    const found = token(source, at, depth, unclosed);
    if (!found) {
      plain += source[at];
      at += 1;
      continue;
    }
    if (found.node.kind === "text") plain += found.node.text;
    else {
      if (plain) out.push({ kind: "text", text: plain });
      plain = "";
      out.push(found.node);
    }
    at += found.length;
  }
  if (plain) out.push({ kind: "text", text: plain });
  return out;
}

/**
 * @param {string} source
 * @param {number} at
 * @param {number} depth
 * @param {Set<string>} unclosed
 * @returns {{node: Node, length: number} | null}
 */
function token(source, at, depth, unclosed) {
  const sign = source[at];
  if (sign === "\\" && /[!-/:-@[-`{-~]/.test(source[at + 1] ?? ""))
    return { node: { kind: "text", text: source[at + 1] }, length: 2 };
  if (sign === "`") return code(source, at, unclosed);
  if (sign === "<") return angled(source, at);
  if (sign === "[") return masked(source, at, depth);
  if (sign === "h") return bare(source, at);
  if (sign === "@") return everyone(source, at);
  if (depth < DEEPEST && "*_~|".includes(sign)) return enclosed(source, at, depth, unclosed);
  return null;
}

/** @param {string} source @param {number} at @param {Set<string>} unclosed */
function code(source, at, unclosed) {
  const mark = source.startsWith("``", at) ? "``" : "`";
  if (unclosed.has(mark)) return null;
  const end = source.indexOf(mark, at + mark.length);
  if (end < 0) unclosed.add(mark);
  if (end <= at + mark.length) return null;
  const text = source.slice(at + mark.length, end);
  return { node: { kind: "code", text: mark === "``" ? text.trim() : text }, length: end + mark.length - at };
}

/** @param {string} source @param {number} at */
function angled(source, at) {
  const piece = source.slice(at, at + 2100);
  for (const [pattern, make] of ANGLED) {
    const match = pattern.exec(piece);
    if (match) return { node: make(match), length: match[0].length };
  }
  return null;
}

/** @param {string} source @param {number} at @param {number} depth */
function masked(source, at, depth) {
  if (depth >= DEEPEST) return null;
  const match = /^\[([^[\]\n]{1,500})\]\(<?(https?:\/\/[^\s<>()]{1,2000})>?\)/.exec(
    source.slice(at, at + 2600),
  );
  if (!match) return null;
  return {
    node: { kind: "link", url: match[2], children: inline(match[1], DEEPEST) },
    length: match[0].length,
  };
}

/** @param {string} source @param {number} at */
function bare(source, at) {
  const match = /^https?:\/\/[^\s<>|*]{1,2000}/.exec(source.slice(at, at + 2010));
  if (!match || /\w/.test(source[at - 1] ?? "")) return null;
  const url = match[0].replace(/[.,:;"'\])!?]+$/, "");
  return { node: { kind: "link", url, children: [{ kind: "text", text: url }] }, length: url.length };
}

/** @param {string} source @param {number} at */
function everyone(source, at) {
  const match = /^@(everyone|here)\b/.exec(source.slice(at, at + 10));
  return match ? { node: { kind: "everyone", name: match[1] }, length: match[0].length } : null;
}

/** @param {string} source @param {number} at @param {number} depth @param {Set<string>} unclosed */
function enclosed(source, at, depth, unclosed) {
  for (const [mark, kind] of ENCLOSING) {
    if (!source.startsWith(mark, at) || unclosed.has(mark)) continue;
    const end = closing(source, at + mark.length, mark);
    if (end === -1) {
      unclosed.add(mark);
      continue;
    }
    const inner = source.slice(at + mark.length, end);
    if (!fits(mark, inner, source, at, end)) continue;
    return { node: { kind, children: inline(inner, depth + 1) }, length: end + mark.length - at };
  }
  return null;
}

/**
 * The index of a closing mark, skipping escapes and code; -1 if there is none.
 * @param {string} source
 * @param {number} from
 * @param {string} mark
 */
function closing(source, from, mark) {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "`") {
      const end = source.indexOf("`", at + 1);
      if (end > 0) at = end;
    } else if (source.startsWith(mark, at)) {
      // A single sign never closes on half of a double one: *a **b** c* is one emphasis.
      if (mark.length === 1 && source[at + 1] === mark) at += 1;
      else if (
        mark.length === 2 &&
        source[at + 2] === mark[0] &&
        source[at + 3] !== mark[0] &&
        mark !== "||" &&
        mark !== "~~"
      )
        return at + 1;
      else return at;
    }
  }
  return -1;
}

/**
 * @param {string} mark
 * @param {string} inner
 * @param {string} source
 * @param {number} at
 * @param {number} end
 */
function fits(mark, inner, source, at, end) {
  if (!inner.trim()) return false;
  if (mark === "*") return !/^\s|\s$/.test(inner);
  // snake_case is no emphasis.
  if (mark === "_") return !/\w/.test(source[at - 1] ?? "") && !/\w/.test(source[end + 1] ?? "");
  return true;
}
