"""The pages of recorded games: files, and the frames of an animation."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui
from PIL import Image
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.pictures import Pictures
from bot.features.records import contributions
from bot.features.records.domain.codec import read_record
from bot.features.records.domain.imports import Import, ImportedRecord
from bot.features.records.domain.record import RecordedPlayer
from bot.features.records.domain.walked import round_after
from bot.features.records.pages.import_page import import_page, import_replay_page, imports_page
from bot.features.records.pages.record_page import draw_replay, export_page, replay_page
from bot.locale import Texts
from render import Frame
from rules.contract import Outcome
from tests.bot.chat.page_text import page_text
from tests.bot.chat.samples import MATCH
from tests.bot.features.records.domain.playing import BEGUN, random_record
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
T, DE = TEXTS.language("en"), TEXTS.language("de")
PICTURES = Pictures(GALLERY)


class UnanimatedPictures(Pictures):
    """Pictures without animations, for tests of their words only."""

    async def animation(self, frames: Sequence[Frame]) -> bytes:
        assert frames
        return b""


def test_the_files_of_a_match(approved: SnapshotAssertion) -> None:
    record = random_record(rules.GAMES["conhex"], {"swap": "off"}, plies=5)
    for t in (T, DE):
        view, (record_file, moves) = export_page(replace(MATCH, id=42), record, t)
        assert read_record(record_file.file().fp.read()) == record
        assert moves.file().fp.read().decode().split() == [ply.text for ply in record.plies]
        assert page_text(view) == approved(name=f"over-{t.code}")
        running = replace(record, result=None)
        assert page_text(export_page(MATCH, running, t)[0]) == approved(name=f"running-{t.code}")


async def test_an_imported_game(approved: SnapshotAssertion) -> None:
    record = replace(
        random_record(rules.GAMES["conhex"], {"swap": "off"}, plies=5),
        players=(RecordedPlayer("red", "Anna"), RecordedPlayer("blue", "**Ben**")),
    )
    imported = ImportedRecord(7, record, BEGUN)
    for t in (T, DE):
        view, _ = await import_page(PICTURES, rules.GAMES, imported, t)
        assert page_text(view) == approved(name=f"end-{t.code}")
        view, _ = await import_replay_page(PICTURES, rules.GAMES, imported, t)
        assert page_text(view) == approved(name=f"replay-{t.code}")
        assert page_text(imports_page(rules.GAMES, [], t)) == approved(name=f"none-{t.code}")


@pytest.mark.parametrize("plies", [149, 150])
async def test_a_long_replay_counts_skipped_plies(plies: int, approved: SnapshotAssertion) -> None:
    record = random_record(rules.GAMES["catch-the-hat"], {}, 6, plies)
    assert len(record.plies) == plies
    for t in (T, DE):
        replay = await draw_replay(UnanimatedPictures(GALLERY), rules.GAMES, record, t)
        assert replay.caption == approved(name=f"{plies}-{t.code}")


async def test_a_replay_ends_at_the_first_illegal_ply(approved: SnapshotAssertion) -> None:
    record = random_record(rules.GAMES["conhex"], {"swap": "off"}, plies=8)
    broken = replace(record, plies=(*record.plies[:5], record.plies[0], *record.plies[6:]))
    for t in (T, DE):
        replay = await draw_replay(PICTURES, rules.GAMES, broken, t)
        assert getattr(Image.open(BytesIO(replay.shown.gif)), "n_frames", 1) == 6
        assert replay.caption == approved(name=t.code)


@pytest.mark.parametrize("key", rules.GAMES)
async def test_every_game_is_animated_from_its_record(key: str) -> None:
    record = random_record(rules.GAMES[key], {}, plies=8)
    animation = (await draw_replay(PICTURES, rules.GAMES, record, T)).shown
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
async def test_only_players_can_export_a_running_game(
    outcome: Outcome | None, person: int, *, offered: bool
) -> None:
    record = random_record(rules.GAMES["conhex"], {}, plies=2)
    view, _ = await replay_page(PICTURES, rules.GAMES, replace(MATCH, outcome=outcome), record, person, T)
    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert labels == ["Show it here to everybody", "Export"][: 1 + offered]


async def test_a_long_replay_has_at_most_150_frames() -> None:
    film, record = FilmedPictures(GALLERY), random_record(rules.GAMES["catch-the-hat"], {}, 6, 200)
    await draw_replay(film, rules.GAMES, record, T)
    assert len(film.frames) == 150


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


async def test_player_names_are_escaped() -> None:
    record = replace(
        random_record(rules.GAMES["conhex"], {}, plies=1),
        players=(RecordedPlayer("red", "@everyone"), RecordedPlayer("blue", "[x](https://evil.example)")),
    )
    text = (await draw_replay(PICTURES, rules.GAMES, record, T)).caption
    assert "@everyone" not in text
    assert "https://" not in text


async def test_more_offers_replay_and_files(approved: SnapshotAssertion) -> None:
    running = replace(MATCH, id=42)
    rows = []
    for t in (T, DE):
        for match, person in ((running, 1), (running, 3), (replace(running, outcome=Outcome((0,), "x")), 3)):
            view: Any = SimpleNamespace(match=match, person=person, t=t)
            (more,) = contributions.MORE_BUTTONS
            buttons = await more.make(view)
            rows.append(", ".join(f"{button.label} ({button.custom_id})" for button in buttons))
    assert "\n".join(rows) == approved(name="all")


@dataclass(frozen=True, slots=True)
class FilmedPictures(Pictures):
    """Records the frames of an animation."""

    frames: list[Frame] = field(default_factory=list)

    async def animation(self, frames: Sequence[Frame]) -> bytes:
        self.frames.extend(frames)
        return b""


async def test_each_frame_shows_the_progress() -> None:
    record = random_record(rules.GAMES["conhex"], {"swap": "off"}, plies=3)
    first, second = (player.name for player in record.players)
    film, players_film = FilmedPictures(GALLERY), FilmedPictures(GALLERY)
    await draw_replay(film, rules.GAMES, record, T)
    boards = [frame.view.scoreboard for frame in film.frames]
    assert [board.heading for board in boards if board is not None] == ["0/3", "1/3", "2/3", "3/3"]
    assert [board.result for board in boards if board is not None] == [
        ("ConHex", f"{first}, {second}"),
        *[(f"{name}: {ply.text}",) for name, ply in zip((first, second), record.plies, strict=False)],
        (f"{first} wins", "An admin has ended the game."),
    ]
    assert [frame.view.over for frame in film.frames] == [False, False, False, True]
    assert {frame.view.seat for frame in film.frames} == {None}
    await replay_page(players_film, rules.GAMES, MATCH, record, 2, T)
    assert {frame.view.seat for frame in players_film.frames} == {1}
    running_film = FilmedPictures(GALLERY)
    await draw_replay(running_film, rules.GAMES, replace(record, result=None), T)
    assert not [frame for frame in running_film.frames if frame.view.over]
