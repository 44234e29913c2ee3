"""The pages of recorded games: their files, what an animation shows, and what it leaves out."""

from dataclasses import replace
from io import BytesIO

import pytest
from discord import ui
from PIL import Image

import rules
from bot.chat.core.pictures import Pictures
from bot.features.records.domain.codec import read_record
from bot.features.records.domain.imports import Import
from bot.features.records.domain.record import RecordedPlayer
from bot.features.records.domain.walked import round_after
from bot.features.records.pages.import_page import imports_page
from bot.features.records.pages.record_page import export_page, replay_page, replayed
from bot.locale import Texts
from rules.contract import Outcome
from tests.bot.chat.samples import MATCH
from tests.bot.features.records.domain.playing import BEGUN, random_record
from tests.galleries import GALLERY

TEXTS = Texts.load()
T, DE = TEXTS.language("en"), TEXTS.language("de")
PICTURES = Pictures(GALLERY)


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def test_the_files_of_a_match_are_its_record_and_its_moves() -> None:
    record = random_record(rules.GAMES["conhex"], {"swap": "off"}, plies=5)
    view, (record_file, moves) = export_page(replace(MATCH, id=42), record, T)
    assert read_record(record_file.file().fp.read()) == record
    assert moves.file().fp.read().decode().split() == [ply.text for ply in record.plies]
    urls = [item.media.url for item in view.walk_children() if isinstance(item, ui.File)]
    assert urls == ["attachment://fernpartie-42.json", "attachment://fernpartie-42-moves.txt"]
    assert "The game is still running" not in words(view)


def test_no_command_of_a_shell_is_told_to_a_player() -> None:
    text = words(export_page(MATCH, random_record(rules.GAMES["conhex"], {}, plies=1), T)[0])
    assert "python" not in text


@pytest.mark.parametrize(("plies", "text"), [(149, ""), (150, "of its 151 positions 150 are shown")])
async def test_what_is_left_out_of_a_long_game_is_said(plies: int, text: str) -> None:
    record = random_record(rules.GAMES["catch-the-hat"], {}, 6, plies)
    assert len(record.plies) == plies
    english, german = (
        (await replayed(PICTURES, rules.GAMES, record, T)).told,
        (await replayed(PICTURES, rules.GAMES, record, DE)).told,
    )
    assert ("positions" in english) == bool(text)
    assert text in english
    assert ("Stellungen" in german) == bool(text)


async def test_a_game_that_todays_rules_refuse_is_shown_as_far_as_they_go() -> None:
    record = random_record(rules.GAMES["conhex"], {"swap": "off"}, plies=8)
    broken = replace(record, plies=(*record.plies[:5], record.plies[0], *record.plies[6:]))
    replay = await replayed(PICTURES, rules.GAMES, broken, T)
    assert getattr(Image.open(BytesIO(replay.shown.gif)), "n_frames", 1) == 6
    assert "Under today's rules, only the first 5 of this game's 8 moves can be replayed." in replay.told
    assert "nur die ersten 5" in (await replayed(PICTURES, rules.GAMES, broken, DE)).told


@pytest.mark.parametrize("key", rules.GAMES)
async def test_every_game_is_animated_from_its_record(key: str) -> None:
    record = random_record(rules.GAMES[key], {}, plies=8)
    animation = (await replayed(PICTURES, rules.GAMES, record, T)).shown
    assert getattr(Image.open(BytesIO(animation.gif)), "n_frames", 1) == len(record.plies) + 1
    assert animation.words.startswith("Animation of the whole game. ")
    round_number = round_after(record, len(record.plies))
    assert (
        f". Round {round_number}. " if round_number else f". Move {len(record.plies)}. "
    ) in animation.words
    assert len(animation.words) <= 1000


@pytest.mark.parametrize(
    ("outcome", "person", "offered"),
    [(None, 1, True), (None, 3, False), (Outcome((0,), "connected"), 3, True)],
)
async def test_a_running_game_is_exported_by_its_players_alone(
    outcome: Outcome | None, person: int, *, offered: bool
) -> None:
    record = random_record(rules.GAMES["conhex"], {}, plies=2)
    view, _ = await replay_page(PICTURES, rules.GAMES, replace(MATCH, outcome=outcome), record, person, T)
    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert labels == ["Show it here to everybody", "Export"][: 1 + offered]


async def test_a_long_game_is_a_small_file_too() -> None:
    record = random_record(rules.GAMES["catch-the-hat"], {}, 6, 400)
    animation = (await replayed(PICTURES, rules.GAMES, record, T)).shown
    assert getattr(Image.open(BytesIO(animation.gif)), "n_frames", 1) == 150
    assert len(animation.gif) < 1_000_000


def test_a_list_of_imports_names_games_and_players() -> None:
    imports = [Import(number, "conhex", ("Anna" * 25, "<@1>"), BEGUN) for number in range(1, 21)]
    view = imports_page(rules.GAMES, [*imports, Import(21, "chess", ("A", "B"), BEGUN)], T)
    (menu,) = (item for item in view.walk_children() if isinstance(item, ui.Select))
    assert [option.value for option in menu.options] == [str(number) for number in range(1, 22)]
    assert menu.options[-1].label == "chess: A, B"
    assert not [
        option for option in menu.options if not (len(option.label) <= 100 and "<@" not in option.label)
    ]
    assert menu.options[0].description == "kept until 2026-11-20"
    (menu,) = (
        item for item in imports_page(rules.GAMES, imports, DE).walk_children() if isinstance(item, ui.Select)
    )
    assert menu.options[0].description == "bis 20.11.2026"


async def test_names_of_players_format_nothing() -> None:
    record = replace(
        random_record(rules.GAMES["conhex"], {}, plies=1),
        players=(RecordedPlayer("red", "@everyone"), RecordedPlayer("blue", "[x](https://evil.example)")),
    )
    text = (await replayed(PICTURES, rules.GAMES, record, T)).told
    assert "@everyone" not in text
    assert "https://" not in text
