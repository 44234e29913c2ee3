/** Look-ups for names in typed text: people, channels, yes and no. */

import { nameOf, TEXT } from "/page/store.js";

/** @typedef {import("/page/store.js").Store} Store */

/**
 * Everything that a command's values may name.
 * @param {Store} store
 * @param {import("/page/taken.js").Taken} taken
 * @param {import("/page/attached.js").AttachedFiles} files
 */
export function worldOf(store, taken, files) {
  const people = peopleOf(store);
  return {
    users: people,
    people,
    channels: [...store.channels.values()]
      .filter((channel) => channel.type === TEXT)
      .map((channel) => ({ id: channel.id, name: store.channelName(channel) })),
    yes: ["true", store.labels.text("composer.true").toLowerCase()],
    no: ["false", store.labels.text("composer.false").toLowerCase()],
    file: files.named.bind(files),
    recall: taken.recall.bind(taken),
  };
}

/** Replace "@Ben" in a message by Ben's mention. @param {string} text @param {Store} store */
export function withMentions(text, store) {
  const longestFirst = peopleOf(store).sort((a, b) => b.name.length - a.name.length);
  return longestFirst.reduce((out, user) => out.replace(mentionOf(user.name), `<@${user.id}>`), text);
}

/** @param {Store} store */
function peopleOf(store) {
  return [...store.users.values()].map((user) => ({ ...user, name: nameOf(user) }));
}

/** @param {string} name */
function mentionOf(name) {
  const literal = name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<=^|\\s)@${literal}(?![\\p{L}\\p{N}_])`, "giu");
}
