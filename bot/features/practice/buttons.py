"""`/practice`: play against an engine, take moves back, play again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord.app_commands import Choice

from bot.chat.core import custom_ids, position_token
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.option_spec import ChoiceSpec
from bot.chat.core.commands.reach import Reach
from bot.chat.core.commands.variant_option import read_variant, suggested_variants
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard, named_board, offered_boards, read_board
from bot.chat.core.words import phrases
from bot.chat.core.words.aims import aim
from bot.chat.core.words.balance_text import balance_line
from bot.chat.parts.new_game import FIRST_BOARD, board_menus
from bot.features.engines.service.practice import TermsDraft
from bot.features.engines.service.practice_levels import level_of
from bot.features.engines.service.practice_page import ShownHint
from bot.features.practice.services import PracticeServices
from bot.locale import Language
from bot.model.challenges.terms import RANDOM_ROLE, Terms
from bot.model.match.match import Match
from bot.model.people.players import LEVELS
from bot.model.refusal import Refusal


async def choose(services: PracticeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask for a board to practise on, or start a match on the named one."""
    if press.rest and not press.rest.isdigit():
        await _begin(services, context, _on(read_board(services.games, press.rest)))
        return
    await services.practice.check_place(context.place)
    if press.rest and not await services.practice.has_practised(context.person.id):
        # A newcomer after the greeting starts immediately, on an easy board.
        draft = replace(_on(read_board(services.games, FIRST_BOARD)), level=LEVELS[0])
        await _begin(services, context, draft, (context.t("practice.first"),))
        return
    menus = board_menus("practise-on", offered_boards(services.games), context.t)
    page = layouts.page(layouts.text(context.t("practice.choose")), *menus)
    # A new message below a welcome, whose buttons have a number; else the page is replaced.
    await (context.show if press.rest else context.show_page)(page)


async def begin_on(services: PracticeServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Start a match on the chosen board."""
    await _begin(services, context, _on(read_board(services.games, context.choice)))


async def show_match(
    services: PracticeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the page of a match."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    await context.show_page(*await services.pages.page(context, match_id))


async def again(services: PracticeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Start the same match again with swapped sides, at the level of the button."""
    (match_id,) = press.numbers(1)
    level = press.numbers(2)[1] if press.after(1) else None
    if level is not None and level not in LEVELS:
        raise custom_ids.MalformedId(press.rest)
    match = await services.practice.once_more(context.request, match_id, context.place, level)
    intro = _beginning(services, context, match)
    goal = (_aim(services, context, match),)
    await context.show_page(*await services.pages.page(context, match.id, goal, intro=intro))


async def play_on(services: PracticeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Start a match against the computer from a finished match's position, in a new message."""
    match_id, plies = press.numbers(2)
    await services.lookup.visible(context, match_id)
    match = await services.practice.play_on(context.request, match_id, plies, context.place)
    lines = (*_beginning(services, context, match), _aim(services, context, match))
    await context.show(*await services.pages.page(context, match.id, lines))


async def take_back(services: PracticeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Take back the last move and the engine's answer."""
    match_id, mark = press.numbers(2)
    plies, taken_back = position_token.split(mark)
    match = await services.practice.take_back(context.request, match_id, plies, taken_back)
    await context.show_page(
        *await services.pages.page(context, match.id, (context.t("practice.taken-back"),))
    )


async def hint(services: PracticeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Mark the piece to move; at the second press the move, with its reasons and a button to play it."""
    match_id, mark = press.numbers(2)
    plies, taken_back = position_token.split(mark)
    person, t = context.person.id, context.t
    if press.after(2):
        number = press.numbers(3)[2]
        hint = await services.hints.repeat(person, match_id, plies, taken_back, number)
    else:
        hint = await services.hints.find(person, match_id, plies, taken_back)
    hint_view = ShownHint.of(hint, t, whole=bool(press.after(2)))
    await context.show_page(*await services.pages.page(context, match_id, shown=hint_view))


def _on(board: OfferedBoard) -> TermsDraft:
    """Return the terms of a match on a board with its usual rules."""
    return TermsDraft(Terms(board.key, board.options))


def _roles(services: PracticeServices, key: str, t: Language) -> dict[str, str]:
    """Return the names of the roles of a game against the computer, in the order of their seats."""
    game = services.games[key]
    return {role: t(f"{key}.role.{role}") for role in game.roles(min(game.seats))}


def _role(services: PracticeServices, key: str, typed: str, t: Language) -> str:
    """Return the named role. Raises Refusal: "role-not-played", "unknown-role"."""
    roles, game, query = _roles(services, key, t), services.games[key], typed.strip().casefold()
    for role, name in roles.items():
        if query in {role.casefold(), name.casefold()}:
            return role
    others = {t(f"{key}.role.{role}").casefold() for role in game.roles(max(game.seats))}
    reason = "role-not-played" if query in others else "unknown-role"
    raise Refusal(reason, game=key, role=typed, allowed=", ".join(roles))


async def _begin(
    services: PracticeServices, context: InteractionContext, draft: TermsDraft, lines: Sequence[str] = ()
) -> None:
    with rules_of(draft.terms.key, draft.terms.options):
        match = await services.practice.begin(context.request, draft, context.place)
    intro = (*lines, *_beginning(services, context, match))
    goal = (_aim(services, context, match),)
    await context.show_page(*await services.pages.page(context, match.id, goal, intro=intro))


def _beginning(services: PracticeServices, context: InteractionContext, match: Match) -> Sequence[str]:
    """Return the unusual rules of a match and the share of a side at its level."""
    t, game = context.t, services.games[match.key]
    lines = (
        phrases.choices(match.key, game, match.options.items(), t),
        balance_line(game, match.options, t, level_of(match)),
    )
    return tuple(line for line in lines if line)


def _aim(services: PracticeServices, context: InteractionContext, match: Match) -> str:
    """Return the person's side and aim, shown below the picture: a phone scrolls other text away."""
    t, game, seat = context.t, services.games[match.key], match.seat_of(context.person.id)
    role = game.roles(len(match.players))[seat or 0]
    return t("practice.aim", aim=aim(game, role, match.options, t))


def practice_command(services: PracticeServices) -> Command:
    texts = services.interactions.texts

    async def run(
        context: InteractionContext,
        game: str,
        level: str | None = None,
        role: str | None = None,
        variant: str | None = None,
    ) -> None:
        board = named_board(services.games, game)
        options = read_variant(texts, services.games[board.key], variant or "", context.t)
        terms = Terms(
            board.key,
            {**board.options, **options},
            RANDOM_ROLE if role is None else _role(services, board.key, role, context.t),
        )
        draft = TermsDraft(terms, None if level is None else int(level), like_last=not options)
        await _begin(services, context, draft)

    async def suggest_role(context: InteractionContext, typed: str) -> list[Choice[str]]:
        key = _key_of(services, context)
        roles = {} if key is None else _roles(services, key, context.t)
        return [
            Choice(name=name, value=role) for role, name in roles.items() if typed.lower() in name.lower()
        ]

    async def suggest_variant(context: InteractionContext, typed: str) -> list[Choice[str]]:
        key = _key_of(services, context)
        return [] if key is None else suggested_variants(texts, services.games[key], typed, context.t)

    levels = [ChoiceSpec(localise(texts, f"practice.level.{number}"), str(number)) for number in LEVELS]
    return command(
        services.interactions,
        "command.practice",
        run,
        game=game_option(services.interactions, "option.practice.about"),
        level=CommandOption(choices=levels),
        role=CommandOption(about="option.role.practice", suggest=suggest_role),
        variant=CommandOption(about="option.variant.practice", suggest=suggest_variant),
    )


def _key_of(services: PracticeServices, context: InteractionContext) -> str | None:
    """Return the game named in the command so far, None without one."""
    options = context.payload.get("options") or ()
    game = next((str(option.get("value", "")) for option in options if option["name"] == "game"), "")
    try:
        return read_board(services.games, game).key
    except custom_ids.MalformedId:
        return None


HANDLERS: Mapping[str, HandlerOf[PracticeServices]] = {
    "practise": choose,
    "practise-on": begin_on,
    "practice-on": show_match,
    "practice-again": again,
    "practice-back": take_back,
    "practice-from": play_on,
    "hint": hint,
}

COMMANDS: Final = (SlashCommandOf("practice", practice_command, Reach.ANYWHERE, HelpGroup.BEGIN.at(70)),)
