from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.features.people.pages.agenda_page import agenda_page
from bot.locale import Texts
from bot.model.agenda import Agenda, Limits
from bot.model.challenges.challenge import Challenge, Guest
from bot.model.challenges.terms import Terms
from bot.model.match.match import ABORTED, ADJUDICATION, AGREEMENT, ANNULLED, Match, MatchStatus
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from bot.model.time.clocks import read_clock
from rules.contract import Outcome
from tests.bot.chat.page_text import page_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
T = LANGUAGES[0]
DAYS = read_clock("3d")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HALL = Place(3, 4, "en-US")


def agenda_text(agenda: Agenda, language: str = "en") -> str:
    return words_of(agenda_page(agenda, 1, {}, Limits(), TEXTS.language(language)))


def words_of(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def finished_match(outcome: Outcome) -> Match:
    return Match(
        8, "conhex", {}, (HumanPlayer(1), HumanPlayer(2)),
        HALL, None, MatchStatus.FINISHED, 4, None, outcome, None, None,
        NOW, NOW, 7, Timing(NOW),
    )  # fmt: skip


def challenge(message: int | None) -> Challenge:
    return Challenge(
        7, Terms("conhex", {}), 1, 2, HALL, NOW, message=message,
    )  # fmt: skip


def test_endings_are_listed(approved: SnapshotAssertion) -> None:
    outcomes = (
        Outcome((1,), "chain"),
        Outcome((), "full"),
        Outcome((), AGREEMENT),
        Outcome((), ABORTED),
        Outcome((), ANNULLED),
        Outcome((), ADJUDICATION),
        Outcome((0,), ADJUDICATION),
    )
    for t in LANGUAGES:
        agendas = [Agenda((), (), (), (), (finished_match(outcome),)) for outcome in outcomes]
        pages = "".join(page_text(agenda_page(agenda, 1, {}, Limits(), t)) for agenda in agendas)
        endings = "\n".join(line for line in pages.splitlines() if line.startswith("**#8"))
        assert endings == approved(name=t.code)


def test_an_agenda_with_every_section(approved: SnapshotAssertion) -> None:
    running = replace(finished_match(Outcome((), "full")), status=MatchStatus.RUNNING, turn=0, outcome=None)
    sent = challenge(99)
    received = replace(challenge(None), challenger=2, opponent=1, terms=Terms("conhex", {}, clock=DAYS))
    table = replace(challenge(None), everyone=(Guest(1, place=0),), opponent=None)
    agenda = Agenda(
        (running,),
        (replace(running, id=9, turn=1),),
        (received, replace(table, challenger=2)),
        (sent, table),
        (finished_match(Outcome((1,), "chain")),),
    )
    for t in LANGUAGES:
        assert page_text(agenda_page(agenda, 1, {2: "Ben"}, Limits(), t)) == approved(name=f"all-{t.code}")
        empty = agenda_page(Agenda((), (), (), (), ()), 1, {}, Limits(), t)
        assert page_text(empty) == approved(name=f"empty-{t.code}")


def test_a_full_agenda_fits_into_one_message() -> None:
    matches = tuple([finished_match(Outcome((0,), ADJUDICATION))] * 60)
    agenda = Agenda(matches, matches, (challenge(2**62),) * 60, (challenge(2**62),) * 10, matches)
    for language in ("en", "de"):
        assert len(agenda_text(agenda, language)) <= 4000


def test_remaining_limits_are_shown_only_near_the_limit() -> None:
    match = replace(
        finished_match(Outcome((), "full")),
        status=MatchStatus.RUNNING,
        turn=0,
        outcome=None,
        standing=MatchOffers((OpenOffer(OfferKind.DRAW, 0, 4), OpenOffer(OfferKind.TAKE_BACK, 1, 4))),
    )
    agenda = Agenda((match,), (match,), (), (challenge(None),), ())
    assert "at most" not in agenda_text(agenda)
    near_the_limits = replace(agenda, mine=(match,) * 39, challenges_sent=(challenge(None),) * 7)
    last = agenda_text(near_the_limits).splitlines()[-1]
    assert "40 of at most 50 running games" in last
    assert "challenges" not in last
    assert "40 of at most 20 open offers" in last, "the opponents' offers do not count"
    near_one_limit = replace(agenda, challenges_sent=(challenge(None),) * 8)
    assert agenda_text(near_one_limit).splitlines()[-1] == "-# 8 of at most 10 open challenges of your own"


def test_each_game_is_named_only_once() -> None:
    view = agenda_page(
        Agenda((finished_match(Outcome((), "full")),), (), (), (), ()),
        1,
        {2: "Ben"},
        Limits(),
        TEXTS.language("en"),
    )
    (menu,) = (item for item in view.walk_children() if isinstance(item, ui.Select))
    (option,) = menu.options
    name = TEXTS.language("en")("conhex.name")
    assert name not in option.label
    assert sum(name in item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)) == 1


@pytest.mark.parametrize(
    ("agenda", "in_server", "offered"),
    [
        (Agenda((), (), (), (), ()), True, True),
        (Agenda((), (), (), (), ()), False, False),
        (Agenda((), (), (), (challenge(None),), ()), True, False),
    ],
    ids=["nothing under way", "in direct messages", "a challenge waits"],
)
def test_an_idle_player_is_offered_a_new_game(agenda: Agenda, in_server: bool, offered: bool) -> None:
    view = agenda_page(agenda, 1, {}, Limits(), TEXTS.language("en"), in_server=in_server)
    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert ("New game" in labels) == offered


def menus(agenda: Agenda) -> list[ui.Select[Any]]:
    view = agenda_page(agenda, 1, {2: "Ben"}, Limits(), TEXTS.language("en"))
    return [item for item in view.walk_children() if isinstance(item, ui.Select)]


@pytest.mark.parametrize(
    ("received", "sent", "listed"),
    [(60, 12, (15, 10)), (20, 9, (16, 9)), (5, 30, (5, 20)), (1, 1, (1, 1))],
)
def test_the_menu_has_room_for_sent_and_received_challenges(
    received: int, sent: int, listed: tuple[int, int]
) -> None:
    received_challenges = tuple(
        replace(challenge(None), id=100 + n, challenger=2, opponent=1) for n in range(received)
    )
    sent_challenges = tuple(replace(challenge(None), id=200 + n) for n in range(sent))
    (menu,) = menus(Agenda((), (), received_challenges, sent_challenges, ()))
    received_count, sent_count = listed
    numbers = [*range(100, 100 + received_count), *range(200, 200 + sent_count)]
    assert [option.value for option in menu.options] == list(map(str, numbers))


def test_the_game_menu_lists_waiting_games_first() -> None:
    finished = finished_match(Outcome((0,), "chain"))
    own_turn = replace(finished, id=20, status=MatchStatus.RUNNING, outcome=None, turn=0)
    opponents_turn = tuple(replace(own_turn, id=30 + number, turn=1) for number in range(30))
    (menu,) = menus(Agenda((own_turn,), opponents_turn, (), (), (finished,)))
    assert [option.value for option in menu.options] == ["20", *(str(30 + number) for number in range(24))]


@pytest.mark.parametrize("gone", [False, True])
def test_a_deleted_channel_is_not_linked(gone: bool) -> None:
    agenda = Agenda((), (), (), (challenge(99),), ())
    text = words_of(agenda_page(agenda, 1, {}, Limits(), T, gone=lambda _: gone))
    assert ("https://discord.com/channels/3/4/99" in text) is not gone
