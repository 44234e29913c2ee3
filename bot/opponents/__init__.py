"""Opponents: engines in separate processes."""

from bot.opponents.pool import Busy, EnginePool, ThinkingFailed

__all__ = ["Busy", "EnginePool", "ThinkingFailed"]
