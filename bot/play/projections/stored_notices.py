"""How notices are stored: what they hold and their routing as JSON, by the name of its type.

A row's kind is the name of the type. What is as by default is left out: so a default stays what it is, and a
field that is added to a type has one, that rows of before can be read. What programs of before could not read
is a new type with a new name: nobody claims kinds they do not know. What the version before has written
`earlier_notices` reads.
"""

from collections.abc import Mapping
from typing import Final, get_args

from pydantic import TypeAdapter

from bot.play.domain.outbox.notices import LostTime, Notice, Routing, Told
from bot.play.projections import earlier_notices
from data.records import NoticeRecord
from data.schema import FIRST, PUBLIC

VERSION: Final = 2
"""Of how rows are written."""
_ADAPTERS: Final[Mapping[str, TypeAdapter[Told]]] = {one.__name__: TypeAdapter(one) for one in get_args(Told)}
_ROUTING: Final = TypeAdapter(Routing)
READABLE: Final = frozenset(_ADAPTERS.keys() | earlier_notices.TYPES.keys())
"""The kinds of notices that are understood here; a newer version may write others."""


def kind_of(event: Told) -> str:
    """Return the kind that a notice is stored as."""
    return type(event).__name__


def kinds_of(types: frozenset[type[Told]]) -> frozenset[str]:
    """Return all the kinds of rows, also of the version before, that may hold something of these types."""
    earlier = (kind for kind, read in earlier_notices.TYPES.items() if not types.isdisjoint(read))
    return frozenset({*(one.__name__ for one in types), *earlier})


def write(event: Told, routing: Routing) -> dict[str, object]:
    """Return what the store keeps of a notice."""
    return {
        "v": VERSION,
        "event": _ADAPTERS[kind_of(event)].dump_python(event, mode="json", exclude_defaults=True),
        "routing": _ROUTING.dump_python(routing, mode="json", exclude_defaults=True),
    }


def read(record: NoticeRecord) -> Notice:
    """Return a stored notice."""
    if record.kind in _ADAPTERS:
        event = _ADAPTERS[record.kind].validate_python(record.data["event"])
        routing = _ROUTING.validate_python(record.data["routing"])
    else:
        event, routing = earlier_notices.read(record)
    return Notice(
        id=record.id,
        event=event,
        stream=record.stream,
        match=record.game,
        ply=record.ply,
        recipient=None if record.audience == PUBLIC else record.audience,
        attempts=record.attempts,
        uncertain=record.uncertain,
        routing=routing,
        request=record.request,
        lost=None if record.epoch is None else LostTime(record.epoch, record.created),
        written=record.created,
        background=record.priority > FIRST,
        stored_kind=record.kind,
    )
