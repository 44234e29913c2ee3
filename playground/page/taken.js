/** Accepted suggestions: their text in the field, and their values. */

/** @typedef {import("/page/command-text.js").Leaf} Leaf @typedef {import("/page/command-text.js").CommandOption} CommandOption */

const KEPT = 50;

export class Taken {
  constructor() {
    /** @type {Map<string, {shown: string, value: string | number}[]>} */
    this.byOption = new Map();
  }

  clear() {
    this.byOption.clear();
  }

  /**
   * @param {Leaf} leaf
   * @param {CommandOption} option
   * @param {string} shown
   * @param {string | number} value
   */
  remember(leaf, option, shown, value) {
    const others = this.#of(leaf, option).filter((one) => one.shown !== shown);
    this.byOption.set(keyOf(leaf, option), [...others.slice(1 - KEPT), { shown, value }]);
  }

  /**
   * The value of an accepted suggestion, undefined for other texts.
   * @param {Leaf} leaf
   * @param {CommandOption} option
   * @param {string} shown
   */
  recall(leaf, option, shown) {
    return this.#of(leaf, option).find((one) => one.shown === shown)?.value;
  }

  /** @param {Leaf} leaf @param {CommandOption} option */
  texts(leaf, option) {
    return this.#of(leaf, option).map((one) => one.shown);
  }

  /** @param {Leaf} leaf @param {CommandOption} option */
  #of(leaf, option) {
    return this.byOption.get(keyOf(leaf, option)) ?? [];
  }
}

/** @param {Leaf} leaf @param {CommandOption} option */
function keyOf(leaf, option) {
  return `${leaf.name} ${option.raw.name}`;
}
