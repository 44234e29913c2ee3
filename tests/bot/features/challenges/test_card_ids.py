"""The custom_ids of cards' buttons: each carries the terms and the team that its button stands for."""

import pytest

from bot.chat.core import custom_ids
from bot.features.challenges.messages import card_ids
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from tests.bot.chat.samples import NOW
from tests.bot.support.fakes import HALL


def challenge(revision: int) -> Challenge:
    return Challenge(7, Terms("catch-the-hat", {}), 1, 2, HALL, NOW, revision=revision)


@pytest.mark.parametrize("party", [None, 0, 1])
@pytest.mark.parametrize("revision", [0, 3])
def test_a_button_joins_its_team_on_its_terms(party: int | None, revision: int) -> None:
    press = custom_ids.read(card_ids.join_id(challenge(revision), party))
    assert press.verb == "join"
    assert card_ids.read_join(press) == (7, party, revision)


@pytest.mark.parametrize("verb", ["accept", "take"])
@pytest.mark.parametrize("revision", [0, 3])
def test_a_button_accepts_its_terms(verb: str, revision: int) -> None:
    press = custom_ids.read(card_ids.accept_id(challenge(revision), verb))
    assert press.verb == verb
    assert card_ids.read_accept(press) == (7, revision)


def test_legacy_buttons_mean_the_original_terms() -> None:
    """And the ids of cards in channels stay as they are."""
    assert card_ids.accept_id(challenge(0)) == "fp:accept:7"
    assert [card_ids.join_id(challenge(0), party) for party in (None, 0)] == ["fp:join:7", "fp:join:7:0"]
    assert card_ids.join_id(challenge(3)) == "fp:join:7:any:3"
    assert card_ids.side_id(challenge(3), "red") == "fp:side:7:3:red"
    assert card_ids.level_id(challenge(3), 2) == "fp:engine-level:7:2"
    for broken in ("x", "0:x", "any:-1", "-1"):
        with pytest.raises(custom_ids.MalformedId):
            card_ids.read_join(custom_ids.Press("join", f"7:{broken}"))
