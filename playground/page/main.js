/** Assemble the parts of the page. */

import { Activities } from "/page/activity.js";
import { Api } from "/page/api.js";
import { offerAppMenus } from "/page/app-menu.js";
import { Composer } from "/page/composer.js";
import { Interactions } from "/page/interactions.js";
import { showModal } from "/page/modal.js";
import { MemberList, UserPanel } from "/page/people.js";
import { Session } from "/page/session.js";
import { Shell } from "/page/shell.js";
import { Sidebar } from "/page/sidebar.js";
import { isThread, nameOf, Store } from "/page/store.js";
import { Timeline } from "/page/timeline.js";

const api = new Api();
const store = new Store();
const session = new Session(api, store);

/** @type {import("/page/markdown-view.js").Reading} */
const reading = {
  get labels() {
    return store.labels;
  },
  get me() {
    return store.me?.id ?? "";
  },
  user: (id) => (store.users.has(id) ? { name: nameOf(store.users.get(id)) } : null),
  channel: (id) => {
    const channel = store.channels.get(id);
    return channel ? { name: store.channelName(channel), thread: isThread(channel) } : null;
  },
  role: (id) => {
    const guild = [...store.guilds.values()].find((server) => server.roles?.[id]);
    return guild ? { name: guild.roles[id] } : null;
  },
  goto: (id) => session.open(id),
  suggest: (text) => composer.write(text),
};

const activities = new Activities(api, store);

const interactions = new Interactions(
  api,
  store,
  (modal, submit) => showModal(modal, { store, reading }, submit),
  (channel) => void activities.launch(channel),
);

const composer = new Composer(store, {
  post: (channel, text) => {
    timeline.sticky = true;
    void session.post(channel, text);
  },
  run: (channel, data, text) => {
    timeline.sticky = true;
    void interactions.command(channel, data, text);
  },
  complete: (channel, data) => interactions.autocomplete(channel, data),
});

const timeline = new Timeline(
  { store, interactions, reading },
  {
    older: (channel) => session.older(channel),
    seen: (channel, message) => session.seen(channel, message),
    retry: (draft) => {
      if (draft.kind === "text") return void session.post(draft.channel, draft.text, draft.id);
      store.shelf.dropDraft(draft.id);
      composer.write(draft.text);
    },
  },
);

const sidebar = new Sidebar(store, {
  open: (channel) => {
    session.open(channel);
    shell.setDrawer(false);
  },
  openGuild: (guild) => session.openGuild(guild),
  openDm: () => void session.openDm(),
  setGuildLocale: (guild, locale) => void session.setGuildLocale(guild, locale),
  place: () => session.place,
});

const panel = new UserPanel(store, {
  actAs: (user) => void session.actAs(user),
  setLocale: (locale) => void session.setLocale(locale),
  toggleTheme: () => {
    session.setTheme(session.address.theme === "light" ? "dark" : "light");
    store.notify("labels");
  },
  address: () => session.address,
});

const members = new MemberList(store);
const shell = new Shell(
  store,
  { sidebar, panel, timeline, composer, members },
  {
    sleeping: () => session.sleeping(),
    open: (channel) => session.open(channel),
    theme: () => session.address.theme,
  },
);

offerAppMenus(shell.element, store, (channel, data, text) => {
  timeline.sticky = true;
  void interactions.command(channel, data, text);
});

let shown = /** @type {string | null} */ (null);
let reader = /** @type {string | null} */ (null);

store.subscribe((topics) => {
  const has = (/** @type {import("/page/store.js").Topic[]} */ ...any) =>
    any.some((topic) => topics.has(topic));
  const swapped = (store.me?.id ?? null) !== reader;
  const moved = store.current !== shown || swapped;
  if (moved) {
    if (swapped) composer.forget();
    composer.move(swapped ? null : shown, store.current);
    timeline.open(store.current);
    shown = store.current;
    reader = store.me?.id ?? null;
  }
  if (has("labels", "people")) timeline.redraw();
  else if (has("messages", "channels")) timeline.update();
  if (has("channels", "messages", "current", "labels", "people")) sidebar.update();
  if (has("people", "labels")) panel.update();
  if (has("people", "labels", "status")) members.update();
  if (!moved && has("commands", "labels", "current", "people")) composer.update();
  shell.update();
});

/** @type {HTMLElement} */ (document.getElementById("app")).append(shell.element);
shell.update();
void session.start();
