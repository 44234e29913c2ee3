"""The plan of shards: a function of the living processes, their requests, and the current holders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.cluster.shard_request import ShardRequest, Sharing


@dataclass(frozen=True, slots=True)
class ClusterMember:
    """A living process; without a request it acquires no shards, and keeps none."""

    id: str
    request: ShardRequest | None


def plan(members: Sequence[ClusterMember], total: int, holders: Mapping[int, str]) -> Mapping[int, str]:
    """Return the planned holder of each shard; shards without a holder are omitted.

    `members` are the living processes, the oldest first. A process that runs alone waits until no other
    process holds a shard, and then takes all. A pinned shard belongs to its current holder, or to the oldest
    process. The others are shared evenly, with as few moves as possible.
    """
    leader = _leader(members, total, holders)
    if leader is None:
        return {}
    if leader.request is not None and leader.request.sharing is Sharing.ALONE:
        return dict.fromkeys(range(total), leader.id)
    pinned = _pins(members, total, holders)
    claimed = {
        number
        for member in members
        if member.request is not None and member.request.total == total
        for number in member.request.numbers
    }
    free = [number for number in range(total) if number not in claimed]
    sharing = [m.id for m in members if m.request is not None and m.request.sharing is Sharing.AUTO]
    return pinned | _share(free, sharing, holders)


def _leader(members: Sequence[ClusterMember], total: int, holders: Mapping[int, str]) -> ClusterMember | None:
    """Return the deciding process: a holder of shards, else the oldest."""
    holding = set(holders.values())
    leaders = [member for member in members if member.id in holding]
    # An exclusive process holds no shards until the others have released theirs.
    others = [
        member for member in leaders if member.request is None or member.request.sharing is not Sharing.ALONE
    ]
    candidates = [
        member for member in members if member.request is not None and member.request.total in {None, total}
    ]
    return next(iter([*others, *leaders, *candidates]), None)


def _pins(members: Sequence[ClusterMember], total: int, holders: Mapping[int, str]) -> dict[int, str]:
    pins: dict[int, str] = {}
    for member in members:
        if member.request is None or member.request.total != total:
            continue
        for number in member.request.numbers:
            if holders.get(number) == member.id or number not in pins:
                pins[number] = member.id
    return pins


def _share(free: Sequence[int], sharing: Sequence[str], holders: Mapping[int, str]) -> dict[int, str]:
    if not sharing:
        return {}
    today = {process: [number for number in free if holders.get(number) == process] for process in sharing}
    least, larger = divmod(len(free), len(sharing))
    # Processes with the most shards get the larger shares: this moves the fewest shards.
    by_size = sorted(sharing, key=lambda process: -len(today[process]))
    size = {process: least + (place < larger) for place, process in enumerate(by_size)}
    assignment = {number: process for process in sharing for number in today[process][: size[process]]}
    open_places = (
        process for process in sharing for _ in range(size[process] - min(len(today[process]), size[process]))
    )
    homeless = (number for number in free if number not in assignment)
    return assignment | dict(zip(homeless, open_places, strict=True))
