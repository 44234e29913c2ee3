"""What the store hands out: rows as values, with plain texts where play has kinds of its own."""

from data.records.cluster import EpochRecord, HoldRecord, JobKind, OthersRecord, ProcessRecord, ShardRecord
from data.records.outbox import BacklogRecord, NewNotice, NoticeRecord, RequestRecord, ShownRecord
from data.records.people import (
    BlockRecord,
    ExportedTable,
    NamePlaceRecord,
    PersonRecord,
    ReadersRecord,
)
from data.records.ratings import (
    EngineTallyRecord,
    RatingChangeRecord,
    RatingRecord,
    SeatTallyRecord,
    TallyRecord,
)
from data.records.servers import (
    AuditRecord,
    OverviewRecord,
    WelcomeRecord,
)
from data.records.signals import SIGNALS, Signal, Topic

__all__ = (
    "SIGNALS",
    "AuditRecord",
    "BacklogRecord",
    "BlockRecord",
    "EngineTallyRecord",
    "EpochRecord",
    "ExportedTable",
    "HoldRecord",
    "JobKind",
    "NamePlaceRecord",
    "NewNotice",
    "NoticeRecord",
    "OthersRecord",
    "OverviewRecord",
    "PersonRecord",
    "ProcessRecord",
    "RatingChangeRecord",
    "RatingRecord",
    "ReadersRecord",
    "RequestRecord",
    "SeatTallyRecord",
    "ShardRecord",
    "ShownRecord",
    "Signal",
    "TallyRecord",
    "Topic",
    "WelcomeRecord",
)
