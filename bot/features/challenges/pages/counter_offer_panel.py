"""The panel that changes a challenge: a received one, the person's own open one, or a declined one."""

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.features.challenges.commands.terms_fields import Field, meanings, shown_fields, write_fields
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from rules.contract import Game


def change_page(
    game: Game,
    challenge: Challenge,
    fields: tuple[Field, ...],
    t: Language,
    *,
    own: bool = False,
    reoffered_to: int | None = None,
    unfolded: bool = False,
) -> discord.ui.LayoutView:
    """Return the panel with a menu for each term, and the explanation of each variant.

    The changed terms become a counter-offer, a new challenge (`reoffered_to`), or terms of the person's `own`
    challenge. The panel shows the fields asked first, and all others only once it is `unfolded`. Options
    without effect under the chosen values are hidden; they keep their values.
    """
    numbers = shown_fields(game, fields, unfolded=unfolded)
    options = tuple(fields[number].key for number in numbers if fields[number].key in challenge.terms.options)
    text = write_fields(fields)
    verb = "anew" if reoffered_to is not None else "terms" if own else "change"
    menus = [
        fields[number].menu(custom_ids.write(f"{verb}-set", challenge.id, number, text), t)
        for number in numbers
    ]
    name = game_name(challenge.terms, t)
    if reoffered_to is not None:
        question, label = (
            t("counter.ask-anew", game=name, other=phrases.mention(reoffered_to)),
            t("button.send-anew"),
        )
    elif own:
        question, label = t("counter.ask-own", game=name), t("button.save-terms")
    else:
        question = t("counter.ask", game=name, challenger=phrases.mention(challenge.challenger))
        label = t("button.send-back")
    row = [layouts.button(label, custom_ids.write(f"{verb}-send", challenge.id, text), ButtonStyle.success)]
    if not unfolded:
        row.append(
            layouts.button(t("button.more-rules"), custom_ids.write(f"{verb}-more", challenge.id, text))
        )
    blocks = (
        [layouts.text(question), layouts.text(meanings(challenge.terms.key, options, t))] if options else []
    )
    return layouts.page(*(blocks or [layouts.text(question)]), *menus, layouts.buttons(*row))
