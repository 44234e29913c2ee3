"""However many games there are, `/challenge` stays within what Discord takes."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import rules
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.core.commands.option_spec import OptionSpec
from bot.chat.features.challenges.challenge_command import challenge_group
from bot.chat.features.challenges.challenge_options import OPTIONS, challenge_slots, matching, read_given
from bot.locale import Texts
from bot.play.domain.challenges import SeriesChoice
from bot.play.domain.refusal import Refusal
from data import Store
from playground.command_limits import check_set, tree_size
from playground.forms import Form
from rules.contract import Game, Option
from rules.contract.series import TieBreak
from tests.bot.play.fakes import ANNA, BEN, HALL, Counting, World

pytest_plugins = ("tests.data.databases",)

TODAY = tuple(rules.GAMES)
VALUES = ("first", "second", "third", "fourth")
OWN = tuple(Option(f"variant_{sign}", VALUES, "first") for sign in "abcdefgh")
VARIED = (Option("goal", ("10", "4"), "10"), Option("again", ("off", "on"), "off"), *OWN[2:])
NEW = {key: Counting(key, options=VARIED) for key in (f"fake-{number}" for number in range(12))}


@dataclass(frozen=True, slots=True)
class Wordy:
    """What a game says of itself in one language."""

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
    """The catalogues with the fake games in them."""
    folder = tmp_path_factory.mktemp("locale")
    for language in ("en", "de"):
        with as_file(files("bot.locale").joinpath(language)) as source:
            shutil.copytree(source, folder / language)
        said = (pair for key, game in NEW.items() for pair in Wordy(language)(key, game))
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
        body = "\n".join(f'msgid "{text_id}"\nmsgstr "{text}"\n' for text_id, text in said)
        (folder / language / "fakes.po").write_text(f"{head}\n{body}", encoding="utf-8")
    return Texts.load(Path(folder))


def app_of(games: Mapping[str, Game], texts: Texts) -> AppContext:
    return AppContext(None, None, games, None, texts)  # type: ignore[arg-type]  # no more is used


async def payload(app: AppContext) -> dict[str, Any]:
    """What is registered."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    translator = CatalogueTranslator(app.texts)
    await tree.set_translator(translator)
    return await challenge_group(app).get_translated_payload(tree, translator)


def options_of(command: Mapping[str, Any], key: str) -> dict[str, Any]:
    (game,) = (one for one in command["options"] if one["name"] in {key, f"{key}-en"})
    return {option["name"]: option for option in game["options"]}


def games_with(new: int, old: tuple[str, ...] = TODAY) -> dict[str, Game]:
    return {**{key: rules.GAMES[key] for key in old}, **dict(list(NEW.items())[:new])}


@pytest.mark.parametrize("games", [games_with(0), games_with(1), games_with(6), games_with(12, ())], ids=len)
async def test_a_tree_of_any_size_is_within_the_limits(games: dict[str, Game], texts: Texts) -> None:
    command = await payload(app_of(games, texts))
    form = Form()
    check_set(form, [command])
    form.settle()
    assert tree_size(command) <= 7600
    assert len(command["options"]) == len(games) <= 25
    for game in command["options"]:
        assert len(game["options"]) <= 25
        for option in game["options"]:
            assert len(option.get("choices") or ()) <= 25
            assert not (option.get("choices") and option.get("autocomplete"))


async def test_todays_games_keep_the_names_of_their_options(texts: Texts) -> None:
    command = await payload(app_of(games_with(6), texts))
    for key in TODAY:
        own = {option.key for option in rules.GAMES[key].options}
        assert own | {"opponent", "role", "clock"} <= options_of(command, key).keys()
        assert OPTIONS not in options_of(command, key)


async def test_choices_stay_while_there_is_room_for_them(texts: Texts) -> None:
    command = await payload(app_of(games_with(0), texts))
    for key in TODAY:
        for option in rules.GAMES[key].options:
            given = options_of(command, key)[option.key]
            assert [choice["value"] for choice in given["choices"]] == list(option.values)


async def test_the_longest_sets_of_choices_are_suggested_first(texts: Texts) -> None:
    command = await payload(app_of(games_with(2), texts))
    options = [option for key in TODAY for option in options_of(command, key).values()]
    kept = [sum(map(tree_size, option["choices"])) for option in options if option.get("choices")]
    before = await payload(app_of(games_with(0), texts))
    board = options_of(before, "hnefatafl")["board"]["choices"]
    assert 0 < max(kept) < sum(map(tree_size, board))
    assert options_of(command, "hnefatafl")["board"]["autocomplete"]


async def test_a_seventh_game_has_its_variants_in_one_option(texts: Texts) -> None:
    command = await payload(app_of(games_with(1), texts))
    given = options_of(command, "fake-0")
    assert given.keys() == {"opponent", "role", OPTIONS, "clock", "rated"}
    assert given[OPTIONS]["autocomplete"]


def slots(app: AppContext, key: str) -> list[OptionSpec]:
    return list(challenge_slots(app)[key])


def read(app: AppContext, key: str, **given: str) -> Mapping[str, Any]:
    own = slots(app, key)
    blank = {slot.key: slot.default for slot in own}
    return read_given(app, app.games[key], own, {**blank, **given}, app.texts.language("de"))


async def test_a_new_game_is_challenged_to_with_its_options(store: Store, texts: Texts) -> None:
    app, world = app_of(games_with(6), texts), World(store, {**games_with(6)})
    given = read(app, "fake-3", options="goal=4 variant_d-de=The third way of it, told in de, series=plies")
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), "fake-3", {option.key: given[option.key] for option in app.games["fake-3"].options},
        BEN, given["role"], HALL, series=SeriesChoice(TieBreak(given["series"])),
    )  # fmt: skip
    assert challenge.options == {
        "goal": "4", "again": "off", **{option.key: "first" for option in OWN[2:]}, "variant_d": "third",
    }  # fmt: skip
    assert challenge.series == SeriesChoice(TieBreak.PLIES)


def test_what_is_wrong_with_typed_options_is_named(texts: Texts) -> None:
    app = app_of(games_with(6), texts)
    for typed, reason in (("goal=5", "unknown-choice"), ("gaol=4", "unknown-option")):
        with pytest.raises(Refusal) as refused:
            read(app, "fake-0", options=typed)
        assert refused.value.reason == reason


def test_choices_are_suggested_by_any_of_their_names_in_the_readers_language(texts: Texts) -> None:
    app = app_of(games_with(6), texts)
    (board,) = (slot for slot in slots(app, "hnefatafl") if slot.key == "board")
    assert board.choices_suggested
    assert board.suggest is not None
    t = texts.language("de")
    every = matching(texts, board, "", t)
    assert [choice.value for choice in every] == [choice.value for choice in board.choices]
    for typed in ("tablut", "TABLUT-9"):
        (found,) = matching(texts, board, typed, t)
        assert (found.value, found.name) == ("tablut-9", t("hnefatafl.option.board.value.tablut-9"))
    assert matching(texts, board, "chess", t) == []


def test_what_is_typed_in_place_of_a_choice_is_read(texts: Texts) -> None:
    app = app_of(games_with(6), texts)
    name = texts.language("de")("hnefatafl.option.board.value.tablut-9")
    for typed in ("tablut-9", name, name.upper()):
        assert read(app, "hnefatafl", board=typed)["board"] == "tablut-9"
    with pytest.raises(Refusal) as refused:
        read(app, "hnefatafl", board="chess")
    assert refused.value.reason == "unknown-choice"
    assert name in refused.value.details["allowed"]
    assert read(app, "conhex", balls="38")["balls"] == "38"
