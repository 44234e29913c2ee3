"""Token buckets: spreading of requests, shares below the common limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.rate_limits.token_bucket import BucketShare, TokenBucket, share

LIMIT = 50.0


def test_a_few_requests_go_at_once_and_the_rest_in_sequence() -> None:
    bucket = TokenBucket(BucketShare(per_second=10, at_once=2), 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.2])


def test_tokens_refill_up_to_the_capacity() -> None:
    bucket = TokenBucket(BucketShare(per_second=10, at_once=2), 0.0)
    for _ in range(2):
        bucket.take(0.0)
    assert bucket.wait(0.1) == pytest.approx(0)
    assert [bucket.take(100.0) for _ in range(3)] == pytest.approx([0, 0, 0.1])


def test_reading_the_wait_takes_no_token() -> None:
    bucket = TokenBucket(BucketShare(per_second=10, at_once=1), 0.0)
    assert [bucket.wait(0.0), bucket.wait(0.0), bucket.take(0.0)] == [0, 0, 0]
    assert bucket.wait(0.0) == pytest.approx(0.1)


def test_a_smaller_share_applies_immediately() -> None:
    bucket = TokenBucket(BucketShare(per_second=40, at_once=5), 0.0)
    bucket.change(BucketShare(per_second=4, at_once=1), 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == pytest.approx([0, 0.25, 0.5])


def test_a_new_share_returns_no_tokens() -> None:
    bucket = TokenBucket(BucketShare(per_second=10, at_once=2), 0.0)
    assert [bucket.take(0.0) for _ in range(2)] == [0, 0]
    bucket.change(BucketShare(per_second=10, at_once=5), 0.0)
    assert bucket.wait(0.0) == pytest.approx(0.1)


@pytest.mark.assumes("global-limit")
@given(st.integers(1, 20), st.lists(st.floats(0, 3), min_size=1, max_size=300))
def test_all_processes_together_stay_below_the_limit_in_any_second(processes: int, gaps: list[float]) -> None:
    moments = []
    for number in range(processes):
        bucket, now = TokenBucket(share(LIMIT, processes), 0.0), 0.0
        for gap in gaps[number::processes]:
            now += gap / processes if gap > 1 else 0.0
            moments.append(now + bucket.take(now))
    moments.sort()
    for first in range(len(moments)):
        within = [at for at in moments[first : first + 60] if at < moments[first] + 0.999]
        assert len(within) <= LIMIT
