/* Everything around the board: players and clocks, the bar under the board, steps, actions, the list of moves. */

import { duration, secondsLeft } from "./clocks.js";
import { actionsOf, whole } from "./choosing.js";
import { confirmIn, showDialog } from "./dialogs.js";
import { $, h, icon } from "./dom.js";

const ANNOUNCED = 6;

export class Panel {
  constructor(table) {
    this.table = table;
    this.t = table.t;
    this.look = () => this.tick();
    document.addEventListener("visibilitychange", this.look);
    this.timer = setInterval(this.look, 1000);
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  stop() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.look);
    document.removeEventListener("keydown", this.keys);
  }

  /* Arrow keys, Home and End step through the game, on the board only with Shift; Escape goes a step back. */
  key(event) {
    if (event.target.closest?.("dialog, select, input") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (this.table.ask || this.table.draft.asked.length || this.table.shown.preview) this.table.back();
      return;
    }
    const onBoard = event.target.closest?.(".points");
    if (onBoard && !event.shiftKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.table.step(steps[event.key]);
  }

  render() {
    keepFocus(() => {
      this.head();
      this.players();
      this.bar();
      this.steps();
      this.actions();
      this.moves();
    });
    $("#room").ariaBusy = "false";
  }

  /** Announce lines to screen readers. */
  announce(lines) {
    const log = $("#told");
    log.append(...lines.filter(Boolean).map((line) => h("p", { textContent: line })));
    while (log.children.length > ANNOUNCED) log.firstChild.remove();
  }

  line(up) {
    const line = $("#line");
    line.hidden = up;
    line.textContent = up ? "" : this.t("line.down");
  }

  head() {
    const { present } = this.table;
    $("#title").textContent = present.title;
    document.title = present.may.move ? `● ${present.title}` : present.title;
    const chat = $("#chat");
    chat.hidden = !present.chat;
    chat.href = present.chat || "#";
    chat.target = "_blank";
    chat.rel = "noopener noreferrer";
    chat.replaceChildren(h("span", { textContent: this.t("chat") }), icon("out"));
    chat.onclick = (event) => {
      if (!this.table.outside) return;
      event.preventDefault();
      this.table.outside(present.chat);
    };
  }

  /* Players */

  players() {
    const { t, table } = this;
    const { players } = table.present;
    const box = $("#players");
    box.ariaLabel = t("players");
    box.dataset.many = players.length > 2;
    box.replaceChildren(...players.map((player) => this.player(player)));
    this.tick();
  }

  player(player) {
    const { t } = this;
    const clock = h("span", { className: "clock" });
    clock.dataset.seat = player.seat;
    const marks = [player.you && t("player.you"), player.computer && t("player.computer"), player.left && t("player.left")];
    const below = [player.role, ...marks.filter(Boolean)].filter(Boolean).join(" · ");
    const state = player.winner ? t("player.winner") : player.turn ? t("player.turn") : "";
    const element = h(
      "div",
      { className: "player" },
      h("span", { className: "turn", ariaHidden: "true", textContent: player.winner ? "★" : "" }),
      h("b", { textContent: player.name || player.role }),
      clock,
      h("small", { textContent: below }),
      state && h("span", { className: "unseen", textContent: state }),
    );
    element.classList.toggle("moving", player.turn);
    element.classList.toggle("won", player.winner);
    element.classList.toggle("left", player.left);
    if (player.away) element.append(h("small", { className: "away", textContent: t("player.away", { until: this.day(player.away) }) }));
    return element;
  }

  day(moment) {
    return new Date(moment).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" });
  }

  tick() {
    if (document.hidden) return;
    const { present, offset } = this.table;
    for (const player of present.players) {
      const clock = $(`.clock[data-seat="${player.seat}"]`);
      const left = secondsLeft(player, offset);
      if (!clock || left === null) continue;
      const text = duration(left, this.t);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("short", Boolean(player.due) && left < 3600);
    }
  }

  /* The bar: notes, the status, and the buttons for the next step */

  bar(focus = false) {
    const { table, t } = this;
    const bar = $("#bar");
    bar.ariaLabel = t("bar");
    keepFocus(() => {
      const notes = table.note.map((line) => h("p", { className: "note", textContent: line }));
      bar.replaceChildren(...notes, ...this.barContent().flat().filter(Boolean));
    });
    const onBoard = document.activeElement?.closest?.(".points");
    if (focus && onBoard) $("button", bar)?.focus();
  }

  barContent() {
    const { table, t } = this;
    const { shown, present } = table;
    if (table.ended) return [h("p", { className: "status", textContent: present.status })];
    if (table.busy) return [h("p", { className: "status waiting", textContent: t("sending") })];
    if (table.ask) return this.asked();
    if (shown.preview) return this.confirming(shown.preview);
    if (table.exploring) return this.exploring();
    if (shown.ply !== present.plies) return this.past();
    const draft = table.choosing && table.draft.path.length > 0;
    const status = draft ? this.way() : this.standing();
    return [status, row(...this.choices())];
  }

  standing() {
    const { shown } = this.table;
    const lines = shown.result.length ? shown.result : [shown.status];
    const [first, ...rest] = lines;
    return [
      h("p", { className: "status", textContent: first }),
      ...rest.map((line) => h("p", { className: "quiet", textContent: line })),
      shown.question && h("p", { className: "quiet", textContent: shown.question }),
    ];
  }

  way() {
    const { table } = this;
    const points = table.draft.path.map((point) => table.points.said.get(point) ?? point);
    return h("p", { className: "status way", textContent: `${points.join(" → ")} → …` });
  }

  /** Buttons besides the points: the opened game, the move as it stands, other actions, a step back. */
  choices() {
    const { table, t } = this;
    if (!table.choosing) return [this.opened()];
    const { moves } = table.shown;
    const ends = whole(moves, table.draft);
    const actions = table.draft.asked.length ? [] : actionsOf(moves, table.draft);
    return [
      this.opened(),
      ends && button("go", ends.name || t("play.as-it-is", { move: this.moveSaid(ends) }), () => table.complete(ends), "main"),
      ...actions.map((action) => this.action(action, moves)),
      table.draft.asked.length > 0 && button("back", t("back"), () => table.back()),
    ];
  }

  action(action, moves) {
    const { name, text } = moves.find((move) => move.action === action);
    return button(`act-${action}`, name || text, () => this.table.begin(action));
  }

  opened() {
    const { table, t } = this;
    if (!table.opened) return null;
    return button("opened", t("opened"), () => table.leave(table.opened), "main");
  }

  moveSaid(move) {
    const said = move.path.map((point) => this.table.points.said.get(point) ?? point).join(" → ");
    return move.action || !said ? move.name || move.text : said;
  }

  asked() {
    const { table, t } = this;
    const options = table.ask.map(({ point, move, draft }, at) => {
      const label = move ? move.does || this.moveSaid(move) : table.points.said.get(point) ?? point;
      return button(`ask-${at}`, label, () => table.choose(draft));
    });
    return [h("p", { className: "status", textContent: t("ask") }), row(...options, button("back", t("back"), () => table.back()))];
  }

  confirming(move) {
    const { table, t } = this;
    return [
      h("p", { className: "status", textContent: this.moveSaid(move) }),
      move.does && h("p", { className: "quiet", textContent: move.does }),
      row(button("confirm", t("confirm"), () => table.play(move.text), "main"), button("back", t("back"), () => table.back())),
    ];
  }

  past() {
    const { table, t } = this;
    const ply = table.history[table.shown.ply - 1];
    return [
      h("p", { className: "status", textContent: ply ? ply.said : t("steps.start") }),
      row(
        button("present", t("present"), () => table.to(table.present.plies), "main"),
        table.present.may.explore && button("explore-here", t("explore"), () => table.tryOut("explore")),
      ),
    ];
  }

  exploring() {
    const { table, t } = this;
    const { variation, shown, present } = table;
    const { moves, kind, ply } = variation;
    const atPresent = ply === present.plies;
    const first = moves.length > 0 && atPresent && present.may.move;
    // A line of a plan ends with the person's own reply.
    const answer = moves.length > 1 && moves.length % 2 === 0 && atPresent && present.may.plan;
    const ends = table.choosing ? whole(shown.moves, table.draft) : null;
    return [
      h("p", { className: "status", textContent: moves.length ? moves.join("  ") : t(`${kind}.begin`) }),
      shown.result.length > 0 && h("p", { className: "quiet", textContent: shown.result.join(" ") }),
      row(
        ends && button("go", ends.name || t("play.as-it-is", { move: this.moveSaid(ends) }), () => table.complete(ends), "main"),
        ...(table.choosing && !table.draft.asked.length ? actionsOf(shown.moves, table.draft).map((action) => this.action(action, shown.moves)) : []),
        answer && button("plan-it", t("plan.keep"), () => table.plan(), "main"),
        first && button("play-it", t("explore.play", { move: moves[0] }), () => table.play(moves[0]), kind === "plan" ? "" : "main"),
        table.draft.asked.length > 0
          ? button("back", t("back"), () => table.back())
          : moves.length > 0 && button("back", t("explore.back"), () => table.explore(moves.slice(0, -1))),
        button("leave", t("explore.leave"), () => table.leaveVariation()),
      ),
    ];
  }

  /* Steps through the game */

  steps() {
    const { table, t } = this;
    const box = $("#steps");
    box.ariaLabel = t("steps");
    const { ply, plies } = { ply: table.shown.ply, plies: table.present.plies };
    const bound = (id, name, label, goal, off) => {
      const element = button(id, "", () => table.to(goal), "plain square");
      element.append(icon(name));
      element.ariaLabel = t(label);
      element.title = t(label);
      element.ariaDisabled = off ? "true" : null;
      return element;
    };
    const tool = (id, name, label, run, pressed) => {
      const element = button(id, "", run, "plain square");
      element.append(icon(name));
      element.ariaLabel = t(label);
      element.title = t(label);
      if (pressed !== undefined) element.ariaPressed = String(pressed);
      return element;
    };
    keepFocus(() =>
      box.replaceChildren(
        bound("step-first", "first", "steps.first", 0, ply === 0),
        bound("step-back", "previous", "steps.back", ply - 1, ply === 0),
        h("span", { className: "count", textContent: `${ply} / ${plies}` }),
        bound("step-on", "next", "steps.on", ply + 1, ply === plies),
        bound("step-last", "last", "steps.last", plies, ply === plies),
        h("span", { className: "gap" }),
        tool("flip", "flip", "flip", () => table.flip()),
        tool("zoom", "zoom", "zoom", () => table.board.toggleZoom(), table.board.zoom > 1),
      ),
    );
  }

  /* Offers and actions */

  actions() {
    const { table, t } = this;
    const box = $("#actions");
    box.ariaLabel = t("actions");
    const { present } = table;
    const { may } = present;
    const act = (id, label, run, look = "") => button(id, label, run, look);
    const asks = (id, label, question, run) =>
      act(id, label, () => confirmIn(t, { question, yes: label, run }), "danger");
    const buttons = table.ended ? [] : [
      may.undo !== null && act("undo", t("undo"), () => table.write("undo", { plies: may.undo, taken_back: present.taken_back })),
      may.take_back && act("take-back", t("take-back"), () => table.write("undo", { plies: present.plies, taken_back: present.taken_back })),
      may.again && act("again", t("again"), () => table.write("again"), "main"),
      may.rematch && act("rematch", t("rematch"), () => table.write("rematch"), "main"),
      may.claim && act("claim", t("claim"), () => table.write("claim"), "main"),
      ...present.calls.map((call, at) => act(`call-${at}`, call.name, () => confirmIn(t, { question: t("call.sure", { call: call.name }), yes: call.name, run: () => table.play(call.text) }))),
      may.explore && !table.exploring && table.shown.ply === present.plies && act("explore", t("explore"), () => table.tryOut("explore")),
      may.plan && !table.exploring && act("plan", t("plan"), () => table.tryOut("plan")),
      may.draw_with_move && this.drawToggle(),
      ...may.offers.map(({ kind, name }) => act(`offer-${kind}`, name, () => table.write("offer", { kind }))),
      may.dice && act("dice", t("dice"), () => this.dice()),
      act("look", t("look"), () => this.looks()),
      may.resign && asks("resign", t("resign"), t("resign.sure"), () => table.write("resign")),
    ];
    box.replaceChildren(
      ...(table.ended ? [] : present.offers.map((offer) => this.offer(offer))),
      present.lines.length > 0 && this.lines(),
      row(...buttons.filter(Boolean)),
    );
    for (const child of [...box.childNodes]) if (child.nodeType === Node.TEXT_NODE) child.remove();
  }

  drawToggle() {
    const { table, t } = this;
    const toggle = button("draw", t("draw.with-move"), () => {
      table.withDraw = !table.withDraw;
      toggle.ariaPressed = String(table.withDraw);
    });
    toggle.ariaPressed = String(Boolean(table.withDraw));
    return toggle;
  }

  offer({ kind, seat, said, mine, answerable }) {
    const { table, t } = this;
    const answer = (word, look) => button(`${word}-${kind}-${seat}`, t(`offer.${word}`), () => table.write("answer", { kind, seat, answer: word }), look);
    return h(
      "div",
      { className: "offer" },
      h("p", { textContent: said }),
      row(answerable && answer("accept", "main"), answerable && answer("decline"), mine && answer("withdraw")),
    );
  }

  lines() {
    const { table, t } = this;
    return h(
      "div",
      { className: "offer" },
      h("h2", { textContent: t("lines") }),
      h("ul", {}, table.present.lines.map((line) => h("li", { textContent: line.said }))),
      row(button("lines-delete", t("lines.delete"), () => table.write("plan/delete"))),
    );
  }

  async dice() {
    const { table, t } = this;
    try {
      const { said } = await table.wire.get(`${table.path}/dice`);
      showDialog(t, t("dice"), said.map((line) => h("p", { textContent: line })));
    } catch (problem) {
      table.notify([problem.message || t("problem.offline")]);
    }
  }

  looks() {
    const { table, t } = this;
    const chosen = table.look.theme || table.shown.theme;
    const options = table.themes.map((theme) => {
      const input = h("input", { type: "radio", name: "theme", value: theme, checked: theme === chosen });
      input.addEventListener("change", () => table.dress({ theme }));
      return h("label", { className: "option" }, input, h("span", { textContent: t(`theme.${theme}`) }));
    });
    showDialog(t, t("look"), [
      h("fieldset", {}, h("legend", { textContent: t("theme") }), ...options),
      h("h3", { textContent: t("keys") }),
      ...["keys.points", "keys.choose", "keys.steps", "keys.back"].map((key) => h("p", { className: "quiet", textContent: t(key) })),
    ]);
  }

  /* The list of moves */

  moves() {
    const { table, t } = this;
    const box = $("#moves");
    box.ariaLabel = t("moves");
    const { ply } = table.shown;
    const known = this.list?.childElementCount ?? -1;
    const key = `${table.present.taken_back}`;
    if (!this.list || this.listed !== key || known > table.history.length) {
      this.list = h("ol", { tabIndex: 0, ariaLabel: t("moves") });
      box.replaceChildren(h("h2", { textContent: t("moves") }), this.list);
      this.listed = key;
    }
    for (const ply of table.history.slice(this.list.childElementCount)) {
      const entry = button(`ply-${ply.number}`, "", () => table.to(ply.number), "ply");
      entry.append(h("span", { className: "number", textContent: ply.number }), h("span", { textContent: ply.said }));
      this.list.append(h("li", {}, entry));
    }
    $("[aria-current]", this.list)?.removeAttribute("aria-current");
    const current = this.list.children[ply - 1]?.firstChild;
    if (current) {
      current.ariaCurrent = "step";
      const { list } = this;
      const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
      if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight / 2;
    } else {
      this.list.scrollTop = 0;
    }
    box.hidden = !table.history.length;
  }
}

function button(id, label, run, look = "") {
  const element = h("button", { type: "button", id, className: look, textContent: label });
  element.addEventListener("click", () => element.ariaDisabled !== "true" && run());
  return element;
}

const row = (...children) => h("div", { className: "row" }, children);

/** Redraw and restore the focus: on the element with the same id, else on the board. */
function keepFocus(draw) {
  const { activeElement } = document;
  const { id } = activeElement ?? {};
  draw();
  if (!activeElement || activeElement === document.body || activeElement.isConnected) return;
  const same = id && document.getElementById(id);
  (same || $("#points [tabindex='0']"))?.focus({ preventScroll: true });
}
