"""The treatment of each event's notices, as its class declares it."""

import pytest

from bot.model.events import events, instructions
from bot.model.people import privacy
from tests.bot.events import event_types

MODULES = {module.__name__ for module in (events, instructions, privacy)}
BACKGROUND = {
    "CloseThread",
    "DeleteTrial",
    "DiceSealed",
    "LimitationMet",
    "MatchRestored",
    "NameErasure",
    "OpenThread",
    "RedrawOverview",
    "RoundChanged",
    "TellFollower",
    "TournamentChanged",
    "TournamentEnded",
    "WelcomeDue",
}


@pytest.mark.parametrize(
    ("trait", "default", "exceptions"),
    [
        ("is_posted", True, {"MatchResumed", "OverviewWanted", "PersonForgotten"}),
        ("background", False, BACKGROUND),
        ("repeatable", False, {"DeleteMessage", "DeleteTrial", "RemoveButtons"}),
        ("sensitive", False, {"NameErasure"}),
        ("awaited", False, {"MatchStarted"}),
        ("passing", False, {"DeadlineNear", "DeadlinePassed", "MatchStalled"}),
    ],
)
def test_only_listed_events_override_a_trait(trait: str, default: bool, exceptions: set[str]) -> None:
    types = [event_type for event_type in event_types() if event_type.__module__ in MODULES]
    assert {kind.__name__ for kind in types if getattr(kind, trait, default) is not default} == exceptions
