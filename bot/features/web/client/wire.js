/* Requests, the live stream and pictures. Addresses are relative to the page. */

const PAUSES = [500, 1000, 2000, 4000, 8000];
const LONGEST_PAUSE = 30_000;
const PICTURES_KEPT = 40;

export class Problem extends Error {
  constructor({ code, reason = "", text }, wait = 0) {
    super(text);
    this.code = code;
    this.reason = reason;
    this.wait = wait;
  }
}

function withQuery(path, query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Wire {
  /** `bearer` is the session of a frame, which has no cookie. It lives in memory only. */
  constructor(bearer = null) {
    this.bearer = bearer;
    this.pictures = new Map();
  }

  async ask(method, path, body) {
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (this.bearer) headers.Authorization = `Bearer ${this.bearer}`;
    let response;
    try {
      response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    } catch {
      throw new Problem({ code: "offline", text: "" });
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    const wait = Number(response.headers.get("Retry-After")) || 0;
    throw new Problem(answer?.error ?? { code: "unavailable", text: "" }, wait);
  }

  get(path, query = {}) {
    return this.again(() => this.ask("GET", withQuery(path, query)));
  }

  post(path, body) {
    return this.again(() => this.ask("POST", path, body));
  }

  /** Send a write that takes effect once: the server recognises repetitions by `request`. */
  write(path, query, body) {
    return this.post(withQuery(path, query), { request: crypto.randomUUID(), ...body });
  }

  async again(send) {
    for (const wait of [...PAUSES, null]) {
      try {
        return await send();
      } catch (problem) {
        const transient = ["offline", "unavailable"].includes(problem.code) || (problem.code === "limited" && problem.wait <= 10);
        if (!transient || wait === null) throw problem;
        await pause(Math.max(wait, problem.wait * 1000));
      }
    }
  }

  /** The address of a picture for an <img>; in a frame a blob's, as an <img> cannot send the bearer. */
  async picture(url) {
    if (!this.bearer) return url;
    if (!this.pictures.has(url)) {
      const blobUrl = fetch(url, { headers: { Authorization: `Bearer ${this.bearer}` } }).then(async (response) => {
        if (!response.ok) throw new Problem({ code: "unavailable", text: "" });
        return URL.createObjectURL(await response.blob());
      });
      this.pictures.set(url, blobUrl);
      blobUrl.catch(() => this.pictures.delete(url));
      this.trim();
    }
    return this.pictures.get(url);
  }

  trim() {
    const [oldest] = this.pictures.keys();
    if (this.pictures.size <= PICTURES_KEPT) return;
    this.pictures.get(oldest).then(URL.revokeObjectURL, () => {});
    this.pictures.delete(oldest);
  }
}

/** The stream of a game. It is closed while the tab is hidden, and reconnects by itself. */
export class Live {
  constructor(wire, path, { revision, changed, closed, line }) {
    Object.assign(this, { wire, path, revision, changed, closed, line });
    this.tries = 0;
    this.ended = false;
    this.wake = () => this.sync();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.sync();
  }

  /** Connect while the tab is visible, disconnect while it is hidden. */
  sync() {
    if (this.ended) return;
    if (document.hidden) {
      this.drop();
    } else if (!this.socket) {
      clearTimeout(this.timer);
      this.open();
    }
  }

  drop() {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    socket?.close(1000);
  }

  open() {
    const address = new URL(this.path, document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ revision: this.revision(), bearer: this.wire.bearer ?? "" }));
      this.line(true);
    };
    socket.onmessage = ({ data }) => {
      this.tries = 0;
      const message = JSON.parse(data);
      if (message.type === "changed") this.changed(message);
      if (message.type === "closed") this.end(message.error);
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.ended) return;
      this.socket = null;
      this.line(false);
      this.tries += 1;
      const wait = Math.min(LONGEST_PAUSE, 500 * 2 ** this.tries);
      this.timer = setTimeout(() => this.sync(), wait / 2 + (Math.random() * wait) / 2);
    };
  }

  end(error) {
    this.ended = true;
    this.drop();
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    if (error) this.closed(error);
  }
}
