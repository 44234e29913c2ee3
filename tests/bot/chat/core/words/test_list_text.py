"""Lines that distinguish matches, and warnings near limits."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.words import list_text
from bot.locale import Language, Texts
from bot.model.agenda import Agenda, Limits
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules.contract import Outcome
from tests.bot.chat import samples

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
EN = TEXTS.language("en")
NAMES = {1: "Anna", 2: "Ben", 3: "Cara"}
NOW = samples.NOW
HALL = Place(5, 70, "en")
PAIR = replace(samples.MATCH, id=31, place=HALL, turn=1, players=(HumanPlayer(1), HumanPlayer(2)))
TABLE = replace(PAIR, id=32, key="catch-the-hat", thread=71, players=(*PAIR.players, HumanPlayer(3)))
WON, NOBODY = Outcome((1,), "connected"), Outcome((), "no-moves")


def there(_place: Place) -> bool:
    return False


def _lines(t: Language) -> Iterator[str]:
    timed = replace(PAIR, timing=Timing(NOW, deadline=NOW + timedelta(days=2)))
    late = replace(timed, timing=replace(timed.timing, claimable=True))
    engine = replace(TABLE, players=(HumanPlayer(1), EnginePlayer("conhex", 4)))
    for match in (PAIR, timed, late, TABLE, engine):
        yield list_text.match_line(match, t, there)
    yield list_text.match_line(PAIR, t, lambda _: True)
    yield list_text.match_line(TABLE, t, lambda place: place.channel == 70)
    yield list_text.match_line(TABLE, t, lambda place: place.channel in {70, 71})
    for outcome in (
        WON,
        Outcome((0, 2), "most-hats"),
        NOBODY,
        Outcome((), "aborted"),
        Outcome((), "annulled"),
        Outcome((1,), "adjudication"),
        Outcome((), "adjudication"),
    ):
        yield list_text.ended_line(TABLE.end(outcome, NOW), t, there)
    for outcome in (WON, Outcome((), "correction"), Outcome((), "annulled")):
        yield list_text.ended_line(PAIR.end(NOBODY, NOW).correct(outcome), t, there)


def _titles(t: Language) -> Iterator[str]:
    dice = replace(PAIR, turn=None)
    for match in (PAIR, replace(PAIR, turn=0), TABLE, dice, PAIR.end(WON, NOW)):
        yield list_text.title(match, 1, NAMES, t)
    yield list_text.title(TABLE, 2, NAMES, t)
    yield list_text.opponents(TABLE, 3, NAMES, t)
    yield list_text.title(replace(PAIR, players=(HumanPlayer(1), EnginePlayer("x", 2))), 1, NAMES, t)


def test_match_lines_and_titles(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        t = TEXTS.language(code)
        assert "\n".join((*_lines(t), *_titles(t), "")) == approved(name=code)


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (20, "a1\nb22\nc333\nd"),
        (12, "a1\nb22\nc333\n*… and 1 more*"),
        (6, "a1\n*… and 3 more*"),
        (1, "a1\n*… and 3 more*"),
    ],
)
def test_lists_are_cut_to_their_limit(room: int, shown: str) -> None:
    listed = list_text.fit_lines(["a1", "b22", "c333", "d"], room, EN)
    assert listed == shown.replace("*… and 1 more*", EN("games.and-more", n=1)).replace(
        "*… and 3 more*", EN("games.and-more", n=3)
    )
    assert list_text.fitting("## Games", ["a1"], 9, EN) == "## Games\na1"
    assert list_text.fitting("## Games", [], 9, EN) == ""


def _offering(match: Match, *seats: int) -> Match:
    offers = tuple(OpenOffer(kind, seat, 2) for kind, seat in zip(OfferKind, seats, strict=False))
    return replace(match, standing=MatchOffers(offers))


def test_a_nearly_reached_limit_is_named() -> None:
    challenge = Challenge(7, Terms("conhex", {}), 1, 2, HALL, NOW)
    limits = Limits(games_per_person=5, challenges_per_person=10, offers_per_person=4)
    few = Agenda((PAIR,), (TABLE, _offering(PAIR, 0, 1)), (), (challenge,) * 7, ())
    assert list_text.near_limits(few, 1, limits, EN) == ""
    games = replace(few, mine=(PAIR, PAIR))
    assert list_text.near_limits(games, 1, limits, EN) == f"-# {EN('games.limit-games', used=4, most=5)}"
    sent = replace(few, challenges_sent=(challenge,) * 8)
    assert list_text.near_limits(sent, 1, limits, EN) == f"-# {EN('games.limit-challenges', used=8, most=10)}"
    offered = replace(few, mine=(_offering(PAIR, 0, 0, 1),), theirs=(_offering(PAIR, 1, 0, 0),))
    all_but = list_text.near_limits(offered, 1, limits, EN)
    assert all_but == f"-# {EN('games.limit-offers', used=4, most=4)}"
    assert list_text.near_limits(offered, 2, limits, EN) == ""
    both = replace(games, challenges_sent=sent.challenges_sent)
    assert list_text.near_limits(both, 1, limits, EN).count(EN("list.beside")) == 1


def test_a_challenge_links_to_its_message_or_channel() -> None:
    challenge = Challenge(7, Terms("conhex", {}), 1, 2, HALL, NOW)
    posted = replace(challenge, message=900)
    direct = replace(posted, place=Place(None, 77, "en"))
    assert list_text.challenge_link(challenge, EN) == "<#70>"
    assert "https://discord.com/channels/5/70/900" in list_text.challenge_link(posted, EN)
    assert "https://discord.com/channels/@me/77/900" in list_text.challenge_link(direct, EN)
    assert list_text.challenge_link(posted, EN, lambda _: True) == EN("games.channel-gone")
