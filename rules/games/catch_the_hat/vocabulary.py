"""The vocabulary of Catch the Hat."""

from rules.contract import Vocabulary
from rules.contract.vocabulary import (
    WIN,
    Action,
    CommonRefusal,
    EventKind,
    OutcomeReason,
    PointKind,
    Question,
    RefusalReason,
)


class Refusals(RefusalReason):
    NOT_A_MOVE = "not-a-move", "text"
    NO_SUCH_FIELD = "no-such-field", "place"
    NOT_ROLLED = "not-rolled"
    NO_ROLL_NOW = "no-roll-now"
    CHOOSE_FIRST = "choose-first"
    NO_SIX = "no-six"
    MUST_MOVE = "must-move"
    NOT_YOUR_HAT = "not-your-hat", "place"
    NO_SUCH_STACK = "no-such-stack", "place", "stack"
    WHICH_STACK = "which-stack", "place", "moves"
    WRONG_DISTANCE = "wrong-distance", "origin", "place", "number"
    NO_REVERSING = "no-reversing"
    WRONG_REVERSAL = "wrong-reversal", "turning", "place"
    NO_HOME_COMING = "no-home-coming"
    FOREIGN_HOME = "foreign-home", "place"
    NO_PRISONERS = "no-prisoners", "place"
    HOME_TOO_FAR = "home-too-far", "place", "number"
    POINTS_LEFT = "points-left", "place", "number"
    NO_POINTS_LEFT = "no-points-left", "place"
    BENCH_FULL = "bench-full", "place"
    NO_SUCH_SEAT = "no-such-seat", "seat"
    ALREADY_RETIRED = "already-retired", "seat"


class OptionRefusals(RefusalReason):
    GOLDEN_GOAL_WITHOUT_GOLDEN_HAT = "golden-goal-without-golden-hat", "value", "mode"
    PLAYERS_OF_MODE = "players-of-mode", "mode", "value", "allowed"


class PositionRefusals(RefusalReason):
    MALFORMED = "malformed"
    WRONG_NUMBER_OF_HATS = "wrong-number-of-hats", "hat", "number", "needed"
    SECURED_IN_TOWER_RACE = "secured-in-tower-race"
    WRONGLY_SECURED = "wrongly-secured", "seat", "hat"
    GOLDEN_IS_PRISONER = "golden-is-prisoner"
    GOLDEN_WITHOUT_OWNER = "golden-without-owner"
    TOWER_AT_HOME = "tower-at-home", "place"
    FOREIGN_HOME = "foreign-home", "place", "hat"
    CROWDED_BENCH = "crowded-bench", "place"
    TWO_PARTIES = "two-parties", "place"


class Events(EventKind):
    """The events of a ply."""

    CAPTURE = "capture", "points", "seat", "piece", "number"
    GOLDEN_CAUGHT = "golden-caught", "points", "piece", "number"
    GOLDEN_FREED = "golden-freed", "points", "seat", "piece", "number"
    SECURED = "secured", "points", "seat", "piece", "number"
    FREED = "freed", "points", "seat", "piece", "number"
    HOME = "home", "points", "seat", "piece", "number"
    OUT = "out", "points", "seat", "piece"
    LAPSED = "lapsed", "points", "seat", "number"
    TURNED = "turned", "points", "seat", "piece"
    PASSED = "passed", "seat", "number"
    ROLL = "roll", "seat", "number"
    SKIPPED = "skipped", "seat"
    RETIRED = "retired", "seat"


class Outcomes(OutcomeReason):
    """The reasons a game can end."""

    MOST_HATS = "most-hats", WIN
    LAST_COLOUR = "last-colour", WIN
    LAST_TOWER = "last-tower", WIN
    GOLDEN_HAT = "golden-hat", WIN
    MOST_PRISONERS = "most-prisoners", WIN
    ROLL_LIMIT = "roll-limit", WIN


class Actions(Action):
    """The actions of a ply besides a walk."""

    ROLL_AGAIN = "roll-again"
    STOP = "stop"
    PASS = "pass"
    ROLL = "roll"
    RETIRE = "retire"


class Questions(Question):
    """The questions of guided move entry."""

    HAT = "0"
    TARGET = "1"
    FURTHER = "2"


class Points(PointKind):
    """The kinds of fields, by their spoken names; `STACK` is one of several stacks on a field."""

    RING = "ring", "number"
    SPOKE = "spoke", "role", "number"
    HOME = "home", "role"
    CENTRE = "centre"
    STACK = "stack", "piece"


VOCABULARY = Vocabulary(
    refusals=(CommonRefusal.GAME_OVER, *Refusals),
    option_refusals=tuple(OptionRefusals),
    position_refusals=tuple(PositionRefusals),
    events=tuple(Events),
    decisive=(
        Events.CAPTURE,
        Events.GOLDEN_CAUGHT,
        Events.GOLDEN_FREED,
        Events.SECURED,
        Events.FREED,
        Events.RETIRED,
    ),
    outcomes=tuple(Outcomes),
    actions=tuple(Actions),
    questions=tuple(Questions),
    points=tuple(Points),
)
