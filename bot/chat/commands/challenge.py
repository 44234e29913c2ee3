"""`/challenge`: one subcommand per game, its options taken from the game."""

import inspect
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat import answers, ids, layouts, narration
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded, rules_of
from bot.chat.house import Caller, House
from bot.play.model import RANDOM_ROLE, Person, Place, Refusal
from rules.game import Game

SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)


def challenge_group(house: House) -> app_commands.Group:
    """Return the command with a subcommand for every game."""
    group = app_commands.Group(
        name=localised(house.texts, "command.challenge"),
        description=localised(house.texts, "command.challenge.about"),
        allowed_contexts=SERVERS_ONLY,
        guild_only=True,
    )
    for game in house.games.values():
        group.add_command(_subcommand(house, game))
    return group


def _subcommand(house: House, game: Game) -> app_commands.Command[Any, ..., None]:
    texts = house.texts

    async def run(interaction: discord.Interaction, **given: Any) -> None:  # noqa: ANN401  # as Discord sends them
        async def act(caller: Caller) -> None:
            await _challenge(house, interaction, caller, game, given)

        await guarded(house, interaction, act)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction),
        inspect.Parameter("opponent", keyword, default=None, annotation=discord.User | None),
        inspect.Parameter("role", keyword, default=RANDOM_ROLE, annotation=str),
        *(
            inspect.Parameter(option.key, keyword, default=option.default, annotation=str)
            for option in game.options
        ),
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by inspect
    roles = (RANDOM_ROLE, *game.roles(game.seats[0]))
    described = {
        "opponent": localised(texts, "option.opponent.about"),
        "role": localised(texts, "option.role.about"),
        **{o.key: localised(texts, f"{game.key}.option.{o.key}.about") for o in game.options},
    }
    renamed = {
        "opponent": localised(texts, "option.opponent"),
        "role": localised(texts, "option.role"),
        **{o.key: localised(texts, f"{game.key}.option.{o.key}") for o in game.options},
    }
    chosen = {
        "role": [
            Choice(
                name=localised(texts, "role.random" if r == RANDOM_ROLE else f"{game.key}.role.{r}"), value=r
            )
            for r in roles
        ],
        **{
            o.key: [
                Choice(name=localised(texts, f"{game.key}.option.{o.key}.value.{v}"), value=v)
                for v in o.values
            ]
            for o in game.options
        },
    }
    app_commands.describe(**described)(run)
    app_commands.rename(**renamed)(run)
    app_commands.choices(**chosen)(run)
    return app_commands.Command(
        name=localised(texts, f"{game.key}.command"),
        description=localised(texts, f"{game.key}.summary"),
        callback=run,
    )


async def _challenge(
    house: House, interaction: discord.Interaction, caller: Caller, game: Game, given: dict[str, Any]
) -> None:
    opponent = given.pop("opponent")
    role = given.pop("role")
    person = _opponent(opponent)
    place = _place(interaction, caller.place)
    with rules_of(game.key):
        challenge = await house.club.challenge(caller.request, game.key, given, person, role, place)
    t = caller.t
    name = t(f"{game.key}.name")
    said = (
        t("challenge.sent-open", game=name)
        if person is None
        else t("challenge.sent", game=name, opponent=narration.mention(person.id))
    )
    row = layouts.buttons(layouts.button(t("button.withdraw"), ids.write("withdraw", challenge.id)))
    await answers.show(interaction, layouts.page(layouts.text(said), row))


def _opponent(opponent: discord.User | discord.Member | None) -> Person | None:
    if opponent is None:
        return None
    if opponent.bot:
        raise Refusal("opponent-bot")
    if not isinstance(opponent, discord.Member):
        raise Refusal("opponent-away", opponent=opponent.display_name)
    return Person(opponent.id, opponent.display_name, "")


def _place(interaction: discord.Interaction, place: Place) -> Place:
    """Return where a challenge is posted: in a thread it stays there."""
    if interaction.guild_id is None:
        raise Refusal("servers-only")
    return place
