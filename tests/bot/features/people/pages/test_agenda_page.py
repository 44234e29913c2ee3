from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ui

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
from rules.contract import Outcome

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HALL = Place(3, 4, "en-US")


def agenda_text(agenda: Agenda, language: str = "en") -> str:
    view = agenda_page(agenda, 1, {}, Limits(), TEXTS.language(language))
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def finished(outcome: Outcome) -> Match:
    return Match(
        8, "conhex", {}, (HumanPlayer(1), HumanPlayer(2)),
        HALL, None, MatchStatus.FINISHED, 4, None, outcome, None, None,
        NOW, NOW, 7, Timing(NOW),
    )  # fmt: skip


def challenge(message: int | None) -> Challenge:
    return Challenge(
        7, Terms("conhex", {}), 1, 2, HALL, NOW, message=message,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("outcome", "english", "german"),
    [
        (Outcome((1,), "chain"), "🏁 <@2>", "🏁 <@2>"),
        (Outcome((), "full"), "🤝 draw", "🤝 unentschieden"),
        (Outcome((), AGREEMENT), "🤝 draw", "🤝 unentschieden"),
        (Outcome((), ABORTED), "🚫 aborted, no result", "🚫 abgebrochen, ohne Ergebnis"),
        (Outcome((), ANNULLED), "🚫 annulled by an admin", "🚫 von einem Admin annulliert"),
        (
            Outcome((), ADJUDICATION),
            "🤝 draw (decided by an admin)",
            "🤝 unentschieden (von einem Admin entschieden)",
        ),
        (
            Outcome((0,), ADJUDICATION),
            "🏁 <@1> (decided by an admin)",
            "🏁 <@1> (von einem Admin entschieden)",
        ),
    ],
)
def test_how_a_game_ended(outcome: Outcome, english: str, german: str) -> None:
    agenda = Agenda((), (), (), (), (finished(outcome),))
    for language, how in (("en", english), ("de", german)):
        (line,) = (line for line in agenda_text(agenda, language).splitlines() if "#8" in line)
        assert line.endswith(f" · {how}")


def test_a_challenge_leads_to_its_card_once_that_is_posted() -> None:
    assert "https://discord.com/channels/3/4/99" in agenda_text(Agenda((), (), (), (challenge(99),), ()))
    assert agenda_text(Agenda((), (), (), (challenge(None),), ())).count("<#4>") == 1


@pytest.mark.parametrize(
    ("challenger", "opponent", "english", "german"),
    [
        (1, 2, "ConHex: you challenged <@2> · <#4>", "ConHex: Du hast <@2> herausgefordert · <#4>"),
        (2, 1, "ConHex: <@2> challenged you · <#4>", "ConHex: <@2> hat dich herausgefordert · <#4>"),
    ],
    ids=["sent", "received"],
)
def test_a_challenge_names_its_sender(challenger: int, opponent: int, english: str, german: str) -> None:
    challenge_of = replace(challenge(None), challenger=challenger, opponent=opponent)
    agenda = (
        Agenda((), (), (), (challenge_of,), ())
        if challenger == 1
        else Agenda((), (), (challenge_of,), (), ())
    )
    assert english in agenda_text(agenda)
    assert german in agenda_text(agenda, "de")


def test_a_full_list_fits_into_one_message() -> None:
    many = tuple([finished(Outcome((0,), ADJUDICATION))] * 60)
    agenda = Agenda(many, many, (challenge(2**62),) * 60, (challenge(2**62),) * 10, many)
    for language in ("en", "de"):
        assert len(agenda_text(agenda, language)) <= 4000


def test_what_is_left_of_a_limit_is_said_only_near_it() -> None:
    offering = replace(
        finished(Outcome((), "full")),
        status=MatchStatus.RUNNING,
        turn=0,
        outcome=None,
        standing=MatchOffers((OpenOffer(OfferKind.DRAW, 0, 4), OpenOffer(OfferKind.TAKE_BACK, 1, 4))),
    )
    agenda = Agenda((offering,), (offering,), (), (challenge(None),), ())
    assert "at most" not in agenda_text(agenda)
    near = replace(agenda, mine=(offering,) * 39, challenges_sent=(challenge(None),) * 7)
    last = agenda_text(near).splitlines()[-1]
    assert "40 of at most 50 running games" in last
    assert "challenges" not in last
    assert "40 of at most 20 open offers" in last, "those of others do not count"
    full = replace(agenda, challenges_sent=(challenge(None),) * 8)
    assert agenda_text(full).splitlines()[-1] == "-# 8 of at most 10 open challenges of your own"


def test_each_game_is_named_once() -> None:
    view = agenda_page(
        Agenda((finished(Outcome((), "full")),), (), (), (), ()),
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
def test_who_plays_nothing_is_led_to_a_new_game(agenda: Agenda, in_server: bool, offered: bool) -> None:
    view = agenda_page(agenda, 1, {}, Limits(), TEXTS.language("en"), in_server=in_server)
    labels = [item.label for item in view.walk_children() if isinstance(item, ui.Button)]
    assert ("New game" in labels) == offered


def test_a_table_is_not_told_as_a_challenge_to_anyone() -> None:
    own = replace(challenge(None), everyone=(Guest(1, place=0),), opponent=None)
    joined = replace(own, challenger=2)
    agenda = Agenda((), (), (joined,), (own,), ())
    assert "ConHex: your table · <#4>" in agenda_text(agenda)
    assert "ConHex: <@2>'s table · <#4>" in agenda_text(agenda)
    assert "ConHex: dein Tisch · <#4>" in agenda_text(agenda, "de")
    assert "ConHex: Tisch von <@2> · <#4>" in agenda_text(agenda, "de")
