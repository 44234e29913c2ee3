/* Clocks that run down. */

/** Seconds in the reader's words: days and hours, or hours, minutes and seconds. */
export function duration(seconds, t) {
  const left = Math.max(0, Math.floor(seconds));
  const days = Math.floor(left / 86_400);
  const hours = Math.floor((left % 86_400) / 3600);
  if (days) return t("clock.days", { days, hours });
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor((left % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

/** The server's time minus this machine's, in milliseconds. */
export const ahead = (now) => Date.parse(now) - Date.now();

export function secondsLeft(player, offset) {
  if (player.due) return (Date.parse(player.due) - Date.now() - offset) / 1000;
  return player.seconds;
}
