from collections import Counter

import pytest

from bot.model.challenges.challenge import Member
from bot.model.challenges.seat_assignment import (
    has_room,
    parties_among,
    playable,
    roles_of,
    seat,
    with_party_of_role,
)
from rules.contract import InvalidOption
from tests.bot.support.fakes import Counting, LoadedDice, SeededDice
from tests.bot.support.gathering import Gathering

_PAIRS = ((0, 2), (1, 3))
_THREE_PAIRS = ((0, 3), (1, 4), (2, 5))
_COLOURS = ("red", "green", "blue", "white", "black", "pink")


def test_playable_player_counts() -> None:
    assert playable(Gathering(), {}, None) == (2, 3, 4, 6)
    assert playable(Gathering(), {"mode": "teams"}, None) == (4, 6)
    assert playable(Gathering(), {"mode": "teams"}, 6) == (6,)
    assert playable(Counting(), {}, None) == (2,)


@pytest.mark.parametrize(
    ("options", "players", "reason"),
    [
        ({"mode": "teams"}, 3, "players-of-mode"),
        ({}, 5, "players"),
        ({"mode": "chaos"}, None, "unknown-value"),
        ({"made": "teams"}, 4, "unknown-option"),
    ],
)
def test_unplayable_options_name_the_reason(
    options: dict[str, str], players: int | None, reason: str
) -> None:
    with pytest.raises(InvalidOption) as error:
        playable(Gathering(), options, players)
    assert error.value.reason == reason


def test_roles_cover_the_largest_player_count() -> None:
    assert roles_of(Gathering(), (2, 4)) == _COLOURS[:4]
    assert roles_of(Counting(), (2,)) == ("first", "second")


def test_parties_have_more_than_one_seat() -> None:
    assert parties_among(Gathering(), {"mode": "teams"}, 4) == _PAIRS
    assert parties_among(Gathering(), {"mode": "teams"}, 6) == _THREE_PAIRS
    assert parties_among(Gathering(), {"mode": "solo"}, 4) == ()
    assert parties_among(Counting(), {}, 2) == ()


def test_a_party_with_a_free_seat_has_room() -> None:
    first, second = Member(1, 0), Member(2, 0)
    assert has_room([first], 0, _PAIRS)
    assert not has_room([first, second], 0, _PAIRS)
    assert has_room([first, second], 1, _PAIRS)
    assert not has_room([], 2, _PAIRS)
    assert not has_room([], -1, _PAIRS)


def test_a_role_implies_its_party() -> None:
    assert with_party_of_role(Member(1), "white", _COLOURS[:4], _PAIRS) == Member(1, 1)
    assert with_party_of_role(Member(1, 0), "white", _COLOURS[:4], _PAIRS) == Member(1, 0)
    assert with_party_of_role(Member(1), "random", _COLOURS[:4], _PAIRS) == Member(1)
    assert with_party_of_role(Member(1), "white", _COLOURS[:4], ()) == Member(1)


def test_two_players_are_seated_by_one_draw() -> None:
    for lot, players in ((0, (1, 2)), (1, (2, 1))):
        chance = LoadedDice(lot)
        assert seat([Member(1), Member(2)], "random", ("first", "second"), (), chance) == players
        assert chance.rolls == [2]
    chance = LoadedDice()
    assert seat([Member(1), Member(2)], "second", ("first", "second"), (), chance) == (2, 1)
    assert chance.rolls == []


@pytest.mark.parametrize("deal", range(20))
def test_everyone_gets_one_seat_and_the_challenger_their_role(deal: int) -> None:
    members = [Member(person) for person in range(10, 16)]
    for role in (*_COLOURS, "random"):
        players = seat(members, role, _COLOURS, (), SeededDice(f"{deal}"))
        assert sorted(players) == list(range(10, 16))
        if role != "random":
            assert players[_COLOURS.index(role)] == 10


def test_every_seating_order_is_equally_likely() -> None:
    chance = SeededDice("1")
    members = [Member(1), Member(2), Member(3)]
    orders = Counter(seat(members, "random", _COLOURS[:3], (), chance) for _ in range(1200))
    assert len(orders) == 6
    assert not [times for times in orders.values() if not (140 < times < 260)]


@pytest.mark.parametrize("deal", range(20))
def test_parties_get_their_own_seats(deal: int) -> None:
    members = [Member(1, 1), Member(2, 0), Member(3, 1), Member(4, None)]
    players = seat(members, "random", _COLOURS[:4], _PAIRS, SeededDice(f"{deal}"))
    assert {players[1], players[3]} == {1, 3}
    assert {players[0], players[2]} == {2, 4}


@pytest.mark.parametrize("deal", range(20))
def test_a_role_within_the_challengers_party_is_kept(deal: int) -> None:
    members = [Member(1, 1), Member(2, 1), Member(3), Member(4)]
    players = seat(members, "white", _COLOURS[:4], _PAIRS, SeededDice(f"{deal}"))
    assert (players[3], players[1]) == (1, 2)


@pytest.mark.parametrize("deal", range(20))
def test_a_later_party_choice_overrides_the_role(deal: int) -> None:
    members = [Member(1, 0), Member(2), Member(3), Member(4)]
    players = seat(members, "white", _COLOURS[:4], _PAIRS, SeededDice(f"{deal}"))
    assert players.index(1) in {0, 2}


@pytest.mark.parametrize("deal", range(20))
def test_impossible_wishes_are_resolved_by_draw(deal: int) -> None:
    members = [Member(1), Member(2, 0), Member(3, 0), Member(4, 0), Member(5, 2), Member(6, 7)]
    players = seat(members[:4], "pink", _COLOURS[:4], _PAIRS, SeededDice(f"{deal}"))
    assert {players[0], players[2]} == {2, 3}
    assert sorted(players) == [1, 2, 3, 4]
    players = seat(members, "red", _COLOURS, _THREE_PAIRS, SeededDice(f"{deal}"))
    assert (players[0], players[3]) == (1, 2)
    assert players.index(5) in {2, 5}
    assert sorted(players) == [1, 2, 3, 4, 5, 6]
