"""The guided panel: one page for each step of choosing a move, and the result to be confirmed."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from discord import ButtonStyle, SelectOption, ui

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import MOST_COMPONENTS
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.core.words import move_labels, phrases, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.core.words.move_labels import Caption
from bot.features.moves.pages import move_picker, move_tree
from bot.features.moves.pages.move_picker import PickerStep
from bot.features.moves.pages.move_tree import WayOn
from bot.features.moves.pages.played_page import NOTHING_BEFORE, Before
from bot.features.moves.pages.step_marks import marked_picture, step_marks
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from render import View, point_named
from rules.contract import Game, Move, State
from rules.contract.capabilities import calls_of, point_names_of, punishes_oversight

MOST_LISTED = 250
"""The most moves that a page lists in its menus."""
MOST_MENUS = 12
FULL_ROW = 5
WIDTHS = ((3, 4), (7, 3), (13, 2))
"""How many buttons with labels of so many characters stand side by side on a phone, else one."""
SHORT = 3
"""The most points of a move that a button names all."""


async def guide_page(
    pictures: Pictures,
    position: MatchPosition,
    seat: int,
    step: PickerStep,
    t: Language,
    *,
    before: Before = NOTHING_BEFORE,
) -> layouts.Page:
    """Return the panel for one step of choosing a move: a button for each way to go on.

    `before` is what the same player has just played.
    Raises MalformedId for a step that leads to no legal move.
    """
    match, state = position.match, position.state
    first = first_step(state, draw=step.draw)
    step = first if step.is_first else step
    view = View(
        seat=seat,
        trail=await pictures.trail(position) if step == first else (),
        scoreboard=scoreboards.scoreboard(position, match.plies, t),
    )
    moves = move_tree.behind(offered(state, step), step)
    if not moves and step != first:
        # Return before the picture is rendered: the points of such a step need not be on the board.
        raise custom_ids.MalformedId(move_picker.write_step(step))
    marks = before.marks or step_marks(state, moves, step)
    drawn = await marked_picture(pictures, state, t, view, marks)
    return step_layout(position.state.game, position, step, drawn, t, before=before), [drawn]


def step_layout(
    game: Game,
    position: MatchPosition,
    step: PickerStep,
    drawn: Picture,
    t: Language,
    *,
    before: Before = NOTHING_BEFORE,
) -> ui.LayoutView:
    """Return the layout of one step around its picture.

    `before` is what the same player has just played, and is told first.
    Raises MalformedId for a step that leads to no legal move.
    """
    match, state = position.match, position.state
    first = first_step(state, draw=step.draw)
    ways, calls = ways_at(state, step), calls_of(state) if step == first else ()
    # What was called in vain is not offered again, unless there is nothing else to press.
    calls = () if ways and match.has_called_in_vain else calls
    if not (ways or calls):
        raise custom_ids.MalformedId(move_picker.write_step(step))
    title = t("game.title", game=game_name(match, t), number=match.id)
    said = [*before.said, title, question(state, ways, step, t)]
    blocks = [layouts.text("\n".join(said))]
    blocks += layouts.pictured(match.key, drawn, t)
    if before.hinted:
        blocks.append(layouts.text(before.hinted))
    foot = [_call(match, action, t) for action in calls]
    if step != first:
        foot.append(
            _back_to(match, _step_before(state, first, move_tree.behind(offered(state, step), step), step), t)
        )
    foot += before.undo
    below = [layouts.buttons(*foot[:FULL_ROW])] if foot else []
    if len(ways) > move_tree.MOST:
        blocks += _menus(position, ways, step, t)
    else:
        blocks += in_rows(way_buttons(game, position, ways, step, t), len(blocks) + 1 + len(foot))
    return layouts.page(*blocks, *below)


def in_rows(buttons: Sequence[layouts.Button], others: int) -> list[layouts.Block]:
    """Return buttons in rows of like length, as broad as a phone where the other components leave room."""
    room = max(1, MOST_COMPONENTS - 1 - others - len(buttons))
    runs = [list(run) for _, run in groupby(buttons, lambda button: _beside([button]) == 1)]
    rows = [row for run in runs for row in _even_rows(run, _beside(run))]
    if len(rows) > room:
        rows = _even_rows(buttons, min(FULL_ROW, -(-len(buttons) // room)))
    return [layouts.buttons(*row) for row in rows]


def _beside(buttons: Sequence[layouts.Button]) -> int:
    """Return how many of some buttons stand side by side on a phone."""
    longest = max(len(button.label or "") for button in buttons)
    return next((number for length, number in WIDTHS if longest <= length), 1)


def _even_rows(buttons: Sequence[layouts.Button], most: int) -> list[Sequence[layouts.Button]]:
    """Return buttons in rows of at most so many, each about as long as the others."""
    rows = -(-len(buttons) // most)
    short, longer = divmod(len(buttons), rows)
    ends = [number * short + min(number, longer) for number in range(rows + 1)]
    return [buttons[start:end] for start, end in pairwise(ends)]


def ways_at(state: State, step: PickerStep) -> tuple[WayOn, ...]:
    """Return the ways that a panel offers at a step.

    A piece comes first where the points have names: both ends of a move would be too long for a button.
    """
    by_piece = bool(point_names_of(state.game))
    return move_tree.ways(offered(state, step), step, by_piece=by_piece, listed=MOST_LISTED)


def offered(state: State, step: PickerStep) -> tuple[Move, ...]:
    """Return the legal moves that a panel offers: no calls, unless it is a call that is being made."""
    calls = calls_of(state)
    return tuple(
        move for move in state.legal_moves() if move.action not in calls or move.action == step.action
    )


def first_step(state: State, *, draw: bool = False) -> PickerStep:
    """Return the step that a panel begins with: where there is nothing but one action, that is meant."""
    first = move_picker.entered(offered(state, move_picker.START), move_picker.START, calls_of(state))
    return replace(first, draw=draw)


def decided(state: State, step: PickerStep) -> Move | None:
    """Return the move that a step leads to where it leads to no other; the first step only asks."""
    moves = move_tree.behind(offered(state, step), step)
    return moves[0] if len(moves) == 1 and step != first_step(state, draw=step.draw) else None


def way_buttons(
    game: Game, position: MatchPosition, ways: Sequence[WayOn], step: PickerStep, t: Language
) -> list[layouts.Button]:
    """Return the buttons of a step: those first whose moves tell most, else in the order of the board."""
    match = position.match
    token, only = position_token.mark(match), len(ways) == 1
    found = []
    for way, said in told_ways(match, game, position.state, ways, step, t):
        if way.move is not None:
            verb = "play-draw" if step.draw else "play"
            custom_id = custom_ids.write(verb, match.id, token, str(way.move))
        else:
            custom_id = custom_ids.write("choose", match.id, token, move_picker.write_step(way.step))
        primary = only or way.step.action not in {"", step.action}
        style = ButtonStyle.primary if primary else ButtonStyle.secondary
        found.append(layouts.button(said, custom_id, style))
    return found


def _menus(
    position: MatchPosition, ways: Sequence[WayOn], step: PickerStep, t: Language
) -> list[layouts.Block]:
    """Return menus with more moves than there is room for as buttons: those of a piece together."""
    match, state = position.match, position.state
    said = dict(told_ways(match, state.game, state, ways, step, t))
    token, here = position_token.mark(match), move_picker.write_step(step)
    return [
        layouts.select(
            custom_ids.write("pick", match.id, token, number, here),
            range_told([said[way] for way in part], t),
            [SelectOption(label=said[way], value=f"m{way.moves[0]}") for way in part],
        )
        for number, part in enumerate(menu_parts(ways, step))
    ]


def menu_parts(ways: Sequence[WayOn], step: PickerStep) -> list[list[WayOn]]:
    """Return whole moves cut into menus, those of a piece together where that makes not too many."""
    known = len(step.path)
    pieces = [list(same) for _, same in groupby(ways, lambda way: way.moves[0].path[known : known + 1])]
    parts = [part for piece in pieces for part in layouts.in_menus(piece)]
    return layouts.in_menus(ways) if step.path or len(parts) > MOST_MENUS else parts


def range_told(names: Sequence[str], t: Language) -> str:
    """Return what a menu is called: the first and the last name in it."""
    return t("panel.choose", range=" … ".join(dict.fromkeys((names[0], names[-1]))))


def told_ways(
    match: Match, game: Game, state: State, ways: Sequence[WayOn], step: PickerStep, t: Language
) -> list[tuple[WayOn, str]]:
    """Return the ways on from a step with what their buttons say, those first whose moves tell most."""
    whole = [way.move for way in ways if way.move is not None]
    captions = move_labels.captions(match, game, state, whole, t)

    def caption(way: WayOn) -> Caption:
        return Caption() if way.move is None else captions[way.move]

    ordered = sorted(ways, key=lambda way: caption(way).rank)
    named = zip(ordered, labels(state, ordered, step, t), strict=True)
    return [(way, move_labels.button_label(name, caption(way))) for way, name in named]


def labels(state: State, ways: Sequence[WayOn], step: PickerStep, t: Language) -> list[str]:
    """Return what each way is called.

    Where the rules punish oversight, or there are many, the points between the ends of a move are named only
    where another move has the same ends: their number would tell what it does.
    """
    game, known = state.game, len(step.path)
    hidden = punishes_oversight(state)
    said = [_label(game, way, known, t, whole=not hidden and _is_short(way, known)) for way in ways]
    return [
        _label(game, way, known, t, whole=True) if said.count(name) > 1 else name
        for way, name in zip(ways, said, strict=True)
    ]


def _is_short(way: WayOn, known: int) -> bool:
    return way.move is None or len(way.move.path) - known <= SHORT


def _label(game: Game, way: WayOn, known: int, t: Language, *, whole: bool) -> str:
    if way.move is not None:
        return move_labels.move_label(game, way.move, known, t, whole=whole)
    chosen, meanings = way.step.path[known:], way.moves[0].meanings[known:]
    if way.step.part:
        points = {move.path[len(way.step.path)] for move in way.moves}
        letter = move_tree.letter_of(way.step.part)
        first, last = (point_named(game, end, t) for end in move_tree.ends_of(points))
        part = t("panel.onward", points=letter) if letter else t("panel.part", first=first, last=last)
        named = [point_named(game, point, t) for point in chosen]
        return move_labels.joined([*named, part], meanings[: len(named) + 1])
    if chosen:
        told = move_labels.points_label(game, chosen, t, meanings)
        return t("panel.onward", points=told) if len(chosen) > 1 else told
    return action_name(game.key, way.step.action, t)


def question(state: State, ways: Sequence[WayOn], step: PickerStep, t: Language) -> str:
    """Return what is asked at a step, and how it is answered where points come by their parts."""
    key, known = state.game.key, len(step.path)
    if len(ways) == 1 and ways[0].move is not None and not calls_of(state):
        return t("panel.only")
    whole = [way.move for way in ways if way.move is not None]
    far = any(len(move.path) - known > 1 for move in whole) if len(whole) == len(ways) else False
    if far or any(len(way.step.path) - known > 1 for way in ways if way.move is None):
        return t("panel.ask-move")
    moves = tuple(move for way in ways for move in way.moves)
    said = asked(key, step, move_picker.choose(moves, replace(step, part="")), t)
    how = hint(ways, t)
    return f"{said}\n{how}" if how else said


def hint(ways: Sequence[WayOn], t: Language) -> str:
    """Return how a question is answered where points come by their parts, else nothing."""
    parts = [way.step.part for way in ways if way.step.part]
    if not parts:
        return ""
    return t("panel.ask-letter" if all(map(move_tree.letter_of, parts)) else "panel.ask-part")


def _step_before(state: State, first: PickerStep, behind: Sequence[Move], step: PickerStep) -> PickerStep:
    """Return the step from which a page was reached; the first one where no way leads there."""
    way = move_tree.way_to(lambda one: ways_at(state, one), first, behind)
    return next((one for one in reversed(way) if one != step), first)


def _call(match: Match, action: str, t: Language) -> layouts.Button:
    step = move_picker.write_step(PickerStep(action))
    custom_id = custom_ids.write("choose", match.id, position_token.mark(match), step)
    return layouts.button(action_name(match.key, action, t), custom_id, ButtonStyle.primary)


def _back_to(match: Match, step: PickerStep, t: Language) -> layouts.Button:
    back = move_picker.write_step(step)
    return layouts.button(
        t("button.back"), custom_ids.write("choose", match.id, position_token.mark(match), back)
    )


async def preview_page(
    pictures: Pictures, position: MatchPosition, seat: int, move: Move, t: Language
) -> layouts.Page:
    """Return the panel that shows the result of a move and asks to confirm it."""
    match, state = position.match, position.state
    after = state.play(move)
    around = scoreboards.scoreboard(replace(position, state=after), match.plies + 1, t)
    drawn = await pictures.picture(after, t, View(seat=seat, scoreboard=around))
    said = phrases.ply(match, position.state.game, seat, move, after.events, t)
    token, plain = position_token.mark(match), str(move)
    confirm = layouts.button(
        t("button.confirm"), custom_ids.write("confirm", match.id, token, plain), ButtonStyle.success
    )
    before = _step_before(state, first_step(state), [move], PickerStep(move.action, move.path))
    row = [confirm, _back_to(match, before, t)]
    title = t("game.title", game=game_name(match, t), number=match.id)
    return layouts.page(
        layouts.text(f"{title}\n{said}\n{t('panel.confirm')}"),
        *layouts.pictured(match.key, drawn, t),
        layouts.buttons(*row),
    ), [drawn]


def asked(key: str, step: PickerStep, choice: move_picker.Choice, t: Language) -> str:
    """Return what is asked at a step; where there are only actions to choose from, the buttons ask.

    Where the next point means the same in all moves left, that is asked for.
    """
    asks = (choice.meaning, step.action or len(step.path))
    asked_here = (text_id for one in asks if (text_id := f"{key}.ask.{one}") in t)
    return t(next(asked_here, "panel.ask") if choice.points or choice.moves else "panel.ask")


def action_name(key: str, action: str, t: Language) -> str:
    """Return what a move's action is called."""
    text_id = f"{key}.action.{action}"
    return t(text_id) if text_id in t else action
