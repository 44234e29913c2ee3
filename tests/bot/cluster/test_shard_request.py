import pytest

from bot.cluster.shard_request import ShardRequest, Sharing


@pytest.mark.parametrize(
    ("text", "numbers", "total"),
    [
        ("0-3/8", {0, 1, 2, 3}, 8),
        ("2/8", {2}, 8),
        ("0,2,4/8", {0, 2, 4}, 8),
        (" 0-1, 3-4 / 5 ", {0, 1, 3, 4}, 5),
        ("0/1", {0}, 1),
        ("99999/100000", {99_999}, 100_000),
    ],
)
def test_pinned_shards_are_parsed(text: str, numbers: set[int], total: int) -> None:
    request = ShardRequest.read(text)
    assert request == ShardRequest(Sharing.PINNED, frozenset(numbers), total)
    assert ShardRequest.read(request.to_text()) == request


@pytest.mark.parametrize(
    ("text", "sharing"), [("", Sharing.ALONE), (" ", Sharing.ALONE), ("Auto", Sharing.AUTO)]
)
def test_whole_and_auto_requests_are_parsed(text: str, sharing: Sharing) -> None:
    request = ShardRequest.read(text)
    assert request == ShardRequest(sharing)
    assert request.is_whole
    assert ShardRequest.read(request.to_text()) == request


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("all", "0-3/8"),
        ("4", "0-3/8"),
        ("1/", "0-3/8"),
        ("-1/4", "0-3/8"),
        ("٣/8", "0-3/8"),
        ("4/4", "the last is number 3"),
        ("3-1/4", "counts backwards"),
        ("0/0", "1 to"),
        ("0-1/100001", "1 to"),
    ],
)
def test_an_invalid_request_explains_the_syntax(text: str, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        ShardRequest.read(text)


def test_a_request_is_whole_if_it_pins_every_shard() -> None:
    assert ShardRequest.read("0-1,2/3").is_whole
    assert ShardRequest.read("9,1/10").to_text() == "1,9/10"
    assert not ShardRequest.read("0-1/3").is_whole
