"""`/practice`: play against an engine, take moves back, play again."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord.app_commands import Choice

from bot.chat.core import custom_ids, position_token
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.option_spec import ChoiceSpec
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard, named_board, offered_boards, read_board
from bot.chat.features.moves import hint_text
from bot.chat.features.moves.practice_page import practice_page
from bot.chat.features.moves.services import MoveServices
from bot.chat.features.start.start_page import board_menus
from bot.locale import Language
from bot.play.domain.people.players import LEVELS
from bot.play.domain.refusal import Refusal
from bot.play.practice.practice import PracticeWish

FIRST_BOARD: Final = "hnefatafl/brandubh-7"


async def choose(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask on which board to practise; where one is named, begin."""
    if press.rest and not press.rest.isdigit():
        await _begin(services, context, read_board(services.games, press.rest), None)
        return
    await services.practice.check_place(context.place)
    if press.rest and not await services.practice.has_practised(context.person.id):
        # A newcomer who has just been greeted begins at once, where a game is soon understood.
        board = read_board(services.games, FIRST_BOARD)
        await _begin(services, context, board, LEVELS[0], said=(context.t("practice.first"),))
        return
    menus = board_menus("practise-on", offered_boards(services.games), context.t)
    page = layouts.page(layouts.text(context.t("practice.choose")), *menus)
    # Beside a welcome, whose buttons have a number, else in place of what was pressed.
    await (context.show if press.rest else context.go_on)(page)


async def begin_on(services: MoveServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Begin on the board that was chosen."""
    await _begin(services, context, read_board(services.games, context.choice), None)


async def go_on(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show where a match stands."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    await context.go_on(*await practice_page(services, context, match_id))


async def again(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Begin the same again with swapped sides, at the level of the button."""
    (match_id,) = press.numbers(1)
    level = press.numbers(2)[1] if press.after(1) else None
    if level is not None and level not in LEVELS:
        raise custom_ids.MalformedId(press.rest)
    match = await services.practice.once_more(context.request, match_id, context.place, level)
    await context.go_on(*await practice_page(services, context, match.id))


async def play_on(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Begin a match against the computer from a position of a finished one, beside what was pressed."""
    match_id, plies = press.numbers(2)
    await services.lookup.visible(context, match_id)
    match = await services.practice.play_on(context.request, match_id, plies, context.place)
    await context.show(*await practice_page(services, context, match.id))


async def take_back(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Take back the last move and the engine's answer."""
    match_id, mark = press.numbers(2)
    plies, taken_back = position_token.split(mark)
    match = await services.practice.take_back(context.request, match_id, plies, taken_back)
    await context.go_on(
        *await practice_page(services, context, match.id, (context.t("practice.taken-back"),))
    )


async def hint(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Name the piece to move; at the second press the move, and what speaks for it."""
    match_id, mark = press.numbers(2)
    plies, taken_back = position_token.split(mark)
    person, t = context.person.id, context.t
    if press.after(2):
        number = press.numbers(3)[2]
        found = await services.hints.again(person, match_id, plies, taken_back, number)
        page = await practice_page(services, context, match_id, (hint_text.whole(found, t),))
    else:
        found = await services.hints.find(person, match_id, plies, taken_back)
        page = await practice_page(services, context, match_id, (hint_text.first_part(found, t),), found)
    await context.go_on(*page)


def _roles(services: MoveServices, key: str, t: Language) -> dict[str, str]:
    """Return the names of the roles of a game against the computer, in the order of their seats."""
    game = services.games[key]
    return {role: t(f"{key}.role.{role}") for role in game.roles(min(game.seats))}


def _seat(services: MoveServices, key: str, typed: str, t: Language) -> int:
    """Return the seat of a role that somebody names. Raises Refusal: "role-not-played"."""
    named = _roles(services, key, t)
    for seat, (role, name) in enumerate(named.items()):
        if typed.strip().casefold() in {role.casefold(), name.casefold()}:
            return seat
    raise Refusal("role-not-played", role=typed, allowed=", ".join(named.values()))


async def _begin(
    services: MoveServices,
    context: InteractionContext,
    board: OfferedBoard,
    level: int | None,
    seat: int | None = None,
    said: Sequence[str] = (),
) -> None:
    wish = PracticeWish(board.key, dict(board.options), level, seat)
    with rules_of(board.key, board.options):
        match = await services.practice.begin(context.request, wish, context.place)
    await context.go_on(*await practice_page(services, context, match.id, said))


def practice_command(services: MoveServices) -> Command:
    """Return the command."""

    async def run(
        context: InteractionContext, game: str, level: str | None = None, role: str | None = None
    ) -> None:
        board = named_board(services.games, game)
        seat = None if role is None else _seat(services, board.key, role, context.t)
        await _begin(services, context, board, None if level is None else int(level), seat)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        options = context.payload.get("options") or ()
        game = next((str(one.get("value", "")) for one in options if one["name"] == "game"), "")
        try:
            key = read_board(services.games, game).key
        except custom_ids.MalformedId:
            return []
        named = _roles(services, key, context.t)
        return [
            Choice(name=name, value=role) for role, name in named.items() if typed.lower() in name.lower()
        ]

    texts = services.interactions.texts
    levels = [ChoiceSpec(localised(texts, f"practice.level.{number}"), str(number)) for number in LEVELS]
    return command(
        services.interactions,
        "command.practice",
        run,
        game=game_option(services.interactions, "option.practice.about"),
        level=CommandOption(choices=levels),
        role=CommandOption(about="option.role.practice", suggest=suggest),
    )


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {
    "practise": choose,
    "practise-on": begin_on,
    "practice-on": go_on,
    "practice-again": again,
    "practice-back": take_back,
    "practice-from": play_on,
    "hint": hint,
}
