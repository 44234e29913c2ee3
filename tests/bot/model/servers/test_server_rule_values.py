"""A server's rules: places, games, engines and people."""

from dataclasses import replace

import pytest

from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.servers.server_rules import (
    CHANNELS,
    CLOCK,
    ENGINES,
    EXPLORING,
    FORUM,
    GAMES,
    RATED,
    THREADS,
    Admission,
    PlayerList,
    ServerRules,
)
from bot.model.time.clocks import NO_CLOCK, per_move, read_clock

HALL, FORUM_CHANNEL, THREAD = 70, 80, 71
RULES = ServerRules()


@pytest.mark.parametrize(
    ("rules", "place", "allowed"),
    [
        (RULES, Place(5, 99, ""), True),
        (replace(RULES, forum=FORUM_CHANNEL), Place(5, 99, ""), True),
        (replace(RULES, channels=(HALL,)), Place(5, HALL, ""), True),
        (replace(RULES, channels=(HALL,)), Place(5, THREAD, "", parent=HALL), True),
        (replace(RULES, channels=(HALL,)), Place(5, 99, ""), False),
        (replace(RULES, channels=(HALL,), forum=FORUM_CHANNEL), Place(5, FORUM_CHANNEL, ""), True),
        (replace(RULES, channels=(HALL,), forum=FORUM_CHANNEL), Place(5, 99, "", parent=98), False),
    ],
)
def test_games_may_start_in_allowed_places(rules: ServerRules, place: Place, *, allowed: bool) -> None:
    assert rules.allow_place(place) is allowed


@pytest.mark.parametrize(
    ("rules", "place", "allowed"),
    [
        (RULES, Place(5, 99, ""), True),
        (replace(RULES, engine_channels=(HALL,)), Place(5, HALL, ""), True),
        (replace(RULES, engine_channels=(HALL,)), Place(5, THREAD, "", parent=HALL), True),
        (replace(RULES, engine_channels=(HALL,)), Place(5, 99, ""), False),
        (replace(RULES, engines=False), Place(5, 99, ""), False),
        (replace(RULES, engines=False, engine_channels=(HALL,)), Place(5, HALL, ""), False),
    ],
)
def test_engine_games_may_start_in_allowed_places(rules: ServerRules, place: Place, *, allowed: bool) -> None:
    assert rules.allow_engines(place) is allowed


def test_an_empty_game_list_allows_all_games() -> None:
    assert RULES.allow_game("conhex")
    two_games = replace(RULES, games=("hnefatafl", "conhex"))
    assert (two_games.allow_game("conhex"), two_games.allow_game("latrunculorum")) == (True, False)


MEMBER, GUEST_ROLE, CREW = 11, 601, 602
NO_ROLES: frozenset[int] = frozenset()


@pytest.mark.parametrize(
    ("barred", "allowed", "roles", "admission"),
    [
        (PlayerList(), PlayerList(), None, Admission.ADMITTED),
        (PlayerList((MEMBER,)), PlayerList((MEMBER,)), None, Admission.BARRED),
        (PlayerList((12,)), PlayerList(), NO_ROLES, Admission.ADMITTED),
        (PlayerList(), PlayerList((MEMBER,)), NO_ROLES, Admission.ADMITTED),
        (PlayerList(), PlayerList((12,)), None, Admission.NOT_ALLOWED),
        (PlayerList(roles=(GUEST_ROLE,)), PlayerList((MEMBER,)), frozenset({GUEST_ROLE}), Admission.ADMITTED),
        (PlayerList(roles=(GUEST_ROLE,)), PlayerList(), frozenset({GUEST_ROLE, CREW}), Admission.BARRED),
        (PlayerList(roles=(GUEST_ROLE,)), PlayerList(), frozenset({CREW}), Admission.ADMITTED),
        (PlayerList(roles=(GUEST_ROLE,)), PlayerList(), None, Admission.UNKNOWN),
        (PlayerList(), PlayerList(roles=(CREW,)), None, Admission.UNKNOWN),
        (PlayerList(), PlayerList(roles=(CREW,)), frozenset({CREW}), Admission.ADMITTED),
        (PlayerList(), PlayerList(roles=(CREW,)), frozenset({GUEST_ROLE}), Admission.NOT_ALLOWED),
        (PlayerList(roles=(CREW,)), PlayerList(roles=(CREW,)), frozenset({CREW}), Admission.BARRED),
    ],
)
def test_admission_depends_on_barred_and_allowed_lists(
    barred: PlayerList, allowed: PlayerList, roles: frozenset[int] | None, admission: Admission
) -> None:
    rules = replace(RULES, barred=barred, allowed=allowed)
    assert rules.admission(MEMBER, roles) is admission
    assert rules.refuse(MEMBER, roles) is (admission in {Admission.BARRED, Admission.NOT_ALLOWED})


def test_player_lists_merge_and_subtract() -> None:
    first, second = PlayerList((1, 2), (601,)), PlayerList((2, 3), (602, 601))
    assert first.with_all(second) == PlayerList((1, 2, 3), (601, 602))
    assert first.without(second) == PlayerList((1,), ())
    assert second.without(first) == PlayerList((3,), (602,))
    assert (len(first), len(second), len(PlayerList())) == (3, 4, 0)


def test_new_games_use_the_servers_terms() -> None:
    weekly = read_clock("7d soft")
    assert RULES.terms("conhex") == Terms("conhex", {}, rated=True, exploring=True)
    assert replace(RULES, clock=weekly).with_value(RATED, value=False).terms("conhex") == Terms(
        "conhex", {}, clock=weekly, rated=False, exploring=True
    )
    assert RULES.with_value(EXPLORING, value=False).terms("conhex") == Terms(
        "conhex", {}, rated=True, exploring=False
    )
    assert (RULES.proposed_clock, replace(RULES, clock=weekly).proposed_clock) == (per_move(3), weekly)


def test_server_settings_are_parsed_from_storage() -> None:
    stored = {"channels": ["70", 71], "forum": "80", "games": ["conhex"], "clock": "3d", "engines": False}
    assert CHANNELS.read(stored) == (70, 71)
    assert (FORUM.read(stored), FORUM.read({"forum": None}), FORUM.read({})) == (80, None, None)
    assert GAMES.read(stored) == ("conhex",)
    assert (CLOCK.read(stored), CLOCK.read({})) == (per_move(3), NO_CLOCK)
    assert (ENGINES.read(stored), ENGINES.read({})) == (False, True)
    assert not RULES.with_value(THREADS, value=False)[THREADS]
    assert RULES[THREADS]
