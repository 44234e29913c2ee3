"""The private panel for conditional moves: the lines there are, and a new one made ply by ply."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shortened
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.features.moves import guide_page, move_picker, move_tree
from bot.chat.features.moves.plans import line_draft
from bot.chat.features.moves.plans.line_draft import Draft
from bot.locale import Language
from bot.play.domain.match.conditional_moves import DEEPEST
from bot.play.domain.matches import Match, MatchPosition
from bot.play.domain.refusal import Refusal
from render import View
from rules.contract import Game, State
from rules.contract.capabilities import punishes_oversight

MENUS = 5
LINE_LIMIT = 90


@dataclass(frozen=True, slots=True)
class _Making:
    """A line in the making: the state it has come to, the step of its next move and what can be chosen."""

    match: Match
    state: State
    draft: Draft
    first: move_picker.PickerStep
    step: move_picker.PickerStep
    choice: move_picker.Choice


def lines_page(
    match: Match, game: Game, lines: Sequence[Sequence[str]], most: int, t: Language, remark: str = ""
) -> discord.ui.LayoutView:
    """Return the panel with all planned lines of a match, of at most `most`."""
    named = [[phrases.written_name(game, text, t) for text in line] for line in lines]
    told = [
        t("plan.line", number=number, line=line_told(line, t)) for number, line in enumerate(named, start=1)
    ]
    said = [
        _title(match, t),
        remark,
        *(told or [t("plan.none")]),
        t("plan.about", n=len(lines), most=most, longest=DEEPEST),
    ]
    blocks = [layouts.text("\n".join(part for part in said if part))]
    blocks += [
        layouts.select(custom_ids.write("plan-delete", match.id, number), t("plan.delete"), part)
        for number, part in enumerate(layouts.in_menus(_deletable(lines, named))[:MENUS])
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
    """Return the panel for the next ply of a line, with what has been planned so far on the board.

    Raises MalformedId for a draft that leads nowhere, and Refusal: "plan-dice".
    """
    match = position.match
    played, state = line_draft.walked(position.state, draft)
    if state.is_chance:
        raise Refusal("plan-dice")
    goes_on = _goes_on(state, draft, seat)
    moves = line_draft.plannable(state) if goes_on else ()
    first = move_picker.entered(moves, move_picker.PickerStep())
    step = line_draft.step_of(state, draft) if goes_on else first
    step = first if step.is_first else step
    choice = move_picker.choose(moves, step)
    if step != first and not (choice.points or choice.moves):
        raise custom_ids.MalformedId(str(draft))
    move = None if step == first else move_picker.decided(choice)
    if move is not None:
        (index,) = line_draft.places(state.legal_moves(), [move])
        return await draft_page(pictures, position, seat, draft.on(index), t)
    making = _Making(match, state, draft, first, step, choice)
    shown = not (step.is_first or punishes_oversight(state))
    targets = tuple(point for point, _ in choice.points) if shown else ()
    trail = () if step.path else (played[-1].path if played else await pictures.trail(position))
    around = scoreboards.scoreboard(replace(position, state=state), match.plies + len(played), t)
    view = View(seat=seat, trail=trail, chosen=step.path, targets=targets, scoreboard=around)
    drawn = await pictures.picture(state, t, view)
    so_far = line_told([phrases.move_name(state.game, move, t) for move in played], t)
    text = "\n".join(part for part in (_title(match, t), so_far, _question(making, seat, t)) if part)
    blocks = [layouts.text(text), *layouts.pictured(match.key, drawn, t), *_menus(making, t)]
    return layouts.page(*blocks, layouts.buttons(*_row(making, t))), [drawn]


def line_told(line: Sequence[str], t: Language) -> str:
    """Return a line, or the beginning of one, in words; its moves are what they are called."""
    pairs = [
        t("plan.pair", move=line[at], reply=line[at + 1])
        if at + 1 < len(line)
        else t("plan.half", move=line[at])
        for at in range(0, len(line), 2)
    ]
    return t("plan.then").join(pairs)


def line_mark(index: int, line: Sequence[str]) -> str:
    """Return the text by which a line is named in a menu: its place, and a sum that says it is the same."""
    return f"{index}.{zlib.crc32(' '.join(line).encode()):08x}"


def _title(match: Match, t: Language) -> str:
    return t("plan.title", game=game_name(match, t), number=match.id)


def _deletable(lines: Sequence[Sequence[str]], named: Sequence[Sequence[str]]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=f"{index + 1}. {shortened(', '.join(names), LINE_LIMIT)}", value=line_mark(index, line)
        )
        for index, (line, names) in enumerate(zip(lines, named, strict=True))
    ]


def _goes_on(state: State, draft: Draft, seat: int) -> bool:
    """Return whether one more ply can be planned: there is room, and the players have taken turns."""
    ours = len(draft.moves) % 2 == 1
    return len(draft.moves) < DEEPEST and state.turn is not None and (state.turn == seat) is ours


def _question(making: _Making, seat: int, t: Language) -> str:
    match, state, step, choice = making.match, making.state, making.step, making.choice
    if not (choice.actions or choice.points or choice.moves) or state.turn is None:
        return t("plan.ends")
    who = (
        t("plan.ask-reply")
        if state.turn == seat
        else t("plan.ask-move", player=phrases.seated(match, state.turn, t))
    )
    return who if step.is_first else f"{who}\n{guide_page.asked(match.key, step, choice, t)}"


def _menus(making: _Making, t: Language) -> list[layouts.Block]:
    match, state, choice = making.match, making.state, making.choice
    points = sorted((point for point, _ in choice.points), key=move_tree.natural)
    options = [discord.SelectOption(label=point, value=f"p{point}") for point in points]
    at, name = line_draft.places(state.legal_moves(), choice.moves), phrases.offering(state, t)
    options += [
        discord.SelectOption(label=name(move)[:100], value=f"m{index}")
        for move, index in zip(choice.moves, at, strict=True)
    ]
    here = str(line_draft.at_step(state, making.draft, making.step))
    menus = []
    for number, part in enumerate(layouts.in_menus(options)[:MENUS]):
        custom_id = custom_ids.write("plan-pick", match.id, position_token.mark(match), number, here)
        hint = part[0].label if len(part) == 1 else f"{part[0].label} … {part[-1].label}"
        menus.append(layouts.select(custom_id, t("panel.choose", range=hint), part))
    return menus


def _row(making: _Making, t: Language) -> list[layouts.Button]:
    match, draft = making.match, making.draft
    row = [
        layouts.button(
            guide_page.action_name(match.key, action, t),
            _at(match, line_draft.at_step(making.state, draft, move_picker.PickerStep(action))),
            ButtonStyle.primary,
        )
        for action in making.choice.actions[:3]
    ]
    if draft.moves and len(draft.moves) % 2 == 0 and making.step == making.first:
        save = custom_ids.write("plan-save", match.id, position_token.mark(match), str(Draft(draft.moves)))
        row.append(layouts.button(t("button.save-line"), save, ButtonStyle.success))
    row.append(layouts.button(t("button.back"), _back(making)))
    return row


def _back(making: _Making) -> str:
    match, draft = making.match, making.draft
    if making.step != making.first:
        before = making.step.back()
        step = move_picker.PickerStep() if before == making.first else before
        return _at(match, line_draft.at_step(making.state, draft, step))
    if draft.moves:
        return _at(match, Draft(draft.moves[:-1]))
    return custom_ids.write("plan-list", match.id)


def _at(match: Match, draft: Draft) -> str:
    return custom_ids.write("plan-at", match.id, position_token.mark(match), str(draft))


def chosen_draft(state: State, draft: Draft, value: str) -> Draft:
    """Return a draft after the value of a menu was chosen: a point, or a whole move by its place.

    Raises MalformedId.
    """
    _, reached = line_draft.walked(state, draft)
    if value.startswith("p"):
        return line_draft.at_step(reached, draft, line_draft.step_of(reached, draft).on(value[1:]))
    moves = len(reached.legal_moves())
    if not value.startswith("m") or not custom_ids.NUMBER.fullmatch(value[1:]) or int(value[1:]) >= moves:
        raise custom_ids.MalformedId(value)
    return draft.on(int(value[1:]))
