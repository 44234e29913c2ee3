"""Challenge values: guests, readers, start and end."""

import pytest

from bot.model.challenges.challenge import (
    DECLINED,
    LEFT_READY,
    Challenge,
    ChallengeStatus,
    Guest,
    Member,
    in_order,
)
from bot.model.challenges.seat_assignment import Readiness, readiness, starts_by_itself
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from tests.bot.support.matches_in_memory import NOON

HOST, BEN, CARA, DORA, EMIL, FINN = 11, 22, 33, 44, 55, 66
TWO = Challenge(4, Terms("conhex", {}), HOST, BEN, Place(5, 70, "de"), NOON)
TABLE = Challenge(
    5,
    Terms("gathering", {}),
    HOST,
    None,
    Place(5, 70, "de"),
    NOON,
    everyone=(
        Guest(HOST, place=0, party=1, word="a1"),
        Guest(CARA, invited=True, place=1),
        Guest(BEN, place=2, word="b2"),
        Guest(DORA, invited=True),
        Guest(EMIL, place=DECLINED),
        Guest(FINN, place=LEFT_READY),
    ),
)


def test_guests_are_grouped_by_state() -> None:
    assert TABLE.members == (Member(HOST, 1, "a1"), Member(CARA), Member(BEN, None, "b2"))
    assert [guest.person for guest in TABLE.guests] == [HOST, CARA, BEN, DORA]
    assert TABLE.invitees == (CARA, DORA)
    assert (TABLE.decliners, TABLE.left_ready) == (frozenset({EMIL}), frozenset({FINN}))
    assert (TABLE.lobby, TWO.lobby) == (True, False)


def test_readers_are_the_challenger_and_all_current_guests() -> None:
    assert TABLE.readers == {HOST, CARA, BEN, DORA}
    assert TWO.readers == {HOST, BEN}
    accepted = TWO.close(ChallengeStatus.ACCEPTED, accepted_by=CARA)
    assert accepted.readers == {HOST, BEN, CARA}


def test_a_guest_joins_at_the_end() -> None:
    joined = TABLE.with_player(FINN, 0, "f6")
    assert joined.guest(FINN) == Guest(FINN, place=3, party=0, word="f6")
    assert joined.left_ready == frozenset()
    invited = TABLE.with_player(DORA, None, None)
    assert invited.guest(DORA) == Guest(DORA, invited=True, place=3)
    assert [member.person for member in invited.members] == [HOST, CARA, BEN, DORA]


def test_a_player_changing_party_keeps_place_and_word() -> None:
    changed = TABLE.with_player(BEN, 1, None)
    assert changed.guest(BEN) == Guest(BEN, place=2, party=1, word="b2")
    assert changed.with_player(BEN, 0, "new").guest(BEN) == Guest(BEN, place=2, party=0, word="new")
    assert TABLE.guest(99) == Guest(99)


def test_a_player_leaves() -> None:
    assert TABLE.without_player(BEN, ready=False).guest(BEN) == Guest(BEN)
    assert BEN not in TABLE.without_player(BEN, ready=False).left_ready
    assert TABLE.without_player(BEN, ready=True).left_ready == {BEN, FINN}
    once_invited = TABLE.without_player(CARA, ready=False)
    assert once_invited.guest(CARA) == Guest(CARA, invited=True)
    assert [member.person for member in once_invited.members] == [HOST, BEN]
    assert TABLE.without_player(CARA, ready=True).guest(CARA) == Guest(CARA, invited=True, place=LEFT_READY)


def test_an_invited_person_declines() -> None:
    declined = TABLE.with_decliner(DORA)
    assert (declined.decliners, declined.invitees) == (frozenset({DORA, EMIL}), (CARA,))
    assert TABLE.without(EMIL).decliners == frozenset()


def test_closing_clears_the_dice_words() -> None:
    closed = TABLE.close(ChallengeStatus.DECLINED, reason="no-time", accepted_by=BEN)
    assert (closed.status, closed.reason, closed.accepted_by, closed.open) == (
        ChallengeStatus.DECLINED,
        "no-time",
        BEN,
        False,
    )
    assert [member.word for member in closed.members] == [None, None, None]
    assert TABLE.open
    assert ChallengeStatus("paused") is ChallengeStatus.WITHDRAWN


def test_players_are_ordered_before_other_guests() -> None:
    order = in_order(reversed(TABLE.everyone))
    assert [guest.person for guest in order] == [HOST, CARA, BEN, DORA, EMIL, FINN]


def _table(
    *members: int, invited: tuple[int, ...] = (), closed: bool = False, players: int | None = None
) -> Challenge:
    guests = tuple(Guest(person, person in invited, place=place) for place, person in enumerate(members))
    absent = tuple(Guest(person, invited=True) for person in invited if person not in members)
    terms = Terms("gathering", {}, players=players)
    return Challenge(
        6, terms, HOST, None, Place(5, 70, "de"), NOON, everyone=(*guests, *absent), closed=closed
    )


@pytest.mark.parametrize(
    ("table", "numbers", "ready", "starts"),
    [
        (_table(HOST, BEN), (2, 3), None, False),
        (_table(HOST, BEN, CARA), (2, 3), Readiness.FULL, False),
        (_table(HOST, BEN, CARA, players=3), (3,), Readiness.FULL, True),
        (_table(HOST, BEN, invited=(BEN, CARA), closed=True), (2, 3), None, False),
        (_table(HOST, BEN, invited=(BEN,)), (2, 3), None, False),
        (_table(HOST, BEN, invited=(BEN,), closed=True), (2, 3), Readiness.ANSWERED, True),
        (_table(HOST, BEN, invited=(BEN,), closed=True), (3, 4), Readiness.SHORT, False),
        (_table(HOST, BEN, CARA, invited=(BEN, CARA), closed=True), (2, 3), Readiness.FULL, True),
        (_table(HOST, BEN, CARA, invited=(BEN, CARA)), (2, 3), Readiness.FULL, False),
        (_table(HOST, BEN, CARA, invited=(BEN, DORA), closed=True), (2, 3), Readiness.FULL, False),
    ],
    ids=[
        "room",
        "full",
        "as many as asked for",
        "one has not come",
        "open",
        "all came",
        "too few",
        "last",
        "open full",
        "full without one",
    ],
)
def test_a_table_is_ready_and_starts(
    table: Challenge, numbers: tuple[int, ...], ready: Readiness | None, *, starts: bool
) -> None:
    assert readiness(table, numbers) is ready
    assert starts_by_itself(table, numbers, all_come=True) is starts
    # If an invitee declined, only a table with the requested number of players starts.
    assert starts_by_itself(table, numbers, all_come=False) is (starts and table.terms.players is not None)


def test_the_opponent_gets_the_other_role() -> None:
    roles = ("red", "green", "blue")
    assert Terms("gathering", {}, "red").for_opponent(roles).role == "green"
    assert Terms("gathering", {}, "blue", rated=True).for_opponent(roles) == Terms(
        "gathering", {}, "red", rated=True
    )
    assert Terms("gathering", {}, "red").for_opponent(("red",)).role == "random"
    for open_role in ("random", "choice"):
        assert Terms("gathering", {}, open_role).for_opponent(roles).role == open_role
