"""Places and their readers, people and their roles."""

import pytest

from bot.model.people.person import Person, Place, RolesHeld
from bot.model.people.players import EnginePlayer, HumanPlayer, NamedPlayer, people_among, person_of
from bot.model.people.privacy import is_alias

HALL, THREAD, SECRET = Place(5, 70, "de"), Place(5, 71, "", parent=70), Place(5, 72, "", 70, private=True)


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (HALL, THREAD, True),
        (THREAD, Place(5, 73, "", parent=70), True),
        (HALL, Place(5, 80, "de"), False),
        (HALL, Place(6, 70, "de"), False),
        (HALL, SECRET, False),
        (SECRET, SECRET, True),
        (SECRET, Place(5, 74, "", 70, private=True), False),
    ],
)
def test_sharing_readers_is_symmetric(first: Place, second: Place, *, shared: bool) -> None:
    assert first.shares_readers(second) is shared
    assert second.shares_readers(first) is shared


def test_the_base_channel_of_a_thread_is_its_parent() -> None:
    assert [place.base_channel for place in (HALL, THREAD, Place(None, 9, ""))] == [70, 70, 9]


def test_roles_are_known_for_one_server_only() -> None:
    anna = Person(11, "Anna", "de", RolesHeld(5, frozenset({601})))
    assert (anna.roles_in(5), anna.roles_in(6)) == (frozenset({601}), None)
    assert Person(11, "Anna", "de").roles_in(5) is None
    assert anna == Person(11, "Anna", "de")


def test_people_among_players_excludes_engines_and_names() -> None:
    players = (HumanPlayer(22), EnginePlayer("conhex", 3), HumanPlayer(11), NamedPlayer("Old Dora"))
    assert people_among(players) == (22, 11)
    assert [person_of(player) for player in (*players, None)] == [22, None, 11, None, None]
    assert [is_alias(person) for person in (-1, 0, 11)] == [True, False, False]
