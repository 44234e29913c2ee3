"""The tables of challenges."""

from typing import Final

import sqlalchemy as sa

from bot.kernel.personal.tables import (
    CHALLENGES,
    AliasedRows,
    Key,
    OwnedTable,
    RowTimers,
    challenge_of_game,
    places_by,
)
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER, challenges, guests
from bot.repositories.tables.match_tables import SEAT_TIMER, games, substitutions

_PLACE: Final = (challenges.c.server, challenges.c.locale, challenges.c.created)
_NOWHERE: Final = sa.null().label("channel")
_NOBODY: Final = sa.null().label("reader")
_IN_THESE: Final = challenges.c.id.in_(CHALLENGES)

PLACES: Final = (
    places_by(sa.select(challenges.c.channel, _NOBODY, *_PLACE).where(_IN_THESE)),
    places_by(sa.select(_NOWHERE, challenges.c.challenger.label("reader"), *_PLACE).where(_IN_THESE)),
    places_by(sa.select(_NOWHERE, challenges.c.opponent.label("reader"), *_PLACE).where(_IN_THESE)),
    places_by(
        sa.select(_NOWHERE, guests.c.player.label("reader"), *_PLACE)
        .join(challenges, challenges.c.id == guests.c.challenge)
        .where(_IN_THESE)
    ),
    places_by(
        sa.select(substitutions.c.message_channel.label("channel"), _NOBODY, *_PLACE)
        .join(games, games.c.id == substitutions.c.game)
        .join(challenges, challenges.c.id == games.c.challenge)
        .where(_IN_THESE, substitutions.c.message_channel.is_not(None))
    ),
)
TABLES: Final = (
    OwnedTable(
        challenges,
        AliasedRows(challenges, ("challenger", "opponent", "accepted_by"), challenges.c.id),
        {"id": Key.CHALLENGE},
        RowTimers(CHALLENGE_TIMER, challenges.c.id),
        nameless=(
            "clock",
            "dice_commitment",
            "dice_root",
            "dice_seed",
            "key",
            "locale",
            "options",
            "reason",
            "role",
            "status",
            "tie_break",
        ),
    ),
    OwnedTable(
        guests,
        AliasedRows(guests, ("player",), guests.c.challenge),
        {"challenge": Key.CHALLENGE},
        nameless=("dice_word",),
    ),
    OwnedTable(
        substitutions,
        AliasedRows(
            substitutions,
            ("leaver", "offered_by", "wanted", "substitute"),
            challenge_of_game(substitutions),
        ),
        {"game": Key.GAME},
        RowTimers(SEAT_TIMER, substitutions.c.id),
        nameless=("status",),
    ),
)
