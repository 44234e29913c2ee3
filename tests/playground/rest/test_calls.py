"""Flags of a query and the tokens of a request."""

import pytest

from playground.rest.call import Call


@pytest.mark.parametrize(
    ("value", "asked"),
    [
        ("true", True),
        ("True", True),
        ("1", True),
        ("false", False),
        ("0", False),
        ("", False),
        ("yes", False),
    ],
)
def test_query_flag_is_true_or_one(value: str, asked: bool) -> None:
    call = Call({}, {"wait": value})
    assert (call.asks("wait"), call.asks("with_response")) == (asked, False)


@pytest.mark.parametrize(
    ("authorization", "token"),
    [("Bearer a b", "a b"), ("Bot a", ""), ("Bearer", ""), ("", ""), ("a", ""), ("Basic Bearer", "")],
)
def test_bearer_token_is_parsed(authorization: str, token: str) -> None:
    assert Call({}, {}, authorization=authorization).bearer == token
