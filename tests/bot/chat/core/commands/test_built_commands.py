"""Commands declared by features: options, suggestions, context menus, admin commands."""

from typing import Any

import discord
import pytest
from discord.app_commands import Choice

from bot.chat.core.commands.admin_command import admin_subcommand
from bot.chat.core.commands.command import CommandOption, command, group
from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.menu_command import message_command, person_command
from bot.chat.core.commands.option_spec import ChoiceSpec, OptionSpec, command_with, matching
from bot.chat.core.commands.variant_option import read_variant, suggested_variants
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.model.refusal import Refusal
from bot.model.servers.limitations import Limitation, LimitedChannel
from tests.bot.chat import guilds
from tests.bot.chat.presses import TEXTS, Presses
from tests.bot.support.fakes import ANNA, GAMES, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

EN, DE = TEXTS.language("en"), TEXTS.language("de")


async def test_a_slot_command_passes_its_options_by_key() -> None:
    given: list[dict[str, Any]] = []

    async def run(_: discord.Interaction, options: Any) -> None:
        given.append(dict(options))

    name, about = localise(TEXTS, "option.rules"), localise(TEXTS, "option.rules.about")
    slots = [
        OptionSpec("needed", str, None, name, about, required=True),
        OptionSpec("chosen", str, "b", localise(TEXTS, "option.move"), about, (ChoiceSpec("B", "b"),)),
    ]
    built = command_with(name, about, slots, run)
    interaction: Any = None
    callback: Any = built.callback
    await callback(interaction, needed="x", chosen="b")
    assert given == [{"needed": "x", "chosen": "b"}]
    needed, chosen = built.parameters
    assert (needed.required, chosen.required, chosen.default) == (True, False, "b")
    assert [(choice.name, choice.value) for choice in chosen.choices] == [("B", "b")]
    assert (needed.autocomplete, chosen.autocomplete) == (False, False)


@pytest.mark.parametrize(
    ("typed", "values"),
    [("", ["conhex", "hnefatafl/tablut-9"]), ("  CON", ["conhex"]), ("tablut-9", ["hnefatafl/tablut-9"])],
)
def test_typed_text_finds_choices_by_name_and_value(typed: str, values: list[str]) -> None:
    choices = [
        ChoiceSpec(localise(TEXTS, "conhex.name"), "conhex"),
        ChoiceSpec("Some board", "hnefatafl/tablut-9"),
    ]
    assert [choice.value for choice in matching(TEXTS, choices, typed, DE)] == values


def test_at_most_25_choices_are_suggested() -> None:
    choices = [ChoiceSpec(f"Board {number}", str(number)) for number in range(30)]
    assert len(matching(TEXTS, choices, "board", EN)) == 25


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_command_suggests_in_the_readers_language(world: World) -> None:
    presses = Presses(world, {})

    async def run(context: InteractionContext, move: str, hidden: str = "by default") -> None:
        await context.reply(f"{move} {hidden}")

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return [Choice(name=f"{context.t.code} {typed}", value=typed)]

    built = command(
        presses.app.interactions,
        "command.move",
        run,
        move=CommandOption(suggest=suggest),
        hidden=CommandOption(is_registered=False),
    )
    assert [parameter.name for parameter in built.parameters] == ["move"]
    assert str(built.parameters[0].description) == EN("option.move.about")
    (answer,) = await presses.command(ANNA, built, move="a1")
    assert answer.text.strip() == "a1 by default"
    presses.locale = discord.Locale.german
    assert await presses.suggestions(ANNA, built, "move", "a") == [("de a", "a")]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_menu_commands_receive_the_person_or_the_message(world: World) -> None:
    presses = Presses(world, {})

    async def on_person(context: InteractionContext, person: Any) -> None:
        await context.reply(f"{context.person.id} means {person}")

    async def on_message(context: InteractionContext, message: Any) -> None:
        raise Refusal("lobby-full" if context.person.id == ANNA.id and message == "Ben" else "no-game")

    interactions = presses.app.interactions
    target: Any = "Ben"
    for menu, kind, text in (
        (person_command(interactions, "command.games", on_person), "user", f"{ANNA.id} means Ben"),
        (message_command(interactions, "command.games", on_message), "message", EN("refusal.lobby-full")),
    ):
        assert menu.type.name == kind
        (answer,) = await presses.menu(ANNA, menu, target)
        assert answer.text.strip() == text


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_admin_commands_refuse_others_and_show_limitations_once(world: World) -> None:
    presses = Presses(world, {}, server=guilds.guild([HALL.channel]))
    limitations = world.services.limitations
    await limitations.record_limitation(LimitedChannel(guilds.SERVER, 71, Limitation.PICTURES, 50013))

    async def run(context: InteractionContext, server: int, move: str = "-") -> None:
        await context.reply(f"{server} {move}")

    built = admin_subcommand(presses.app.interactions, limitations, "language", run)
    assert [parameter.name for parameter in built.parameters] == ["move"]
    (refused,) = await presses.command(ANNA, built, move="x")
    assert refused.text.strip() == "Only people who manage this server can do that."
    done, told = await presses.command(ANNA, built, admin=True, move="x")
    assert done.text.strip() == f"{guilds.SERVER} x"
    assert EN("limitation.headline") in told.text
    assert "<#71>" in told.text
    (again,) = await presses.command(ANNA, built, admin=True, move="y")
    assert again.text.strip() == f"{guilds.SERVER} y"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_group_contains_its_commands(world: World) -> None:
    interactions = Presses(world, {}).app.interactions

    async def run(context: InteractionContext) -> None:
        await context.reply("done")

    inner = command(interactions, "command.games", run)
    assert [made.name for made in group(interactions, "command.challenge", inner).commands] == ["games"]


def test_variants_are_read_in_any_language() -> None:
    game = GAMES["conhex"]
    option = next(option for option in game.options if option.key == "swap")
    german = DE(f"conhex.option.{option.key}"), DE(f"conhex.option.{option.key}.value.off")
    assert read_variant(TEXTS, game, f"{german[0]}={german[1]}", EN) == {"swap": "off"}
    assert read_variant(TEXTS, game, "swap=on", DE) == {"swap": "on"}
    with pytest.raises(Refusal):
        read_variant(TEXTS, game, "swap=sometimes", EN)
    suggestions = suggested_variants(TEXTS, game, "", DE)
    assert german[0] in suggestions[0].name or len(suggestions) > 1
    assert not [choice for choice in suggestions if read_variant(TEXTS, game, choice.value, DE) is None]


def test_a_named_board_is_read_by_its_own_name() -> None:
    game = GAMES["hnefatafl"]
    for typed in ("Alea Evangelii", "alea-evangelii-19"):
        assert read_variant(TEXTS, game, f"board={typed}", EN) == {"board": "alea-evangelii-19"}
