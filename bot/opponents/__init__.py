"""Opponents: engines that think in processes of their own, beside the bot."""

from bot.opponents.pool import Busy, EnginePool, ThinkingFailed

__all__ = ["Busy", "EnginePool", "ThinkingFailed"]
