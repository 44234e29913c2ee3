"""Rate limits: per second overall, per route, and of refused requests."""

import pytest

from playground.rest.call import Reply
from playground.rest.rate_limits import LimitSettings, RateLimits, RouteLimit
from playground.values.errors import RateLimited
from tests.playground.raw import Answer, Rest
from tests.pocket import ANNA, BRETTSPIELE, Pocket, Refused

HERE = f"/channels/{BRETTSPIELE}/messages"
NOBODY = "/users/1"


class Standing:
    """A clock that moves only when the test sets it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        return self.seconds


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def refusal_of(limits: RateLimits, path: str = "/users/1") -> Reply | None:
    return limits.take("GET", "/users/{user}", {"user": "1"}, path).refusal


def test_global_limit_applies_within_any_second() -> None:
    clock = Standing()
    limits = RateLimits(clock, LimitSettings(per_second=3))
    for _ in range(3):
        assert refusal_of(limits) is None
        clock.seconds += 0.25
    refusal = refusal_of(limits)
    assert refusal is not None
    assert refusal.body == {
        "message": "You are being rate limited.",
        "retry_after": 0.25,
        "global": True,
    }
    assert refusal_of(limits, "/webhooks/1/token/messages/@original") is None, "answers are not among them"
    assert refusal_of(limits, "/interactions/1/token/callback") is None
    clock.seconds += 0.25
    assert refusal_of(limits) is None


async def test_global_429_has_the_headers_discord_documents(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.limits(per_second=1)
    (_, refused) = [await rest.ask("GET", f"/users/{ANNA}") for _ in range(2)]
    assert (refused.status, refused.body["global"]) == (429, True)
    assert refused.headers["X-RateLimit-Scope"] == "global"
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert "X-RateLimit-Bucket" not in refused.headers
    assert int(refused.headers["Retry-After"]) >= 1


def limit_headers(answer: Answer) -> tuple[int, str, str]:
    return answer.status, answer.headers["X-RateLimit-Limit"], answer.headers["X-RateLimit-Remaining"]


async def test_route_counts_down_per_channel(pocket: Pocket, rest: Rest) -> None:
    rule = {"method": "POST", "path": "/messages$", "limit": 2, "seconds": 30}
    await pocket.control.limits(routes=[rule])
    answers = [await rest.ask("POST", HERE, {"content": "x"}) for _ in range(3)]
    assert [limit_headers(answer) for answer in answers] == [
        (200, "2", "1"),
        (200, "2", "0"),
        (429, "2", "0"),
    ]
    refused = answers[2]
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert 29 < refused.body["retry_after"] <= 30
    assert len({answer.headers["X-RateLimit-Bucket"] for answer in answers}) == 1
    assert (await rest.ask("GET", HERE)).status == 200, "another route"
    pocket.clock.pass_by(30)
    assert limit_headers(await rest.ask("POST", HERE, {"content": "x"})) == (200, "2", "1")


@pytest.mark.parametrize(("shared", "remaining"), [(False, "0"), (True, "4")])
async def test_429_before_the_limit_uses_up_the_bots_own_remainder(
    pocket: Pocket, rest: Rest, shared: bool, remaining: str
) -> None:
    await pocket.control.limits(routes=[{"path": "/messages$", "limit": 5, "seconds": 30}])
    scope = {"X-RateLimit-Scope": "shared" if shared else "user"}
    await pocket.control.fault("status", "/messages$", "POST", status=429, headers=scope)
    refused = await rest.ask("POST", HERE, {"content": "x"})
    assert limit_headers(refused) == (429, "5", remaining)


async def test_empty_answer_counts_down_too(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.limits(routes=[{"method": "POST", "path": "/typing$", "limit": 2, "seconds": 30}])
    answers = [await rest.ask("POST", f"/channels/{BRETTSPIELE}/typing") for _ in range(3)]
    assert [limit_headers(answer) for answer in answers] == [
        (204, "2", "1"),
        (204, "2", "0"),
        (429, "2", "0"),
    ]


def test_methods_channels_and_windows_count_separately() -> None:
    clock = Standing()
    limits = RateLimits(clock, LimitSettings(routes=(RouteLimit(1, 5.0, "POST", "/messages$"),)))

    def takes(method: str, channel: str) -> bool:
        path = f"/channels/{channel}/messages"
        return limits.take(method, "/channels/{channel}/messages", {"channel": channel}, path).refusal is None

    assert [takes("POST", "1"), takes("POST", "1"), takes("POST", "2")] == [True, False, True]
    assert [takes("GET", "3"), takes("GET", "3"), takes("POST", "3")] == [True, True, True]
    clock.seconds += 5
    assert [takes("POST", "1"), takes("POST", "1")] == [True, False]
    limits.change({"invalid": 9})
    assert takes("POST", "1"), "new limits count anew"


@pytest.mark.assumes("shared-limits")
async def test_shared_limit_is_marked_and_not_held_against_the_bot(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.limits(routes=[{"path": "/messages$", "limit": 0, "shared": True}], invalid=1)
    refused = await rest.ask("POST", HERE, {"content": "x"})
    assert (refused.status, refused.headers["X-RateLimit-Scope"]) == (429, "shared")
    assert (await pocket.control.limits())["invalid_requests"] == 0


async def test_too_many_invalid_requests_ban_the_address(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.limits(invalid=3)
    await pocket.control.deny(BRETTSPIELE, "SEND_MESSAGES")
    for _ in range(2):
        assert (await rest.ask("POST", HERE, {"content": "x"})).status == 403
    assert (await rest.ask("GET", NOBODY)).status == 404, "which does not count"
    assert (await rest.ask("GET", "/users/@me", token="wrong")).status == 401
    url = pocket.playground.api_url + "/users/@me"
    headers = {"Authorization": f"Bot {pocket.playground.token}"}
    async with pocket.line.session.get(url, headers=headers) as banned:
        assert banned.status == 429
        assert "Via" not in banned.headers
        assert banned.content_type == "text/html"
    pocket.clock.pass_by(600)
    assert (await rest.ask("GET", "/users/@me")).status == 200


@pytest.mark.parametrize("nonsense", [{"path": "("}, {"per_second": "x", "nothing": 1}])
async def test_invalid_limits_are_refused(pocket: Pocket, nonsense: dict[str, object]) -> None:
    fields = {"routes": [nonsense]} if "path" in nonsense else nonsense
    with pytest.raises(Refused):
        await pocket.control.limits(**fields)


def test_changing_one_limit_keeps_the_others() -> None:
    changed = LimitSettings(follow_ups=2).apply({"per_second": 3})
    assert changed == LimitSettings(follow_ups=2, per_second=3)
    route = {"path": "/typing$", "limit": 2, "seconds": 30}
    assert changed.apply({"routes": [route]}).routes == (RouteLimit(2, 30, path="/typing$"),)


def test_follow_up_waits_for_the_oldest_within_a_minute() -> None:
    clock = Standing()
    limits = RateLimits(clock, LimitSettings(follow_ups=2))
    limits.take_follow_up(BRETTSPIELE)
    clock.seconds += 20
    limits.take_follow_up(BRETTSPIELE)
    clock.seconds += 10
    with pytest.raises(RateLimited) as refused:
        limits.take_follow_up(BRETTSPIELE)
    assert (refused.value.retry_after, refused.value.shared) == (30, True)
    clock.seconds += 30
    limits.take_follow_up(BRETTSPIELE)


@pytest.mark.assumes("first-messages-paced")
async def test_too_many_first_messages_in_a_row_are_limited(pocket: Pocket) -> None:
    rest = Rest(pocket)
    await pocket.control.limits(first_messages=2)

    async def write_to(person: str) -> Answer:
        dm = (await rest.ask("POST", "/users/@me/channels", {"recipient_id": person})).body["id"]
        return await rest.ask("POST", f"/channels/{dm}/messages", {"content": "x"})

    people = [user["id"] for user in (await pocket.anna.state())["users"]]
    assert [(await write_to(person)).status for person in people[:2]] == [200, 200]
    pocket.clock.pass_by(100)
    assert (await write_to(people[2])).status == 200, "slowly it may"
    assert (await write_to(people[3])).status == 200
    refused = await write_to(people[4])
    assert (refused.status, refused.code) == (403, 20026)
    pocket.clock.pass_by(100)
    assert (await write_to(people[4])).code == 20026, "waiting does not lift it"
    assert (await write_to(people[0])).status == 200, "whom it has written to it may write to"
