"""`/rules`: how a game is played, with a picture, and what its variants mean."""

from collections.abc import Mapping, Sequence

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard, board_of, named_board, read_board
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.features.help.drawings import show_drawings
from bot.features.help.services import HelpServices
from bot.locale import Language
from render import View
from rules.contract import Game, options_in_effect
from rules.contract.capabilities import series_of


async def rules_page(
    pictures: Pictures,
    games: Mapping[str, Game],
    board: OfferedBoard,
    t: Language,
    chosen: Mapping[str, str] | None = None,
    below: Sequence[layouts.Block] = (),
) -> layouts.Page:
    """Return a game's rules with a picture of the first position on a board and what its variants mean.

    For a match these are the ones that have an effect with the options `chosen` there. The blocks `below` end
    the page.
    """
    key, game = board.key, games[board.key]
    options = game.options if chosen is None else options_in_effect(game.options, chosen)
    drawn = await pictures.picture(game.new(board.options), t, View())
    variants = [
        t(
            "rules.option",
            title=t(f"{key}.option.{option.key}.title"),
            option=t(f"{key}.option.{option.key}"),
            text=t(f"{key}.option.{option.key}.rules"),
        )
        for option in options
    ]
    series = series_of(game)
    if series is not None:
        told = phrases.series_rule(series, t)
        name = t("option.series")
        variants.append(t("rules.option", title=t("series.name"), option=name, text=told))
    return layouts.page(
        layouts.text(f"## {board.name(t)}"),
        layouts.picture(drawn.words),
        layouts.text(t(f"{key}.rules")),
        layouts.text("\n".join([t(f"{key}.rules.variants"), *variants])),
        *below,
    ), [drawn]


def learn_buttons(services: HelpServices, key: str, t: Language) -> list[layouts.Button]:
    """Return the ways to the drawings and the lessons of a game, where it has some."""
    if key not in services.lessons.keys:
        return []
    return [
        layouts.button(t("button.drawings"), custom_ids.write("rule-drawings", key)),
        layouts.button(t("button.lessons"), custom_ids.write("lessons-of", key)),
    ]


async def _shown(
    services: HelpServices,
    context: InteractionContext,
    board: OfferedBoard,
    chosen: Mapping[str, str] | None,
) -> None:
    learn = learn_buttons(services, board.key, context.t)
    below = [layouts.buttons(*learn)] if learn else []
    await context.show(*await rules_page(context.pictures, services.games, board, context.t, chosen, below))


async def show_rules(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the rules of a game, from a match those that hold there."""
    key, _, match = press.rest.partition(":")
    board, chosen = read_board(services.games, key), None
    if match:
        (match_id,) = custom_ids.Press("rules", match).numbers(1)
        chosen = (await services.lookup.visible(context, match_id)).options
        board = board_of(services.games, key, chosen)
    await _shown(services, context, board, chosen)


def rules_command(services: HelpServices) -> Command:
    """Return the command."""

    async def run(context: InteractionContext, game: str) -> None:
        board = named_board(services.games, game)
        here = await services.matches.latest_at(context.place.channel)
        chosen = None
        if here is not None and here.key == board.key and here.thread == context.place.channel:
            # In a match's own thread its rules are meant.
            board, chosen = board_of(services.games, here.key, here.options), here.options
        await _shown(services, context, board, chosen)

    game = game_option(services.interactions, "option.rules.about")
    return command(services.interactions, "command.rules", run, game=game)


HANDLERS: Mapping[str, HandlerOf[HelpServices]] = {"rules": show_rules, "rule-drawings": show_drawings}
