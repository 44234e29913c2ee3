"""The page of open challenges."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.features.challenges.pages.open_page import open_page
from bot.locale import LANGUAGES, Texts
from bot.model.challenges.challenge import Challenge, Guest
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from tests.bot.chat.page_text import page_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HALL = Place(3, 4, "")
HOST, GUEST = 1, 2


def challenge(number: int, key: str = "conhex", **options: str) -> Challenge:
    options_chosen = {option.key: option.default for option in rules.GAMES[key].options} | options
    return Challenge(
        number, Terms(key, options_chosen, clock=read_clock("3d")), HOST, None, HALL, NOW, message=99
    )  # fmt: skip


def table(number: int, *others: int) -> Challenge:
    offer = challenge(number, "catch-the-hat")
    return replace(
        offer, everyone=tuple(Guest(person, place=place) for place, person in enumerate((HOST, *others)))
    )


def buttons(view: ui.LayoutView) -> dict[str | None, str]:
    """Return the labels of a page's buttons by custom_id."""
    items = (item for item in view.walk_children() if isinstance(item, ui.Button))
    return {item.custom_id: item.label or "" for item in items}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_open_challenges(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    fixed = replace(table(9), terms=replace(table(9).terms, players=4))
    unexplored = replace(challenge(8, swap="off").terms, exploring=False)
    changed = replace(challenge(8), terms=unexplored, revision=3)
    ours = (challenge(8), table(9, GUEST))
    shown = {
        "none": open_page(rules.GAMES, (), GUEST, t),
        "others": open_page(rules.GAMES, (table(9), changed), GUEST, t, has_role=False),
        "table-for-four": open_page(rules.GAMES, (fixed,), GUEST, t, has_role=True),
        "own": open_page(rules.GAMES, ours, HOST, t),
        "at-the-table": open_page(rules.GAMES, ours, GUEST, t),
    }
    for name, view in shown.items():
        assert page_text(view) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize(
    ("challenges", "start", "first", "ways"),
    [
        (14, 0, 0, {"fp:partners:6"}),
        (14, 6, 6, {"fp:partners:0", "fp:partners:12"}),
        (14, 99, 12, {"fp:partners:6"}),
        (12, 99, 6, {"fp:partners:0"}),
        (6, 0, 0, set()),
    ],
)
def test_long_lists_of_challenges_are_paged(challenges: int, start: int, first: int, ways: set[str]) -> None:
    many = [challenge(100 + number) for number in range(challenges)]
    view = open_page(rules.GAMES, many, GUEST, TEXTS.language("en"), start, has_role=False)
    pressed = [custom_id for custom_id in buttons(view) if custom_id is not None]
    accept_ids = [custom_id for custom_id in pressed if custom_id.startswith("fp:take:")]
    assert accept_ids[0] == f"fp:take:{100 + first}"
    assert {custom_id for custom_id in pressed if ":partners:" in custom_id} == ways
    assert len(list(view.walk_children())) <= 40
