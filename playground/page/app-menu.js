/** The bot's commands in the context menu of a person or a message: right click, long press or menu key. */

import { button, h } from "/page/dom.js";
import { openPopup } from "/page/dialog.js";
import { localised } from "/page/command-text.js";

const USER = 2;
const MESSAGE = 3;

/**
 * @param {HTMLElement} root
 * @param {import("/page/store.js").Store} store
 * @param {(channel: string, data: any, text: string) => void} run
 */
export function offerAppMenus(root, store, run) {
  /** @type {{close: () => void} | null} */
  let open = null;
  root.addEventListener("contextmenu", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    const target = targetOf(at);
    const channel = store.current;
    const commands = target ? store.commands.filter((/** @type {any} */ command) => command.type === target.type) : [];
    if (!target || !channel || !commands.length) return;
    event.preventDefault();
    open?.close();
    const menu = h(
      "div",
      { class: "popup app-menu", role: "menu", "aria-label": store.labels.text("menu.apps"), data: { testid: "app-menu" } },
      commands.map((/** @type {any} */ command) => {
        const name = localised(command, "name", store.labels.locale);
        const data = { id: command.id, name: command.name, type: command.type, target_id: target.id };
        return button(
          {
            class: "app-menu-entry",
            role: "menuitem",
            data: { testid: "app-menu-entry" },
            on: {
              click: () => {
                open?.close();
                run(channel, data, name);
              },
            },
          },
          name,
        );
      }),
    );
    open = openPopup(target.anchor, menu, { onClose: () => (open = null) });
    /** @type {HTMLElement | null} */ (menu.querySelector("button"))?.focus();
  });
}

/** @param {HTMLElement} at @returns {{type: number, id: string, anchor: HTMLElement} | null} */
function targetOf(at) {
  const member = /** @type {HTMLElement | null} */ (at.closest("[data-testid='member']"));
  if (member?.dataset.userId) return { type: USER, id: member.dataset.userId, anchor: member };
  const message = /** @type {HTMLElement | null} */ (at.closest("[data-testid='message']"));
  if (!message?.dataset.messageId || message.dataset.ephemeral === "true") return null;
  const author = /** @type {HTMLElement | null} */ (at.closest(".message-head .author, .message-side"));
  if (author && message.dataset.authorId)
    return { type: USER, id: message.dataset.authorId, anchor: author };
  const head = /** @type {HTMLElement | null} */ (message.querySelector(".message-head"));
  return { type: MESSAGE, id: message.dataset.messageId, anchor: head ?? message };
}
