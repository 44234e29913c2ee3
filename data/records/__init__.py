"""What the store hands out: rows as values, with plain texts where play has kinds of its own."""

from data.records.cluster import EpochRecord, HoldRecord, JobKind, OthersRecord, ProcessRecord, ShardRecord
from data.records.matches import (
    ImportRecord,
    MatchRecord,
    PlayerRecord,
    PlyRecord,
    SubstitutionRecord,
    TimingRecord,
    UndoneRecord,
)
from data.records.outbox import BacklogRecord, NewNotice, NoticeRecord, RequestRecord, ShownRecord
from data.records.people import (
    BlockRecord,
    ExportedTable,
    NamePlaceRecord,
    PersonRecord,
    PersonSettingsRecord,
    ReadersRecord,
    SpeakerRecord,
)
from data.records.ratings import RatingChangeRecord, RatingRecord, SeatTallyRecord, TallyRecord
from data.records.servers import (
    AuditRecord,
    LimitationRecord,
    OverviewRecord,
    ServerRulesRecord,
    WelcomeRecord,
)
from data.records.signals import SIGNALS, Signal, Topic

__all__ = (
    "SIGNALS",
    "AuditRecord",
    "BacklogRecord",
    "BlockRecord",
    "EpochRecord",
    "ExportedTable",
    "HoldRecord",
    "ImportRecord",
    "JobKind",
    "LimitationRecord",
    "MatchRecord",
    "NamePlaceRecord",
    "NewNotice",
    "NoticeRecord",
    "OthersRecord",
    "OverviewRecord",
    "PersonRecord",
    "PersonSettingsRecord",
    "PlayerRecord",
    "PlyRecord",
    "ProcessRecord",
    "RatingChangeRecord",
    "RatingRecord",
    "ReadersRecord",
    "RequestRecord",
    "SeatTallyRecord",
    "ServerRulesRecord",
    "ShardRecord",
    "ShownRecord",
    "Signal",
    "SpeakerRecord",
    "SubstitutionRecord",
    "TallyRecord",
    "TimingRecord",
    "Topic",
    "UndoneRecord",
    "WelcomeRecord",
)
