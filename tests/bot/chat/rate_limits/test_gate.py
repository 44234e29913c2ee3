"""The request gate: pacing, holds after 429s, breakers, the limit of invalid requests, 401s."""

import logging

import discord
import pytest

from bot.chat.rate_limits.gate import LimitFigures, RateLimitHold
from bot.chat.rate_limits.invalid_requests import STOP_AT
from bot.chat.rate_limits.refusals import LeftAlone
from tests.bot.chat.rate_limits.gates import ANSWER, Gated, make_gate, work

HERE, THERE = work(), work("POST channels/2/messages")
CLOSED = {"code": 50013, "message": "Missing Permissions"}
LIMITED = {"retry_after": 30.0, "global": False}


def retry_after(at: Gated, where: object = HERE) -> float:
    with pytest.raises(LeftAlone) as refused:
        at.gate.admit(where)  # type: ignore[arg-type]  # a route
    return refused.value.retry_after


def test_requests_wait_for_their_turn() -> None:
    at = make_gate()
    waits = [at.gate.admit(HERE) for _ in range(10)]
    assert waits[:5] == [0] * 5
    assert waits[5:] == pytest.approx([n / 40 for n in range(1, 6)])


def test_the_share_shrinks_with_every_other_process() -> None:
    at = make_gate()
    at.gate.share_with(5, 0)
    waits = [at.gate.admit(HERE) for _ in range(3)]
    assert waits == pytest.approx([0, 1 / 8, 2 / 8])


def test_a_request_with_too_long_a_wait_takes_no_turn() -> None:
    at = make_gate(per_second=2.0)
    while at.gate.admit(HERE) < 4.5:
        pass
    assert [retry_after(at) > 5 for _ in range(3)] == [True] * 3
    at.clock.now += 1.5
    assert at.gate.admit(HERE) <= 5


def test_a_429_holds_only_its_route() -> None:
    at = make_gate()
    at.refuse(HERE, 429, LIMITED)
    assert retry_after(at) == pytest.approx(30, abs=0.1)
    assert at.gate.admit(THERE) == 0
    at.clock.now += 29.5
    assert at.gate.admit(HERE) == pytest.approx(0.5, abs=0.1), "what is over soon is waited for"
    at.clock.now += 1
    assert at.gate.admit(HERE) == 0


def test_a_global_429_to_a_probe_keeps_the_breaker_open() -> None:
    at = make_gate()
    for _ in range(3):
        at.refuse(HERE, 403, CLOSED)
    at.clock.now += 60
    at.gate.admit(HERE)
    at.refuse(HERE, 429, {"retry_after": 0.15, "global": True})
    at.clock.now += 0.15
    at.gate.admit(HERE)
    with pytest.raises(discord.Forbidden):
        at.gate.admit(HERE)


@pytest.mark.assumes("shared-limits")
def test_a_shared_limit_at_a_probe_admits_the_next_probe() -> None:
    at = make_gate()
    for _ in range(3):
        at.refuse(HERE, 403, CLOSED)
    at.clock.now += 60
    at.gate.admit(HERE)
    at.refuse(HERE, 429, {"retry_after": 0.15}, **{"X-RateLimit-Scope": "shared"})
    at.clock.now += 0.15
    at.gate.admit(HERE)


def test_an_unanswered_probe_is_repeated() -> None:
    at = make_gate()
    for _ in range(3):
        at.refuse(HERE, 403, CLOSED)
    at.clock.now += 60
    at.gate.admit(HERE)
    at.gate.on_no_answer(HERE)
    at.gate.admit(HERE)


@pytest.mark.parametrize("headers", [{"X-RateLimit-Scope": "global"}, {}])
def test_a_global_429_holds_everything(headers: dict[str, str]) -> None:
    at = make_gate()
    at.refuse(HERE, 429, LIMITED | {"global": True}, **headers)
    assert retry_after(at, THERE) == pytest.approx(30, abs=0.1)
    assert at.gate.figures.global_limited == 1


def test_global_429s_never_hold_a_route_longer_than_requested() -> None:
    it = make_gate()
    for _ in range(5):
        it.refuse(work(), 429, {"retry_after": 0.2, "global": True, "code": 0})
        it.clock.now += 0.3
    assert it.gate.admit(work()) == 0.0


def test_a_429_with_a_code_holds_no_route() -> None:
    at = make_gate()
    at.refuse(HERE, 429, LIMITED | {"code": 30046})
    assert at.gate.admit(HERE) == 0


@pytest.mark.assumes("shared-limits")
def test_a_shared_limit_counts_only_for_its_route() -> None:
    at = make_gate()
    for _ in range(5):
        at.refuse(HERE, 429, LIMITED, **{"X-RateLimit-Scope": "shared"})
        retry_after(at)
        at.clock.now += 31
    assert at.gate.figures == LimitFigures(0, 5, 0, 0, 0, stopped=False)
    assert at.gate.admit(HERE) == 0


def test_a_refusing_place_is_not_asked_and_the_refusal_is_repeated() -> None:
    at = make_gate()
    for _ in range(3):
        at.gate.admit(HERE)
        at.refuse(HERE, 403, CLOSED)
    with pytest.raises(discord.Forbidden) as refused:
        at.gate.admit(HERE)
    assert (refused.value.code, refused.value.text) == (50013, "Missing Permissions")
    at.clock.now += 60
    at.gate.admit(HERE)
    at.gate.on_answer(HERE, 200)
    at.gate.admit(HERE)


@pytest.mark.parametrize("body", [{"code": 40333}, {"code": 40003}, {"code": 0}, {"code": 987654}])
def test_a_transient_refusal_is_waited_out(body: dict[str, int]) -> None:
    at = make_gate()
    for _ in range(3):
        at.refuse(HERE, 403, body)
    assert retry_after(at) == pytest.approx(60, abs=0.1)
    assert at.gate.admit(THERE) == 0


@pytest.mark.assumes("ban-is-a-page")
def test_proxy_pages_hold_everything() -> None:
    at = make_gate()
    for _ in range(3):
        at.refuse(HERE, 429)
    assert retry_after(at, THERE) == pytest.approx(60, abs=0.1)
    at.clock.now += 60
    at.gate.admit(THERE)
    at.gate.on_answer(THERE, 200)
    assert at.gate.admit(THERE) == 0


def test_a_locally_refused_request_does_not_use_the_global_probe() -> None:
    at = make_gate()
    for _ in range(3):
        at.refuse(HERE, 403, CLOSED)
    at.clock.now += 60
    at.gate.admit(HERE)
    at.refuse(HERE, 403, CLOSED)
    for _ in range(3):
        at.refuse(THERE, 429)
    at.clock.now += 60
    with pytest.raises(discord.Forbidden):
        at.gate.admit(HERE)
    at.gate.admit(THERE)


def test_a_request_with_too_long_a_wait_does_not_use_the_probe() -> None:
    at = make_gate(per_second=2.0)
    for _ in range(3):
        at.refuse(HERE, 403, {"code": 40333})
    at.clock.now += 60
    while at.gate.admit(THERE) < 4.5:
        pass
    retry_after(at)
    at.clock.now += 1.5
    at.gate.admit(HERE)


@pytest.mark.parametrize("code", [50005, 10008])
def test_refusals_of_one_message_do_not_affect_others(code: int) -> None:
    at = make_gate()
    for _ in range(5):
        at.refuse(HERE, 403, {"code": code})
    at.gate.admit(HERE)


def test_people_with_closed_dms_do_not_block_others() -> None:
    at, opening = make_gate(), work("POST users/@me/channels")
    for _ in range(5):
        at.refuse(opening, 403, {"code": 50278})
    at.gate.admit(opening)
    for _ in range(3):
        at.refuse(opening, 403, {"code": 40003})
    retry_after(at, opening)


@pytest.mark.parametrize(("status", "closes"), [(200, True), (404, True), (500, False)])
def test_an_answer_without_a_server_fault_closes_the_breaker(status: int, *, closes: bool) -> None:
    at = make_gate()
    for _ in range(2):
        at.refuse(HERE, 403, {"code": 40004})
    at.gate.on_answer(HERE, status)
    at.refuse(HERE, 403, {"code": 40004})
    assert at.gate.figures.routes_left_alone == (0 if closes else 1)


def test_changed_rights_forget_refusals() -> None:
    at = make_gate()
    for where in (HERE, THERE):
        for _ in range(3):
            at.refuse(where, 403, CLOSED)
    at.gate.forget(lambda subject: subject == "1")
    at.gate.admit(HERE)
    with pytest.raises(discord.Forbidden):
        at.gate.admit(THERE)


@pytest.mark.assumes("invalid-requests")
def test_everything_but_answers_stops_well_before_the_ban(caplog: pytest.LogCaptureFixture) -> None:
    at = make_gate()
    for number in range(STOP_AT):
        at.gate.hold_seconds(THERE)
        at.refuse(work(f"POST channels/{number}/messages"), 403, CLOSED)
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            assert retry_after(at, THERE) == 30
    assert [record.levelname for record in caplog.records] == ["CRITICAL"], "it is said once"
    assert at.gate.figures.stopped
    at.refuse(ANSWER, 403, CLOSED)
    assert at.gate.figures.invalid_requests == STOP_AT + 1, "what answers are refused with counts"
    at.clock.now += 620
    at.gate.admit(THERE)
    assert not at.gate.figures.stopped


@pytest.mark.assumes("follow-ups-limited")
def test_shared_limits_count_as_invalid_only_for_interactions() -> None:
    at = make_gate()
    at.refuse(HERE, 429, LIMITED, **{"X-RateLimit-Scope": "shared"})
    assert at.gate.figures.invalid_requests == 0
    at.refuse(ANSWER, 429, LIMITED, **{"X-RateLimit-Scope": "shared"})
    assert at.gate.figures.invalid_requests == 1
    assert at.gate.figures.shared_limited == 2


def test_invalid_requests_of_other_processes_stop_the_gate() -> None:
    at = make_gate()
    at.gate.share_with(3, STOP_AT)
    assert retry_after(at) == 30
    at.gate.share_with(3, STOP_AT - 1)
    assert retry_after(at) == 30, "not before it has become clearly less"
    at.gate.share_with(3, STOP_AT // 2)
    at.gate.admit(HERE)


@pytest.mark.assumes("token-reset")
def test_a_401_closes_the_gate_once_until_the_token_is_confirmed() -> None:
    at = make_gate()
    calls: list[None] = []
    at.gate.unauthorized = lambda: calls.append(None)
    for _ in range(2):
        at.refuse(HERE, 401, {"code": 0, "message": "401: Unauthorized"})
    assert len(calls) == 1
    retry_after(at, THERE)
    at.gate.open_again()
    at.gate.admit(THERE)


def test_a_401_for_an_interaction_does_not_concern_the_token() -> None:
    at = make_gate()
    at.gate.unauthorized = lambda: pytest.fail("the token is known")
    at.refuse(ANSWER, 401, {"code": 50027})
    at.gate.admit(HERE)


def test_holds_of_other_processes_apply() -> None:
    at = make_gate()
    at.gate.apply_hold(RateLimitHold(HERE.key, 20.0))
    at.gate.apply_hold(RateLimitHold(HERE.key, 5.0))
    assert retry_after(at) == 20
    at.gate.apply_hold(RateLimitHold("*", 40.0))
    assert retry_after(at, THERE) == 40


def test_holds_are_announced_to_other_processes() -> None:
    at = make_gate()
    holds: list[RateLimitHold] = []
    at.gate.announce = holds.append
    at.refuse(HERE, 429, LIMITED)
    at.refuse(HERE, 429, {"retry_after": 2.5, "global": True})
    at.refuse(HERE, 429, {})
    assert holds == [RateLimitHold(HERE.key, 30.0), RateLimitHold("*", 2.5)]
