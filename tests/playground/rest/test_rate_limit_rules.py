"""Rules of the rate limits at a clock that the test moves: counts, windows, bans, old edits."""

from collections.abc import Mapping

import pytest

from playground.rest.call import Reply
from playground.rest.new_people import WINDOW, NewPeopleLimit
from playground.rest.rate_limits import LimitSettings, RateLimits, RouteLimit
from playground.values.errors import ApiError, RateLimited
from playground.values.messages import Message
from playground.world.old_edits import OldEdits
from tests.playground.world.worlds import Hand, seeded
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, BRETTSPIELE, CLARA, LOBBY


@pytest.fixture
def clock() -> Hand:
    return Hand()


def accepted(limits: RateLimits, method: str, template: str, params: Mapping[str, str]) -> int:
    """Return how many of seven requests are accepted."""
    path = template.format(**params)
    return sum(limits.take(method, template, params, path).refusal is None for _ in range(7))


@pytest.mark.parametrize(
    ("method", "template", "count"),
    [
        ("POST", "/channels/{channel}/messages", 5),
        ("GET", "/channels/{channel}/messages", 7),
        ("PATCH", "/channels/{channel}/messages/{message}", 5),
        ("DELETE", "/channels/{channel}/messages/{message}", 7),
        ("POST", "/channels/{channel}/threads", 5),
        ("POST", "/channels/{channel}/messages/{message}/threads", 5),
    ],
)
def test_each_route_allows_its_default_count(clock: Hand, method: str, template: str, count: int) -> None:
    limits = RateLimits(clock, LimitSettings())
    assert accepted(limits, method, template, {"channel": "1", "message": "2"}) == count


@pytest.mark.parametrize("major", ["channel", "guild", "webhook", "application", "token"])
def test_channels_and_tokens_count_separately_but_messages_do_not(clock: Hand, major: str) -> None:
    limits = RateLimits(clock, LimitSettings(routes=(RouteLimit(2, 9.0),)))
    template = f"/things/{{{major}}}/messages/{{message}}"
    asked = [{major: thing, "message": message} for thing, message in (("1", "1"), ("1", "2"), ("2", "1"))]
    assert [accepted(limits, "GET", template, params) for params in asked] == [2, 0, 2]


def test_headers_state_when_the_window_ends(clock: Hand) -> None:
    limits = RateLimits(clock, LimitSettings(routes=(RouteLimit(2, 9.0),)))
    limits.take("GET", "/users/{user}", {}, "/users/1")
    clock.moment += 2
    headers = limits.take("GET", "/users/{user}", {}, "/users/1").headers
    assert headers["X-RateLimit-Reset"] == f"{clock.moment + 7:.3f}"
    assert headers["X-RateLimit-Reset-After"] == "7.000"


def test_channels_count_follow_ups_separately(clock: Hand) -> None:
    limits = RateLimits(clock, LimitSettings(follow_ups=1))
    limits.take_follow_up(BRETTSPIELE)
    limits.take_follow_up(LOBBY)
    with pytest.raises(RateLimited):
        limits.take_follow_up(LOBBY)


def test_a_ban_lasts_for_its_window_and_counts_nothing(clock: Hand) -> None:
    limits = RateLimits(clock, LimitSettings(invalid=2, window=10.0, follow_ups=7))
    refused = Reply(403, {})
    limits.record(refused)
    clock.moment += 10
    limits.record(refused)
    assert not limits.is_banned, "the first one is forgotten"
    limits.record(refused)
    for _ in range(3):
        limits.record(Reply(429, {}))
    assert limits.json_view() == {
        "per_second": 50,
        "invalid": 2,
        "follow_ups": 7,
        "invalid_requests": 2,
        "banned": True,
    }
    clock.moment += 10
    assert (limits.is_banned, limits.invalid) == (False, 0)


@pytest.mark.parametrize(
    ("path", "counts", "invalid"),
    [("/webhooks/1/t", True, 1), ("/webhooks/1/t", False, 0), ("/users/1", True, 0)],
)
def test_shared_429s_count_as_invalid_only_for_tokens(
    clock: Hand, path: str, counts: bool, invalid: int
) -> None:
    limits = RateLimits(clock, LimitSettings())
    limits.record(Reply(429, {}, headers={"X-RateLimit-Scope": "shared"}), path, counts_shared=counts)
    assert limits.invalid == invalid


def test_first_messages_expire_after_their_window(clock: Hand) -> None:
    world = seeded(clock)
    limit = NewPeopleLimit(world, RateLimits(clock, LimitSettings(first_messages=1)))
    limit.check(world.open_dm(ANNA))
    clock.moment += WINDOW
    limit.check(world.open_dm(BEN))
    clock.moment += WINDOW - 1
    with pytest.raises(ApiError):
        limit.check(world.open_dm(CLARA))


def test_edits_of_old_messages_count_per_channel(clock: Hand) -> None:
    edits = OldEdits(seeded(clock))
    here = [Message(number, BOARD_GAMES, BOT, 0, clock.moment) for number in ("1", "2")]
    there = Message("3", LOBBY, BOT, 0, clock.moment)
    clock.moment += 3600
    for _ in range(5):
        edits.count(here[0])
    clock.moment += 1
    for message in (here[0], here[1], here[1], there):
        edits.count(message)
    with pytest.raises(RateLimited):
        edits.count(here[0])
    clock.moment += 6
    edits.count(here[0])
