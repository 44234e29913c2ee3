"""Browser scripts for the whole page without a server: answers are values, events are sent by hand."""

SERVER = """({ states, histories }) => {
  const server = { states, histories, asked: [], sockets: [], timers: [] };
  Object.assign(server, { refusal: null, answer: {}, waiting: null, running: 0 });
  const later = globalThis.setTimeout;
  Math.random = () => 0.5;
  globalThis.server = server;
  globalThis.setInterval = () => 0;
  globalThis.setTimeout = (run, wait = 0) => {
    if (wait < 100) {
      server.running += 1;
      return later(async () => {
        await run();
        server.running -= 1;
      }, wait);
    }
    return -server.timers.push({ run, wait });
  };
  globalThis.nextFrame = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (run) => globalThis.setTimeout(run);
  const clear = globalThis.clearTimeout;
  globalThis.clearTimeout = (id) => (id < 0 ? delete server.timers[-id - 1] : clear(id));
  const answerTo = (method, url, body) => {
    const [, , what, id] = url.pathname.split("/");
    if (what === "state") {
      if (server.down) return [503, "Down"];
      const person = url.searchParams.get("as") ?? "1";
      return server.states[person] ?? [404, "no such person"];
    }
    if (what === "channels" && method === "GET") {
      const before = Number(url.searchParams.get("before") ?? Infinity);
      const older = (server.histories[id] ?? []).filter((message) => Number(message.id) < before);
      return { messages: older.slice(-url.searchParams.get("limit")) };
    }
    if (server.refusal) return server.refusal;
    if (what === "read") server.states[body.as].read[body.channel_id] = body.message_id;
    if (what === "users") server.states[id].me.locale = body.locale;
    if (what === "dms") return { id: "41", type: 1, name: null };
    return what === "interactions" ? server.answer : {};
  };
  globalThis.fetch = async (path, { method, body }) => {
    server.asked.push(`${method} ${path} ${body ?? ""}`.trim());
    if (server.waiting && path.endsWith("/interactions"))
      await new Promise((done) => server.waiting.push(done));
    const answer = answerTo(method, new URL(path, location), body && JSON.parse(body));
    const isRefused = typeof answer[0] === "number";
    const [status, content] = isRefused ? [answer[0], { error: answer[1] }] : [200, answer];
    return { ok: status === 200, status, statusText: "", text: async () => JSON.stringify(content) };
  };
  globalThis.WebSocket = class extends EventTarget {
    constructor(url) {
      super();
      server.asked.push(`connect ${url.split("?")[1]}`);
      server.sockets.push(this);
    }
    close() {
      this.dispatchEvent(new Event("close"));
    }
  };
}"""
"""Put a server made of values into a tab before its page is loaded."""

WALK = """async (story) => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const field = one("[data-testid=composer]");
  const nextTask = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  });
  const rest = async () => {
    do await nextTask();
    while (server.running);
  };
  const entry = (part) => `${part.getAttribute("aria-current") ? "> " : ""}${part.ariaLabel}`;
  const has = (part) => part !== "" && part != null;
  const told = (name, ...parts) => `${name}: ${parts.filter(has).join(" | ")}`;
  const held = ({ activeElement: { dataset, tagName, ariaLabel } } = document) =>
    dataset.focusKey ?? dataset.key ?? dataset.testid ?? `${tagName} ${ariaLabel ?? ""}`;
  const ref = (link) => link.getAttribute("href");
  const scroller = one(".scroller");
  const end = () => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 2;
  const inSight = (id) => {
    const message = one(`[data-message-id="${id}"]`);
    if (!message) return false;
    const [room, box] = [scroller, message].map((element) => element.getBoundingClientRect());
    return box.bottom > room.top && box.top < room.bottom;
  };
  const view = () => [
    end() ? "at the end" : "",
    one(".jump").hidden ? "" : "with a jump",
    inSight(watched) ? `with ${watched}` : "",
  ];
  const facts = () => [
    told("page", document.title, location.hash, one("html").lang, one("html").dataset.theme),
    told("banner", one(".banner > :last-child").textContent, ref(one(".banner a"))),
    told("head", one(".parent").textContent, one("h1").textContent, one("h1 path")?.getAttribute("d")),
    told("notes", ...all(".note").map((note) => (note.hidden ? "" : note.textContent))),
    told("rail", ...all(".rail-button").map(entry)),
    told("list", one(".sidebar-title h2").textContent, one(".sidebar-title select")?.value ?? "no language"),
    ...all(".channel, .archive-toggle").map((row) =>
      told("  entry", entry(row), row.textContent, row.className, row.ariaExpanded === "true" ? "open" : "")),
    told("stops", ...all("nav button").filter((stop) => stop.tabIndex === 0).map((stop) => stop.dataset.key)),
    told("layout", one(".drawer").className, one(".drawer").inert, one("main").inert, one(".veil").hidden,
      one(".menu-button").ariaExpanded, one("[data-testid=members-toggle]").ariaExpanded),
    told("panel", one(".act-as").ariaLabel, one("[data-testid=language]").value,
      one("[data-testid=theme]").title),
    told("members", one(".members").hidden, ...all(".member").map((row) => row.textContent)),
    told("messages", one(".log").ariaLabel, one(".log").ariaBusy, one(".log").ariaLive),
    ...[...one(".log").children].map((line) =>
      told("  line", line.className, line.textContent, line.getAttribute("aria-live"))),
    watched && told("view", ...view()),
    told("parts", ...all(".log .press, .log .select").map((part) => {
      const marks = [part.disabled && "off", part.ariaBusy && "busy", part.ariaExpanded === "true" && "open"];
      return [part.textContent, ...marks].filter(Boolean).join(" ");
    })),
    told("covered", ...all(".spoiler:not(.shown), .covered, .container-cover, .container[inert]").map(
      (part) => part.className)),
    told("above", ...all("dialog, .popup").map((part) => part.textContent)),
    told("field", one(".composer").hidden, field.placeholder, field.value, field.selectionStart,
      one(".composer-trouble").textContent,
      one("[data-testid=send]").disabled && "empty"),
    // The browser takes the focus from a closed drawer at a time of its own.
    innerWidth > 760 && told("focus", held()),
    told("chips", ...all("[data-testid=command-option]").map((chip) => chip.textContent)),
    told("suggestions", !one(".suggestions").hidden && one(".suggestion-head").textContent),
    ...all(".suggestion").map((row) =>
      told("  suggestion", row.textContent, row.ariaSelected === "true" ? "marked" : "")),
    told("said", one("#polite").textContent, one("#assertive").textContent),
    told("timers", ...server.timers.map((timer) => timer?.wait)),
  ].filter(Boolean);
  const acts = {
    begin: () => {},
    write: (text) => {
      field.focus();
      const caret = text.includes("|") ? text.indexOf("|") : text.length;
      field.value = text.replace("|", "");
      field.setSelectionRange(caret, caret);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    key: (key) => (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    compose: (key) => document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true, cancelable: true })),
    type: (key) => {
      document.activeElement.blur();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    },
    click: (selector, at = 0) => {
      all(selector).at(at).focus();
      all(selector).at(at).click();
    },
    press: (selector) => {
      one(selector).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      one(selector).click();
    },
    choose: (selector, value) => {
      one(selector).value = value;
      one(selector).dispatchEvent(new Event("change", { bubbles: true }));
    },
    scroll: (by, hand = true) => {
      watched = all("[data-testid=message]").at(by < 0 ? 0 : -1).dataset.messageId;
      const key = (name) => new KeyboardEvent("keydown", { key: name });
      if (hand) scroller.dispatchEvent(hand === true ? new WheelEvent("wheel") : key(hand));
      scroller.scrollTop += by;
    },
    look: (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    event: (t, d) => server.sockets.at(-1).dispatchEvent(
      new MessageEvent("message", { data: JSON.stringify({ t, d }) })),
    open: () => server.sockets.at(-1).dispatchEvent(new Event("open")),
    lose: () => server.sockets.at(-1).close(),
    refuse: (...refusal) => (server.refusal = refusal.length ? refusal : null),
    answer: (answer) => (server.answer = answer),
    hold: () => (server.waiting = []),
    release: () => {
      for (const done of server.waiting) done();
      server.waiting = null;
    },
    state: (person, changes) => Object.assign(server.states[person], changes),
    elapse: (wait) => server.timers.forEach((timer, at) => {
      if (timer.wait > wait) return;
      delete server.timers[at];
      timer.run();
    }),
    down: (down) => (server.down = down),
    quickly: (...selectors) => selectors.forEach((selector) => acts.click(...selector)),
    go: (hash) => {
      location.hash = hash;
      return new Promise((done) => addEventListener("hashchange", done, { once: true }));
    },
  };
  const lines = [];
  let before = [], watched = null;
  for (const [name, ...values] of story) {
    lines.push(`${name} ${JSON.stringify(values).slice(1, -1)}`);
    await acts[name](...values);
    await rest();
    if (watched) {
      // Scrolling and its consequences need a frame each.
      await new Promise((done) => nextFrame(() => nextFrame(done)));
      await rest();
    }
    // A closed dialog is removed a moment later.
    while (one("dialog:not([open])")) await rest();
    lines.push(...server.asked.splice(0).map((request) => `  * ${request}`));
    const after = facts();
    const lost = before.filter((fact) => fact.startsWith("  ") && !after.includes(fact));
    const found = after.filter((fact) => !before.includes(fact));
    lines.push(...lost.map((fact) => `  - ${fact}`), ...found.map((fact) => `  + ${fact}`));
    before = after;
  }
  return lines.join("\\n");
}"""
"""Walk a story through the page: each act with the requests that follow and what changes in sight."""
