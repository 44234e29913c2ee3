"""The guided panel: a page for each step of choosing a move, and the preview to confirm."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.core.words import move_labels, phrases, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.core.words.move_labels import NO_CAPTION, Caption
from bot.chat.parts.moves import move_picker, move_tree
from bot.chat.parts.moves.board_order import BY_NAME, BoardOrder
from bot.chat.parts.moves.choices import MoveChoice, StepChoices, choice_blocks
from bot.chat.parts.moves.happened import NOTHING_BEFORE, Before
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import FEW, StepChoice
from bot.chat.parts.moves.step_marks import marked_picture, step_marks
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from render import View, point_named
from rules.contract import Game, Move, State
from rules.contract.capabilities import calls_of, punishes_oversight

MAX_LISTED = 250
"""The most moves that a page lists in its menus."""
FULL_ROW = 5
SHORT = 3
"""The most points of a move that a button names in full."""


async def guide_page(
    pictures: Pictures,
    position: MatchPosition,
    seat: int,
    step: PickerStep,
    t: Language,
    *,
    before: Before = NOTHING_BEFORE,
) -> layouts.Page:
    """Return the panel for one step of choosing a move, with its choices as buttons or in menus.

    `before` describes the latest event. Raises MalformedId if the step leads to no legal move.
    """
    match, state = position.match, position.state
    first = first_step(state)
    step = first if step.is_first else step
    view = View(
        seat=seat,
        trail=await pictures.trail(position) if step == first else (),
        trails=await pictures.trails(position, seat) if step == first else (),
        scoreboard=scoreboards.scoreboard(position, match.plies, t),
    )
    moves = move_tree.moves_after(offered_moves(state, step), step)
    if not moves and step != first:
        # Checked before rendering: the step's points need not be on the board.
        raise custom_ids.MalformedId(move_picker.write_step(step))
    marks = before.marks or step_marks(state, moves, step)
    picture = await marked_picture(pictures, state, t, view, marks)
    order = BoardOrder.of(pictures.layout(state, view))
    return step_layout(position, step, picture, t, before=before, order=order), [picture]


def step_layout(
    position: MatchPosition,
    step: PickerStep,
    picture: Picture,
    t: Language,
    *,
    before: Before = NOTHING_BEFORE,
    order: BoardOrder = BY_NAME,
) -> ui.LayoutView:
    """Return the layout of one step around its picture.

    `before` describes the latest event, between picture and buttons. Raises MalformedId if the step leads to
    no legal move.
    """
    match, state = position.match, position.state
    first = first_step(state)
    ways, calls = choices_at(state, step), calls_of(state) if step == first else ()
    # A rejected call is offered again only if there is no other button.
    calls = () if ways and match.has_rejected_call else calls
    if not (ways or calls):
        raise custom_ids.MalformedId(move_picker.write_step(step))
    foot = [_call(match, action, t) for action in calls]
    if step != first:
        foot.append(
            _back_to(
                match,
                _step_before(state, first, move_tree.moves_after(offered_moves(state, step), step), step),
                t,
            )
        )
    happened = before.event_blocks()
    foot += (*happened.loose, *before.foot)
    title = t("game.title", game=game_name(match, t), number=match.id)
    lines = [title, *before.title, *happened.earlier, question(state, ways, step, t)]
    blocks = [*layouts.picture_blocks(match.key, picture, t), *happened.blocks]
    below = [layouts.buttons(*foot[:FULL_ROW])] if foot else []
    offer = _offer(position, ways, step, t, order)
    choices = choice_blocks(offer, [*blocks, *below], picture.ratio, t)
    return layouts.page(layouts.text("\n".join(lines)), *blocks, *choices, *below)


def _offer(
    position: MatchPosition, ways: Sequence[StepChoice], step: PickerStep, t: Language, order: BoardOrder
) -> StepChoices:
    """Return a step's choices, each with its button and its value in a menu."""
    match, state = position.match, position.state
    token, here = position_token.mark(match), move_picker.write_step(step)
    only = len(ways) == 1

    def choice(way: StepChoice, label: str, caption: Caption) -> MoveChoice:
        if way.move is not None:
            custom_id = custom_ids.write("play", match.id, token, str(way.move))
            value = f"m{way.move}"
        else:
            step_text = move_picker.write_step(way.step)
            custom_id, value = custom_ids.write("choose", match.id, token, step_text), f"s{step_text}"
        primary = only or way.step.action not in {"", step.action}
        style = ButtonStyle.primary if primary else ButtonStyle.secondary
        group = "".join(way.moves[0].path[len(step.path) : len(step.path) + 1])
        is_move = way.move is not None
        return MoveChoice(label, custom_id, value, caption, group, is_move=is_move, style=style)

    return offer_of(
        match,
        state,
        ways,
        step,
        t,
        order,
        choice,
        lambda n: custom_ids.write("pick", match.id, token, n, here),
    )


def offer_of(
    match: Match,
    state: State,
    ways: Sequence[StepChoice],
    step: PickerStep,
    t: Language,
    order: BoardOrder,
    choice: Callable[[StepChoice, str, Caption], MoveChoice],
    menu_id: Callable[[int], str],
) -> StepChoices:
    """Return a step's choices in board order; `choice` builds each from way, name and caption."""

    def choices_of(ways: Sequence[StepChoice]) -> list[MoveChoice]:
        choices = [choice(*labels) for labels in labelled_ways(match, state, ways, step, t)]
        return with_icons(choices, state, t) if step.is_first else choices

    moves = move_tree.moves_beside(ways, step)
    every = order.sort([move_tree.whole_way(move) for move in moves], len(step.path))
    return StepChoices(choices_of(order.sort(ways, len(step.path))), menu_id, choices_of(every))


def with_icons(choices: Iterable[MoveChoice], state: State, t: Language) -> list[MoveChoice]:
    """Return a first step's choices with the emojis of their pieces."""
    icon = phrases.piece_icons(state, t)
    return [replace(choice, icon=icon(choice.group)) if choice.group else choice for choice in choices]


def choices_at(state: State, step: PickerStep) -> tuple[StepChoice, ...]:
    """Return a step's choices on a panel: whole moves if they are few, else the movable pieces."""
    return move_tree.choices(offered_moves(state, step), step, whole=FEW, listed=MAX_LISTED)


def offered_moves(state: State, step: PickerStep) -> tuple[Move, ...]:
    """Return the legal moves that a panel offers, without calls unless a call is being made."""
    calls = calls_of(state)
    return tuple(
        move for move in state.legal_moves() if move.action not in calls or move.action == step.action
    )


def first_step(state: State) -> PickerStep:
    """Return the first step of a panel; a single action is chosen already."""
    return move_picker.first_step(offered_moves(state, move_picker.START), move_picker.START, calls_of(state))


def only_move(state: State, step: PickerStep) -> Move | None:
    """Return the only move that a step leads to; None for the first step, which always asks."""
    moves = move_tree.moves_after(offered_moves(state, step), step)
    return moves[0] if len(moves) == 1 and step != first_step(state) else None


def named_ways(
    state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language
) -> list[tuple[StepChoice, str, Caption]]:
    """Return a step's choices with their names, without the effects of moves."""
    return [(way, name, NO_CAPTION) for way, name in zip(ways, labels(state, ways, step, t), strict=True)]


def labelled_ways(
    match: Match, state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language
) -> list[tuple[StepChoice, str, Caption]]:
    """Return a step's choices with their names and the effects of the moves among them."""
    whole = [way.move for way in ways if way.move is not None]
    captions = move_labels.captions(match, state.game, state, whole, t)
    return [
        (way, name, NO_CAPTION if way.move is None else captions[way.move])
        for way, name in zip(ways, labels(state, ways, step, t), strict=True)
    ]


def labels(state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language) -> list[str]:
    """Return the label of each choice.

    If the rules punish oversight, or labels would get long, points between a move's ends are named only if
    another move has the same ends: their number would reveal the move's effect.
    """
    game, depth = state.game, len(step.path)
    hidden = punishes_oversight(state)
    texts = [_label(game, way, depth, t, whole=not hidden and _is_short(way, depth)) for way in ways]
    for name in {name for name in texts if texts.count(name) > 1}:
        alike = [at for at, other in enumerate(texts) if other == name]
        for at in alike:
            texts[at] = _unique_label(game, ways[at], [ways[other] for other in alike], depth, t)
    return [
        _label(game, way, depth, t, whole=True, short=False) if texts.count(name) > 1 else name
        for way, name in zip(ways, texts, strict=True)
    ]


def _unique_label(game: Game, way: StepChoice, alike: Sequence[StepChoice], depth: int, t: Language) -> str:
    """Return the label of a choice that shares its ends, with as many points as make it unique."""
    if way.move is None:
        return _label(game, way, depth, t, whole=True)
    paths = [other.moves[0].path for other in alike]
    path, meanings = way.move.path, way.move.meanings
    needed = next(
        (
            end
            for end in range(depth + 1, len(path))
            if sum(other[:end] == path[:end] for other in paths) == 1
        ),
        len(path),
    )
    if needed + 1 >= len(path):
        return _label(game, way, depth, t, whole=True)
    label = move_labels.points_label(game, path[depth:needed], t, meanings[depth:needed], short=True)
    return f"{label}…{move_labels.short_name(game, path[-1], t)}"


def _is_short(way: StepChoice, depth: int) -> bool:
    return way.move is None or len(way.move.path) - depth <= SHORT


def _label(game: Game, way: StepChoice, depth: int, t: Language, *, whole: bool, short: bool = True) -> str:
    if way.move is not None:
        return move_labels.move_label(game, way.move, depth, t, whole=whole, short=short)
    name_of = move_labels.short_name if short else point_named
    open_points, meanings = way.step.path[depth:], way.moves[0].meanings[depth:]
    if way.step.part:
        points = {move.path[len(way.step.path)] for move in way.moves}
        letter = move_tree.letter_of(way.step.part)
        first, last = (name_of(game, end, t) for end in move_tree.ends_of(points))
        part = t("panel.onward", points=letter) if letter else t("panel.part", first=first, last=last)
        points_named = [name_of(game, point, t) for point in open_points]
        return move_labels.join_path([*points_named, part], meanings[: len(points_named) + 1])
    if open_points:
        label = move_labels.points_label(game, open_points, t, meanings, short=short)
        return t("panel.onward", points=label) if len(open_points) > 1 else label
    return action_name(game.key, way.step.action, t)


def question(state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language) -> str:
    """Return a step's question, and how to answer it if points are chosen by parts of the board."""
    key, depth = state.game.key, len(step.path)
    if len(ways) == 1 and ways[0].move is not None and not calls_of(state):
        return t("panel.only")
    whole = [way.move for way in ways if way.move is not None]
    far = any(len(move.path) - depth > 1 for move in whole) if len(whole) == len(ways) else False
    if far or any(len(way.step.path) - depth > 1 for way in ways if way.move is None):
        return t("panel.ask-move")
    moves = tuple(move for way in ways for move in way.moves)
    text = question_text(key, step, move_picker.choose(moves, replace(step, part="")), t)
    how = hint(ways, t)
    return f"{text}\n{how}" if how else text


def hint(ways: Sequence[StepChoice], t: Language) -> str:
    """Return the hint for answering a question about parts of the board; empty if there are none."""
    parts = [way.step.part for way in ways if way.step.part]
    if not parts:
        return ""
    return t("panel.ask-letter" if all(map(move_tree.letter_of, parts)) else "panel.ask-part")


def _step_before(state: State, first: PickerStep, behind: Sequence[Move], step: PickerStep) -> PickerStep:
    """Return the previous step of a page; the first step if no choice leads there."""
    way = move_tree.steps_to(lambda step: choices_at(state, step), first, behind)
    return next((choice for choice in reversed(way) if choice != step), first)


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
    """Return the panel that previews a move and asks for confirmation."""
    match, state = position.match, position.state
    after = state.play(move)
    around = scoreboards.scoreboard(replace(position, state=after), match.plies + 1, t)
    picture = await pictures.picture(after, t, View(seat=seat, scoreboard=around))
    text = phrases.ply(match, position.state.game, seat, move, after.events, t)
    token, plain = position_token.mark(match), str(move)
    confirm = layouts.button(
        t("button.confirm"), custom_ids.write("confirm", match.id, token, plain), ButtonStyle.success
    )
    before = _step_before(state, first_step(state), [move], PickerStep(move.action, move.path))
    row = [confirm, _back_to(match, before, t)]
    title = t("game.title", game=game_name(match, t), number=match.id)
    return layouts.page(
        layouts.text(title),
        *layouts.picture_blocks(match.key, picture, t),
        layouts.text(f"{text}\n{t('panel.confirm')}"),
        layouts.buttons(*row),
    ), [picture]


def question_text(key: str, step: PickerStep, choice: move_picker.Choice, t: Language) -> str:
    """Return a step's question; generic if only actions are offered.

    If the next point has the same meaning in all remaining moves, the question names it.
    """
    asks = (choice.meaning, step.action or len(step.path))
    asked_here = (text_id for kind in asks if (text_id := f"{key}.ask.{kind}") in t)
    return t(next(asked_here, "panel.ask") if choice.points or choice.moves else "panel.ask")


def action_name(key: str, action: str, t: Language) -> str:
    text_id = f"{key}.action.{action}"
    return t(text_id) if text_id in t else action
