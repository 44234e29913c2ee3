"""`/challenge` stays within Discord's limits, whatever the number of games."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import rules
from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.core.commands.variant_option import suggested_variants
from bot.chat.core.offered_boards import offered_boards
from bot.chat.core.pictures import Pictures
from bot.features.challenges.commands.challenge_options import (
    VARIANT,
    own_options,
    read_values,
    suggested_roles,
)
from bot.features.challenges.pages.other_games import chosen_game
from bot.features.help.pages.welcome_pages import rules_list_page
from bot.features.servers.pages import server_panel
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.ports import utc_now
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import ServerRules
from data.store import Store
from playground.limits.command_limits import check_set, tree_size
from playground.limits.forms import Form
from rules.contract import Game, Option
from rules.contract.series import TieBreak
from tests.bot.chat.surfaces import features_of, surfaces_of
from tests.bot.locale.catalogue_checks import files_of
from tests.bot.support.fakes import ANNA, BEN, HALL, Counting, LoadedDice, World
from tests.bot.support.services import make_services
from tests.galleries import GALLERY

pytest_plugins = ("tests.data.databases",)

TODAY = tuple(rules.GAMES)
MORE = 40 - len(TODAY)
"""The number of fake games that makes forty in all."""
VALUES = ("first", "second", "third", "fourth")
OWN = tuple(Option(f"variant_{sign}", VALUES, "first") for sign in "abcdefgh")
VARIED = (Option("goal", ("10", "4"), "10"), Option("again", ("off", "on"), "off"), *OWN[2:])
NEW = {key: Counting(key, options=VARIED) for key in (f"fake-{number}" for number in range(40))}


@dataclass(frozen=True, slots=True)
class LongTexts:
    """Yields a game's catalogue texts in one language."""

    language: str

    def __call__(self, key: str, game: Game) -> Iterator[tuple[str, str]]:
        yield f"{key}.command", f"{key}-{self.language}"
        yield f"{key}.name", f"Fake {key} {self.language}"
        yield (
            f"{key}.summary",
            f"A game that has as long a description as others have, in {self.language}, or longer",
        )
        for role in game.roles(2):
            yield f"{key}.role.{role}", f"The {role} side ({self.language})"
        for option in game.options:
            stem = f"{key}.option.{option.key}"
            yield stem, f"{option.key}-{self.language}"
            yield (
                f"{stem}.about",
                f"What {option.key} changes in this game, told in {self.language} at length",
            )
            for value in option.values:
                yield f"{stem}.value.{value}", f"The {value} way of it, told in {self.language}"


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """Return the catalogues with the fake games' texts added."""
    folder = tmp_path_factory.mktemp("locale")
    for language in ("en", "de"):
        (folder / language).mkdir()
        for name, file in files_of(language).items():
            shutil.copy(file, folder / language / name.replace("/texts", ".po"))
        pairs = (pair for key, game in NEW.items() for pair in LongTexts(language)(key, game))
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
        body = "\n".join(f'msgid "{text_id}"\nmsgstr "{text}"\n' for text_id, text in pairs)
        (folder / language / "fakes.po").write_text(f"{head}\n{body}", encoding="utf-8")
    return Texts.load(Path(folder))


def app_of(games: Mapping[str, Game], texts: Texts) -> AppContext:
    unused: Any = None
    services = make_services(Store(unused), games, utc_now, LoadedDice())
    return AppContext(services, unused, games, Pictures(GALLERY), texts)


def make_command(app: AppContext, name: str) -> app_commands.Command[Any, ..., None] | app_commands.Group:
    (declared,) = [
        declared for surface in surfaces_of(app) for declared in surface.commands if declared.name == name
    ]
    return declared.make()


async def payload(app: AppContext) -> dict[str, Any]:
    """Return `/challenge` as registered with Discord."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    translator = CatalogueTranslator(app.texts)
    await tree.set_translator(translator)
    return await make_command(app, "challenge").get_translated_payload(tree, translator)


def options_of(command: Mapping[str, Any], key: str) -> dict[str, Any]:
    (game,) = (option for option in command["options"] if option["name"] in {key, f"{key}-en"})
    return {option["name"]: option for option in game["options"]}


def games_with(new: int, old: tuple[str, ...] = TODAY) -> dict[str, Game]:
    return {**{key: rules.GAMES[key] for key in old}, **dict(list(NEW.items())[:new])}


def own_keys(command: Mapping[str, Any]) -> list[str]:
    return [option["name"].removesuffix("-en") for option in command["options"] if option["name"] != "other"]


@pytest.mark.parametrize(
    "games",
    [games_with(0), games_with(6), games_with(MORE), games_with(40, ())],
    ids=["today", "a-few", "many", "new"],
)
async def test_a_command_tree_of_any_size_fits_the_limits(games: dict[str, Game], texts: Texts) -> None:
    command = await payload(app_of(games, texts))
    form = Form()
    check_set(form, [command])
    form.raise_errors()
    assert tree_size(command) <= 7600
    assert len(command["options"]) <= 25
    for game in command["options"]:
        assert len(game["options"]) <= 25
        for option in game["options"]:
            assert len(option.get("choices") or ()) <= 25
            assert not (option.get("choices") and option.get("autocomplete"))


@pytest.mark.parametrize("new", [0, MORE])
async def test_current_games_each_have_a_subcommand(new: int, texts: Texts) -> None:
    command = await payload(app_of(games_with(new), texts))
    assert own_keys(command)[: len(TODAY)] == list(TODAY)
    for key in TODAY:
        options = options_of(command, key)
        assert {"opponent", "role", "clock", "rated"} <= options.keys()
        assert (VARIANT in options) == bool(rules.GAMES[key].options)
        assert [options[name]["autocomplete"] for name in options if name == VARIANT] in ([], [True])


async def test_a_game_without_choices_has_no_variant(texts: Texts) -> None:
    plain = Counting("fake-0", options=())
    command = await payload(app_of({"fake-0": plain}, texts))
    assert options_of(command, "fake-0").keys() == {"opponent", "role", "series", "clock", "rated"}


async def test_other_games_share_one_subcommand(texts: Texts) -> None:
    games = games_with(MORE)
    app = app_of(games, texts)
    command = await payload(app)
    (other,) = [option for option in command["options"] if option["name"] == "other"]
    options = {option["name"]: option for option in other["options"]}
    assert options["game"]["required"]
    assert {name for name, option in options.items() if option.get("autocomplete")} == {
        "game",
        "role",
        VARIANT,
        "clock",
    }
    under_other = [game for key, game in games.items() if key not in own_keys(command)]
    assert len(own_keys(command)) + len(under_other) == len(games) == 40
    for game in under_other:
        for typed in (game.key, texts.language("de")(f"{game.key}.name").upper()):
            assert chosen_game(texts, under_other, typed) is game
    with pytest.raises(Refusal) as refused:
        chosen_game(texts, under_other, "conhex")
    assert refused.value.reason == "unknown-rules"


async def test_the_other_games_command_suggests_the_game_s_options(texts: Texts) -> None:
    app = app_of(games_with(MORE), texts)
    game, t = app.games[f"fake-{MORE - 1}"], texts.language("de")
    assert {choice.value for choice in suggested_roles(texts, game, "side (de)", t)} == set(game.roles(2))
    suggestion, *longer = suggested_variants(texts, game, "goal=4", t)
    assert suggestion.value == "goal=4"
    assert not [choice for choice in longer if not choice.value.startswith("goal=4 ")]


def read(app: AppContext, key: str, **given: object) -> Mapping[str, Any]:
    features = features_of(app)
    services = features.challenges.page_services(app.chat, features.tournaments.tournaments)
    return read_values(services, app.games[key], given, app.texts.language("de"))


async def test_a_new_game_is_challenged_with_its_variant(store: Store, texts: Texts) -> None:
    app, world = app_of(games_with(6), texts), World(store, {**games_with(6)})
    new_terms = read(
        app, "fake-3", variant="goal=4 variant_d-de=The third way of it, told in de", series="plies"
    )
    options = own_options(app.games["fake-3"], new_terms)
    assert set(options) == {"goal", "variant_d"}
    terms = Terms("fake-3", options, new_terms["role"], tie_break=TieBreak(new_terms["series"]))
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    assert challenge.terms.options == {
        "goal": "4", "again": "off", **{option.key: "first" for option in OWN[2:]}, "variant_d": "third",
    }  # fmt: skip
    assert challenge.terms.tie_break == TieBreak.PLIES


def test_invalid_variants_are_refused_with_a_reason(texts: Texts) -> None:
    app = app_of(games_with(6), texts)
    for typed, reason in (("goal=5", "unknown-choice"), ("gaol=4", "unknown-option")):
        with pytest.raises(Refusal) as refused:
            read(app, "fake-0", variant=typed)
        assert refused.value.reason == reason


def test_a_variant_can_be_given_by_name_alone(texts: Texts) -> None:
    app = app_of(games_with(0), texts)
    name = texts.language("de")("hnefatafl.option.board.value.tablut-9")
    for typed in ("tablut-9", name, name.upper(), "board=tablut-9"):
        assert read(app, "hnefatafl", variant=typed)["board"] == "tablut-9"
    both = read(app, "hnefatafl", variant="board=tablut-9 shieldwall=on")
    assert (both["board"], both["shieldwall"]) == ("tablut-9", "on")
    assert read(app, "conhex", variant="balls=38")["balls"] == "38"


def test_legacy_command_options_are_read(texts: Texts) -> None:
    app = app_of(games_with(0), texts)
    assert read(app, "hnefatafl", board="tablut-9", variant="shieldwall=on")["board"] == "tablut-9"
    with pytest.raises(Refusal) as refused:
        read(app, "hnefatafl", board="chess")
    assert refused.value.reason == "unknown-choice"


def test_options_a_game_lacks_are_refused(texts: Texts) -> None:
    app = app_of(games_with(1), texts)
    with pytest.raises(Refusal) as refused:
        read(app, "hnefatafl", players="3")
    assert refused.value.reason == "unknown-option"
    assert refused.value.details["option"] == "players"


async def test_all_other_game_lists_hold_forty_games(texts: Texts) -> None:
    app = app_of(games_with(MORE), texts)
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    form = Form()
    commands = [make_command(app, name) for name in ("rules", "leaderboard", "stats")]
    check_set(form, [command.to_dict(tree) for command in commands])
    form.raise_errors()
    t = texts.language("de")
    panels = (
        server_panel.games_page(app.games, ServerRules(games=("conhex", f"fake-{MORE - 1}")), t),
        rules_list_page(app.games, t),
    )
    boards = [board.id for board in offered_boards(app.games)]
    for view in panels:
        menus = [item for item in view.walk_children() if isinstance(item, discord.ui.Select)]
        assert [option.value for menu in menus for option in menu.options] in (list(app.games), boards)
        assert len({menu.custom_id for menu in menus}) == len(menus) > 1
        assert not [menu for menu in menus if len(menu.options) > 25]
    first, second = (
        server_panel.games_in_menu(app.games, custom_ids.read(f"fp:server-games{rest}"))
        for rest in ("", ":1")
    )
    assert [*first, *second] == list(app.games)
    with pytest.raises(custom_ids.MalformedId):
        server_panel.games_in_menu(app.games, custom_ids.read("fp:server-games:2"))
