from collections import Counter
from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from bot.cluster.shard_plan import ClusterMember, plan
from bot.cluster.shard_request import ShardRequest


def members(*requests: str | None) -> list[ClusterMember]:
    """Return processes named 0, 1, 2 ... with requests as owners write them."""
    return [
        ClusterMember(str(number), None if request is None else ShardRequest.read(request))
        for number, request in enumerate(requests)
    ]


def test_the_first_whole_process_keeps_all_shards() -> None:
    assert plan(members("", ""), 2, {}) == {0: "0", 1: "0"}
    assert plan(members("", ""), 2, {0: "0", 1: "0"}) == {0: "0", 1: "0"}
    assert plan(members("", ""), 2, {0: "1", 1: "1"}) == {0: "1", 1: "1"}


def test_a_whole_request_waits_until_all_shards_are_free() -> None:
    assert plan(members(None, ""), 2, {1: "0"}) == {}
    assert plan(members(None, ""), 2, {}) == {0: "1", 1: "1"}
    assert plan(members("auto", ""), 2, {0: "0"}) == {0: "0", 1: "0"}
    assert plan(members("", "auto"), 2, {0: "1", 1: "1"}) == {0: "1", 1: "1"}
    assert plan(members("", "auto"), 2, {0: "0", 1: "1"}) == {0: "1", 1: "1"}


def test_pinned_shards_go_to_the_processes_pinning_them() -> None:
    assert plan(members("0-1/4", "3/4"), 4, {}) == {0: "0", 1: "0", 3: "1"}


def test_a_second_process_pinning_the_same_shards_waits() -> None:
    assert plan(members("0-1/2", "0-1/2"), 2, {0: "1"}) == {0: "1", 1: "0"}


def test_a_process_with_another_shard_total_gets_nothing() -> None:
    assert plan(members("0-1/4", "0-1/2"), 2, {}) == {0: "1", 1: "1"}
    assert plan(members("auto", "0/4"), 2, {0: "0"}) == {0: "0", 1: "0"}


def test_pinned_shards_are_excluded_from_sharing() -> None:
    assert plan(members("auto", "0/3"), 3, {0: "0", 1: "0", 2: "0"}) == {0: "1", 1: "0", 2: "0"}


def test_a_newcomer_gets_a_share_and_holders_keep_theirs() -> None:
    assert plan(members("auto", "auto"), 4, {0: "0", 1: "0", 2: "0", 3: "0"}) == {
        0: "0",
        1: "0",
        2: "1",
        3: "1",
    }


def test_shards_of_a_dead_process_are_distributed() -> None:
    assert plan(members("auto", "auto"), 4, {0: "0", 3: "1"}) == {0: "0", 1: "0", 2: "1", 3: "1"}


def test_surplus_processes_get_no_shard() -> None:
    assert plan(members("auto", "auto", "auto"), 2, {0: "2"}) == {0: "2", 1: "0"}


REQUESTS = st.sampled_from(["auto", "auto", "auto", "", "0-1/8", "1,3/8", "0-3/4", None])


@given(st.lists(REQUESTS, max_size=6), st.integers(1, 12), st.data())
def test_every_shard_has_one_eligible_owner(
    requests: Sequence[str | None], total: int, data: st.DataObject
) -> None:
    processes = members(*requests)
    holders = _draw_holders(data, len(processes), total)
    owners = plan(processes, total, holders)
    requests_by_name = {member.id: member.request for member in processes}
    assert set(owners) <= set(range(total))
    for number, holder in owners.items():
        request = requests_by_name[holder]
        assert request is not None
        assert request.total in {None, total}
        assert not request.numbers or number in request.numbers
    # Once holders without a valid request are gone, another round changes nothing.
    final_owners = plan(processes, total, owners)
    assert plan(processes, total, final_owners) == final_owners


@given(st.integers(1, 6), st.integers(1, 20), st.data())
def test_shares_differ_by_at_most_one_with_the_fewest_moves(
    count: int, total: int, data: st.DataObject
) -> None:
    processes = members(*["auto"] * count)
    holders = _draw_holders(data, count, total)
    owners = plan(processes, total, holders)
    assert set(owners) == set(range(total))
    shares = Counter(owners.values())
    sizes = [shares[member.id] for member in processes]
    assert max(sizes) - min(sizes) <= 1
    moves = sum(owners[number] != holder for number, holder in holders.items())
    assert moves == _fewest_moves(holders, count, total)


def _draw_holders(data: st.DataObject, count: int, total: int) -> dict[int, str]:
    if not count:
        return {}
    names = st.sampled_from([str(number) for number in range(count)])
    return data.draw(st.dictionaries(st.integers(0, total - 1), names))


def _fewest_moves(holders: Mapping[int, str], count: int, total: int) -> int:
    """Return the minimum number of shards to move for even shares."""
    share, remainder = divmod(total, count)
    surplus = [size - share for size in Counter(holders.values()).values()]
    excess = sum(extra for extra in surplus if extra > 0)
    return excess - min(remainder, sum(extra > 0 for extra in surplus))
