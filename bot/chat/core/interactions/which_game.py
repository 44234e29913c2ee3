"""Ask a person which of their games they mean."""

from collections.abc import Mapping, Sequence

import discord

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.ports import PeoplePort
from bot.chat.core.words.list_text import title
from bot.locale import Language
from bot.model.match.match import Match

MAX_BUTTONS = 8
"""The most games with a button each; more are listed in a menu."""


def which_game_page(
    matches: Sequence[Match], person: int, names: Mapping[int, str], verb: str, then: str, t: Language
) -> discord.ui.LayoutView:
    """Return the question which game is meant; an answer continues with `verb`, its match and `then`.

    Games at the person's turn come first. `then` is dropped if it is too long for a custom_id.
    """
    ordered = sorted(matches, key=lambda match: match.mover != person)[: layouts.SELECT_LIMIT]
    labels = [(match.id, title(match, person, names, t)) for match in ordered]
    then = _brief(then, verb)
    blocks = [layouts.text(t("which.game"))]
    if len(labels) <= MAX_BUTTONS:
        blocks += [
            layouts.buttons(layouts.button(label, custom_ids.write(verb, number, then)))
            for number, label in labels
        ]
    else:
        options = [discord.SelectOption(label=label[:100], value=str(number)) for number, label in labels]
        blocks.append(layouts.select(custom_ids.write(verb, 0, then), t("games.open"), options))
    return layouts.page(*blocks)


def _brief(then: str, verb: str) -> str:
    longest = custom_ids.LONGEST - len(custom_ids.write(verb, "9" * 18, ""))
    return then if len(then) <= longest else ""


async def ask_for_game(
    people: PeoplePort,
    context: InteractionContext,
    matches: Sequence[Match],
    verb: str,
    then: str = "",
) -> None:
    """Ask which game is meant; the answer continues with `verb` and `then`."""
    names = await people.names({person for match in matches for person in match.people})
    page = which_game_page(matches, context.person.id, names, verb, then, context.t)
    await context.show(page)


def chosen_game(context: InteractionContext, press: custom_ids.Press) -> int:
    """Return the match of a button, or of a menu, whose number is 0. Raises MalformedId."""
    (match_id,) = press.numbers(1)
    return match_id or custom_ids.Press(press.verb, context.choice).numbers(1)[0]
