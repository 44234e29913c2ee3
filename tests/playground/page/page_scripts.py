"""Browser scripts that draw parts of the page from values and call its modules."""

DRAW = """async ([state, messages, current]) => {
  const { Store, isThread, nameOf } = await import("/page/store.js");
  const { messageView } = await import("/page/message.js");
  const { Sidebar } = await import("/page/sidebar.js");
  const { MemberList, UserPanel } = await import("/page/people.js");
  const store = new Store();
  store.load(state);
  store.current = current ?? "21";
  store.shelf.fail("110", "No answer");
  const chosen = (_, id) => (id === "picked" ? ["b"] : undefined);
  const interactions = { isPending: (_, id) => id === "busy", chosen };
  const reading = {
    labels: store.labels,
    me: store.me.id,
    user: (id) => (store.users.has(id) ? { name: nameOf(store.users.get(id)) } : null),
    channel: (id) => {
      const channel = store.channels.get(id);
      return channel ? { name: store.channelName(channel), thread: isThread(channel) } : null;
    },
    role: (id) => (id === "31" ? { name: "Players" } : null),
    goto() {},
    suggest() {},
  };
  const sign = /<svg[^>]*><path d="([^"]{0,16})[^"]*"><\\/path><\\/svg>/g;
  const html = (element) => element.outerHTML.replace(sign, "[$1]").replace(/></g, ">\\n<");
  const context = { store, interactions, reading };
  if (!current)
    return messages.map((message, at) => html(messageView(message, at === 1, context))).join("\\n\\n");
  for (const message of messages) store.shelf.add(message);
  const sidebar = new Sidebar(store, { place: () => "20" });
  sidebar.showArchived = true;
  const talks = new Sidebar(store, { place: () => null });
  const panel = new UserPanel(store, { address: () => ({ theme: "dark" }) });
  const members = new MemberList(store);
  for (const part of [sidebar, talks, panel, members]) part.update();
  const shown = [sidebar.rail, sidebar.element, talks.element, panel.element, members.element];
  return shown.map(html).join("\\n\\n");
}"""

FORM = """async ([state, modal, filled]) => {
  const { Store, nameOf } = await import("/page/store.js");
  const { showModal } = await import("/page/modal.js");
  const store = new Store();
  store.load(state);
  const sent = [];
  const reading = { labels: store.labels, me: "1" };
  showModal(modal, { store, reading }, async (data) => (sent.push(data), sent.length > 1 ? null : "No."));
  const dialog = document.querySelector("[data-testid=modal]");
  const numbered = /((?:id|for|name|aria-\\w+)="[a-z]+-)\\d+"/g;
  const html = () => dialog.outerHTML.replace(numbered, '$1"').replace(/></g, ">\\n<");
  const submit = async () => {
    for (let click = 0; click < 2; click += 1) dialog.querySelector("[data-testid=modal-submit]").click();
    await new Promise((done) => setTimeout(done));
  };
  const help = () => [...dialog.querySelectorAll(".help, .form-trouble")].map((part) => part.textContent)
    .concat(`at ${document.activeElement.dataset.customId}`);
  const steps = [html()];
  await submit();
  steps.push(help().join(" | "));
  for (const [selector, value] of filled) {
    const field = document.querySelector(selector);
    if (value === null) {
      await submit();
      steps.push(help().join(" | "));
    } else if (value === true) field.click();
    else field.value = value;
  }
  await submit();
  steps.push(help().join(" | "));
  await submit();
  steps.push(JSON.stringify(sent[1], null, 1), `open ${dialog.open}, sent ${sent.length} times`);
  return steps.join("\\n\\n");
}"""

TIMELINE = """async ([state, messages, whole, read]) => {
  const { Store } = await import("/page/store.js");
  const { Timeline } = await import("/page/timeline.js");
  const store = new Store();
  store.load(state);
  store.read.set("21", read);
  for (const message of messages) store.shelf.add(message);
  Object.assign(store.shelf.row("21"), { loaded: true, whole });
  for (const [id, status, reason] of [["d1", "pending"], ["d2", "failed"], ["d3", "failed", "Too long"]])
    store.shelf.putDraft({ id, channel: "21", kind: "command", text: "/move", status, reason });
  store.shelf.putDraft({ id: "d4", channel: "22", kind: "text", text: "elsewhere", status: "pending" });
  const reading = { labels: store.labels, me: "1", user: () => null, channel: () => null, role: () => null };
  const interactions = { isPending: () => false, pendingOn: () => "", chosen: () => undefined };
  const timeline = new Timeline({ store, interactions, reading }, { seen() {}, older() {}, retry() {} });
  document.body.append(timeline.element);
  timeline.open("21");
  const lines = [...timeline.list.children].map((line) => `${line.className}: ${line.textContent}`);
  timeline.element.remove();
  return [timeline.list.getAttribute("aria-label"), ...lines, timeline.jump.textContent].join("\\n");
}"""

SHELF = """async () => {
  const { Shelf } = await import("/page/shelf.js");
  let changes = 0;
  const shelf = new Shelf(() => (changes += 1));
  const asked = [];
  const page = (first, count) => async (before) => {
    asked.push(before ?? "newest");
    const ids = Array.from({ length: count }, (_, at) => String(first + at));
    return { messages: ids.map((id) => ({ id, channel_id: "c", text: "fetched" })) };
  };
  const shown = () => shelf.messages("c").map((message) => `${message.id} ${message.text}`);
  const steps = [];
  const step = (name) => {
    const rows = shown();
    const { whole, loaded } = shelf.row("c");
    const ends = `first ${rows[0]}, last ${rows.at(-1)}`;
    steps.push(`${name}: ${rows.length} messages, ${ends}, whole ${whole}, loaded ${loaded}`);
  };
  step("nothing");
  await shelf.fetch("c", page(100, 50));
  step("a full page");
  await shelf.fetch("c", page(51, 49));
  step("an older one");
  const fetching = shelf.fetch("c", page(120, 3), true);
  shelf.add({ id: "1000", channel_id: "c", text: "added" });
  shelf.update({ id: "121", channel_id: "c", text: "updated" });
  shelf.update({ id: "7", channel_id: "c", text: "unknown" });
  shelf.remove("c", "120");
  await fetching;
  step("afresh, while others came");
  shelf.update({ id: "1000", channel_id: "c", more: "kept" });
  shelf.dismiss("1000");
  step("one dismissed");
  shelf.fail("121", "No.");
  shelf.putDraft({ id: "d", text: "one" });
  shelf.putDraft({ id: "d", text: "two" });
  shelf.putDraft({ id: "e", text: "three" });
  shelf.dropDraft("e");
  steps.push(`${JSON.stringify(shelf.drafts)} ${shelf.failures.get("121")}`);
  shelf.fail("121", null);
  shelf.row("other");
  shelf.forget("c");
  steps.push(`${shelf.failures.size} failures, rows ${[...shelf.rows.keys()]}`);
  shelf.clear();
  step("cleared");
  return [...steps, `asked ${asked}`, `dismissed ${new Shelf(() => {}).dismissed.has("1000")}`].join("\\n");
}"""

SUGGEST = """async ([commands, locale, texts]) => {
  const { leavesOf, parseDraft } = await import("/page/command-text.js");
  const { suggest } = await import("/page/suggestions.js");
  const { Labels } = await import("/page/labels.js");
  const leaves = leavesOf(commands, locale);
  const people = [{ id: "7", name: "Ben" }, { id: "8", name: "Ann Lee" }, { id: "9", name: "Annabel" }];
  const channels = [{ id: "21", name: "lobby" }];
  const world = { users: people, people, channels, yes: ["true"], no: ["false"] };
  const none = { file: () => null, recall: () => undefined };
  return texts.map((marked) => {
    const caret = marked.includes("|") ? marked.indexOf("|") : marked.length;
    const text = marked.replace("|", "");
    const draft = parseDraft(text, leaves);
    const found = suggest(text, caret, draft, leaves, { ...world, ...none }, new Labels(locale));
    if (!found) return `${marked} : nothing`;
    const items = found.items.map(
      (item) => `    ${item.kind} ${item.label} (${item.description ?? ""})${item.required ? " *" : ""} -> ` +
        `${text.slice(0, item.from)}[${item.text}]${text.slice(item.to)}`,
    );
    const { option, text: value, from, to } = found.ask ?? {};
    const asked = option ? ` asks ${option.name} for "${value}" at ${from}-${to}` : "";
    return [`${marked} : ${found.title} (${found.detail ?? ""})${asked}`, ...items].join("\\n");
  }).join("\\n");
}"""

NAMES = """async ([state, texts, commands, drafts]) => {
  const { Store } = await import("/page/store.js");
  const { withMentions } = await import("/page/naming.js");
  const { OptionChips } = await import("/page/chips.js");
  const { leavesOf, parseDraft } = await import("/page/command-text.js");
  const store = new Store();
  store.load(state);
  const chips = new OptionChips(() => {});
  const leaves = leavesOf(commands, state.me.locale);
  const drawn = drafts.map((text) => {
    chips.draw(parseDraft(text, leaves), store.labels);
    const parts = [...chips.element.children];
    const shown = parts.map((chip) => `${chip.className} ${chip.ariaLabel} ${chip.textContent}`);
    return [`${text} hidden ${chips.element.hidden}`, ...shown].join("\\n    ");
  });
  return [...texts.map((text) => withMentions(text, store)), ...drawn].join("\\n");
}"""

LIVE = """async ([state, events, other]) => {
  const { Store } = await import("/page/store.js");
  const store = new Store();
  const row = (channel) =>
    `${channel.id} ${store.channelTitle(channel)} of ${channel.guild_id}` +
    (store.isUnread(channel) ? `, unread, ${store.mentions(channel)} mentions` : "");
  const said = (message) => `${message.id} ${message.content}`;
  const facts = () => [
    ...["20", "50", null].flatMap((guild) => store.channelsOf(guild).flatMap((channel) => [
      row(channel),
      `threads of ${channel.id}: ${store.threadsOf(channel.id).map(row).join("; ")}`,
    ])),
    ...[...store.guilds.values()].map((guild) => JSON.stringify(guild)),
    `people ${[...store.users.keys()].map((id) => store.userName(id)).join()}`,
    `${store.channels.size} channels, ${store.shelf.failures.size} failures`,
    `bot online ${store.bot.online}, commands ${store.commands.map((command) => command.name)}`,
    `${store.me.id} reads ${store.labels.text("channels")}`,
    `messages ${[...store.shelf.rows.keys()].flatMap((id) => store.shelf.messages(id).map(said))}`,
  ];
  store.load(state);
  store.shelf.fail("110", "No.");
  let before = facts();
  await null;
  const lines = [...before];
  store.subscribe((topics) => lines.push(`  heard ${[...topics].sort()}`));
  for (const [name, data] of [...events, ["load", other]]) {
    lines.push(`${name} ${data.id ?? data.channel_id ?? ""}`);
    if (name === "load") store.load(data);
    else store.apply(name, data);
    await null;
    const after = facts();
    lines.push(...before.filter((fact) => !after.includes(fact)).map((fact) => `  - ${fact}`));
    lines.push(...after.filter((fact) => !before.includes(fact)).map((fact) => `  + ${fact}`));
    before = after;
  }
  return lines.join("\\n");
}"""

ASK = """async ([commands, text, name, typed]) => {
  const { askFor, leavesOf, parseDraft } = await import("/page/command-text.js");
  const draft = parseDraft(text, leavesOf(commands, "en-US"));
  const option = draft.leaf.options.find(({ raw }) => raw.name === name);
  const none = { channels: [], yes: [], no: [], file: () => null, recall: () => undefined };
  return askFor(draft, option, typed, { users: [{ id: "7", name: "Ben" }], ...none }).options;
}"""

TAKEN = """async ([commands, text, suggestions]) => {
  const { leavesOf, parseDraft, resolve } = await import("/page/command-text.js");
  const { Taken } = await import("/page/taken.js");
  const leaves = leavesOf(commands, "en-US");
  const taken = new Taken();
  const leaf = leaves.find(({ name }) => name === "move");
  for (const [shown, value] of suggestions) taken.remember(leaf, leaf.options[0], shown, value);
  const draft = parseDraft(text, leaves, taken.texts.bind(taken));
  const none = { users: [], channels: [], yes: [], no: [], file: () => null };
  return resolve(draft, { recall: taken.recall.bind(taken), ...none }).data.options;
}"""

MEDIA = """async ([urls, files]) => {
  const { mediaUrl } = await import("/page/media.js");
  return urls.map((url) => mediaUrl(url, files));
}"""
