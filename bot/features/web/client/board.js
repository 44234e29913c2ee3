/* The picture with touch areas over it: focus by arrow keys, zoom, pinch and swipes. Knows no game. */

import { $, h } from "./dom.js";

const SMALLEST = 32;
const APART = 24;
const CLOSE_UP = 36;
const SWIPE = 48;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `touched` receives the names of the touched spot, `swiped` -1 or 1, `zoomed` whether the board is zoomed. */
  constructor({ touched, swiped, zoomed }) {
    Object.assign(this, { touched, swiped, zoomed });
    this.spots = [];
    this.held = new Map();
    this.holder = $("#holder");
    this.stage = $("#stage");
    this.board = $("#board");
    this.image = $("#picture");
    this.points = $("#points");
    this.ending = new AbortController();
    const on = (element, names, run, more = {}) => {
      for (const name of names.split(" ")) element.addEventListener(name, run, { signal: this.ending.signal, ...more });
    };
    on(this.points, "keydown", (event) => this.key(event));
    on(this.points, "focusin", (event) => this.rove(event.target));
    on(this.board, "click", (event) => this.click(event));
    on(this.board, "pointerdown", (event) => this.down(event));
    on(this.board, "pointermove", (event) => this.slide(event));
    on(this.board, "pointerup pointercancel pointerleave", (event) => this.up(event));
    on(this.stage, "touchstart", (event) => this.pinchStart(event), { passive: true });
    on(this.stage, "touchmove", (event) => this.pinch(event), { passive: false });
    this.resize(1);
  }

  /** Remove all listeners, so that another game's board can use the elements. */
  stop() {
    this.ending.abort();
  }

  /** Show a picture once it has loaded; false if another one was requested in the meantime. */
  async show(source, words, width, height) {
    this.wanted = source;
    if (this.image.src !== new URL(source, document.baseURI).href) {
      const ahead = new Image();
      ahead.src = source;
      await ahead.decode();
      if (this.wanted !== source) return false;
      this.image.src = source;
    }
    this.image.alt = words;
    this.holder.style.setProperty("--ratio", width / height);
    this.size = { width, height };
    return true;
  }

  /** Create the touch areas: a button for each area, which may have several names. */
  lay(points, key) {
    if (this.laid === key) return;
    this.laid = key;
    const { width } = this.size;
    const areas = new Map();
    for (const point of points) {
      const place = [point.x, point.y, point.across, point.down].join();
      if (areas.has(place)) areas.get(place).names.push(point.name);
      else areas.set(place, { ...point, names: [point.name] });
    }
    const focused = this.current()?.names[0];
    const hadFocus = this.points.contains(document.activeElement);
    this.spots = [...areas.values()].sort((a, b) => a.y - b.y || a.x - b.x);
    this.points.replaceChildren(
      ...this.spots.map((spot, at) => {
        const button = h("button", { type: "button", className: spot.round ? "point round" : "point", tabIndex: -1 });
        button.dataset.at = at;
        button.dataset.names = spot.names.join(" ");
        const style = { left: spot.x / width, top: spot.y / width, width: (2 * spot.across) / width };
        for (const [name, share] of Object.entries(style)) button.style.setProperty(`--${name}`, share);
        button.style.setProperty("--height", (2 * spot.down) / width);
        spot.button = button;
        return button;
      }),
    );
    const kept = this.spots.find((spot) => spot.names[0] === focused) ?? this.spots[0];
    if (kept) kept.button.tabIndex = 0;
    if (kept && hadFocus) kept.button.focus({ preventScroll: true });
  }

  /** Mark the spots: `state(spot)` returns the { mark, label, open } of a spot with its `names`. */
  mark(state) {
    for (const spot of this.spots) {
      const { mark, label, open } = state(spot);
      spot.open = open;
      spot.marked = open && mark !== "";
      spot.button.dataset.mark = mark;
      spot.button.ariaLabel = label;
      spot.button.ariaDisabled = open ? null : "true";
      spot.button.ariaPressed = mark === "chosen" ? "true" : null;
    }
  }

  current() {
    return this.spots.find((spot) => spot.button.tabIndex === 0);
  }

  rove(button) {
    const before = this.current();
    if (before) before.button.tabIndex = -1;
    button.tabIndex = 0;
  }

  focus(spot) {
    this.rove(spot.button);
    spot.button.focus({ preventScroll: this.zoom === 1 });
  }

  key(event) {
    const spot = this.spots[event.target.dataset.at];
    const direction = ARROWS[event.key];
    if (!spot || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const open = this.spots.filter((other) => other.open);
    let goal;
    if (direction) goal = this.neighbour(spot, direction);
    else if (event.key === "Home") [goal] = open;
    else if (event.key === "End") goal = open.at(-1);
    else if (event.key === "PageDown") goal = open.find((other) => this.spots.indexOf(other) > this.spots.indexOf(spot)) ?? open[0];
    else if (event.key === "PageUp") goal = open.findLast((other) => this.spots.indexOf(other) < this.spots.indexOf(spot)) ?? open.at(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (goal) this.focus(goal);
  }

  /** The nearest spot in a direction; straight ones before diagonal ones. */
  neighbour(from, [right, down]) {
    let best = null;
    let least = Infinity;
    for (const spot of this.spots) {
      const [x, y] = [spot.x - from.x, spot.y - from.y];
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      const cost = ahead + 2.5 * aside;
      if (ahead > 1 && aside <= 2 * ahead && cost < least) [best, least] = [spot, cost];
    }
    return best;
  }

  /* A key press is a click without a pointer (detail 0), on the button. Other clicks select the `nearest` spot. */
  click(event) {
    if (!this.size || this.moved) return;
    if (event.detail === 0) {
      const spot = this.spots[event.target.dataset.at];
      if (spot) this.choose(spot);
      return;
    }
    const { spot, close } = this.nearest(event);
    if (spot && close && this.pointer === "touch" && this.zoom === 1) this.zoomAt(event.clientX, event.clientY);
    else if (spot) this.choose(spot);
  }

  choose(spot) {
    this.rove(spot.button);
    this.touched(spot.names, spot);
  }

  /** The spot selected by a touch: an open spot under it, else the nearest marked spot within reach, else a closed one
   * under it; `close` if another marked spot is so near that the touch is ambiguous. */
  nearest({ clientX, clientY }) {
    const box = this.board.getBoundingClientRect();
    const scale = box.width / this.size.width;
    const [x, y] = [(clientX - box.left) / scale, (clientY - box.top) / scale];
    const reached = this.spots.map((spot) => {
      const [aside, above] = [Math.max(0, Math.abs(x - spot.x) - spot.across), Math.max(0, Math.abs(y - spot.y) - spot.down)];
      return { spot, outside: Math.hypot(aside, above) * scale, centre: Math.hypot(x - spot.x, y - spot.y) * scale };
    });
    const order = (a, b) => a.outside - b.outside || a.centre - b.centre;
    const near = reached.filter(({ spot, outside, centre }) => spot.open && (!outside || (spot.marked && centre <= SMALLEST / 2))).sort(order);
    const [first] = near.length ? near : reached.filter(({ outside }) => !outside).sort(order);
    if (!first) return {};
    const apart = (spot) => Math.hypot(spot.x - first.spot.x, spot.y - first.spot.y) * scale;
    const close = first.spot.marked && this.spots.some((spot) => spot !== first.spot && spot.marked && apart(spot) < APART);
    return { spot: first.spot, close };
  }

  down(event) {
    this.pointer = event.pointerType;
    this.held.set(event.pointerId, event);
    this.moved = this.held.size > 1;
    if (this.size) this.press(this.nearest(event).spot);
  }

  slide(event) {
    const start = this.held.get(event.pointerId);
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 12) {
      this.moved = true;
      this.press(null);
    }
  }

  up(event) {
    const start = this.held.get(event.pointerId);
    this.held.delete(event.pointerId);
    this.press(null);
    if (!start || event.type !== "pointerup" || this.zoom > 1 || this.held.size || event.pointerType === "mouse") return;
    const [across, along] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(along)) this.swiped(across < 0 ? 1 : -1);
  }

  press(spot) {
    $(".pressed", this.points)?.classList.remove("pressed");
    if (spot?.open) spot.button.classList.add("pressed");
  }

  /* Zoom: the stage is a scrolling viewport of a larger board. */

  zoomAt(clientX, clientY, zoom = this.closeUp()) {
    const box = this.board.getBoundingClientRect();
    const window = this.stage.getBoundingClientRect();
    const [x, y] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    this.resize(Math.min(4, Math.max(1, zoom)));
    const grown = this.board.getBoundingClientRect();
    this.stage.scrollTo({
      left: x * grown.width - (clientX - window.left),
      top: y * grown.height - (clientY - window.top),
      behavior: "instant",
    });
    this.zoomed(this.zoom > 1);
  }

  resize(zoom) {
    this.zoom = zoom;
    this.board.style.setProperty("--zoom", zoom);
    this.stage.classList.toggle("zoomed", zoom > 1);
  }

  toggleZoom() {
    const { left, top, width, height } = this.stage.getBoundingClientRect();
    this.zoomAt(left + width / 2, top + height / 2, this.zoom > 1 ? 1 : this.closeUp());
  }

  /** The zoom at which the smallest area can be touched reliably, at least 2. */
  closeUp() {
    const scale = this.stage.clientWidth / this.size.width;
    const smallest = Math.min(...this.spots.map((spot) => 2 * Math.min(spot.across, spot.down))) * scale;
    return Math.max(2, CLOSE_UP / smallest);
  }

  pinchStart({ touches }) {
    if (touches.length === 2) this.pinched = { apart: apart(touches), zoom: this.zoom };
  }

  pinch(event) {
    if (event.touches.length !== 2 || !this.pinched) return;
    event.preventDefault();
    this.moved = true;
    const [first, second] = event.touches;
    const zoom = (this.pinched.zoom * apart(event.touches)) / this.pinched.apart;
    this.zoomAt((first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2, zoom);
  }
}

const apart = ([first, second]) => Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
