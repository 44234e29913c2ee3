"""The private panel of conditional moves: the existing lines, and a new line built ply by ply."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.core.words.move_labels import Caption
from bot.chat.parts.moves import guide_page
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import MoveChoice, StepChoices, choice_blocks
from bot.chat.parts.moves.happened import happened_blocks
from bot.chat.parts.moves.move_picker import START, PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from bot.chat.parts.moves.step_marks import marked_picture, step_marks
from bot.features.matches.domain.conditional_moves import DEEPEST
from bot.features.moves import domain as line_draft
from bot.features.moves.domain import Draft
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.refusal import Refusal
from render import View
from rules.contract import Game, Move, State

MENUS = 5
LINE_LIMIT = 90


@dataclass(frozen=True, slots=True)
class _Making:
    """An unfinished line: its present state, and the choices at the step of its next move."""

    match: Match
    state: State
    draft: Draft
    step: PickerStep
    ways: tuple[StepChoice, ...]


def lines_page(
    match: Match, game: Game, lines: Sequence[Sequence[str]], most: int, t: Language, remark: str = ""
) -> discord.ui.LayoutView:
    """Return the panel with all planned lines of a match; `most` is their limit."""
    texts = [[phrases.written_name(game, text, t) for text in line] for line in lines]
    entries = [
        t("plan.line", number=number, line=line_text(line, t)) for number, line in enumerate(texts, start=1)
    ]
    text_blocks = [
        _title(match, t),
        remark,
        *(entries or [t("plan.none")]),
        t("plan.about", n=len(lines), most=most, longest=DEEPEST),
    ]
    blocks = [layouts.text("\n".join(part for part in text_blocks if part))]
    blocks += [
        layouts.select(custom_ids.write("plan-delete", match.id, number), t("plan.delete"), part)
        for number, part in enumerate(layouts.in_menus(_deletable(lines, texts))[:MENUS])
    ]
    row = [
        layouts.button(
            t("button.new-line"),
            custom_ids.write("plan-at", match.id, position_token.mark(match), str(Draft())),
            ButtonStyle.primary,
        )
    ]
    if lines:
        clear = custom_ids.write("plan-clear", match.id)
        row.append(layouts.button(t("button.delete-lines"), clear, ButtonStyle.danger))
    return layouts.page(*blocks, layouts.buttons(*row))


async def draft_page(
    pictures: Pictures, position: MatchPosition, seat: int, draft: Draft, t: Language
) -> layouts.Page:
    """Return the panel for the next ply of a line, with the planned plies on the board.

    Raises MalformedId for an impossible draft, and Refusal: "plan-dice".
    """
    match = position.match
    moves, state = line_draft.walk(position.state, draft)
    if state.is_chance:
        raise Refusal("plan-dice")
    step, ways = line_draft.next_step(state, draft) if _has_room(state, draft, seat) else (START, ())
    making = _Making(match, state, draft, step, ways)
    trail = () if step.path else (moves[-1].path if moves else await pictures.trail(position))
    around = scoreboards.scoreboard(replace(position, state=state), match.plies + len(moves), t)
    view = View(seat=seat, trail=trail, scoreboard=around)
    marks = step_marks(state, tuple(move for way in ways for move in way.moves), step)
    picture = await marked_picture(pictures, state, t, view, marks)
    so_far = line_text([phrases.move_name(state.game, move, t) for move in moves], t)
    row = _row(making, t)
    top = layouts.text("\n".join((_title(match, t), _question(making, seat, t))))
    upper = [*layouts.picture_blocks(match.key, picture, t), *happened_blocks([so_far]).blocks]
    below = layouts.buttons(*row)
    order = BoardOrder.of(pictures.layout(state, view))
    choices = choice_blocks(_offer(making, order, t), [*upper, below], picture.ratio, t)
    return layouts.page(top, *upper, *choices, below), [picture]


def line_text(line: Sequence[str], t: Language) -> str:
    """Return the text of a line, or of its beginning, from the names of its moves."""
    pairs = [
        t("plan.pair", move=line[at], reply=line[at + 1])
        if at + 1 < len(line)
        else t("plan.half", move=line[at])
        for at in range(0, len(line), 2)
    ]
    return t("plan.then").join(pairs)


def line_mark(index: int, line: Sequence[str]) -> str:
    """Return a line's value in a menu: its index, and a checksum."""
    return f"{index}.{zlib.crc32(' '.join(line).encode()):08x}"


def _title(match: Match, t: Language) -> str:
    return t("plan.title", game=game_name(match, t), number=match.id)


def _deletable(lines: Sequence[Sequence[str]], texts: Sequence[Sequence[str]]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"{index + 1}. {shorten(', '.join(names), LINE_LIMIT)}", value=line_mark(index, line)
        )
        for index, (line, names) in enumerate(zip(lines, texts, strict=True))
    ]


def _has_room(state: State, draft: Draft, seat: int) -> bool:
    """Return whether a further ply can be planned: within the limit, and while the players alternate."""
    ours = len(draft.moves) % 2 == 1
    return len(draft.moves) < DEEPEST and state.turn is not None and (state.turn == seat) is ours


def _question(making: _Making, seat: int, t: Language) -> str:
    match, state, step, ways = making.match, making.state, making.step, making.ways
    if not ways or state.turn is None:
        return t("plan.ends")
    who = (
        t("plan.ask-reply")
        if state.turn == seat
        else t("plan.ask-move", player=phrases.seat_name(match, state.turn, t))
    )
    question = guide_page.question(state, ways, step, t) if making.draft.picks else guide_page.hint(ways, t)
    return f"{who}\n{question}" if question else who


def _offer(making: _Making, order: BoardOrder, t: Language) -> StepChoices:
    """Return the choices in the form that the move panel shows."""
    match, state, step, ways = making.match, making.state, making.step, making.ways
    at = {move: index for index, move in enumerate(state.legal_moves())}
    here, token = str(making.draft), position_token.mark(match)

    def choice(way: StepChoice, label: str, caption: Caption) -> MoveChoice:
        onward = _onward(making.draft, ways, way, at)
        value = f"m{at[way.moves[0]]}" if way.move is not None else f"w{ways.index(way)}"
        group = "".join(way.moves[0].path[len(step.path) : len(step.path) + 1])
        return MoveChoice(label, _at(match, onward), value, caption, group, is_move=way.move is not None)

    def menu_id(number: int) -> str:
        return custom_ids.write("plan-pick", match.id, token, number, here)

    return guide_page.offer_of(match, state, ways, step, t, order, choice, menu_id)


def _onward(draft: Draft, ways: Sequence[StepChoice], way: StepChoice, at: Mapping[Move, int]) -> Draft:
    return draft.pick(ways.index(way)) if way.move is None else draft.on(at[way.move])


def _row(making: _Making, t: Language) -> list[layouts.Button]:
    match, draft = making.match, making.draft
    row = list[layouts.Button]()
    if draft.moves and len(draft.moves) % 2 == 0 and not draft.picks:
        save = custom_ids.write("plan-save", match.id, position_token.mark(match), str(draft))
        row.append(layouts.button(t("button.save-line"), save, ButtonStyle.success))
    back = _at(match, draft.back()) if draft.moves or draft.picks else custom_ids.write("plan-list", match.id)
    row.append(layouts.button(t("button.back"), back))
    return row


def _at(match: Match, draft: Draft) -> str:
    return custom_ids.write("plan-at", match.id, position_token.mark(match), str(draft))


def chosen_draft(state: State, draft: Draft, value: str) -> Draft:
    """Return a draft after a choice of a move or a piece in a menu. Raises MalformedId."""
    _, reached = line_draft.walk(state, draft)
    kind, number = value[:1], value[1:]
    if kind not in {"m", "w"} or not custom_ids.NUMBER.fullmatch(number):
        raise custom_ids.MalformedId(value)
    if kind == "w":
        return draft.pick(int(number))
    if int(number) >= len(reached.legal_moves()):
        raise custom_ids.MalformedId(value)
    return draft.on(int(number))
