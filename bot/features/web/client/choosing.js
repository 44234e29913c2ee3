/* Choosing a move by touches: pure functions over the legal moves, the same for every game.
 *
 * A move is { text, path, meanings, action, label }. A draft is { action, path, asked }: `path` holds the points chosen
 * so far, including forced ones; `asked` holds the length of the path before each choice, so that a step back undoes the
 * choice and the forced points after it.
 */

export const EMPTY = { action: "", path: [], asked: [] };

/** Fill in forced choices. */
function settled(moves, draft) {
  let { action, path } = draft;
  if (!path.length && !action) {
    const actions = new Set(moves.filter((move) => move.path.length).map((move) => move.action));
    if (actions.size === 1 && moves.every((move) => actions.has(move.action))) [action] = actions;
  }
  const candidates = behind(moves, { action, path });
  for (;;) {
    const following = new Set(candidates.map((move) => move.path[path.length]));
    const [point] = following;
    if (following.size !== 1 || point === undefined) break;
    path = [...path, point];
  }
  return { ...draft, action, path };
}

/** Begin a move with its forced choices filled in. */
export const begin = (moves) => settled(moves, EMPTY);

/** The moves that begin with a draft. */
export function behind(moves, { action, path }) {
  return moves.filter((move) => move.action === action && path.every((point, at) => move.path[at] === point));
}

/** The move of a complete draft; longer moves may continue it. */
export function whole(moves, draft) {
  return behind(moves, draft).find((move) => move.path.length === draft.path.length) ?? null;
}

const endsOnPoint = (move) => (move.meanings.at(-1) ?? "to") === "to";

/** The touchable points: the possible next points, and the ends of longer paths. */
export function open(moves, draft) {
  const depth = draft.path.length;
  const onward = behind(moves, draft).filter((move) => move.path.length > depth);
  const next = new Set(onward.map((move) => move.path[depth]));
  const ends = new Set(depth ? onward.filter(endsOnPoint).map((move) => move.path.at(-1)) : []);
  return { next, ends: new Set([...ends].filter((point) => !next.has(point))) };
}

/** Whether the next point of a draft takes a piece from the board. */
export function choosesPiece(moves, draft) {
  const depth = draft.path.length;
  const onward = behind(moves, draft).filter((move) => move.path.length > depth);
  return onward.some((move) => (move.meanings.length ? move.meanings[depth] === "from" : !depth && move.path.length > 1));
}

/** The actions available besides touching points: pass, roll again, claim, place. */
export function actionsOf(moves, draft) {
  return [...new Set(moves.map((move) => move.action))].filter((action) => action && action !== draft.action);
}

export const act = (moves, action) => settled(moves, { action, path: [], asked: [0] });

function on(moves, draft, path) {
  return settled(moves, { ...draft, path, asked: [...draft.asked, draft.path.length] });
}

/** The result of touching a spot, which may have several names: { draft }, { ask: [...] } with { point, draft } or
 * { move, draft } for each possible meaning, or null. */
export function touch(moves, draft, names) {
  const depth = draft.path.length;
  const onward = behind(moves, draft).filter((move) => move.path.length > depth);
  const points = [...new Set(onward.map((move) => move.path[depth]))].filter((point) => names.includes(point));
  if (points.length === 1) return { draft: on(moves, draft, [...draft.path, points[0]]) };
  if (points.length) return { ask: points.map((point) => ({ point, draft: on(moves, draft, [...draft.path, point]) })) };
  const ending = depth ? onward.filter((move) => endsOnPoint(move) && names.includes(move.path.at(-1))) : [];
  if (ending.length === 1) return { draft: on(moves, draft, ending[0].path) };
  if (ending.length) return { ask: ending.map((move) => ({ move, draft: on(moves, draft, move.path) })) };
  return again(moves, draft, names);
}

/** A touch outside the possible points: deselect the piece, or select another one. */
function again(moves, draft, names) {
  if (!draft.asked.length) return null;
  const last = draft.path[draft.asked.at(-1)];
  const before = back(draft);
  if (names.includes(last)) return { draft: before };
  const first = begin(moves);
  return draft.asked.length && first.action === draft.action ? fresh(moves, first, names) : null;
}

function fresh(moves, first, names) {
  const depth = first.path.length;
  const next = behind(moves, first).some((move) => names.includes(move.path[depth]));
  return next ? touch(moves, first, names) : null;
}

/** Undo the last touch and the forced choices after it. */
export function back(draft) {
  if (!draft.asked.length) return draft;
  const length = draft.asked.at(-1);
  const asked = draft.asked.slice(0, -1);
  return { action: asked.length || length ? draft.action : "", path: draft.path.slice(0, length), asked };
}
