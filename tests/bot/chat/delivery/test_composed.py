"""Composed messages of matches and challenges, posted in their place or rerouted to a person."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.composed import about
from bot.kernel.outbox.notices import Notice, Routing
from bot.locale import Texts
from bot.model.challenges.challenge import Challenge
from bot.model.events.events import MatchStarted
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.people.preferences import PingPlace
from tests.bot.chat.samples import MATCH
from tests.bot.support.fakes import BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLACE = Place(7, 70, "en")
IN_HALL = replace(MATCH, place=PLACE, created=NOON)
EN = Texts.load().language("en")
PICTURES: Any = "the pictures"


def _notice(*, rerouted: bool) -> Notice:
    event = MatchStarted(31, 0, 0, PingPlace.BOTH)
    routing = Routing(rerouted=rerouted)
    return Notice(9, event, 3, 31, 0, BEN.id, 0, uncertain=False, routing=routing, written=NOON)


def _compose(subject: Match | Challenge, message: PublicMessage, *, rerouted: bool) -> Any:
    return about(subject, _notice(rerouted=rerouted), message, (1001,), "mark", PICTURES, EN)


def test_a_message_has_its_place_and_time() -> None:
    composed = _compose(IN_HALL, PublicMessage("A board"), rerouted=False)
    post = composed.post
    assert (post.created, post.place, post.called, post.mark) == (NOON, PLACE, (1001,), "mark")
    assert (composed.match, composed.place, post.pictures) == (IN_HALL, PLACE, PICTURES)
    assert post.message == PublicMessage("A board")


@pytest.mark.parametrize("closing", ["", "<@1001>"])
def test_a_rerouted_message_names_the_closed_place(closing: str) -> None:
    message = _compose(IN_HALL, PublicMessage("A board", closing=closing), rerouted=True).post.message
    closed = EN("place.closed", where="<#70>")
    assert message.closing == (f"{closing}\n{closed}" if closing else closed)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_rerouted_challenge_has_no_match(world: World) -> None:
    challenge = await world.challenge(opponent=BEN)
    composed = _compose(challenge, PublicMessage("A card"), rerouted=True)
    assert composed.match is None
    closed = EN("place.closed-challenge", where=f"<#{challenge.place.channel}>")
    assert composed.post.message.closing == closed
