"""Circuit breakers: growing pauses of failing targets."""

from bot.chat.rate_limits.circuit_breaker import FIRST_REST, IN_A_ROW, MAX_REST, MOST, CircuitBreakers

ROUTE = "POST channels/1/messages"


def open_breakers(now: float = 0.0) -> CircuitBreakers[str]:
    breakers: CircuitBreakers[str] = CircuitBreakers()
    for number in range(IN_A_ROW):
        assert breakers.rest(ROUTE, now) is None
        breakers.record_sent(ROUTE, now)
        breakers.refuse(ROUTE, now, f"no {number}")
    return breakers


def test_the_breaker_opens_after_consecutive_refusals() -> None:
    breakers = open_breakers()
    rest = breakers.rest(ROUTE, 10.0)
    assert rest is not None
    assert (rest.seconds, rest.last) == (FIRST_REST - 10, f"no {IN_A_ROW - 1}")
    assert breakers.rest("POST channels/2/messages", 10.0) is None
    assert breakers.count_on_hold(10.0) == 1


def test_a_success_resets_the_count() -> None:
    breakers: CircuitBreakers[str] = CircuitBreakers()
    for _ in range(5):
        for _ in range(IN_A_ROW - 1):
            breakers.refuse(ROUTE, 0.0, "no")
        breakers.succeed(ROUTE)
    assert breakers.rest(ROUTE, 0.0) is None


def test_one_request_may_try_after_the_rest() -> None:
    breakers = open_breakers()
    for _ in range(2):
        assert breakers.rest(ROUTE, FIRST_REST) is None, "to ask is not to try"
    breakers.record_sent(ROUTE, FIRST_REST)
    assert breakers.rest(ROUTE, FIRST_REST) is not None, "the answer is not there yet"
    breakers.succeed(ROUTE)
    assert breakers.rest(ROUTE, FIRST_REST) is None
    assert breakers.count_on_hold(FIRST_REST) == 0


def test_the_rest_doubles_up_to_an_hour() -> None:
    breakers, now, rests = open_breakers(), 0.0, []
    for _ in range(10):
        rest = breakers.rest(ROUTE, now)
        assert rest is not None
        rests.append(rest.seconds)
        now += rest.seconds
        assert breakers.rest(ROUTE, now) is None
        breakers.record_sent(ROUTE, now)
        breakers.refuse(ROUTE, now, "no")
    assert rests[:4] == [60, 120, 240, 480]
    assert rests[-1] == MAX_REST


def test_an_unanswered_try_is_repeated_later() -> None:
    breakers = open_breakers()
    assert breakers.rest(ROUTE, FIRST_REST) is None
    breakers.record_sent(ROUTE, FIRST_REST)
    assert breakers.rest(ROUTE, 2 * FIRST_REST - 1) is not None
    assert breakers.rest(ROUTE, 2 * FIRST_REST) is None


def test_requests_in_flight_at_opening_change_nothing() -> None:
    breakers = open_breakers()
    for _ in range(20):
        assert breakers.refuse(ROUTE, 1.0, "no") is None
    rest = breakers.rest(ROUTE, 1.0)
    assert rest is not None
    assert rest.seconds == FIRST_REST - 1


def test_requests_in_flight_at_a_refused_try_change_nothing() -> None:
    breakers = open_breakers()
    breakers.record_sent(ROUTE, FIRST_REST)
    assert breakers.refuse(ROUTE, FIRST_REST, "no") == 2 * FIRST_REST
    assert breakers.refuse(ROUTE, FIRST_REST + 1, "no") is None
    rest = breakers.rest(ROUTE, FIRST_REST + 1)
    assert rest is not None
    assert rest.seconds == 2 * FIRST_REST - 1


def test_simultaneous_refusals_count_once_if_sent_times_are_given() -> None:
    breakers: CircuitBreakers[str] = CircuitBreakers()
    for _ in range(20):
        breakers.refuse(ROUTE, 1.0, "slow down", sent=0.5)
    assert breakers.rest(ROUTE, 1.0) is None
    breakers.refuse(ROUTE, 2.0, "slow down", sent=1.5)
    assert breakers.refuse(ROUTE, 3.0, "slow down", sent=2.5) == FIRST_REST


def test_breakers_of_selected_keys_can_be_closed() -> None:
    breakers = open_breakers()
    breakers.close(lambda key: "/2/" in key)
    assert breakers.rest(ROUTE, 1.0) is not None
    breakers.close(lambda key: "/1/" in key)
    assert breakers.rest(ROUTE, 1.0) is None


def test_the_number_of_breakers_is_bounded() -> None:
    breakers: CircuitBreakers[str] = CircuitBreakers()
    for number in range(MOST + 10):
        for _ in range(IN_A_ROW):
            breakers.refuse(f"POST channels/{number}/messages", 0.0, "no")
    assert breakers.count_on_hold(0.0) == MOST
