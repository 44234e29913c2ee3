"""The command option that selects a game or one of its boards."""

from collections.abc import Callable

from discord.app_commands import Choice

from bot.chat.core.commands.command import CommandOption
from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.option_spec import MOST, ChoiceSpec, matching
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.offered_boards import OfferedBoard, offered_boards
from bot.chat.core.words.game_names import board_name_id
from bot.locale import DEFAULT_LANGUAGE


def game_option(
    interactions: Interactions, about: str, fits: Callable[[OfferedBoard], bool] = lambda _: True
) -> CommandOption:
    """Return an option for a game or a board that `fits`: with choices, or suggestions if there are too many.

    A game with several boards is listed as a whole, too.
    """
    texts, name = interactions.texts, "option.rules"
    boards = [board for board in offered_boards(interactions.games) if fits(board)]
    names = {board.key: f"{board.key}.name" for board in boards}
    names |= {
        board.id: board_name_id(board.key, board.option, board.value) for board in boards if board.option
    }
    default = texts.language(DEFAULT_LANGUAGE)
    # A board named like its game needs no second entry.
    choice_of: dict[str, ChoiceSpec] = {}
    for value, text_id in names.items():
        choice_of.setdefault(default(text_id), ChoiceSpec(localise(texts, text_id), value))
    choices = list(choice_of.values())
    if len(choices) <= MOST:
        return CommandOption(name, about, choices=choices)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return matching(texts, choices, typed, context.t)

    return CommandOption(name, about, suggest)
