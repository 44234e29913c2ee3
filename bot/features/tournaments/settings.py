"""Admins' settings for tournaments."""

from typing import Final

from bot.model.settings import server_switch

OPEN_TOURNAMENTS: Final = server_switch("open_tournaments", default=False, place=150, command="tournaments")
"""Whether members may open tournaments, too."""
