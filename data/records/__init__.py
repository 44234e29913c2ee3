"""What the store hands out: rows as values, with plain texts where play has kinds of its own."""

from data.records.cluster import (
    BackupRecord,
    EpochRecord,
    HoldRecord,
    OthersRecord,
    ProcessRecord,
    ShardRecord,
)
from data.records.outbox import BacklogRecord, NewNotice, NoticeRecord, RequestRecord, ShownRecord
from data.records.people import (
    BlockRecord,
    ExportedTable,
    NamePlaceRecord,
    PersonRecord,
    ReadersRecord,
)
from data.records.ratings import RatingChangeRecord, RatingRecord
from data.records.servers import (
    WelcomeRecord,
)
from data.records.signals import SIGNALS, Signal, Topic

__all__ = (
    "SIGNALS",
    "BacklogRecord",
    "BackupRecord",
    "BlockRecord",
    "EpochRecord",
    "ExportedTable",
    "HoldRecord",
    "NamePlaceRecord",
    "NewNotice",
    "NoticeRecord",
    "OthersRecord",
    "PersonRecord",
    "ProcessRecord",
    "RatingChangeRecord",
    "RatingRecord",
    "ReadersRecord",
    "RequestRecord",
    "ShardRecord",
    "ShownRecord",
    "Signal",
    "Topic",
    "WelcomeRecord",
)
