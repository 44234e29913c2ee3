/** Live events over a WebSocket, with a visible reconnect that backs off. */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Live {
  /**
   * @param {{onEvent: (name: string, data: any) => void, onOpen: () => void, onLost: () => void}} listeners
   *   `onOpen` is called for every new connection: earlier events must be requested.
   */
  constructor(listeners) {
    this.listeners = listeners;
    this.as = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    addEventListener("online", () => this.#hurry());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.#hurry(),
    );
  }

  /** Listen as a person, closing any earlier connection. @param {string} as */
  connect(as) {
    this.as = as;
    this.wait = FIRST_WAIT;
    this.#open();
  }

  #open() {
    clearTimeout(this.timer);
    this.timer = 0;
    const previous = this.socket;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/playground/events?as=${encodeURIComponent(this.as)}`,
    );
    this.socket = socket;
    previous?.close();
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.wait = FIRST_WAIT;
      this.listeners.onOpen();
    });
    socket.addEventListener("message", (frame) => {
      if (socket !== this.socket) return;
      const { t, d } = JSON.parse(frame.data);
      this.listeners.onEvent(t, d);
    });
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.listeners.onLost();
      // Spread the tabs a little, so that they do not all reach a restarted server together.
      this.timer = setTimeout(() => this.#open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  #hurry() {
    if (!this.timer) return;
    this.wait = FIRST_WAIT;
    this.#open();
  }
}
