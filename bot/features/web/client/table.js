/* A game at the table: its display, the move being chosen, and the requests to the server. */

import { Board } from "./board.js";
import { act, back, begin, behind, choosesPiece, open, touch } from "./choosing.js";
import { ahead } from "./clocks.js";
import { $ } from "./dom.js";
import { Panel } from "./panel.js";
import { Live, pause } from "./wire.js";

const PICTURE_PAUSES = [1000, 3000];
const NO_VIEW = { theme: "", side: null };

/** A full move from the short form of moves that have only a text and points. */
function written([text, ...path]) {
  const meanings = path.map((_, at) => (at === path.length - 1 ? "to" : at ? "over" : "from"));
  return { text: text || path.join("-"), path, meanings: path.length === 1 ? ["placed"] : meanings, action: "", name: "", does: "" };
}

/** Whether plies were played or taken back between two views. */
const moved = (before, after) => before.plies !== after.plies || before.taken_back !== after.taken_back;

export class Table {
  /** `look` is the person's choice of theme and side; `leave({ game, bearer })` opens another game. */
  constructor(wire, opened, { look = NO_VIEW, keepTheme, leave, outside }) {
    Object.assign(this, { wire, look: { ...look }, keepTheme, leave, outside });
    this.texts = opened.texts;
    this.themes = opened.themes;
    this.path = `api/games/${opened.view.match}`;
    this.history = [];
    this.note = [];
    this.points = { key: "", points: [], said: new Map() };
    this.board = new Board({
      touched: (names) => this.touched(names),
      swiped: (step) => this.step(step),
      zoomed: () => this.panel.steps(),
    });
    this.panel = new Panel(this);
    this.take(opened.view);
    this.enter(opened.view);
  }

  t = (key, values = {}) =>
    (this.texts[key] ?? key).replace(/%(\w+)%/g, (whole, name) => (name in values ? String(values[name]) : whole));

  async start() {
    await this.draw();
    this.live = new Live(this.wire, `${this.path}/live`, {
      revision: () => this.present.revision,
      changed: ({ revision }) => this.newRevision(revision),
      closed: (error) => this.over(error),
      line: (up) => this.panel.line(up),
    });
  }

  stop() {
    this.live?.end();
    this.panel.stop();
    this.board.stop();
  }

  /* Views */

  /** Expand a view's moves; store its points, its history and the server's time, and the view itself if it is present. */
  take(view) {
    const { board } = view;
    view.moves = [...view.ways.map(written), ...view.moves];
    view.ways = [];
    if (board.points) {
      const said = new Map(board.points.map((point) => [point.name, point.said]));
      this.points = { key: board.key, points: board.points, said };
    }
    this.history = [...this.history.slice(0, view.history_from), ...view.history].slice(0, view.plies);
    this.offset = ahead(view.now);
    if (view.ply === view.plies && !view.explored.length) this.present = view;
  }

  /** Show a view, without any part of a move chosen. */
  enter(view) {
    this.shown = view;
    this.draft = begin(view.moves);
    this.ask = null;
  }

  query(more = {}) {
    return { theme: this.look.theme, side: this.look.side, known: this.points.key, ...more };
  }

  async fetch(ply = null) {
    const view = await this.wire.get(`${this.path}/view`, this.query({ ply, since: this.history.length }));
    if (view.taken_back !== this.present.taken_back && view.history_from) {
      this.history = [];
      return this.fetch(ply);
    }
    this.take(view);
    return view;
  }

  get exploring() {
    return this.variation !== undefined && this.variation !== null;
  }

  /** The game has changed. During a write nothing is fetched, as its response most likely contains that change. */
  newRevision(revision) {
    this.newest = revision;
    if (!this.busy && revision !== this.present.revision) this.follow();
  }

  /** Fetch the changed game, and show it unless the person is looking at another position. */
  async follow() {
    if (this.following) {
      this.stale = true;
      return;
    }
    this.following = true;
    do {
      this.stale = false;
      const before = this.present;
      try {
        await this.fetch();
      } catch (problem) {
        this.notify([problem.message || this.t("problem.offline")]);
        break;
      }
      if (moved(before, this.present)) this.announceSince(before);
      this.renew();
      await this.draw();
    } while (this.stale);
    this.following = false;
  }

  /** Whether the present position is shown, not an earlier one or a variation. */
  get atPresent() {
    return !this.exploring && this.shown.ply === this.shown.plies;
  }

  /** Replace an older view of the present position by the newest; a partly chosen move is lost only if plies changed. */
  renew() {
    if (!this.atPresent) return;
    if (moved(this.shown, this.present)) {
      const interrupted = this.draft.asked.length > 0 && this.shown.may.move && !this.busy;
      this.enter(this.present);
      if (interrupted) this.notify([this.t("problem.moved")]);
    } else if (!this.shown.preview) {
      this.shown = this.present;
    }
  }

  /** Announce the changes since a view. */
  announceSince(before) {
    const { plies, taken_back: takenBack, status, result } = this.present;
    const news = takenBack === before.taken_back ? this.history.slice(before.plies, plies).map((ply) => ply.said) : [this.t("heard.taken-back")];
    this.panel.announce([...news, status, ...result]);
  }

  over(error) {
    this.stop();
    this.notify([error.text]);
    this.ended = true;
    this.mark();
    this.panel.render();
  }

  async draw() {
    const view = this.shown;
    if (this.drawn?.picture.url !== view.picture.url) this.drawn = null;
    this.panel.render();
    this.mark();
    if (!(await this.pictured(view))) return;
    this.board.lay(this.points.points, view.board.key);
    this.drawn = view;
    this.mark();
    this.panel.bar();
  }

  /** Show the picture of a view; false if another one was requested in the meantime, or it cannot be loaded. */
  async pictured({ picture, board }) {
    for (const wait of [...PICTURE_PAUSES, null]) {
      if (this.shown.picture !== picture) return false;
      try {
        const source = await this.wire.picture(picture.url);
        return this.shown.picture === picture && (await this.board.show(source, picture.words, board.width, board.height));
      } catch {
        if (wait !== null) await pause(wait);
      }
    }
    this.notify([this.t("problem.picture")]);
    return false;
  }

  /* Choosing a move */

  /** Whether the person can choose a move in the shown position. */
  get choosing() {
    const mine = this.exploring || (this.atPresent && this.shown.may.move);
    // A touch would refer to the picture of an earlier position while the next one loads.
    const waits = !this.drawn || this.busy || this.asking || this.shown.preview || this.ended;
    return Boolean(mine && this.shown.moves.length && !waits);
  }

  get hidden() {
    return this.shown.hidden && this.draft.path.length > 0;
  }

  mark() {
    const { moves } = this.shown;
    const none = { next: new Set(), ends: new Set() };
    const { next, ends } = this.choosing && !this.ask ? open(moves, this.draft) : none;
    const piece = choosesPiece(moves, this.draft);
    const others = this.choosing && this.draft.asked.length && !this.ask ? open(moves, begin(moves)).next : none.next;
    const chosen = new Set(this.choosing ? this.draft.path : []);
    this.board.mark(({ names }) => {
      const point = this.nameOf(names);
      const is = (set) => names.some((name) => set.has(name));
      const stays = (mark, isOpen) => ({ mark, open: isOpen, label: this.t(mark ? `point.${mark}` : "point.plain", { point }) });
      if (is(chosen)) return stays("chosen", this.choosing && !this.ask);
      if (this.hidden) return stays("", this.choosing);
      if (is(next)) return stays(piece ? "movable" : this.draft.path.length ? "target" : "free", true);
      if (is(ends)) return stays("end", true);
      // Another piece can be selected instead; the chosen one loses its highlight.
      return { mark: "", open: is(others), label: this.t(is(others) ? "point.movable" : "point.plain", { point }) };
    });
    $("#points").ariaLabel = this.t("board.label", { game: this.shown.title });
  }

  nameOf(names) {
    const shortest = names.reduce((name, other) => (other.length < name.length ? other : name));
    return this.points.said.get(shortest) ?? shortest;
  }

  touched(names) {
    if (!this.choosing) return;
    this.note = [];
    const next = touch(this.shown.moves, this.draft, names);
    if (!next) {
      const words = [this.t("point.closed", { point: this.nameOf(names) })];
      if (this.hidden) this.notify(words);
      else this.panel.announce(words);
      return;
    }
    if (next.ask) this.question(next.ask);
    else this.choose(next.draft);
  }

  question(options) {
    this.ask = options;
    this.changed(true);
  }

  choose(draft) {
    this.ask = null;
    this.draft = draft;
    const here = behind(this.shown.moves, draft);
    if (here.length === 1 && here[0].path.length === draft.path.length) this.complete(here[0]);
    else this.changed();
  }

  changed(focus = false) {
    this.mark();
    this.panel.bar(focus);
  }

  begin(action) {
    this.choose(act(this.shown.moves, action));
  }

  back() {
    this.note = [];
    if (this.ask) this.ask = null;
    else if (this.shown.preview) return this.unpreview();
    else this.draft = back(this.draft);
    return this.changed();
  }

  /** A complete move: explore it, ask for Confirm, or play it. */
  async complete(move) {
    this.ask = null;
    if (this.exploring) await this.explore([...this.variation.moves, move.text]);
    else if (this.present.confirm && this.draft.asked.length) await this.preview(move);
    else await this.play(move.text);
  }

  async preview(move) {
    const from = this.shown;
    const before = back(this.draft);
    this.chosen = { move, before, from };
    this.shown = { ...from, preview: move };
    this.changed(true);
    try {
      const body = { ply: from.plies, taken_back: from.taken_back, moves: [move.text], preview: true };
      const view = await this.wire.post(`${this.path}/explore`, { ...body, ...this.body() });
      if (this.shown.preview !== move) return;
      this.take(view);
      this.shown = { ...from, preview: move, picture: view.picture, board: view.board };
      await this.draw();
    } catch (problem) {
      if (this.shown.preview === move) this.refused(problem);
    }
  }

  unpreview() {
    const { before, from } = this.chosen;
    this.shown = from;
    this.draft = before;
    this.renew();
    return this.draw();
  }

  play(text) {
    const { plies, taken_back: takenBack } = this.present;
    const draw = Boolean(this.withDraw && this.present.may.draw_with_move);
    this.withDraw = false;
    return this.write("move", { move: text, plies, taken_back: takenBack, draw });
  }

  /* Requests */

  async write(what, body = {}) {
    if (this.busy) return;
    this.busy = what;
    this.newest = null;
    this.note = [];
    this.changed();
    try {
      const done = await this.wire.write(`${this.path}/${what}`, this.query({ since: this.history.length }), body);
      this.busy = null;
      await this.done(what, done);
    } catch (problem) {
      this.busy = null;
      await this.refused(problem);
    }
    if (this.newest) this.newRevision(this.newest);
  }

  async done(what, { view: answered, said, repeated, opened, bearer }) {
    const before = this.present;
    const rewritten = answered.taken_back !== before.taken_back && answered.history_from;
    if (rewritten) this.history = [];
    const view = rewritten ? await this.fetch() : answered;
    this.variation = null;
    this.take(view);
    this.enter(view);
    this.present = view;
    const words = repeated && !said.length ? [this.t("problem.repeated")] : said;
    this.panel.announce(words);
    // The board shows that the person's own move was played.
    this.note = what === "move" && !repeated ? words.slice(1) : [...words];
    if (moved(before, view)) this.announceSince(before);
    if (this.look.side !== null && view.side !== this.look.side) this.follow();
    if (opened !== null && opened !== undefined) this.opened = { game: opened, bearer: bearer ?? this.wire.bearer };
    return this.draw();
  }

  async refused(problem) {
    const text = problem.message || this.t("problem.offline");
    if (problem.code === "expired" || problem.code === "unknown") {
      this.over({ text });
      return;
    }
    this.notify([text]);
    this.variation = null;
    if (problem.code === "moved") await this.fetch().catch(() => {});
    this.enter(this.present);
    await this.draw();
  }

  /** Show lines in the bar, and announce them to screen readers. */
  notify(lines) {
    this.note = lines;
    this.panel.announce(lines);
    this.panel.bar();
  }

  /* History and exploring */

  body() {
    return Object.fromEntries(Object.entries(this.query()).filter(([, value]) => value !== null && value !== ""));
  }

  /** Show the position after a number of plies. During a request only the last call counts. */
  async to(ply) {
    this.goal = Math.max(0, Math.min(this.present.plies, ply));
    this.variation = null;
    this.note = [];
    if (this.going) return;
    this.going = true;
    try {
      while (this.goal !== null) {
        const { goal } = this;
        await this.go(goal);
        if (this.goal === goal) this.goal = null;
      }
    } catch (problem) {
      this.goal = null;
      await this.refused(problem);
    } finally {
      this.going = false;
    }
  }

  async go(goal) {
    if (goal === this.present.plies) {
      this.enter(this.present);
    } else {
      this.enter(await this.fetch(goal));
      this.panel.announce([this.history[goal - 1]?.said ?? this.t("steps.start")]);
    }
    await this.draw();
  }

  step(by) {
    return this.to((this.goal ?? this.shown.ply) + by);
  }

  async tryOut(kind) {
    this.note = [];
    this.variation = { kind, ply: this.shown.ply, moves: [] };
    await this.explore([]);
    if (this.exploring && !this.shown.moves.length) {
      await this.leaveVariation();
      this.notify([this.t("explore.none")]);
    }
  }

  async explore(moves) {
    const { variation } = this;
    const { taken_back: takenBack } = this.present;
    this.asking = true;
    this.mark();
    try {
      const view = await this.wire.post(`${this.path}/explore`, { ply: variation.ply, taken_back: takenBack, moves, ...this.body() });
      if (this.variation !== variation) return;
      this.take(view);
      variation.moves = moves;
      this.asking = false;
      this.enter(view);
      await this.draw();
    } catch (problem) {
      await this.refused(problem);
    } finally {
      this.asking = false;
      // A picture drawn in the meantime did not accept touches.
      if (this.variation !== variation) this.changed();
    }
  }

  leaveVariation() {
    const { ply } = this.variation;
    return this.to(ply);
  }

  plan() {
    const { plies, taken_back: takenBack } = this.present;
    return this.write("plan", { moves: this.variation.moves, plies, taken_back: takenBack });
  }

  async dress(look) {
    this.look = { ...this.look, ...look };
    this.keepTheme(this.look.theme);
    const { ply, plies } = this.shown;
    this.variation = null;
    this.present = await this.fetch();
    if (ply === plies) this.enter(this.present);
    else this.enter(await this.fetch(ply));
    await this.draw();
  }

  flip() {
    const seats = this.present.players.length;
    const side = this.look.side ?? this.shown.side ?? this.present.seat ?? 0;
    return this.dress({ side: (side + 1) % seats });
  }
}
