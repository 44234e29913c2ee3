"""Discord's refusals with their headers and bodies."""

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.values import errors
from playground.values.errors import (
    KNOWN,
    SHARED_LIMIT,
    ApiError,
    ApiRefusal,
    RateLimited,
    rate_limit_headers,
)


def test_refusals_match_snapshot(snapshot: SnapshotAssertion) -> None:
    named = {name: value for name, value in vars(errors).items() if isinstance(value, ApiRefusal)}
    rows = [
        f"{name} {value.status} {value.code}{' *' if KNOWN.get(value.code) is value else ''} {value.message}"
        for name, value in sorted(named.items())
    ]
    assert "\n".join(rows) == snapshot


def test_form_errors_are_included_only_if_present() -> None:
    bare = ApiError(errors.INVALID_FORM)
    assert bare.body() == {"message": "Invalid Form Body", "code": 50035}
    assert ApiError(errors.INVALID_FORM, {"a": 1}).body() == bare.body() | {"errors": {"a": 1}}
    assert bare.headers() == {}


@pytest.mark.parametrize(
    ("seconds", "everywhere", "headers"),
    [
        (0.2, False, {"Retry-After": "1", "X-RateLimit-Scope": "user"}),
        (
            7.6,
            True,
            {"Retry-After": "8", "X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"},
        ),
    ],
)
def test_rate_limit_headers_state_duration_and_scope(
    seconds: float, everywhere: bool, headers: dict[str, str]
) -> None:
    assert rate_limit_headers(seconds, everywhere=everywhere) == headers | {"Via": "1.1 playground"}


@pytest.mark.parametrize(("shared", "scope"), [(True, "shared"), (False, "user")])
def test_rate_limited_request_states_its_wait(shared: bool, scope: str) -> None:
    refused = RateLimited(SHARED_LIMIT, 1.23456, shared=shared)
    assert refused.headers() == {"Via": "1.1 playground", "Retry-After": "1", "X-RateLimit-Scope": scope}
    assert refused.body() == {
        "message": "The resource is being rate limited.",
        "code": 0,
        "retry_after": 1.235,
        "global": False,
    }
