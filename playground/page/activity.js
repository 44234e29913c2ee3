/**
 * The app's Activity in a frame, and the client's side of the Embedded App SDK's postMessage protocol
 * (discord/embedded-app-sdk, src/Discord.ts; documentation: "How Activities Work", "Embedded App SDK Reference").
 */

import { ApiError } from "/page/api.js";
import { openDialog } from "/page/dialog.js";
import { announce, button, fill, h, icon } from "/page/dom.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const INVALID_CLIENT = 4000;
const INVALID_VERSION = 4004;
const INVALID_ENCODING = 4005;
const INVALID_PAYLOAD = 4000;
const INVALID_COMMAND = 4002;
const DEEP_LINK = /^https:\/\/discord\.com\/activities\/(\d+)(?:\?|$)/;

export class Activities {
  /** @param {import("/page/api.js").Api} api @param {import("/page/store.js").Store} store */
  constructor(api, store) {
    this.api = api;
    this.store = store;
    document.addEventListener("click", (event) => this.#openDeepLink(event), true);
  }

  /** Open a deep link's Activity in the current channel instead of leaving the page. @param {MouseEvent} event */
  #openDeepLink(event) {
    const target = /** @type {Element} */ (event.target);
    const address = target.closest?.("a[href]")?.getAttribute("href") ?? "";
    const app = DEEP_LINK.exec(address)?.[1];
    if (app === undefined || app !== this.store.bot?.id || !this.store.current) return;
    event.preventDefault();
    void this.launch(this.store.current, new URL(address).searchParams.get("custom_id"));
  }

  /** @param {string} channel @param {string | null} [customId] */
  async launch(channel, customId = null) {
    const as = this.store.me?.id ?? "";
    try {
      const instance = await this.api.openActivity(as, channel, customId);
      new Frame(this.api, this.store, as, instance).show();
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : String(error);
      announce(this.store.labels.text("activity.refused", { reason }), "assertive");
    }
  }
}

class Frame {
  /**
   * @param {import("/page/api.js").Api} api
   * @param {import("/page/store.js").Store} store
   * @param {string} as
   * @param {{instance_id: string, frame_id: string, client_id: string, origin: string, src: string}} instance
   */
  constructor(api, store, as, instance) {
    this.api = api;
    this.store = store;
    this.as = as;
    this.instance = instance;
    this.ready = false;
    const { labels } = store;
    const name = store.bot?.global_name ?? "";
    this.listen = (/** @type {MessageEvent} */ event) => void this.#receive(event);
    this.dialog = openDialog({
      kind: "activity",
      label: labels.text("activity", { name }),
      testid: "activity",
      onClose: () => this.#leave(),
    });
    this.frame = h("iframe", {
      src: instance.src,
      title: labels.text("activity", { name }),
      // Discord's client names itself as the referrer, which the SDK answers to.
      referrerpolicy: "origin",
      data: { testid: "activity-frame" },
    });
    this.consentBox = h("div", { class: "activity-consent", data: { testid: "activity-consent" }, hidden: true });
    const close = button(
      { class: "icon-button", "aria-label": labels.text("activity.close"), on: { click: this.dialog.close } },
      icon("close"),
    );
    fill(this.dialog.element, h("header", {}, h("h2", {}, name), close), this.consentBox, this.frame);
  }

  show() {
    addEventListener("message", this.listen);
    this.dialog.show();
  }

  #leave() {
    removeEventListener("message", this.listen);
    void this.api.forActivity("leave", { as: this.as, instance_id: this.instance.instance_id });
  }

  /** @param {number} opcode @param {any} payload */
  #send(opcode, payload) {
    this.frame.contentWindow?.postMessage([opcode, payload], this.instance.origin);
  }

  /** @param {MessageEvent} event */
  async #receive({ source, origin, data }) {
    if (source !== this.frame.contentWindow || origin !== this.instance.origin || !Array.isArray(data)) return;
    const [opcode, payload] = data;
    if (opcode === HANDSHAKE) this.#handshake(payload);
    else if (opcode === CLOSE) this.dialog.close();
    else if (opcode === FRAME && this.ready) await this.#answer(payload);
  }

  /** @param {any} handshake */
  #handshake(handshake) {
    const wrong =
      handshake?.client_id !== this.instance.client_id
        ? [INVALID_CLIENT, "Invalid Client ID"]
        : handshake.v !== 1
          ? [INVALID_VERSION, "Invalid Version"]
          : handshake.encoding !== "json"
            ? [INVALID_ENCODING, "Invalid Encoding"]
            : null;
    if (wrong) return this.#send(CLOSE, { code: wrong[0], message: wrong[1] });
    if (handshake.frame_id !== this.instance.frame_id) return;
    this.ready = true;
    const config = { cdn_host: location.host, api_endpoint: "//discord.com/api", environment: "production" };
    this.#send(FRAME, { cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null });
  }

  /** @param {{cmd: string, args: any, nonce: string}} command */
  async #answer({ cmd, args, nonce }) {
    try {
      this.#send(FRAME, { cmd, evt: null, data: await this.#run(cmd, args ?? {}), nonce });
    } catch (error) {
      const code = error instanceof UnknownCommand ? INVALID_COMMAND : INVALID_PAYLOAD;
      const message = error instanceof Error ? error.message : String(error);
      this.#send(FRAME, { cmd, evt: "ERROR", data: { code, message }, nonce });
    }
  }

  /** @param {string} cmd @param {any} args */
  async #run(cmd, args) {
    if (cmd === "AUTHORIZE") return this.#authorize(args);
    if (cmd === "AUTHENTICATE")
      return this.api.forActivity("authenticate", { as: this.as, access_token: args.access_token });
    if (cmd === "OPEN_EXTERNAL_LINK") {
      open(args.url, "_blank", "noopener");
      return { opened: true };
    }
    throw new UnknownCommand(`Invalid command: ${cmd}`);
  }

  /** @param {any} args */
  async #authorize(args) {
    const request = { as: this.as, client_id: args.client_id, scope: args.scope };
    const reply = await this.api.forActivity("authorize", request);
    if (!reply.consent) return reply;
    if (!(await this.#consent(args.scope))) throw new Error("OAuth2 Error: access_denied");
    return this.api.forActivity("authorize", { ...request, consent: true });
  }

  /** @param {string[]} scopes @returns {Promise<boolean>} */
  #consent(scopes) {
    const { labels, bot } = this.store;
    return new Promise((resolve) => {
      const choice = (/** @type {string} */ word, /** @type {boolean} */ accepted) =>
        button(
          {
            class: accepted ? "press press-primary" : "press",
            data: { testid: `activity-${word}` },
            on: {
              click: () => {
                this.consentBox.hidden = true;
                resolve(accepted);
              },
            },
          },
          labels.text(`activity.${word}`),
        );
      const question = labels.text("activity.consent", { name: bot?.global_name ?? "", scopes: scopes.join(", ") });
      fill(this.consentBox, h("p", {}, question), choice("authorize", true), choice("cancel", false));
      this.consentBox.hidden = false;
    });
  }
}

class UnknownCommand extends Error {}
