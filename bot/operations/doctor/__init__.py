"""`fernpartie doctor`: try at Discord what the bot needs there, and say in a line each what to do."""

from bot.operations.doctor.operation import DOCTOR

__all__ = ["DOCTOR"]
