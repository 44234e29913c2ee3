"""`fernpartie doctor`: test at Discord what the bot needs there, and print a line of advice for each."""

from bot.operations.doctor.operation import DOCTOR

__all__ = ["DOCTOR"]
