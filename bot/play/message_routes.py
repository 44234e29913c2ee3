"""The routes of all features, in the features' order."""

from typing import Final

from bot.kernel.messages import EarlierForms, Routes
from bot.play.challenges.challenge_routes import CHALLENGE_ROUTES
from bot.play.learning.daily_puzzle_routes import DAILY_PUZZLE_ROUTES
from bot.play.letters.letter_routes import LETTER_ROUTES
from bot.play.matches.match_routes import MATCH_ROUTES
from bot.play.matches.offers.offer_routes import OFFER_ROUTES
from bot.play.people.follower_routes import FOLLOWER_ROUTES
from bot.play.privacy.erasure_routes import ERASURE_ROUTES
from bot.play.projections import earlier_notices
from bot.play.servers.server_routes import SERVER_ROUTES
from bot.play.substitutions.seat_routes import SEAT_ROUTES
from bot.play.tournaments.tournament_routes import TOURNAMENT_ROUTES

ROUTES: Final = Routes(
    (
        *MATCH_ROUTES,
        *OFFER_ROUTES,
        *CHALLENGE_ROUTES,
        *TOURNAMENT_ROUTES,
        *SEAT_ROUTES,
        *SERVER_ROUTES,
        *ERASURE_ROUTES,
        *FOLLOWER_ROUTES,
        *DAILY_PUZZLE_ROUTES,
        *LETTER_ROUTES,
    ),
    EarlierForms(earlier_notices.TYPES, earlier_notices.read),
)
