"""The pages of a new game: first the board, then terms and opponent."""

from collections.abc import Mapping
from typing import Any

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import board_id, offered_boards
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.chat.core.words.balance_text import balance_line
from bot.chat.core.words.game_names import board_name, game_name
from bot.chat.parts.new_game import board_menus, sheet
from bot.features.challenges.commands.terms_fields import (
    CLOCK,
    RATED,
    ROLE,
    SERIES,
    Field,
    meanings,
    shown_fields,
    terms_of,
    write_fields,
)
from bot.features.challenges.domain import proposed_series
from bot.features.challenges.service.challenge_terms import is_for_many
from bot.locale import Language
from bot.model.challenges.terms import RANDOM_ROLE, Terms
from bot.model.servers.server_rules import ServerRules
from render import View
from rules.contract import Game
from rules.contract.capabilities import first_game_options, named_boards

_ASKED = (CLOCK, RATED)
_THUMBNAIL = 320


async def new_game_page(
    pictures: Pictures, games: Mapping[str, Game], rules: ServerRules, t: Language, *, practises: bool = False
) -> layouts.Page:
    """Return the page for choosing a board of the games that the server allows."""
    picture = await sheet(games, t, rules).draw(pictures)
    blocks = [layouts.text(t("welcome.choose-game")), layouts.picture(picture.words)]
    menus = board_menus("choose-game", offered_boards(games, rules), t)
    alone = layouts.button(t("button.practise"), custom_ids.write("practise"))
    at_once = layouts.button(t("button.challenge-form"), custom_ids.write("challenge-form"))
    row = layouts.buttons(*([alone] if practises else []), at_once)
    return layouts.page(*blocks, *menus, row), [picture]


async def start_page(
    pictures: Pictures, game: Game, terms: Terms, fields: tuple[Field, ...], t: Language
) -> layouts.Page:
    """Return the page for clock, rating and opponent; choosing the opponent sends the challenge."""
    key, text, current = game.key, write_fields(fields), terms_of(fields, terms)
    values, asked_here = current.options, open_fields(game, current)
    table = is_for_many(game)
    picture = await pictures.picture(game.new(values), t, View(width=_THUMBNAIL))
    people: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=custom_ids.write("ask-people", key, text),
        placeholder=t("welcome.invite" if table else "welcome.challenge"),
        max_values=max(game.seats) - 1,
    )
    row = layouts.buttons(
        layouts.button(
            t("button.open-table" if table else "button.ask-anyone"),
            custom_ids.write("ask-anyone", key, text),
            ButtonStyle.success,
        ),
        layouts.button(t("button.more-rules"), custom_ids.write("start-more", key, text)),
        layouts.button(t("button.rules"), custom_ids.write("rules", board_id(game, values))),
        layouts.button(t("button.other-game"), custom_ids.write("new-game")),
    )
    return layouts.page(
        layouts.with_thumbnail(_terms_text(game, current, fields, t), picture.words),
        layouts.separator(),
        *_menus(key, fields, [number for number, field in enumerate(fields) if field.key in asked_here], t),
        ui.ActionRow(people),
        row,
    ), [picture]


def open_fields(game: Game, terms: Terms) -> tuple[str, ...]:
    """Return the fields that the page shows besides board and opponent; all others are collapsed."""
    match = terms.tie_break is not None or proposed_series(game, terms.options) is not None
    return (*((SERIES,) if match else ()), *_ASKED)


def more_rules_page(game: Game, terms: Terms, fields: tuple[Field, ...], t: Language) -> ui.LayoutView:
    """Return the page for choosing the other terms, with an explanation of the variants."""
    boards = {option for board in named_boards(game) for option in board}
    numbers = [
        number
        for number in shown_fields(game, fields, unfolded=True)
        if fields[number].key not in {*open_fields(game, terms_of(fields, terms)), *boards}
    ]
    options = tuple(fields[number].key for number in numbers if fields[number].key in terms.options)
    title = t("start.more-rules", game=game_name(terms_of(fields, terms), t))
    back = custom_ids.write("start-back", game.key, write_fields(fields))
    return layouts.page(
        layouts.text(title),
        *([layouts.text(meanings(game.key, options, t))] if options else []),
        *_menus(game.key, fields, numbers, t),
        layouts.buttons(layouts.button(t("button.back"), back)),
    )


def _menus(key: str, fields: tuple[Field, ...], numbers: list[int], t: Language) -> list[layouts.Block]:
    text = write_fields(fields)
    return [fields[number].menu(custom_ids.write("start-set", key, number, text), t) for number in numbers]


def _terms_text(game: Game, terms: Terms, fields: tuple[Field, ...], t: Language) -> str:
    values = terms.options
    eased = first_game_options(game).items()
    is_eased = bool(eased) and eased <= values.items()
    others = [pair for pair in values.items() if not (is_eased and pair in eased)]
    lines = [
        t("start.board", game=board_name(game.key, values, t), summary=t(f"{game.key}.summary")),
        phrases.choices(game.key, game, others, t),
        t(f"{game.key}.first-game") if is_eased else "",
        balance_line(game, values, t),
        *(field.choice_line(t) for field in fields if field.key == ROLE and field.now != RANDOM_ROLE),
    ]
    return "\n".join(line for line in lines if line)
