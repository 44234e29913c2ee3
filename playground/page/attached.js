/** The files chosen for a command's options: picked from disk, named in its text, sent along with it. */

import { ATTACHMENT } from "/page/command-text.js";
import { h } from "/page/dom.js";

/** @typedef {import("/page/command-text.js").CommandOption} CommandOption */

export class AttachedFiles {
  /** @param {(option: CommandOption, name: string) => void} chosen called with the option and the file's name */
  constructor(chosen) {
    /** The files by name. @type {Map<string, File>} */
    this.files = new Map();
    this.option = /** @type {CommandOption | null} */ (null);
    this.input = h("input", {
      type: "file",
      hidden: true,
      tabindex: "-1",
      "aria-hidden": "true",
      data: { testid: "file" },
      on: { change: () => this.#taken(chosen) },
    });
  }

  /** Whether an option takes a file. @param {CommandOption} option */
  static takes(option) {
    return option.raw.type === ATTACHMENT;
  }

  /** Open the file picker for an option. @param {CommandOption} option */
  choose(option) {
    this.option = option;
    this.input.value = "";
    this.input.accept = (option.raw.file_types ?? [])
      .map((/** @type {string} */ type) => (type.startsWith(".") ? type : `${type}/*`))
      .join(",");
    this.input.click();
  }

  /** The name of a chosen file, null for any other text. @param {string} text */
  named(text) {
    return this.files.has(text) ? text : null;
  }

  /** Forget all files, after their command is sent or the tab's person changes. */
  clear() {
    this.files.clear();
  }

  /**
   * A command's data with its named files: the client numbers them, and the options refer to the numbers.
   * @param {any} data
   */
  async packed(data) {
    /** @type {{id: string, file: File}[]} */
    const used = [];
    const numbered = this.#numbered(data, used);
    if (!used.length) return data;
    const attachments = await Promise.all(
      used.map(async ({ id, file }) => ({ id, filename: file.name, content: await base64(file) })),
    );
    return { ...numbered, attachments };
  }

  /** @param {any} node @param {{id: string, file: File}[]} used @returns {any} */
  #numbered(node, used) {
    const options = (node.options ?? []).map((/** @type {any} */ option) => {
      const file = option.type === ATTACHMENT ? this.files.get(option.value) : undefined;
      if (!file) return option.options ? this.#numbered(option, used) : option;
      const id = String(used.length);
      used.push({ id, file });
      return { ...option, value: id };
    });
    return node.options ? { ...node, options } : node;
  }

  /** @param {(option: CommandOption, name: string) => void} chosen */
  #taken(chosen) {
    const file = this.input.files?.[0];
    if (!file || !this.option) return;
    // A file name in the text would end at an option's name with a colon.
    const name = file.name.replaceAll(":", "_");
    this.files.set(name, new File([file], name));
    chosen(this.option, name);
  }
}

/** @param {File} file @returns {Promise<string>} */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
