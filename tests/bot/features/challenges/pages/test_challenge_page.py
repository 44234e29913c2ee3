"""A challenge opened from the list of games: each person's buttons."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import discord
import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.pictures import Pictures
from bot.features.challenges.pages.challenge_page import begun_page, challenge_page
from bot.features.challenges.services import Cards
from bot.features.people.pages.agenda_page import agenda_page
from bot.locale import LANGUAGES, Texts
from bot.model.agenda import Agenda, Limits
from bot.model.challenges.challenge import Challenge, ChallengeStatus, Guest, Member
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from tests.bot.chat.page_text import page_text
from tests.bot.chat.samples import MATCH
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HALL = Place(3, 4, "en-US")
HOST, GUEST, STRANGER = 1, 2, 9
NAMES = {HOST: "Anna", GUEST: "Ben"}


class People:
    """Names and vacations, as a card reads them."""

    async def names(self, ids: Collection[int]) -> Mapping[int, str]:
        return {person: NAMES[person] for person in ids if person in NAMES}

    async def away(self, _people: Sequence[int]) -> Mapping[int, date]:
        return {}

    async def of_challenge(self, _challenge: int) -> None:
        return None

    async def is_offered_in(self, _place: Place) -> bool:
        return False


PICTURES = Pictures(GALLERY)


@pytest.fixture(scope="module")
def cards() -> Cards:
    people: Any = People()
    unused: Any = None
    return Cards(rules.GAMES, people, people, unused, people, people)


def challenge(key: str = "conhex", opponent: int | None = GUEST) -> Challenge:
    options = {option.key: option.default for option in rules.GAMES[key].options}
    return Challenge(
        7, Terms(key, options), HOST, opponent, HALL, NOW
    )  # fmt: skip


def with_terms(challenge: Challenge, **changes: Any) -> Challenge:
    return replace(challenge, terms=replace(challenge.terms, **changes))


def lobby(*members: Member, closed: bool = False, invited: tuple[int, ...] = (), **options: str) -> Challenge:
    open_to_all = challenge("catch-the-hat", None)
    terms = replace(open_to_all.terms, options={**open_to_all.terms.options, **options})
    table = replace(open_to_all, terms=terms, closed=closed)
    for person in invited:
        table = table.with_guest(Guest(person, invited=True))
    table = table.with_guest(Guest(HOST, place=0))
    for member in members:
        table = table.with_player(member.person, member.party, member.word)
    return table


async def labels(cards: Cards, challenge: Challenge, person: int, language: str = "en") -> list[str | None]:
    view, _ = await challenge_page(cards, PICTURES, challenge, person, TEXTS.language(language))
    return [item.label for item in view.walk_children() if isinstance(item, ui.Button)]


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize(
    ("person", "english", "german"),
    [
        (GUEST, ["Accept", "Decline", "Change", "Rules"], ["Annehmen", "Ablehnen", "Ändern", "Regeln"]),
        (HOST, ["Change", "Withdraw", "Rules"], ["Ändern", "Zurückziehen", "Regeln"]),
        (STRANGER, ["Rules"], ["Regeln"]),
    ],
)
async def test_buttons_of_a_challenge_by_person(
    cards: Cards, person: int, english: list[str], german: list[str]
) -> None:
    assert await labels(cards, challenge(), person) == english
    assert await labels(cards, challenge(), person, "de") == german


async def test_anyone_can_accept_an_open_challenge(cards: Cards) -> None:
    offer = challenge(opponent=None)
    assert await labels(cards, offer, STRANGER) == ["Accept", "Rules"]
    assert await labels(cards, offer, HOST) == ["Change", "Withdraw", "Rules"]


async def test_closed_challenges_have_no_buttons(cards: Cards) -> None:
    for status in ChallengeStatus:
        if status is not ChallengeStatus.OPEN:
            for person in (HOST, GUEST):
                assert await labels(cards, replace(challenge(), status=status), person) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_of_challenges_and_tables(
    cards: Cards, approved: SnapshotAssertion, language: str
) -> None:
    teams = with_terms(lobby(Member(GUEST, 0), mode="party"), players=4)
    joined_lobby = lobby(Member(2, 0), Member(3, 1), Member(4, 1), mode="party")
    shown: Mapping[str, tuple[Challenge, int]] = {
        "challenged": (with_terms(challenge(), clock=read_clock("3d")), GUEST),
        "own": (challenge(), HOST),
        "for-anyone": (challenge(opponent=None), STRANGER),
        "table": (lobby(Member(GUEST), invited=(3,)), HOST),
        "closed-table": (lobby(Member(GUEST), closed=True), STRANGER),
        "teams": (teams, STRANGER),
        "teams-with-a-colour": (with_terms(teams, role="blue"), STRANGER),
        "teams-of-those-who-came": (joined_lobby, STRANGER),
        "teams-of-five": (joined_lobby.with_player(5, 2, None), STRANGER),
        "teams-as-chosen": (lobby(Member(2, 0), Member(3, 1), Member(4, 2), mode="party"), STRANGER),
        "begun": (replace(teams, status=ChallengeStatus.ACCEPTED), STRANGER),
    }
    for name, (offer, reader) in shown.items():
        view, _ = await challenge_page(cards, PICTURES, offer, reader, TEXTS.language(language), "Well.")
        assert page_text(view) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize(
    ("challenge", "person", "expected"),
    [
        (lobby(), HOST, ["Close", "Change", "Withdraw", "Rules"]),
        (lobby(Member(GUEST)), HOST, ["Start", "Close", "Change", "Withdraw", "Rules"]),
        (lobby(Member(GUEST), closed=True), HOST, ["Start", "Open", "Change", "Withdraw", "Rules"]),
        (lobby(Member(GUEST)), GUEST, ["Leave", "Rules"]),
        (lobby(), GUEST, ["Join", "Rules"]),
        (lobby(closed=True, invited=(GUEST,)), GUEST, ["Join", "Decline", "Rules"]),
        (lobby(Member(GUEST), closed=True, invited=(GUEST,)), GUEST, ["Leave", "Rules"]),
        (lobby(closed=True, invited=(GUEST,)), STRANGER, ["Rules"]),
        (with_terms(lobby(Member(GUEST)), players=2), STRANGER, ["Rules"]),
        (
            lobby(*map(Member, range(2, 6)), mode="party"),
            HOST,
            ["Join team 1", "Join team 2", "Join team 3", "Close", "Change", "Withdraw", "Rules"],
        ),
    ],
)
async def test_buttons_of_a_table_by_person(
    cards: Cards, challenge: Challenge, person: int, expected: list[str]
) -> None:
    assert await labels(cards, challenge, person) == expected


async def test_players_can_change_their_team(cards: Cards) -> None:
    table = with_terms(lobby(Member(GUEST, 0), mode="party"), players=4)
    assert await labels(cards, table, GUEST) == ["Join team 2", "Leave", "Rules"]
    assert await labels(cards, table, STRANGER) == ["Join team 1", "Join team 2", "Rules"]


@pytest.mark.parametrize("closed", [False, True])
async def test_only_open_tables_name_the_allowed_guests(cards: Cards, closed: bool) -> None:
    table = lobby(Member(GUEST), closed=closed)
    view, _ = await challenge_page(cards, PICTURES, table, GUEST, TEXTS.language("en"))
    assert "may join." in words(view)
    for status in set(ChallengeStatus) - {ChallengeStatus.OPEN}:
        view, _ = await challenge_page(
            cards, PICTURES, replace(table, status=status), GUEST, TEXTS.language("en")
        )
        assert "may join." not in words(view)


async def test_the_page_fits_discords_limits(cards: Cards) -> None:
    crowd = tuple(Member(2**62 + number, number % 2) for number in range(3))
    invited = tuple(2**62 + number for number in range(40))
    table = with_terms(lobby(*crowd, invited=invited, mode="party"), players=4)
    for language in ("en", "de"):
        view, _ = await challenge_page(
            cards, PICTURES, table, invited[5], TEXTS.language(language), "r" * 300
        )
        assert len(words(view)) <= 4000
        assert len(list(view.walk_children())) <= 40


@pytest.mark.parametrize(("thread", "where"), [(None, "<#4>"), (71, "<#71>")])
def test_the_start_page_links_the_place_of_the_game(thread: int | None, where: str) -> None:
    match = replace(MATCH, id=12, thread=thread)
    german = begun_page(match, TEXTS.language("de"))
    assert f"ConHex #12 hat begonnen: {where}." in words(german)
    assert [b.custom_id for b in german.walk_children() if isinstance(b, ui.Button)] == ["fp:board:12"]
    assert f"ConHex #12 has started: {where}." in words(begun_page(match, TEXTS.language("en")))


def menu(agenda: Agenda, person: int, language: str = "en") -> list[discord.SelectOption]:
    view = agenda_page(agenda, person, NAMES, Limits(), TEXTS.language(language))
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    return next((select.options for select in menus if select.custom_id == "fp:challenge"), [])


def test_the_list_opens_every_challenge() -> None:
    to_ben, to_anyone, table = challenge(), replace(challenge(opponent=None), id=8), replace(lobby(), id=9)
    of_anna = Agenda((), (), (), (to_ben, to_anyone, table), ())
    assert [(option.value, option.label) for option in menu(of_anna, HOST)] == [
        ("7", "ConHex \N{EN DASH} to Ben"),
        ("8", "ConHex \N{EN DASH} to anyone"),
        ("9", "Catch the Hat \N{EN DASH} your table"),
    ]
    of_ben = Agenda((), (), (to_ben, table), (), ())
    assert [option.label for option in menu(of_ben, GUEST, "de")] == [
        "ConHex \N{EN DASH} von Anna",
        "Fang den Hut \N{EN DASH} Tisch von Anna",
    ]
    assert menu(Agenda((), (), (), (), ()), HOST) == []


def test_the_menu_has_room_for_received_and_sent_challenges() -> None:
    received = tuple(replace(challenge(), id=number) for number in range(60))
    challenges = tuple(replace(challenge(), id=100 + number) for number in range(10))
    entries = menu(Agenda((), (), received, challenges, ()), HOST)
    assert [option.value for option in entries] == [*map(str, range(15)), *map(str, range(100, 110))]
    assert len(menu(Agenda((), (), received[:3], challenges, ()), HOST)) == 13
