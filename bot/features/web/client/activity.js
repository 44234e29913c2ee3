/* The page as an Activity inside Discord: the part of the Embedded App SDK's postMessage protocol that it needs.
 *
 * Handshake, READY, AUTHORIZE, AUTHENTICATE, OPEN_EXTERNAL_LINK and CLOSE, as in discord/embedded-app-sdk 2,
 * src/Discord.ts; Discord's documentation has the names: "Embedded App SDK Reference" and "How Activities Work".
 */

import { Problem, Wire } from "./wire.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const SDK_VERSION = "2.0.0";
const CLOSE_NORMAL = 1000;
const LONGEST_WAIT = 20_000;
const DISCORD = ["discord.com", "ptb.discord.com", "canary.discord.com", "discordapp.com", "ptb.discordapp.com", "canary.discordapp.com"];
const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

export class Activity {
  /** The Activity of this page, or null outside of Discord's frame. */
  static found(address, page) {
    const query = new URLSearchParams(address.search);
    const framed = page.parent !== page && query.get("frame_id") && query.get("instance_id");
    return framed ? new Activity(query, page) : null;
  }

  constructor(query, page) {
    this.query = query;
    this.page = page;
    this.client = page.parent.opener ?? page.parent;
    this.origin = page.document.referrer ? new URL(page.document.referrer).origin : "*";
    this.waiting = new Map();
    page.addEventListener("message", (event) => this.receive(event));
  }

  /** Sign in through Discord: returns the server's `ActivityOpened`; a deep link's game takes precedence. */
  async start() {
    const wire = new Wire();
    const { application } = await wire.get("api/config");
    if (!application) throw new Problem({ code: "unknown", text: "" });
    const ready = this.wait("READY");
    const platform = this.query.get("platform");
    const hello = { v: 1, encoding: "json", client_id: application, frame_id: this.query.get("frame_id") };
    this.post(HANDSHAKE, platform === "mobile" ? hello : { ...hello, sdk_version: SDK_VERSION });
    await ready;
    const { code } = await this.command("AUTHORIZE", {
      client_id: application,
      response_type: "code",
      state: "",
      prompt: "none",
      scope: ["identify"],
    });
    const opened = await wire.post("api/activity", { code, instance: this.query.get("instance_id") });
    await this.command("AUTHENTICATE", { access_token: opened.access_token });
    const linked = this.query.get("custom_id") ?? "";
    return /^\d{1,15}$/.test(linked) ? { ...opened, match: Number(linked) } : opened;
  }

  open(url) {
    this.command("OPEN_EXTERNAL_LINK", { url }).catch(() => {});
  }

  close() {
    this.post(CLOSE, { code: CLOSE_NORMAL, message: "", nonce: crypto.randomUUID() });
  }

  post(opcode, payload) {
    this.client.postMessage([opcode, payload], this.origin);
  }

  command(cmd, args) {
    const nonce = crypto.randomUUID();
    const answer = this.wait(nonce);
    this.post(FRAME, { cmd, args, nonce });
    return answer;
  }

  wait(key) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Problem({ code: "offline", text: "" })), LONGEST_WAIT);
      this.waiting.set(key, { resolve, reject, timer });
    });
  }

  receive({ source, origin, data }) {
    if (source !== this.client || !this.trusts(origin) || !Array.isArray(data)) return;
    const [opcode, payload] = data;
    if (opcode === CLOSE) this.refuse(payload?.message);
    if (opcode !== FRAME) return;
    const key = payload.cmd === "DISPATCH" ? payload.evt : payload.nonce;
    const waiting = this.waiting.get(key);
    if (!waiting) return;
    this.waiting.delete(key);
    clearTimeout(waiting.timer);
    if (payload.evt === "ERROR") waiting.reject(new Problem({ code: "refused", text: payload.data?.message ?? "" }));
    else waiting.resolve(payload.data);
  }

  /** Discord has closed the connection: pending requests will not be answered. */
  refuse(message) {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new Problem({ code: "refused", text: message ?? "" }));
    }
    this.waiting.clear();
  }

  /** Discord's own pages; on this machine also other local pages, for testing. */
  trusts(origin) {
    const tried = LOOPBACK.test(this.page.location.origin) && LOOPBACK.test(origin);
    return tried || DISCORD.some((host) => origin === `https://${host}`);
  }
}
