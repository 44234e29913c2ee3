"""`/rules`: a game's rules, page by page or in full, with an explanation of its variants."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard, board_of, named_board, read_board
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.features.help.pages.rules_pages import TURN, WHOLE, RulesShown, carousel_page
from bot.features.help.services import HelpServices
from bot.features.lessons.service import RuleDrawing
from bot.locale import Language
from render import View
from rules.contract import Game, options_in_effect
from rules.contract.capabilities import series_of


async def rules_page(
    pictures: Pictures,
    games: Mapping[str, Game],
    board: OfferedBoard,
    t: Language,
    chosen_options: Mapping[str, str] | None = None,
    below: Sequence[layouts.Block] = (),
) -> layouts.Page:
    """Return all rules of a game and its variants, with a picture of a board's first position.

    For a match, these are the variants that its options, `chosen_options`, leave in effect. The page ends
    with the blocks `below`.
    """
    key, game = board.key, games[board.key]
    options = game.options if chosen_options is None else options_in_effect(game.options, chosen_options)
    picture = await pictures.picture(game.new(board.options), t, View())
    variants = [
        t(
            "rules.option",
            title=t(f"{key}.option.{option.key}.title"),
            text=t(f"{key}.option.{option.key}.rules"),
        )
        for option in options
    ]
    series = series_of(game)
    if series is not None:
        text = phrases.series_rule(series, t)
        variants.append(t("rules.option", title=t("series.name"), text=text))
    return layouts.page(
        layouts.text(f"## {board.name(t)}"),
        layouts.picture(picture.words),
        layouts.text(t(f"{key}.rules")),
        *([layouts.text("\n".join([t(f"{key}.rules.variants"), *variants]))] if variants else []),
        *below,
    ), [picture]


async def shown_rules(
    services: HelpServices,
    context: InteractionContext,
    board: OfferedBoard,
    match: int | None = None,
    options: Mapping[str, str] | None = None,
) -> RulesShown:
    """Return the rules of a board, or of a match with its `options`, with the buttons below them."""
    key, t = board.key, context.t
    has_lessons = key in services.lessons.keys
    row = []
    if match is None and context.place.server is not None:
        row.append(
            layouts.button(t("button.play-this"), custom_ids.write("set-up", board.id), ButtonStyle.success)
        )
    if match is None and await services.practice.is_offered_in(context.place):
        row.append(layouts.button(t("button.practise"), custom_ids.write("practise", board.id)))
    if has_lessons:
        row.append(layouts.button(t("button.lessons"), custom_ids.write("lessons-of", key)))
    if match is None:
        row.append(layouts.button(t("button.other-rules"), custom_ids.write("rules-list")))
    drawings: Sequence[RuleDrawing] = ()
    if has_lessons:
        own = board.options if options is None else options
        drawings = services.lessons.drawings(key, own, settled=options is not None)
    return RulesShown(board, match, drawings, tuple(row))


async def show_rules(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the rules of a game; in a match's thread, the rules of that match."""
    key, _, match = press.rest.partition(":")
    board, number, options = read_board(services.games, key), None, None
    if match:
        (number,) = custom_ids.Press("rules", match).numbers(1)
        options = (await services.lookup.visible(context, number)).options
        board = board_of(services.games, key, options)
    rules_view = await shown_rules(services, context, board, number, options)
    await context.show(*await carousel_page(context.pictures, services.games, rules_view, 0, context.t))


async def turn_page(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show another page of the same rules."""
    number, match = press.numbers(2)
    options = (await services.lookup.visible(context, match)).options if match else None
    rules_view = await shown_rules(
        services, context, read_board(services.games, press.after(2)), match or None, options
    )
    await context.show_page(
        *await carousel_page(context.pictures, services.games, rules_view, number, context.t)
    )


async def show_all(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show all rules and variants on one page, with a button back to the carousel."""
    (match,) = press.numbers(1)
    board, t, options = read_board(services.games, press.after(1)), context.t, None
    if match:
        options = (await services.lookup.visible(context, match)).options
    rules_view = await shown_rules(services, context, board, match or None, options)
    back = layouts.button(t("button.back"), rules_view.custom_id(TURN, 0))
    row = layouts.buttons(back, *rules_view.below)
    await context.show_page(*await rules_page(context.pictures, services.games, board, t, options, (row,)))


def rules_command(services: HelpServices) -> Command:
    async def run(context: InteractionContext, game: str) -> None:
        board, match, options = named_board(services.games, game), None, None
        here = await services.matches.latest_at(context.place.channel)
        if here is not None and here.thread == context.place.channel and game == here.key:
            # A match's own thread implies its rules, unless another board is named.
            board, match, options = board_of(services.games, here.key, here.options), here.id, here.options
        rules_view = await shown_rules(services, context, board, match, options)
        await context.show(*await carousel_page(context.pictures, services.games, rules_view, 0, context.t))

    game = game_option(services.interactions, "option.rules.about")
    return command(services.interactions, "command.rules", run, game=game)


HANDLERS: Mapping[str, HandlerOf[HelpServices]] = {"rules": show_rules, TURN: turn_page, WHOLE: show_all}

COMMANDS: Final = (SlashCommandOf("rules", rules_command, Reach.ANYWHERE, HelpGroup.BEGIN.at(50)),)
